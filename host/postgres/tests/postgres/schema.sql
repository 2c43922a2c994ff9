-- What migrations/postgres has, as far as the crate depends on it: scopes with a sealed setting and row-level security.
CREATE SCHEMA IF NOT EXISTS host;
CREATE SCHEMA plumbline;

CREATE TABLE host.secrets (key TEXT NOT NULL);
INSERT INTO host.secrets VALUES (gen_random_uuid()::text);

CREATE TABLE host.scopes (
    scope_id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant TEXT NOT NULL,
    environment TEXT NOT NULL,
    UNIQUE (tenant, environment)
);

CREATE FUNCTION host.mac(id BIGINT) RETURNS TEXT LANGUAGE sql STABLE SET search_path = pg_catalog
AS $$ SELECT encode(sha256(convert_to(key || ':' || id, 'UTF8')), 'hex') FROM host.secrets $$;

CREATE FUNCTION host.scope_setting(id BIGINT) RETURNS TEXT LANGUAGE sql STABLE SET search_path = pg_catalog
AS $$ SELECT id || '.' || host.mac(id) $$;

CREATE FUNCTION host.open_scope(t TEXT, e TEXT) RETURNS BIGINT LANGUAGE sql SET search_path = pg_catalog
AS $$
    INSERT INTO host.scopes (tenant, environment) VALUES (t, e)
    ON CONFLICT (tenant, environment) DO UPDATE SET tenant = excluded.tenant RETURNING scope_id
$$;

CREATE FUNCTION plumbline.current_scope() RETURNS BIGINT LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog
AS $$
DECLARE
    setting TEXT := current_setting('plumbline.scope', true);
    id BIGINT := substring(setting FROM '^([0-9]{1,18})\.');
BEGIN
    RETURN CASE WHEN setting = id || '.' || host.mac(id) THEN id END;
END $$;

CREATE TABLE plumbline.things (
    scope_id BIGINT NOT NULL DEFAULT plumbline.current_scope(),
    id TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    size BIGINT,
    weight DOUBLE PRECISION,
    data BYTEA,
    note TEXT COLLATE "C",
    PRIMARY KEY (scope_id, id),
    UNIQUE (scope_id, name, size),
    CONSTRAINT size_not_negative CHECK (size >= 0)
);

CREATE TABLE plumbline.parts (
    scope_id BIGINT NOT NULL DEFAULT plumbline.current_scope(),
    id TEXT COLLATE "C" NOT NULL,
    thing_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (scope_id, id),
    FOREIGN KEY (scope_id, thing_id) REFERENCES plumbline.things (scope_id, id) DEFERRABLE INITIALLY DEFERRED
);

CREATE FUNCTION plumbline.refuse() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN RAISE EXCEPTION 'parts are append-only'; END $$;
CREATE TRIGGER parts_are_append_only BEFORE DELETE ON plumbline.parts EXECUTE FUNCTION plumbline.refuse();

ALTER TABLE plumbline.things ENABLE ROW LEVEL SECURITY;
ALTER TABLE plumbline.things FORCE ROW LEVEL SECURITY;
ALTER TABLE plumbline.parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE plumbline.parts FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON plumbline.things USING (scope_id = (SELECT plumbline.current_scope()));
CREATE POLICY scope ON plumbline.parts USING (scope_id = (SELECT plumbline.current_scope()));
CREATE POLICY host ON plumbline.things TO CURRENT_USER USING (true);
CREATE POLICY host ON plumbline.parts TO CURRENT_USER USING (true);
