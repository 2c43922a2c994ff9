-- Idempotency keys whose request still runs, where instances of a gateway share them: since when, in seconds since 1970.
CREATE TABLE running_keys (
    running_key TEXT PRIMARY KEY,
    since BIGINT NOT NULL
);
