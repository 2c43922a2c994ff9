-- Who publishes components, for whom, and versions that serve a part of the calls at first.

-- Whose signatures count. A publisher's private key never comes here.
CREATE TABLE publishers (
    name TEXT PRIMARY KEY,
    public_key TEXT NOT NULL UNIQUE,        -- base64 of the 32 bytes of an ed25519 key
    tenant_id TEXT REFERENCES tenants (id), -- the only tenant it may publish for; NULL: any, and for all
    created_at TEXT NOT NULL,
    revoked_at TEXT
);

-- For whom a component is there: bytes are kept once, whoever publishes them.
CREATE TABLE publications (
    digest TEXT NOT NULL REFERENCES components (digest),
    tenant_id TEXT NOT NULL,                -- '*' for all
    publisher TEXT NOT NULL,
    signature TEXT,                         -- base64; then the publisher is one of publishers
    source TEXT,                            -- the reference it was fetched by
    published_at TEXT NOT NULL,
    PRIMARY KEY (digest, tenant_id)
);
INSERT INTO publications (digest, tenant_id, publisher, published_at)
    SELECT digest, '*', publisher, published_at FROM components;

-- bind, stage, promote, rollback, unbind. A stage serves a part of the calls beside the newest row that is none; it ends with
-- the next row of any kind.
ALTER TABLE bindings ADD COLUMN kind TEXT NOT NULL DEFAULT 'bind';
ALTER TABLE bindings ADD COLUMN stage TEXT;     -- JSON: which part, and when it ends by itself
ALTER TABLE bindings ADD COLUMN actor TEXT;     -- who did it
ALTER TABLE bindings ADD COLUMN reason TEXT;

-- How calls ended while a stage was on, over all hosts.
CREATE TABLE stage_outcomes (
    sequence INTEGER NOT NULL,              -- the stage's row in bindings
    side TEXT NOT NULL,                     -- staged, stable
    calls INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    PRIMARY KEY (sequence, side)
);
