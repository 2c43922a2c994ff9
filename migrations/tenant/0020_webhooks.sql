-- Addresses that receive events, and what was sent to them. The triggers of sqlite/0020_webhooks.sql write a delivery for each event and
-- endpoint.
CREATE TABLE webhook_endpoints (
    id TEXT PRIMARY KEY,                    -- whe_ + 22
    url TEXT NOT NULL,
    description TEXT,
    kinds TEXT NOT NULL,                    -- JSON array of kinds of events
    status TEXT NOT NULL CHECK (status IN ('enabled', 'disabled')),
    disabled_reason TEXT CHECK (disabled_reason IN ('gone', 'failing', 'requested')),
    secret TEXT NOT NULL,                   -- sealed
    previous_secret TEXT,                   -- sealed; signs too until previous_secret_until
    previous_secret_until TEXT,
    tests BIGINT NOT NULL DEFAULT 0,        -- test events asked for
    sender TEXT,                            -- the job that sends; no other sends meanwhile, so that events keep their order
    sending_until TEXT,
    woken_for TEXT,                         -- when the first job that is queued and has not begun is due; '' for at once
    created_at TEXT NOT NULL,
    updated_at TEXT
);
CREATE INDEX webhook_endpoints_by_age ON webhook_endpoints (created_at, id);

CREATE TABLE webhook_deliveries (
    id TEXT PRIMARY KEY,                    -- whd_ + 22
    endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
    event_id TEXT NOT NULL,
    kind TEXT NOT NULL,                     -- of the event
    status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
    attempts BIGINT NOT NULL DEFAULT 0,     -- since the event, or since the last replay
    due_at TEXT,                            -- of the next attempt; NULL if there is none
    log TEXT NOT NULL DEFAULT '[]',         -- JSON array of the attempts, oldest first
    created_at TEXT NOT NULL,
    finished_at TEXT,
    UNIQUE (endpoint_id, event_id)
);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (endpoint_id, created_at, id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at, created_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_id, status);
CREATE INDEX webhook_deliveries_swept ON webhook_deliveries (created_at);
