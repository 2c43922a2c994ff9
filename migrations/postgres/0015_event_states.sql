-- Events for a document whose file has arrived and an export that was started, and the project of a deleted export
-- (migrations/tenant/sqlite/0023_event_states.sql).
DROP TRIGGER a_document_is_read ON plumbline.documents;
DROP FUNCTION plumbline.a_document_is_read();
CREATE FUNCTION plumbline.a_document_goes_on() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = plumbline, host, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(NEW.scope_id, 'document.' || NEW.status, 'document', NEW.id, NEW.project_id,
        jsonb_build_object('id', NEW.id, 'status', NEW.status, 'filename', NEW.filename, 'external_ref', NEW.external_ref, 'failure_code', NEW.failure_code));
    RETURN NULL;
END $$;
CREATE TRIGGER a_document_goes_on AFTER UPDATE OF status ON plumbline.documents
FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.status IN ('ingesting', 'ready', 'failed'))
EXECUTE FUNCTION plumbline.a_document_goes_on();

DROP TRIGGER an_export_ends ON plumbline.exports;
DROP FUNCTION plumbline.an_export_ends();
CREATE FUNCTION plumbline.an_export_goes_on() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = plumbline, host, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(NEW.scope_id, CASE NEW.status WHEN 'processing' THEN 'export.started' ELSE 'export.' || NEW.status END, 'export', NEW.id,
        (SELECT project_id FROM plumbline.takeoffs WHERE scope_id = NEW.scope_id AND id = NEW.takeoff_id),
        jsonb_build_object('id', NEW.id, 'status', NEW.status, 'takeoff_id', NEW.takeoff_id, 'format', NEW.format, 'external_ref', NEW.external_ref, 'failure_code', NEW.failure_code));
    RETURN NULL;
END $$;
CREATE TRIGGER an_export_goes_on AFTER UPDATE OF status ON plumbline.exports
FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.status IN ('processing', 'completed', 'failed'))
EXECUTE FUNCTION plumbline.an_export_goes_on();

-- The takeoff still exists, because exports are deleted before it (components/libs/platform/database/src/deletion.rs).
CREATE OR REPLACE FUNCTION plumbline.an_export_is_deleted() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = plumbline, host, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(OLD.scope_id, 'export.deleted', 'export', OLD.id,
        (SELECT project_id FROM plumbline.takeoffs WHERE scope_id = OLD.scope_id AND id = OLD.takeoff_id),
        jsonb_build_object('id', OLD.id, 'takeoff_id', OLD.takeoff_id, 'external_ref', OLD.external_ref));
    RETURN NULL;
END $$;
