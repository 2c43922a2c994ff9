-- Scopes, and the sealed setting that says whose rows a transaction sees. docs/postgresql.md has the threat model.
CREATE SCHEMA plumbline;

-- A tenant in one environment: what is a file of its own on SQLite. Advisory locks take the id as 32 bits.
CREATE TABLE host.scopes (
    id BIGINT GENERATED ALWAYS AS IDENTITY (MAXVALUE 2147483647) PRIMARY KEY,
    tenant_id TEXT COLLATE "C" NOT NULL REFERENCES host.tenants (id),
    environment TEXT COLLATE "C" NOT NULL CHECK (environment IN ('sandbox', 'production')),
    created_at TEXT COLLATE "C" NOT NULL DEFAULT host.now_text(),
    UNIQUE (tenant_id, environment)
);

-- The key that seals a scope's setting, as HMAC (RFC 2104) uses it: 32 random bytes, padded and combined with the inner and the
-- outer pad. No role but the owner reads it. A scope without a key is closed.
CREATE TABLE host.scope_keys (
    scope_id BIGINT PRIMARY KEY REFERENCES host.scopes (id) ON DELETE CASCADE,
    inner_key BYTEA NOT NULL CHECK (length(inner_key) = 64),
    outer_key BYTEA NOT NULL CHECK (length(outer_key) = 64)
);

-- Pads a key with zeros to the 64 bytes of a block of SHA-256, and combines each byte with `pad`.
CREATE FUNCTION host.padded_key(key BYTEA, pad INTEGER) RETURNS BYTEA
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    padded BYTEA := key || decode(repeat('00', 64 - length(key)), 'hex');
BEGIN
    FOR i IN 0..63 LOOP
        padded := set_byte(padded, i, get_byte(padded, i) # pad);
    END LOOP;
    RETURN padded;
END $$;

-- Gives a scope a new key. Settings that the old one sealed are refused from now on.
CREATE FUNCTION host.renew_scope_key(id BIGINT) RETURNS VOID
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- gen_random_uuid() reads the server's strong source of random bits. Two have 244, which sha256() spreads evenly.
    key BYTEA := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
BEGIN
    INSERT INTO host.scope_keys (scope_id, inner_key, outer_key)
    VALUES (id, host.padded_key(key, 54), host.padded_key(key, 92))
    ON CONFLICT (scope_id) DO UPDATE SET inner_key = excluded.inner_key, outer_key = excluded.outer_key;
END $$;

-- Returns `id.mac`: the id as decimal digits, and HMAC-SHA256 of these digits in hex. STABLE, as convert_to() is: PostgreSQL would not
-- inline it otherwise, which makes current_scope() five times slower.
CREATE FUNCTION host.seal(digits TEXT, inner_key BYTEA, outer_key BYTEA) RETURNS TEXT
LANGUAGE sql STABLE PARALLEL SAFE
RETURN digits || '.' || encode(sha256(outer_key || sha256(inner_key || convert_to(digits, 'UTF8'))), 'hex');

CREATE FUNCTION host.keyed_hash(content TEXT, key BYTEA) RETURNS BYTEA
LANGUAGE sql STABLE PARALLEL SAFE
RETURN sha256(key || convert_to(content, 'UTF8'));

-- Returns the value of `plumbline.scope` that opens a scope, or NULL if there is no such scope. The host sets it in each transaction:
-- SELECT set_config('plumbline.scope', $1, true). VOLATILE, so that it sees a scope that open_scope() created in the same statement.
CREATE FUNCTION host.scope_setting(id BIGINT) RETURNS TEXT
LANGUAGE sql VOLATILE SECURITY DEFINER
RETURN (SELECT host.seal(scope_setting.id::TEXT, inner_key, outer_key) FROM host.scope_keys WHERE scope_id = scope_setting.id);

-- Returns the scope that the transaction is in, or NULL if it is in none. Raises an error if the setting was not made by
-- host.scope_setting(). Policies evaluate it once for each statement.
--
-- It runs as the owner, because nobody else reads the keys. A statement cannot open a scope by setting `plumbline.scope` itself, since
-- it does not know the scope's mac. All names have their schema, which is safe in place of a search path of its own and faster.
CREATE FUNCTION plumbline.current_scope() RETURNS BIGINT
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER AS $$
DECLARE
    setting TEXT := pg_catalog.current_setting('plumbline.scope', true);
    scope BIGINT;
BEGIN
    -- Empty after the end of a transaction that had set it.
    IF setting IS NULL OR setting OPERATOR(pg_catalog.=) '' THEN
        RETURN NULL;
    END IF;
    -- The mac is of the very digits, so that `01` is not `1`. A text that is not a number fails here. Hashes with the key are compared
    -- in place of the texts, so that the time tells nothing about the mac.
    SELECT keys.scope_id INTO scope FROM host.scope_keys AS keys
    WHERE keys.scope_id OPERATOR(pg_catalog.=) pg_catalog.split_part(setting, '.', 1)::pg_catalog.int8
        AND host.keyed_hash(setting, keys.inner_key) OPERATOR(pg_catalog.=) host.keyed_hash(
            host.seal(pg_catalog.split_part(setting, '.', 1), keys.inner_key, keys.outer_key), keys.inner_key);
    IF scope IS NULL THEN
        RAISE EXCEPTION 'plumbline.scope is not a value of host.scope_setting(), or its scope was deleted'
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN scope;
END $$;

-- Returns the scope that the setting names, without a look at its mac. It is the default of `scope_id`, which PostgreSQL evaluates for
-- each row. Row-level security compares the row with current_scope() before it is written, once for each statement.
CREATE FUNCTION plumbline.named_scope() RETURNS BIGINT
LANGUAGE sql STABLE PARALLEL SAFE
RETURN NULLIF(split_part(current_setting('plumbline.scope', true), '.', 1), '')::BIGINT;

-- Returns whether the statement runs as a role that may use the host's tables. Triggers with rules for components use it.
CREATE FUNCTION plumbline.is_host() RETURNS BOOLEAN
LANGUAGE sql STABLE PARALLEL SAFE
RETURN has_schema_privilege('host', 'USAGE');

-- Forces row-level security on tables of tenants that have none yet. A migration that creates such a table calls it.
--
-- One policy serves every role, also the owner's, which would otherwise see all rows: FORCE, and a policy without a role.
CREATE FUNCTION host.protect_tables() RETURNS VOID
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    protected REGCLASS;
BEGIN
    FOR protected IN
        SELECT oid FROM pg_class WHERE relnamespace = 'plumbline'::REGNAMESPACE AND relkind IN ('r', 'p')
            AND NOT EXISTS (SELECT 1 FROM pg_policy WHERE polrelid = pg_class.oid AND polname = 'rows_of_the_scope')
    LOOP
        EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', protected);
        EXECUTE format('CREATE POLICY rows_of_the_scope ON %s USING (scope_id = (SELECT plumbline.current_scope()))'
            ' WITH CHECK (scope_id = (SELECT plumbline.current_scope()))', protected);
    END LOOP;
END $$;
