-- The size of the outbox (migrations/tenant/0022_outbox_size.sql), the triggers that keep it
-- (migrations/tenant/sqlite/0022_outbox_size.sql), and its limits for components (`PREPARE` in host/storage/src/sqlite/sandbox.rs).
SET LOCAL lock_timeout = '30s';

CREATE TABLE plumbline.outbox_size (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    id BIGINT NOT NULL CHECK (id = 1),
    entries BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (scope_id, id)
);

-- Once for each statement: a row that a transaction changes for each of its entries would have as many versions. By the time it runs,
-- row-level security has checked the scope of the rows.
CREATE FUNCTION plumbline.change_outbox_size() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = plumbline, host, pg_catalog, pg_temp AS $$
DECLARE
    more_entries BIGINT := 0;
    more_bytes BIGINT := 0;
    fewer_entries BIGINT := 0;
    fewer_bytes BIGINT := 0;
BEGIN
    IF TG_OP <> 'DELETE' THEN
        SELECT COUNT(*), COALESCE(SUM(octet_length(payload)), 0) INTO more_entries, more_bytes
        FROM new_entries WHERE dispatched_at IS NULL;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        SELECT COUNT(*), COALESCE(SUM(octet_length(payload)), 0) INTO fewer_entries, fewer_bytes
        FROM old_entries WHERE dispatched_at IS NULL;
    END IF;
    IF more_entries <> fewer_entries OR more_bytes <> fewer_bytes THEN
        -- A scope that is created while this migration runs may lack the row.
        INSERT INTO plumbline.outbox_size AS size (id, entries, bytes)
        VALUES (1, more_entries - fewer_entries, more_bytes - fewer_bytes)
        ON CONFLICT (scope_id, id) DO UPDATE SET entries = size.entries + excluded.entries, bytes = size.bytes + excluded.bytes;
    END IF;
    IF more_entries > fewer_entries THEN
        -- Hosts read it with the COMMIT, to know whether a trigger has queued a webhook.
        PERFORM set_config('plumbline.outbox', 'grows', true);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER outbox_grows AFTER INSERT ON plumbline.outbox REFERENCING NEW TABLE AS new_entries
FOR EACH STATEMENT EXECUTE FUNCTION plumbline.change_outbox_size();
CREATE TRIGGER outbox_changes AFTER UPDATE ON plumbline.outbox REFERENCING OLD TABLE AS old_entries NEW TABLE AS new_entries
FOR EACH STATEMENT EXECUTE FUNCTION plumbline.change_outbox_size();
CREATE TRIGGER outbox_shrinks AFTER DELETE ON plumbline.outbox REFERENCING OLD TABLE AS old_entries
FOR EACH STATEMENT EXECUTE FUNCTION plumbline.change_outbox_size();

CREATE FUNCTION plumbline.check_outbox_size() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path = plumbline, host, pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM plumbline.outbox_size WHERE entries > 1000000 OR bytes > 268435456) THEN
        RAISE EXCEPTION 'the outbox is full: at most 1000000 entries with 268435456 bytes of payload may wait';
    END IF;
    RETURN NULL;
END $$;

-- Triggers fire in the order of their names: this one follows those that keep the size.
CREATE TRIGGER outbox_stays_bounded AFTER INSERT OR UPDATE ON plumbline.outbox
FOR EACH STATEMENT WHEN (NOT plumbline.is_host()) EXECUTE FUNCTION plumbline.check_outbox_size();

-- Nothing is written between the count and the commit: the triggers have locked the outbox.
INSERT INTO plumbline.outbox_size (scope_id, id, entries, bytes)
SELECT scopes.id, 1, COUNT(entry.id), COALESCE(SUM(octet_length(entry.payload)), 0)
FROM host.scopes LEFT JOIN plumbline.outbox AS entry ON entry.scope_id = scopes.id AND entry.dispatched_at IS NULL
GROUP BY scopes.id;
SELECT host.protect_tables();

-- As before (0006), and a new scope has an empty outbox.
CREATE OR REPLACE FUNCTION host.open_scope(tenant TEXT, environment TEXT) RETURNS BIGINT
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    found BIGINT;
    before TEXT := COALESCE(current_setting('plumbline.scope', true), '');
BEGIN
    SELECT id INTO found FROM host.scopes
    WHERE scopes.tenant_id = open_scope.tenant AND scopes.environment = open_scope.environment;
    IF found IS NOT NULL THEN
        RETURN found;
    END IF;
    INSERT INTO host.scopes (tenant_id, environment) VALUES (open_scope.tenant, open_scope.environment)
    ON CONFLICT DO NOTHING RETURNING id INTO found;
    IF found IS NULL THEN
        -- Another host created it meanwhile.
        SELECT id INTO STRICT found FROM host.scopes
        WHERE scopes.tenant_id = open_scope.tenant AND scopes.environment = open_scope.environment;
        RETURN found;
    END IF;
    PERFORM host.renew_scope_key(found);
    PERFORM set_config('plumbline.scope', host.scope_setting(found), true);
    INSERT INTO plumbline.credit_balance (id, granted, held, consumed) VALUES (1, 0, 0, 0);
    INSERT INTO plumbline.outbox_size (id, entries, bytes) VALUES (1, 0, 0);
    PERFORM set_config('plumbline.scope', before, true);
    RETURN found;
END $$;

-- As before (0005), and for times that are long texts.
CREATE OR REPLACE FUNCTION plumbline.check_outbox_entry() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = plumbline, host, pg_catalog, pg_temp AS $$
DECLARE
    soon TEXT;
BEGIN
    IF NEW.scope_id IS DISTINCT FROM plumbline.current_scope() THEN
        RAISE EXCEPTION 'the row is of another scope' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF octet_length(NEW.payload) > 262144 OR octet_length(NEW.id) > 200 OR octet_length(NEW.kind) > 200
        OR octet_length(NEW.created_at) > 200 OR octet_length(NEW.due_at) > 200 THEN
        RAISE EXCEPTION 'an outbox entry has at most 262144 bytes of payload and 200 of id and kind and each time';
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

-- As before (0013), and without the right to write `outbox_size`.
CREATE OR REPLACE FUNCTION host.component_rights() RETURNS TABLE (object TEXT, privilege TEXT, column_name NAME)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    WITH relations AS (
        SELECT oid, relname NOT IN ('credit_balance', 'credit_account', 'usage_events', 'usage_totals', 'usage_writers', 'events',
            'outbox_size') AS is_writable
        FROM pg_class WHERE relnamespace = 'plumbline'::REGNAMESPACE AND relkind IN ('r', 'p', 'v')
    )
    SELECT 'SCHEMA plumbline', 'USAGE', NULL::NAME
    UNION ALL
    SELECT 'FUNCTION ' || oid::REGPROCEDURE, 'EXECUTE', NULL
    FROM pg_proc WHERE pronamespace = 'plumbline'::REGNAMESPACE AND prorettype <> 'trigger'::REGTYPE
    UNION ALL
    SELECT 'TABLE ' || 'host.opened_scope'::REGCLASS, 'SELECT', NULL
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
