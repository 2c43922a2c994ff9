-- Usage adds up: a request that starts no job is part of a sum, and only those that start one keep a row in usage_events, by which
-- their charge is found. Rows from before this file stay where they are, and the report adds both up.

-- What the report groups by, and what it shows. An empty text stands for none, since the columns of a key are never NULL.
CREATE TABLE usage_totals (
    day TEXT NOT NULL,                      -- UTC: '2026-11-24'
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    surface TEXT NOT NULL CHECK (surface IN ('rest', 'mcp')),
    agent TEXT NOT NULL,
    operation TEXT NOT NULL,
    end_customer_ref TEXT NOT NULL,
    latency_ms BIGINT NOT NULL,             -- the longest of those that are not told apart: exact up to 255, within 1 % beyond
    requests BIGINT NOT NULL CHECK (requests > 0),
    errors BIGINT NOT NULL,
    units DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (day, client_id, user_id, surface, agent, operation, end_customer_ref, latency_ms)
);

-- The last batch of each process that writes: a batch whose commit was reported as failed and was none the less there is not
-- added a second time.
CREATE TABLE usage_writers (
    writer TEXT PRIMARY KEY,
    batch BIGINT NOT NULL,
    written_at TEXT NOT NULL
);
