-- Ends the holds that were kept without moving the balance. `INSERT OR IGNORE` could keep one until version 12. A release or a
-- charge of such a hold takes what other jobs hold, or is itself kept without moving the balance.
DROP TRIGGER ledger_entries_are_append_only_update;
DROP TRIGGER ledger_entries_move_the_balance;

-- Nothing was consumed by a charge that did not move the balance. The entries do not say which one that was. The largest charges
-- count for nothing until the others fit.
UPDATE ledger_entries SET micros = 0, note = note || ' (not charged: its hold exceeded the balance)'
WHERE kind = 'charge' AND job_id IN (
    SELECT job_id FROM (
        SELECT job_id, SUM(micros) OVER (ORDER BY micros, job_id) AS running FROM ledger_entries WHERE kind = 'charge'
    ) AS charges
    WHERE running > (SELECT consumed FROM credit_balance WHERE id = 1)
);

-- The largest open holds are released until the others fit into the balance.
INSERT INTO ledger_entries (job_id, kind, micros, note, created_at)
SELECT job_id, 'release', held, 'the hold exceeded the balance', created_at
FROM (
    SELECT job_id, held, created_at, SUM(held) OVER (ORDER BY held, job_id) AS running
    FROM (
        SELECT job_id, SUM(CASE kind WHEN 'hold' THEN micros ELSE -micros END) AS held, MAX(created_at) AS created_at
        FROM ledger_entries WHERE kind IN ('hold', 'release', 'charge') GROUP BY job_id
    ) AS jobs
    WHERE held > 0
) AS holds
WHERE running > (SELECT granted - consumed FROM credit_balance WHERE id = 1)
ON CONFLICT (job_id, kind) DO UPDATE SET micros = ledger_entries.micros + excluded.micros;

-- An account without such a hold keeps its sums.
UPDATE credit_balance SET
    consumed = (SELECT COALESCE(SUM(micros), 0) FROM ledger_entries WHERE kind = 'charge'),
    held = (
        SELECT COALESCE(SUM(held), 0) FROM (
            SELECT SUM(CASE kind WHEN 'hold' THEN micros ELSE -micros END) AS held
            FROM ledger_entries WHERE kind IN ('hold', 'release', 'charge') GROUP BY job_id
        ) AS jobs
        WHERE held > 0
    )
WHERE id = 1;

CREATE TRIGGER ledger_entries_are_append_only_update BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER ledger_entries_move_the_balance AFTER INSERT ON ledger_entries
BEGIN
    UPDATE credit_balance SET
        granted = granted + CASE WHEN NEW.kind = 'grant' THEN NEW.micros ELSE 0 END,
        held = held + CASE NEW.kind WHEN 'hold' THEN NEW.micros WHEN 'release' THEN -NEW.micros WHEN 'charge' THEN -NEW.micros ELSE 0 END,
        consumed = consumed + CASE WHEN NEW.kind = 'charge' THEN NEW.micros ELSE 0 END
    WHERE id = 1;
END;

-- The check `held >= 0` of `credit_balance` would be skipped by `INSERT OR IGNORE`, and the entry kept.
CREATE TRIGGER ledger_entries_settle_within_the_balance BEFORE INSERT ON ledger_entries
WHEN NEW.kind IN ('release', 'charge') AND NEW.micros > COALESCE((SELECT held FROM credit_balance WHERE id = 1), 0)
BEGIN SELECT RAISE(ABORT, 'more than was held'); END;
