-- Reviews of an item alone (migrations/tenant/0024_single_reviews.sql), and their event (migrations/tenant/sqlite/0024_single_reviews.sql).
SET LOCAL lock_timeout = '20s';

ALTER TABLE plumbline.items ADD COLUMN single_reviews BIGINT NOT NULL DEFAULT 0;

-- The event of a_takeoff_is_reviewed() (0008).
CREATE FUNCTION plumbline.an_item_is_reviewed() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = plumbline, host, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(NEW.scope_id, 'takeoff.reviewed', 'takeoff', takeoff.id, takeoff.project_id,
        jsonb_build_object('id', takeoff.id, 'status', takeoff.status, 'document_id', takeoff.document_id,
            'discipline', takeoff.discipline, 'external_ref', takeoff.external_ref))
    FROM plumbline.takeoffs AS takeoff WHERE takeoff.scope_id = NEW.scope_id AND takeoff.id = NEW.takeoff_id;
    RETURN NULL;
END $$;
CREATE TRIGGER an_item_is_reviewed AFTER UPDATE OF single_reviews ON plumbline.items
FOR EACH ROW WHEN (NEW.single_reviews > OLD.single_reviews) EXECUTE FUNCTION plumbline.an_item_is_reviewed();
