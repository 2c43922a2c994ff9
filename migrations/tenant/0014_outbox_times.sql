-- Entries that are due much later stay in the outbox until their time comes near.
CREATE INDEX outbox_due ON outbox (COALESCE(due_at, '')) WHERE dispatched_at IS NULL;
