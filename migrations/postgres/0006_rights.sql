-- Row-level security, what the host does with scopes, and the rights of the roles.

SELECT host.protect_tables();

-- What the host reads across scopes, and only that: entries that are due, and balances. The functions below run as the owner, to
-- whom these policies apply.
CREATE POLICY owner_reads_all_scopes ON plumbline.outbox FOR SELECT TO CURRENT_ROLE USING (true);
CREATE POLICY owner_reads_all_scopes ON plumbline.credit_balance FOR SELECT TO CURRENT_ROLE USING (true);

-- Returns the scopes with outbox entries that are due by `until` and not yet jobs.
CREATE FUNCTION host.scopes_with_due_entries(until TEXT)
RETURNS TABLE (scope_id BIGINT, tenant_id TEXT, environment TEXT)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT scopes.id, scopes.tenant_id, scopes.environment FROM host.scopes
    JOIN (
        SELECT DISTINCT outbox.scope_id FROM plumbline.outbox
        WHERE outbox.dispatched_at IS NULL AND COALESCE(outbox.due_at, '') <= until
    ) AS due ON due.scope_id = scopes.id
    ORDER BY scopes.id
$$;

-- Returns at most `most` entries of the transaction's scope that are due by `until`, in the order of their commits, from the one after
-- the number `after`. The host reads them here, because row-level security would keep it from using the index (0005).
CREATE FUNCTION host.due_entries(until TEXT, after BIGINT, most BIGINT)
RETURNS TABLE (sequence BIGINT, id TEXT, kind TEXT, payload TEXT, due_at TEXT)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT entry.sequence, entry.id, entry.kind, entry.payload, entry.due_at FROM plumbline.outbox AS entry
    WHERE entry.scope_id = (SELECT plumbline.current_scope()) AND entry.dispatched_at IS NULL
        AND COALESCE(entry.due_at, '') <= until AND entry.sequence > after
    ORDER BY entry.sequence LIMIT most
$$;

-- Returns the due time of the first outbox entry of any scope that is due after `until`.
CREATE FUNCTION host.next_entry_due(until TEXT) RETURNS TEXT
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT MIN(COALESCE(due_at, '')) FROM plumbline.outbox WHERE dispatched_at IS NULL AND COALESCE(due_at, '') > until
$$;

-- Returns the balances of all scopes, in micros.
CREATE FUNCTION host.credit_balances()
RETURNS TABLE (scope_id BIGINT, tenant_id TEXT, environment TEXT, granted BIGINT, held BIGINT, consumed BIGINT)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT scopes.id, scopes.tenant_id, scopes.environment, balance.granted, balance.held, balance.consumed
    FROM host.scopes JOIN plumbline.credit_balance AS balance ON balance.scope_id = scopes.id AND balance.id = 1
    ORDER BY scopes.id
$$;

-- Creates or finds a scope and returns its id. A new scope has an account without credits. The tenant must exist.
CREATE FUNCTION host.open_scope(tenant TEXT, environment TEXT) RETURNS BIGINT
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
    PERFORM set_config('plumbline.scope', before, true);
    RETURN found;
END $$;

-- Deletes a scope with all its rows and returns whether there was one. It waits for the scope's writer. Transactions that are in the
-- scope fail at their next statement.
CREATE FUNCTION host.delete_scope(id BIGINT) RETURNS BOOLEAN
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    erased REGCLASS;
    before TEXT := COALESCE(current_setting('plumbline.scope', true), '');
BEGIN
    -- The lock of the scope's writers.
    PERFORM pg_advisory_xact_lock(19001, delete_scope.id::INTEGER);
    IF host.scope_setting(delete_scope.id) IS NULL THEN
        RETURN false;
    END IF;
    PERFORM set_config('plumbline.scope', host.scope_setting(delete_scope.id), true);
    PERFORM set_config('plumbline.deleting', delete_scope.id::TEXT, true);
    FOR erased IN
        SELECT oid FROM pg_class WHERE relnamespace = 'plumbline'::REGNAMESPACE AND relkind IN ('r', 'p')
        -- Projects first: most other rows go with them, and nothing is left for the triggers of items to do.
        ORDER BY relname <> 'projects', relname
    LOOP
        EXECUTE format('DELETE FROM %s WHERE scope_id = $1', erased) USING delete_scope.id;
    END LOOP;
    DELETE FROM host.scopes WHERE scopes.id = delete_scope.id;
    PERFORM set_config('plumbline.deleting', '', true);
    PERFORM set_config('plumbline.scope', before, true);
    RETURN true;
END $$;

-- The rights of the components' role: what host/storage/src/sqlite/sandbox.rs allows on SQLite. `column_name` is NULL for a right to a
-- whole object.
--
-- It reads all tables of tenants. It writes those that the host does not keep itself, but no column that the database fills: the scope,
-- and identities. Of the views it writes `ledger`. The ledger's own rules are triggers, so that a refusal says why.
CREATE FUNCTION host.component_rights() RETURNS TABLE (object TEXT, privilege TEXT, column_name NAME)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    WITH relations AS (
        SELECT oid, relname NOT IN ('credit_balance', 'credit_account', 'usage_events', 'usage_totals', 'usage_writers') AS is_writable
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

-- The rights in both schemas that a role has been given, itself or as part of PUBLIC.
CREATE FUNCTION host.granted_rights(role NAME) RETURNS TABLE (object TEXT, privilege TEXT, column_name NAME)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    WITH schemas AS (
        SELECT oid, nspacl FROM pg_namespace WHERE nspname IN ('host', 'plumbline')
    ), rights AS (
        SELECT 'SCHEMA ' || oid::REGNAMESPACE AS object, nspacl AS acl, NULL::NAME AS column_name FROM schemas
        UNION ALL
        SELECT 'FUNCTION ' || oid::REGPROCEDURE, COALESCE(proacl, acldefault('f', proowner)), NULL
        FROM pg_proc WHERE pronamespace IN (SELECT oid FROM schemas)
        UNION ALL
        SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || oid::REGCLASS, relacl, NULL
        FROM pg_class WHERE relnamespace IN (SELECT oid FROM schemas)
        UNION ALL
        SELECT 'TABLE ' || attrelid::REGCLASS, attacl, attname
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace IN (SELECT oid FROM schemas)
    )
    SELECT DISTINCT object, privilege_type, column_name
    FROM rights, aclexplode(acl) WHERE grantee IN (0, role::REGROLE)
$$;

-- Gives the components' role its rights, and takes all others from it and from PUBLIC. Returns whether anything changed. Hosts call it at
-- each start. Right rights stay as they are, because every session plans its statements again after a change.
CREATE FUNCTION host.grant_components(role NAME) RETURNS BOOLEAN
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    granted RECORD;
BEGIN
    IF role IN (current_user, session_user)
        OR (SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolreplication FROM pg_roles WHERE rolname = role)
        OR EXISTS (SELECT FROM pg_auth_members WHERE member = role::REGROLE) THEN
        RAISE EXCEPTION 'The components'' role % has more rights than it may have. Use a role of its own that is a member of no other and has NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOREPLICATION', role
            USING ERRCODE = 'invalid_grant_operation';
    END IF;
    -- One session at a time: two that change the same rights fail.
    PERFORM pg_advisory_xact_lock(19001, 0);
    IF NOT EXISTS (
        (SELECT * FROM host.component_rights() EXCEPT SELECT * FROM host.granted_rights(role))
        UNION ALL (SELECT * FROM host.granted_rights(role) EXCEPT SELECT * FROM host.component_rights())
    ) THEN
        RETURN false;
    END IF;
    EXECUTE format('REVOKE ALL ON SCHEMA host, plumbline FROM PUBLIC, %I', role);
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA host, plumbline FROM PUBLIC, %I', role);
    EXECUTE format('REVOKE ALL ON ALL SEQUENCES IN SCHEMA host, plumbline FROM PUBLIC, %I', role);
    EXECUTE format('REVOKE ALL ON ALL ROUTINES IN SCHEMA host, plumbline FROM PUBLIC, %I', role);
    FOR granted IN
        SELECT object, privilege, ' (' || string_agg(quote_ident(column_name), ', ') || ')' AS columns
        FROM host.component_rights() GROUP BY object, privilege
    LOOP
        EXECUTE format('GRANT %s%s ON %s TO %I', granted.privilege, granted.columns, granted.object, role);
    END LOOP;
    RETURN true;
END $$;

-- Gives the host's role its rights. `plumbline migrate` calls it after the migrations, as the owner.
--
-- Row-level security holds for the host's role too. It neither reads the keys of scopes nor writes balances.
CREATE FUNCTION host.grant_host(role NAME) RETURNS VOID
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    usable REGPROCEDURE;
BEGIN
    PERFORM pg_advisory_xact_lock(19001, 0);
    EXECUTE format('GRANT USAGE ON SCHEMA host, plumbline TO %I', role);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA host, plumbline TO %I', role);
    EXECUTE format('REVOKE ALL ON host.scope_keys FROM %I', role);
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON host.scopes, host.migrations, plumbline.credit_balance FROM %I', role);
    -- To continue after the numbers of bindings that `plumbline move` copied.
    EXECUTE format('GRANT SELECT, UPDATE ON SEQUENCE host.bindings_sequence_seq TO %I', role);
    FOR usable IN
        SELECT oid FROM pg_proc
        WHERE pronamespace = 'plumbline'::REGNAMESPACE AND prorettype <> 'trigger'::REGTYPE
            OR pronamespace = 'host'::REGNAMESPACE AND proname IN ('now_text', 'open_scope', 'scope_setting', 'delete_scope',
                'scopes_with_due_entries', 'due_entries', 'next_entry_due', 'credit_balances', 'grant_components')
    LOOP
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', usable, role);
    END LOOP;
END $$;
