-- The event log: what changed, in the order of the commits. Triggers write it (sqlite/0019_events.sql), so that no change is
-- without its event and no event without its change.
CREATE TABLE events (
    id TEXT PRIMARY KEY,                    -- evt_ + 22
    kind TEXT NOT NULL,                     -- takeoff.completed
    resource_type TEXT NOT NULL,            -- takeoff
    resource_id TEXT NOT NULL,
    project_id TEXT,                        -- of a deleted project too
    data TEXT NOT NULL,                     -- JSON object
    created_at TEXT NOT NULL
);
CREATE INDEX events_by_age ON events (created_at, id);
CREATE INDEX events_by_resource ON events (resource_id, created_at, id);
CREATE INDEX events_by_project ON events (project_id, created_at, id);

-- Reviews of a takeoff's items and routes: each operation that reviews any adds one. The event is of the takeoff, because an operation may
-- review thousands of items.
ALTER TABLE takeoffs ADD COLUMN reviews BIGINT NOT NULL DEFAULT 0;
