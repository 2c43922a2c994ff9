-- What waits in the outbox, whenever it is due: the entries that are not jobs yet, and the bytes of their payloads. The triggers of
-- sqlite/0022_outbox_size.sql keep it, because an outbox with an entry for each document takes too long to count.
CREATE TABLE outbox_size (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    entries BIGINT NOT NULL,
    bytes BIGINT NOT NULL
);
INSERT INTO outbox_size (id, entries, bytes)
SELECT 1, COUNT(*), COALESCE(SUM(OCTET_LENGTH(payload)), 0) FROM outbox WHERE dispatched_at IS NULL;
