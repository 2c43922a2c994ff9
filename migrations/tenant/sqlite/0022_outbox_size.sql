CREATE TRIGGER outbox_grows AFTER INSERT ON outbox WHEN NEW.dispatched_at IS NULL
BEGIN
    UPDATE outbox_size SET entries = entries + 1, bytes = bytes + OCTET_LENGTH(NEW.payload) WHERE id = 1;
END;

CREATE TRIGGER outbox_changes AFTER UPDATE OF payload, dispatched_at ON outbox
BEGIN
    UPDATE outbox_size SET
        entries = entries + (NEW.dispatched_at IS NULL) - (OLD.dispatched_at IS NULL),
        bytes = bytes + CASE WHEN NEW.dispatched_at IS NULL THEN OCTET_LENGTH(NEW.payload) ELSE 0 END
            - CASE WHEN OLD.dispatched_at IS NULL THEN OCTET_LENGTH(OLD.payload) ELSE 0 END
    WHERE id = 1;
END;

CREATE TRIGGER outbox_shrinks AFTER DELETE ON outbox WHEN OLD.dispatched_at IS NULL
BEGIN
    UPDATE outbox_size SET entries = entries - 1, bytes = bytes - OCTET_LENGTH(OLD.payload) WHERE id = 1;
END;
