-- Who may call: people of an organization (a tenant), their sessions, service credentials, and what the authorization server
-- has given out. Secrets are kept as hex SHA-256 of 256 random bits, records that hold secrets sealed.

CREATE TABLE users (
    id TEXT PRIMARY KEY,                    -- usr_ + 22
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    email TEXT NOT NULL UNIQUE,             -- lower case
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('admin', 'estimator', 'viewer')),
    password_hash TEXT,                     -- argon2id, PHC string; NULL: signs in upstream only
    created_at TEXT NOT NULL,
    disabled_at TEXT
);
CREATE INDEX users_by_tenant ON users (tenant_id, email);

-- Who a user is at an upstream OpenID Connect provider.
CREATE TABLE upstream_identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    linked_at TEXT NOT NULL,
    PRIMARY KEY (issuer, subject)
);

-- A sign-in at the upstream provider that is under way.
CREATE TABLE upstream_attempts (
    state_hash TEXT PRIMARY KEY,
    browser_hash TEXT NOT NULL,             -- of the cookie of the browser that began it
    nonce TEXT NOT NULL,
    verifier TEXT NOT NULL,                 -- PKCE
    next_page TEXT NOT NULL,                -- path and query to go on to
    expires_at TEXT NOT NULL
);

CREATE TABLE sessions (
    secret_hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created_at TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE invitations (
    secret_hash TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    email TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('admin', 'estimator', 'viewer')),
    invited_by TEXT,                        -- a user, or NULL for an operator
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
);

-- Failed sign-ins, by account and by network.
CREATE TABLE sign_in_failures (
    subject TEXT PRIMARY KEY,
    failures BIGINT NOT NULL,
    last_at TEXT NOT NULL
);

ALTER TABLE api_keys ADD COLUMN created_by TEXT;    -- a user, or NULL for an operator

-- Unattended backends of partners. With an external issuer the identity provider holds the secret, otherwise we do.
CREATE TABLE service_credentials (
    id TEXT PRIMARY KEY,                    -- pc_ + 22: the client id
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    name TEXT NOT NULL,
    environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
    scopes TEXT NOT NULL,                   -- blank-separated
    issuer TEXT,                            -- NULL: the built-in provider
    external_client TEXT,                   -- the client's id at that issuer
    secret_hash TEXT UNIQUE,
    secret_expires_at TEXT,
    created_at TEXT NOT NULL,
    last_used_at TEXT,
    revoked_at TEXT
);
-- A client whose credential was revoked may be linked again.
CREATE UNIQUE INDEX service_credentials_by_client ON service_credentials (issuer, external_client) WHERE revoked_at IS NULL;
CREATE INDEX service_credentials_by_tenant ON service_credentials (tenant_id, created_at);

-- Keys that sign access tokens. Several live at once while one takes over from another.
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('delegated', 'service')),
    private_key BYTEA NOT NULL,             -- PKCS#8, sealed
    public_jwk TEXT NOT NULL,               -- JSON
    created_at TEXT NOT NULL,
    signs_from TEXT NOT NULL,               -- it is published before it signs, so that verifiers know it in time
    retired_at TEXT                         -- signs no more; stays published for as long as what it signed lives
);

CREATE TABLE oauth_clients (
    id TEXT PRIMARY KEY,                    -- oc_ + 22, or the https address of a client-id metadata document
    record TEXT NOT NULL,                   -- JSON
    created_at TEXT NOT NULL,
    used_at TEXT NOT NULL,
    fetched_until TEXT                      -- of a metadata document: looked at again after this
);

CREATE TABLE oauth_codes (
    secret_hash TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    state TEXT NOT NULL,                    -- hash of the record's state, for compare and swap
    record BYTEA NOT NULL,                  -- sealed
    expires_at TEXT NOT NULL
);

CREATE TABLE oauth_access_tokens (
    secret_hash TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    subject TEXT NOT NULL,                  -- usr_…/environment
    family TEXT NOT NULL,                   -- '' for none
    record BYTEA NOT NULL,                  -- sealed
    expires_at TEXT NOT NULL
);
CREATE INDEX oauth_access_tokens_by_family ON oauth_access_tokens (family);
CREATE INDEX oauth_access_tokens_by_subject ON oauth_access_tokens (subject, client_id);

CREATE TABLE oauth_refresh_tokens (
    secret_hash TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    family TEXT NOT NULL,
    state TEXT NOT NULL,                    -- hash of the record, for compare and swap
    record BYTEA NOT NULL,                  -- sealed
    expires_at TEXT NOT NULL
);
CREATE INDEX oauth_refresh_tokens_by_family ON oauth_refresh_tokens (family);
CREATE INDEX oauth_refresh_tokens_by_subject ON oauth_refresh_tokens (subject, client_id);

-- What was revoked lately, so that a write already under way does not bring it back.
CREATE TABLE oauth_revocations (
    what TEXT PRIMARY KEY,                  -- client:…, family:…
    recorded_at BIGINT NOT NULL,            -- nanoseconds since 1970, as finely as the grants it is compared with
    until TEXT NOT NULL
);

-- Premium scopes that an operator opened for a credential: a key, a service credential, or a client in the hands of the
-- organization's people.
CREATE TABLE premium_grants (
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
    client_id TEXT NOT NULL,                -- pc_… or oc_…
    scope TEXT NOT NULL,
    granted_at TEXT NOT NULL,
    PRIMARY KEY (tenant_id, environment, client_id, scope)
);
