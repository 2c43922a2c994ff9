-- What is due later, what may be used up, and what is forgotten.

-- Not before this time; NULL for at once.
ALTER TABLE outbox ADD COLUMN due_at TEXT;

-- Bytes that the caller said an upload would have; NULL when nothing was said.
ALTER TABLE documents ADD COLUMN declared_bytes BIGINT;

-- Expired keys are swept oldest first.
CREATE INDEX idempotency_by_age ON idempotency (created_at);

-- What was asked for on a day, under the names of the quotas per day. Counted rather than looked up, because what was
-- asked for and deleted again counts too.
CREATE TABLE quota_use (
    name TEXT NOT NULL,
    day TEXT NOT NULL,                      -- UTC, as in 2026-11-21
    used BIGINT NOT NULL,
    PRIMARY KEY (name, day)
);
