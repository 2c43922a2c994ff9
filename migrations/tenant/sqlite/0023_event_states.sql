-- Events for the states that 0019_events.sql left out: a document whose file has arrived, and an export that was started.
DROP TRIGGER a_document_is_read;
CREATE TRIGGER a_document_goes_on AFTER UPDATE OF status ON documents
WHEN NEW.status <> OLD.status AND NEW.status IN ('ingesting', 'ready', 'failed')
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'document.' || NEW.status, 'document', NEW.id, NEW.project_id,
        json_object('id', NEW.id, 'status', NEW.status, 'filename', NEW.filename, 'external_ref', NEW.external_ref, 'failure_code', NEW.failure_code),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

DROP TRIGGER an_export_ends;
CREATE TRIGGER an_export_goes_on AFTER UPDATE OF status ON exports
WHEN NEW.status <> OLD.status AND NEW.status IN ('processing', 'completed', 'failed')
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), CASE NEW.status WHEN 'processing' THEN 'export.started' ELSE 'export.' || NEW.status END, 'export', NEW.id, (SELECT project_id FROM takeoffs WHERE id = NEW.takeoff_id),
        json_object('id', NEW.id, 'status', NEW.status, 'takeoff_id', NEW.takeoff_id, 'format', NEW.format, 'external_ref', NEW.external_ref, 'failure_code', NEW.failure_code),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

-- The takeoff still exists, because exports are deleted before it (components/libs/platform/database/src/deletion.rs). A cascade
-- would delete the takeoff first.
DROP TRIGGER an_export_is_deleted;
CREATE TRIGGER an_export_is_deleted AFTER DELETE ON exports
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'export.deleted', 'export', OLD.id, (SELECT project_id FROM takeoffs WHERE id = OLD.takeoff_id),
        json_object('id', OLD.id, 'takeoff_id', OLD.takeoff_id, 'external_ref', OLD.external_ref),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;
