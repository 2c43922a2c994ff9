-- Credits as integers of a millionth (micros), so that sums and comparisons are exact. Rates have at most three decimals,
-- so the conversion loses nothing.
--
-- Released components write `ledger` and read `ledger` and `credit_account`. Both remain, as views in credits; what an insert
-- into `ledger` does is said in the dialect's file of this number.
CREATE TABLE ledger_entries (
    job_id TEXT NOT NULL,                   -- the takeoff or export the credits are for; for a grant its own id
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'hold', 'release', 'charge')),
    -- Below 2^53, so that a float holds it exactly. SQLite keeps fractions and texts in an integer column unless a check refuses them.
    micros BIGINT NOT NULL CHECK (micros = CAST(micros AS BIGINT) AND micros BETWEEN 0 AND 9000000000000000),
    note TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (job_id, kind)              -- each job is held, charged and released at most once
);
INSERT INTO ledger_entries (job_id, kind, micros, note, created_at)
SELECT job_id, kind, CASE WHEN credits < 9000000000 THEN CAST(ROUND(credits * 1000000) AS BIGINT) ELSE 9000000000000000 END,
    note, created_at
FROM ledger;

-- The running sums of the entries, in micros.
CREATE TABLE credit_balance (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    granted BIGINT NOT NULL,
    held BIGINT NOT NULL CHECK (held >= 0),
    consumed BIGINT NOT NULL CHECK (consumed >= 0),
    CONSTRAINT available_not_negative CHECK (granted - held - consumed >= 0)
);
-- Summed from the entries, so that settling a job takes exactly what its hold put there. A hold that was kept without moving the
-- account (`INSERT OR IGNORE` could do so until this version) counts up to what was available.
INSERT INTO credit_balance (id, granted, held, consumed)
SELECT 1, granted, CASE WHEN held > granted - consumed THEN granted - consumed ELSE held END, consumed
FROM (
    SELECT COALESCE(SUM(granted), 0) AS granted, COALESCE(SUM(CASE WHEN held > 0 THEN held ELSE 0 END), 0) AS held,
        COALESCE(SUM(consumed), 0) AS consumed
    FROM (
        SELECT SUM(CASE kind WHEN 'grant' THEN micros ELSE 0 END) AS granted,
            SUM(CASE kind WHEN 'hold' THEN micros WHEN 'grant' THEN 0 ELSE -micros END) AS held,
            SUM(CASE kind WHEN 'charge' THEN micros ELSE 0 END) AS consumed
        FROM ledger_entries
        GROUP BY job_id
    ) AS jobs
) AS sums;

DROP TABLE ledger;
DROP TABLE credit_account;

CREATE VIEW ledger AS
SELECT job_id, kind, CAST(micros AS DOUBLE PRECISION) / 1000000 AS credits, note, created_at FROM ledger_entries;

CREATE VIEW credit_account AS
SELECT id, CAST(granted AS DOUBLE PRECISION) / 1000000 AS granted, CAST(held AS DOUBLE PRECISION) / 1000000 AS held,
    CAST(consumed AS DOUBLE PRECISION) / 1000000 AS consumed
FROM credit_balance;
