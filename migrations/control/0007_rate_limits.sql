-- How often callers called, where instances of a gateway share it: the moment, in nanoseconds since 1970, from which a bucket of
-- calls is full again.
CREATE TABLE rate_limits (
    bucket TEXT PRIMARY KEY,
    full_at BIGINT NOT NULL
);
