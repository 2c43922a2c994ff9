-- Credits. The ledger is the truth; the account is its running sum, kept by triggers (tenant/sqlite/0002_ledger.sql).
-- Amounts are credits, never negative; `kind` says which way they go:
--   grant    adds to what was granted (the host alone may write it)
--   hold     reserves for a job
--   release  gives a hold back, in part or whole
--   charge   turns held credits into consumed ones
CREATE TABLE credit_account (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    granted DOUBLE PRECISION NOT NULL,
    held DOUBLE PRECISION NOT NULL CHECK (held >= 0),
    consumed DOUBLE PRECISION NOT NULL CHECK (consumed >= 0),
    CONSTRAINT available_not_negative CHECK (granted - held - consumed >= 0)
);
INSERT INTO credit_account (id, granted, held, consumed) VALUES (1, 0, 0, 0);

CREATE TABLE ledger (
    job_id TEXT NOT NULL,                   -- the takeoff or export the credits are for; for a grant its own id
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'hold', 'release', 'charge')),
    credits DOUBLE PRECISION NOT NULL CHECK (credits >= 0),
    note TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (job_id, kind)              -- each job is held, charged and released at most once
);
