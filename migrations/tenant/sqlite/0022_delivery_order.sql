-- Rows of `events` are numbered as they are written. PostgreSQL numbers the deliveries themselves (postgres/0012_delivery_order.sql).
CREATE TRIGGER a_delivery_is_numbered AFTER INSERT ON webhook_deliveries
BEGIN
    UPDATE webhook_deliveries SET sequence = (SELECT events.rowid FROM events WHERE events.id = NEW.event_id) WHERE id = NEW.id;
END;
