-- Rules of other tables: groups of items (migrations/tenant/sqlite/0010_item_groups.sql) and, for components alone, the outbox
-- (`PREPARE` in host/storage/src/sqlite/sandbox.rs). The messages are the same.

-- Whoever changes what was extracted, or deletes an item by itself, need not know of groups: the item's group ends, and its takeoff is
-- consolidated item by item until the worker groups it again. With a takeoff its groups go by cascade.
CREATE FUNCTION plumbline.end_item_group() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE'
        AND NOT EXISTS (SELECT 1 FROM plumbline.takeoffs WHERE scope_id = OLD.scope_id AND id = OLD.takeoff_id) THEN
        RETURN NULL;
    END IF;
    DELETE FROM plumbline.item_groups
    WHERE scope_id = OLD.scope_id AND takeoff_id = OLD.takeoff_id AND page_number = OLD.page_number
        AND first_position = OLD.first_position;
    UPDATE plumbline.items SET first_position = NULL
    WHERE scope_id = OLD.scope_id AND takeoff_id = OLD.takeoff_id AND page_number = OLD.page_number
        AND first_position = OLD.first_position;
    IF TG_OP = 'UPDATE' THEN
        UPDATE plumbline.items SET first_position = NULL WHERE scope_id = NEW.scope_id AND id = NEW.id;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER item_groups_end_with_an_item AFTER DELETE ON plumbline.items
FOR EACH ROW WHEN (OLD.first_position IS NOT NULL) EXECUTE FUNCTION plumbline.end_item_group();

CREATE TRIGGER item_groups_end_with_a_change AFTER UPDATE OF takeoff_id, page_number, position, group_id, description, trade,
    category, item_type, measure_type, extracted_quantity, unit, tag, attributes, evidence, confidence ON plumbline.items
FOR EACH ROW WHEN (OLD.first_position IS NOT NULL) EXECUTE FUNCTION plumbline.end_item_group();

-- Limits what a component may write to the outbox, because the queue is shared by all tenants.
--
-- It runs as the owner, who reads the outbox of all scopes (0006). For others, row-level security would come before the condition on
-- COALESCE, which PostgreSQL does not take for free of leaks, and the index on it could not be used.
CREATE FUNCTION plumbline.check_outbox_entry() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    soon TEXT;
BEGIN
    IF NEW.scope_id IS DISTINCT FROM plumbline.current_scope() THEN
        RAISE EXCEPTION 'the row is of another scope' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF octet_length(NEW.payload) > 262144 OR octet_length(NEW.id) > 200 OR octet_length(NEW.kind) > 200 THEN
        RAISE EXCEPTION 'an outbox entry has at most 262144 bytes of payload and 200 of id and kind';
    END IF;
    IF NEW.due_at !~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].*Z$' THEN
        RAISE EXCEPTION 'due_at of an outbox entry is a time in UTC, such as 2026-11-21T08:00:00.000Z, or NULL';
    END IF;
    -- Entries that are due by then become jobs now (`OUTBOX_LOOKAHEAD` of host/storage/src/tenant/outbox.rs).
    soon := host.now_text(INTERVAL '120 seconds');
    IF TG_OP = 'INSERT' AND (
        SELECT COUNT(*) FROM (
            SELECT 1 FROM plumbline.outbox
            WHERE scope_id = NEW.scope_id AND dispatched_at IS NULL AND COALESCE(due_at, '') <= soon LIMIT 2000
        ) AS waiting
    ) >= 2000 THEN
        RAISE EXCEPTION 'the outbox is full: 2000 entries wait to become jobs';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER jobs_are_few_and_small BEFORE INSERT OR UPDATE ON plumbline.outbox
FOR EACH ROW WHEN (NOT plumbline.is_host()) EXECUTE FUNCTION plumbline.check_outbox_entry();
