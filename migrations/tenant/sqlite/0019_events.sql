-- The triggers that write the event log. An id has 88 random bits.

CREATE TRIGGER a_document_is_created AFTER INSERT ON documents
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'document.created', 'document', NEW.id, NEW.project_id,
        json_object('id', NEW.id, 'status', NEW.status, 'filename', NEW.filename, 'external_ref', NEW.external_ref),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

CREATE TRIGGER a_document_is_read AFTER UPDATE OF status ON documents
WHEN NEW.status <> OLD.status AND NEW.status IN ('ready', 'failed')
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'document.' || NEW.status, 'document', NEW.id, NEW.project_id,
        json_object('id', NEW.id, 'status', NEW.status, 'filename', NEW.filename, 'external_ref', NEW.external_ref, 'failure_code', NEW.failure_code),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

CREATE TRIGGER a_document_is_deleted AFTER DELETE ON documents
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'document.deleted', 'document', OLD.id, OLD.project_id,
        json_object('id', OLD.id, 'external_ref', OLD.external_ref),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

CREATE TRIGGER a_takeoff_is_created AFTER INSERT ON takeoffs
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'takeoff.created', 'takeoff', NEW.id, NEW.project_id,
        json_object('id', NEW.id, 'status', NEW.status, 'document_id', NEW.document_id, 'discipline', NEW.discipline, 'external_ref', NEW.external_ref),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

CREATE TRIGGER a_takeoff_goes_on AFTER UPDATE OF status ON takeoffs
WHEN NEW.status <> OLD.status AND NEW.status <> 'queued'
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), CASE NEW.status WHEN 'processing' THEN 'takeoff.started' ELSE 'takeoff.' || NEW.status END, 'takeoff', NEW.id, NEW.project_id,
        json_object('id', NEW.id, 'status', NEW.status, 'document_id', NEW.document_id, 'discipline', NEW.discipline, 'external_ref', NEW.external_ref, 'failure_code', NEW.failure_code),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

CREATE TRIGGER a_takeoff_is_reviewed AFTER UPDATE OF reviews ON takeoffs WHEN NEW.reviews > OLD.reviews
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'takeoff.reviewed', 'takeoff', NEW.id, NEW.project_id,
        json_object('id', NEW.id, 'status', NEW.status, 'document_id', NEW.document_id, 'discipline', NEW.discipline, 'external_ref', NEW.external_ref),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

CREATE TRIGGER a_takeoff_is_deleted AFTER DELETE ON takeoffs
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'takeoff.deleted', 'takeoff', OLD.id, OLD.project_id,
        json_object('id', OLD.id, 'document_id', OLD.document_id, 'external_ref', OLD.external_ref),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

CREATE TRIGGER an_export_is_created AFTER INSERT ON exports
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'export.created', 'export', NEW.id, (SELECT project_id FROM takeoffs WHERE id = NEW.takeoff_id),
        json_object('id', NEW.id, 'status', NEW.status, 'takeoff_id', NEW.takeoff_id, 'format', NEW.format, 'external_ref', NEW.external_ref),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

CREATE TRIGGER an_export_ends AFTER UPDATE OF status ON exports
WHEN NEW.status <> OLD.status AND NEW.status IN ('completed', 'failed')
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'export.' || NEW.status, 'export', NEW.id, (SELECT project_id FROM takeoffs WHERE id = NEW.takeoff_id),
        json_object('id', NEW.id, 'status', NEW.status, 'takeoff_id', NEW.takeoff_id, 'format', NEW.format, 'external_ref', NEW.external_ref, 'failure_code', NEW.failure_code),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

CREATE TRIGGER an_export_is_deleted AFTER DELETE ON exports
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'export.deleted', 'export', OLD.id, NULL,
        json_object('id', OLD.id, 'takeoff_id', OLD.takeoff_id, 'external_ref', OLD.external_ref),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

-- The balance rather than the entry, because the order of two triggers of one entry is not defined. Amounts are in credits, as
-- callers know them.
CREATE TRIGGER credits_change AFTER UPDATE ON credit_balance
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'credits.changed', 'credits', 'credits', NULL,
        json_object(
            'id', 'credits', 'available', (NEW.granted - NEW.held - NEW.consumed) / 1000000.0, 'held', NEW.held / 1000000.0,
            'consumed', NEW.consumed / 1000000.0
        ),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

-- `LOW_BALANCE` of components/libs/platform/contract/src/billing.rs, in millionths.
CREATE TRIGGER credits_are_low AFTER UPDATE ON credit_balance
WHEN NEW.granted - NEW.held - NEW.consumed < 20000000 AND OLD.granted - OLD.held - OLD.consumed >= 20000000
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'credits.low', 'credits', 'credits', NULL,
        json_object(
            'id', 'credits', 'available', (NEW.granted - NEW.held - NEW.consumed) / 1000000.0, 'held', NEW.held / 1000000.0,
            'consumed', NEW.consumed / 1000000.0
        ),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;
