-- The host's own database. Nothing of construction stands here.

CREATE TABLE tenants (
    id TEXT PRIMARY KEY,                    -- ten_ + 22
    name TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    revoked_at TEXT
);

CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,                    -- pc_ + 22: the client id
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    name TEXT NOT NULL,
    environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
    scopes TEXT NOT NULL,                   -- blank-separated
    secret_hash TEXT NOT NULL UNIQUE,       -- hex SHA-256 of the secret, which is 256 bits of randomness
    created_at TEXT NOT NULL,
    last_used_at TEXT,
    revoked_at TEXT
);

-- Every published component, by the digest of its bytes; the bytes are blobs.
CREATE TABLE components (
    digest TEXT PRIMARY KEY,                -- hex SHA-256
    slot TEXT NOT NULL,                     -- endpoint:projects, worker:ingest, reader:pdf, extractor:electrical, exporter:csv
    version TEXT NOT NULL,
    description TEXT NOT NULL,              -- JSON: what describe or the routes section said
    published_at TEXT NOT NULL,
    publisher TEXT NOT NULL
);

-- Which component serves a slot for a tenant; tenant '*' is the default. The newest row wins, so that roll back is one more row.
CREATE TABLE bindings (
    sequence INTEGER PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    slot TEXT NOT NULL,
    digest TEXT NOT NULL REFERENCES components (digest),
    settings TEXT NOT NULL,                 -- JSON object
    bound_at TEXT NOT NULL
);
CREATE INDEX bindings_by_slot ON bindings (tenant_id, slot, sequence);
