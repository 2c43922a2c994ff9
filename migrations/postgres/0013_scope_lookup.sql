-- Verifies a scope's setting by a lookup of its hash, which the planner sees, in place of a function, which took 13 µs for each table of a
-- statement. A small read of two tables took the server some 75 µs with its transaction, and takes some 40 µs now.
SET LOCAL lock_timeout = '20s';

-- SHA-256 of the setting that opens the scope. The time of a search tells at most about the hash, which does not lead back to the setting.
ALTER TABLE host.scope_keys ADD COLUMN setting_hash BYTEA;
UPDATE host.scope_keys SET setting_hash = sha256(convert_to(host.seal(scope_id::TEXT, inner_key, outer_key), 'UTF8'));
ALTER TABLE host.scope_keys ALTER COLUMN setting_hash SET NOT NULL;
CREATE UNIQUE INDEX scope_keys_by_setting ON host.scope_keys (setting_hash) INCLUDE (scope_id);

-- Gives a scope a new key. Settings that the old one sealed are refused from now on.
CREATE OR REPLACE FUNCTION host.renew_scope_key(id BIGINT) RETURNS VOID
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- gen_random_uuid() reads the server's strong source of random bits. Two have 244, which sha256() spreads evenly.
    key BYTEA := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
    inner_pad BYTEA := host.padded_key(key, 54);
    outer_pad BYTEA := host.padded_key(key, 92);
BEGIN
    INSERT INTO host.scope_keys (scope_id, inner_key, outer_key, setting_hash)
    VALUES (id, inner_pad, outer_pad, sha256(convert_to(host.seal(id::TEXT, inner_pad, outer_pad), 'UTF8')))
    ON CONFLICT (scope_id) DO UPDATE
    SET inner_key = excluded.inner_key, outer_key = excluded.outer_key, setting_hash = excluded.setting_hash;
END $$;

-- The scope that the transaction is in. It has no row without a setting, and none for a setting that host.scope_setting() did not make.
--
-- It reads the keys as the owner. A session of components may read it, since policies do, but it has no right to the schema and so no name
-- for it. The barrier keeps a condition of a statement from seeing rows of other scopes, and LIMIT makes the view one that nobody can write.
-- The sub-select computes the hash once, also if PostgreSQL reads the whole table because it has few rows.
CREATE VIEW host.opened_scope WITH (security_barrier) AS
SELECT scope_id FROM host.scope_keys
WHERE setting_hash = (SELECT sha256(convert_to(current_setting('plumbline.scope', true), 'UTF8')))
LIMIT 1;

-- Returns the scope that the transaction is in, or NULL if it is in none. Raises an error if the setting was not made by
-- host.scope_setting(). All names have their schema, which is safe in place of a search path of its own and faster.
CREATE OR REPLACE FUNCTION plumbline.current_scope() RETURNS BIGINT
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER AS $$
DECLARE
    setting TEXT := pg_catalog.current_setting('plumbline.scope', true);
    scope BIGINT;
BEGIN
    -- Empty after the end of a transaction that had set it.
    IF setting IS NULL OR setting OPERATOR(pg_catalog.=) '' THEN
        RETURN NULL;
    END IF;
    SELECT opened.scope_id INTO scope FROM host.opened_scope AS opened;
    IF scope IS NULL THEN
        RAISE EXCEPTION 'plumbline.scope is not a value of host.scope_setting(), or its scope was deleted'
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN scope;
END $$;
DROP FUNCTION host.keyed_hash(TEXT, BYTEA);

-- Forces row-level security on tables of tenants that have none yet. A migration that creates such a table calls it.
--
-- One policy serves every role, also the owner's, which would otherwise see all rows: FORCE, and a policy without a role. The function is
-- called only if there is no row of an opened scope, and then raises an error if there is a setting.
CREATE OR REPLACE FUNCTION host.protect_tables() RETURNS VOID
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    protected REGCLASS;
    condition TEXT :=
        'scope_id = COALESCE((SELECT scope_id FROM host.opened_scope), (SELECT plumbline.current_scope()))';
BEGIN
    FOR protected IN
        SELECT oid FROM pg_class WHERE relnamespace = 'plumbline'::REGNAMESPACE AND relkind IN ('r', 'p')
            AND NOT EXISTS (SELECT 1 FROM pg_policy WHERE polrelid = pg_class.oid AND polname = 'rows_of_the_scope')
    LOOP
        EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', protected);
        EXECUTE format('CREATE POLICY rows_of_the_scope ON %s USING (%s) WITH CHECK (%s)', protected, condition, condition);
    END LOOP;
END $$;
DO $$
DECLARE
    protected REGCLASS;
BEGIN
    FOR protected IN SELECT polrelid FROM pg_policy WHERE polname = 'rows_of_the_scope' LOOP
        EXECUTE format('DROP POLICY rows_of_the_scope ON %s', protected);
    END LOOP;
END $$;
SELECT host.protect_tables();

-- Records an event about a row of the transaction's scope. Policies verify the scope when they check the new row.
CREATE OR REPLACE FUNCTION host.record_event(
    row_scope BIGINT, kind TEXT, resource_type TEXT, resource_id TEXT, project_id TEXT, data JSONB)
RETURNS VOID
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF row_scope IS DISTINCT FROM plumbline.named_scope() THEN
        RAISE EXCEPTION 'the row is of another scope' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF current_setting('plumbline.deleting', true) IS NOT DISTINCT FROM row_scope::TEXT THEN
        RETURN;
    END IF;
    INSERT INTO plumbline.events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES ('evt_' || left(replace(gen_random_uuid()::TEXT, '-', ''), 22), kind, resource_type, resource_id, project_id,
        data::TEXT, host.now_text());
END $$;

-- The rights of the components' role: what host/storage/src/sqlite/sandbox.rs allows on SQLite. `column_name` is NULL for a right to a
-- whole object.
--
-- It reads all tables of tenants, and the opened scope, as policies do. It writes those that the host does not keep itself, but no column
-- that the database fills: the scope, and identities. Of the views it writes `ledger`. The ledger's own rules are triggers, so that a
-- refusal says why.
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

-- The roles that have rights already, because hosts serve meanwhile. All others get them after the migrations.
DO $$
DECLARE
    grantee NAME;
BEGIN
    FOR grantee IN
        SELECT rolname FROM pg_class, aclexplode(relacl) AS granted JOIN pg_roles ON pg_roles.oid = granted.grantee
        WHERE pg_class.oid = 'plumbline.projects'::REGCLASS AND privilege_type = 'SELECT'
    LOOP
        EXECUTE format('GRANT SELECT ON host.opened_scope TO %I', grantee);
    END LOOP;
END $$;

-- Triggers look names up in the path of the roles whose statements call them (`SEARCH_PATH` of host/postgres/src/roles.rs). With another,
-- PostgreSQL would plan what both use, such as current_scope(), anew with each change between them. Nobody but the owner creates
-- anything in these schemas.
DO $$
DECLARE
    called REGPROCEDURE;
BEGIN
    FOR called IN
        SELECT oid FROM pg_proc WHERE pronamespace IN ('plumbline'::REGNAMESPACE, 'host'::REGNAMESPACE)
            AND (prorettype = 'trigger'::REGTYPE OR proname = 'record_event') AND proconfig IS NOT NULL
    LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = plumbline, host, pg_catalog, pg_temp', called);
    END LOOP;
END $$;
