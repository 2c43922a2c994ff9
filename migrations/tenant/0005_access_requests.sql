-- Requests for premium access: who asked for what. People answer them; the host grants the scopes.

CREATE TABLE access_requests (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,                -- the credential that asked
    capabilities TEXT NOT NULL,             -- JSON array of scopes
    note TEXT,
    created_at TEXT NOT NULL
);
CREATE INDEX access_requests_by_age ON access_requests (created_at, id);
