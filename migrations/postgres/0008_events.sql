-- The event log (migrations/tenant/0019_events.sql), and its triggers (migrations/tenant/sqlite/0019_events.sql).
CREATE TABLE plumbline.events (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    id TEXT COLLATE "C" NOT NULL,  -- evt_ + 22
    kind TEXT COLLATE "C" NOT NULL,  -- takeoff.completed
    resource_type TEXT COLLATE "C" NOT NULL,  -- takeoff
    resource_id TEXT COLLATE "C" NOT NULL,
    project_id TEXT COLLATE "C",  -- of a deleted project too
    data TEXT COLLATE "C" NOT NULL,  -- JSON object
    created_at TEXT COLLATE "C" NOT NULL,
    -- The order of the commits within a scope, whose writers take turns. SQLite has the row's number.
    sequence BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (scope_id, id)
);
CREATE INDEX events_by_age ON plumbline.events (scope_id, created_at, id);
CREATE INDEX events_by_resource ON plumbline.events (scope_id, resource_id, created_at, id);
CREATE INDEX events_by_project ON plumbline.events (scope_id, project_id, created_at, id);
SELECT host.protect_tables();
-- Reviews of a takeoff's items and routes (migrations/tenant/0019_events.sql).
ALTER TABLE plumbline.takeoffs ADD COLUMN reviews BIGINT NOT NULL DEFAULT 0;

-- Writes an event. The triggers below run as the owner, because components only read events. They compare the row's scope with the
-- transaction's before anything else. While a scope is deleted, its rows have no events.
CREATE FUNCTION host.record_event(row_scope BIGINT, kind TEXT, resource_type TEXT, resource_id TEXT, project_id TEXT, data JSONB)
RETURNS VOID
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF row_scope IS DISTINCT FROM plumbline.current_scope() THEN
        RAISE EXCEPTION 'the row is of another scope' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF current_setting('plumbline.deleting', true) IS NOT DISTINCT FROM row_scope::TEXT THEN
        RETURN;
    END IF;
    INSERT INTO plumbline.events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES ('evt_' || left(replace(gen_random_uuid()::TEXT, '-', ''), 22), kind, resource_type, resource_id, project_id,
        data::TEXT, host.now_text());
END $$;

CREATE FUNCTION plumbline.a_document_is_created() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(NEW.scope_id, 'document.created', 'document', NEW.id, NEW.project_id,
        jsonb_build_object('id', NEW.id, 'status', NEW.status, 'filename', NEW.filename, 'external_ref', NEW.external_ref));
    RETURN NULL;
END $$;
CREATE TRIGGER a_document_is_created AFTER INSERT ON plumbline.documents
FOR EACH ROW EXECUTE FUNCTION plumbline.a_document_is_created();

CREATE FUNCTION plumbline.a_document_is_read() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(NEW.scope_id, 'document.' || NEW.status, 'document', NEW.id, NEW.project_id,
        jsonb_build_object('id', NEW.id, 'status', NEW.status, 'filename', NEW.filename, 'external_ref', NEW.external_ref, 'failure_code', NEW.failure_code));
    RETURN NULL;
END $$;
CREATE TRIGGER a_document_is_read AFTER UPDATE OF status ON plumbline.documents
FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.status IN ('ready', 'failed')) EXECUTE FUNCTION plumbline.a_document_is_read();

CREATE FUNCTION plumbline.a_document_is_deleted() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(OLD.scope_id, 'document.deleted', 'document', OLD.id, OLD.project_id,
        jsonb_build_object('id', OLD.id, 'external_ref', OLD.external_ref));
    RETURN NULL;
END $$;
CREATE TRIGGER a_document_is_deleted AFTER DELETE ON plumbline.documents
FOR EACH ROW EXECUTE FUNCTION plumbline.a_document_is_deleted();

CREATE FUNCTION plumbline.a_takeoff_is_created() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(NEW.scope_id, 'takeoff.created', 'takeoff', NEW.id, NEW.project_id,
        jsonb_build_object('id', NEW.id, 'status', NEW.status, 'document_id', NEW.document_id, 'discipline', NEW.discipline, 'external_ref', NEW.external_ref));
    RETURN NULL;
END $$;
CREATE TRIGGER a_takeoff_is_created AFTER INSERT ON plumbline.takeoffs
FOR EACH ROW EXECUTE FUNCTION plumbline.a_takeoff_is_created();

CREATE FUNCTION plumbline.a_takeoff_goes_on() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(NEW.scope_id, CASE NEW.status WHEN 'processing' THEN 'takeoff.started' ELSE 'takeoff.' || NEW.status END, 'takeoff', NEW.id, NEW.project_id,
        jsonb_build_object('id', NEW.id, 'status', NEW.status, 'document_id', NEW.document_id, 'discipline', NEW.discipline, 'external_ref', NEW.external_ref, 'failure_code', NEW.failure_code));
    RETURN NULL;
END $$;
CREATE TRIGGER a_takeoff_goes_on AFTER UPDATE OF status ON plumbline.takeoffs
FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.status <> 'queued') EXECUTE FUNCTION plumbline.a_takeoff_goes_on();

CREATE FUNCTION plumbline.a_takeoff_is_reviewed() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(NEW.scope_id, 'takeoff.reviewed', 'takeoff', NEW.id, NEW.project_id,
        jsonb_build_object('id', NEW.id, 'status', NEW.status, 'document_id', NEW.document_id, 'discipline', NEW.discipline, 'external_ref', NEW.external_ref));
    RETURN NULL;
END $$;
CREATE TRIGGER a_takeoff_is_reviewed AFTER UPDATE OF reviews ON plumbline.takeoffs
FOR EACH ROW WHEN (NEW.reviews > OLD.reviews) EXECUTE FUNCTION plumbline.a_takeoff_is_reviewed();

CREATE FUNCTION plumbline.a_takeoff_is_deleted() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(OLD.scope_id, 'takeoff.deleted', 'takeoff', OLD.id, OLD.project_id,
        jsonb_build_object('id', OLD.id, 'document_id', OLD.document_id, 'external_ref', OLD.external_ref));
    RETURN NULL;
END $$;
CREATE TRIGGER a_takeoff_is_deleted AFTER DELETE ON plumbline.takeoffs
FOR EACH ROW EXECUTE FUNCTION plumbline.a_takeoff_is_deleted();

CREATE FUNCTION plumbline.an_export_is_created() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(NEW.scope_id, 'export.created', 'export', NEW.id, (SELECT project_id FROM plumbline.takeoffs WHERE scope_id = NEW.scope_id AND id = NEW.takeoff_id),
        jsonb_build_object('id', NEW.id, 'status', NEW.status, 'takeoff_id', NEW.takeoff_id, 'format', NEW.format, 'external_ref', NEW.external_ref));
    RETURN NULL;
END $$;
CREATE TRIGGER an_export_is_created AFTER INSERT ON plumbline.exports
FOR EACH ROW EXECUTE FUNCTION plumbline.an_export_is_created();

CREATE FUNCTION plumbline.an_export_ends() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(NEW.scope_id, 'export.' || NEW.status, 'export', NEW.id, (SELECT project_id FROM plumbline.takeoffs WHERE scope_id = NEW.scope_id AND id = NEW.takeoff_id),
        jsonb_build_object('id', NEW.id, 'status', NEW.status, 'takeoff_id', NEW.takeoff_id, 'format', NEW.format, 'external_ref', NEW.external_ref, 'failure_code', NEW.failure_code));
    RETURN NULL;
END $$;
CREATE TRIGGER an_export_ends AFTER UPDATE OF status ON plumbline.exports
FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.status IN ('completed', 'failed')) EXECUTE FUNCTION plumbline.an_export_ends();

CREATE FUNCTION plumbline.an_export_is_deleted() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(OLD.scope_id, 'export.deleted', 'export', OLD.id, NULL,
        jsonb_build_object('id', OLD.id, 'takeoff_id', OLD.takeoff_id, 'external_ref', OLD.external_ref));
    RETURN NULL;
END $$;
CREATE TRIGGER an_export_is_deleted AFTER DELETE ON plumbline.exports
FOR EACH ROW EXECUTE FUNCTION plumbline.an_export_is_deleted();

-- Amounts are in credits, as callers know them.
CREATE FUNCTION plumbline.credits_change() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(NEW.scope_id, TG_ARGV[0], 'credits', 'credits', NULL, jsonb_build_object(
        'id', 'credits', 'available', (NEW.granted - NEW.held - NEW.consumed) / 1000000.0::FLOAT8,
        'held', NEW.held / 1000000.0::FLOAT8, 'consumed', NEW.consumed / 1000000.0::FLOAT8));
    RETURN NULL;
END $$;
CREATE TRIGGER credits_change AFTER UPDATE ON plumbline.credit_balance
FOR EACH ROW EXECUTE FUNCTION plumbline.credits_change('credits.changed');
-- `LOW_BALANCE` of components/libs/platform/contract/src/billing.rs, in millionths.
CREATE TRIGGER credits_are_low AFTER UPDATE ON plumbline.credit_balance
FOR EACH ROW WHEN (NEW.granted - NEW.held - NEW.consumed < 20000000 AND OLD.granted - OLD.held - OLD.consumed >= 20000000)
EXECUTE FUNCTION plumbline.credits_change('credits.low');

-- The rights of the components' role: what host/storage/src/sqlite/sandbox.rs allows on SQLite. `column_name` is NULL for a right to a
-- whole object.
--
-- It reads all tables of tenants. It writes those that the host does not keep itself, but no column that the database fills: the scope,
-- and identities. Of the views it writes `ledger`. The ledger's own rules are triggers, so that a refusal says why.
CREATE OR REPLACE FUNCTION host.component_rights() RETURNS TABLE (object TEXT, privilege TEXT, column_name NAME)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    WITH relations AS (
        SELECT oid, relname NOT IN ('credit_balance', 'credit_account', 'usage_events', 'usage_totals', 'usage_writers', 'events') AS is_writable
        FROM pg_class WHERE relnamespace = 'plumbline'::REGNAMESPACE AND relkind IN ('r', 'p', 'v')
    )
    SELECT 'SCHEMA plumbline', 'USAGE', NULL::NAME
    UNION ALL
    SELECT 'FUNCTION ' || oid::REGPROCEDURE, 'EXECUTE', NULL
    FROM pg_proc WHERE pronamespace = 'plumbline'::REGNAMESPACE AND prorettype <> 'trigger'::REGTYPE
    UNION ALL
    SELECT 'TABLE ' || oid::REGCLASS, 'SELECT', NULL FROM relations
    UNION ALL
    SELECT 'TABLE ' || oid::REGCLASS, 'DELETE', NULL FROM relations WHERE is_writable
    UNION ALL
    SELECT 'TABLE ' || oid::REGCLASS, privilege, attname
    FROM relations JOIN pg_attribute ON attrelid = oid AND attnum > 0 AND NOT attisdropped
        AND attname <> 'scope_id' AND attidentity = ''
    CROSS JOIN unnest(ARRAY['INSERT', 'UPDATE']) AS privilege
    WHERE is_writable
$$;

