-- Deliveries of one millisecond have the order of their events, which on SQLite is that of their rows. Two transactions that change one
-- resource wait for each other, so its events are numbered in the order of their commits.
ALTER TABLE plumbline.webhook_deliveries ADD COLUMN sequence BIGINT GENERATED ALWAYS AS IDENTITY;

DROP INDEX plumbline.webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due ON plumbline.webhook_deliveries (scope_id, endpoint_id, due_at, created_at, sequence)
    WHERE due_at IS NOT NULL;
