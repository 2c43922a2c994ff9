-- Deliveries to an endpoint have the order of their events, also of those of one millisecond.
ALTER TABLE webhook_deliveries ADD COLUMN sequence BIGINT NOT NULL DEFAULT 0;

DROP INDEX webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at, sequence) WHERE due_at IS NOT NULL;
