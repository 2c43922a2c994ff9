-- The ledger's rules on integers. Every rule is a BEFORE trigger that raises: the conflict clause of an outer statement
-- (`INSERT OR IGNORE`) also applies to the statements of triggers, where it would turn a failed check of `credit_balance`
-- into an entry that does not move the balance. RAISE(ABORT) does not depend on it.
CREATE TRIGGER ledger_entries_are_append_only_update BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER ledger_entries_are_append_only_delete BEFORE DELETE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER ledger_entries_hold_what_is_available BEFORE INSERT ON ledger_entries
WHEN NEW.kind = 'hold' AND NEW.micros > COALESCE((SELECT granted - held - consumed FROM credit_balance WHERE id = 1), 0)
BEGIN SELECT RAISE(ABORT, 'available_not_negative'); END;

-- Charges and releases of a job add up to its hold at most.
CREATE TRIGGER ledger_entries_settle_within_the_hold BEFORE INSERT ON ledger_entries
WHEN NEW.kind IN ('release', 'charge') AND
     NEW.micros + COALESCE((SELECT SUM(micros) FROM ledger_entries WHERE job_id = NEW.job_id AND kind IN ('release', 'charge')), 0)
     > COALESCE((SELECT micros FROM ledger_entries WHERE job_id = NEW.job_id AND kind = 'hold'), 0)
BEGIN SELECT RAISE(ABORT, 'more than was held'); END;

CREATE TRIGGER ledger_entries_move_the_balance AFTER INSERT ON ledger_entries
BEGIN
    UPDATE credit_balance SET
        granted = granted + CASE WHEN NEW.kind = 'grant' THEN NEW.micros ELSE 0 END,
        held = held + CASE NEW.kind WHEN 'hold' THEN NEW.micros WHEN 'release' THEN -NEW.micros WHEN 'charge' THEN -NEW.micros ELSE 0 END,
        consumed = consumed + CASE WHEN NEW.kind = 'charge' THEN NEW.micros ELSE 0 END
    WHERE id = 1;
END;

-- What released components write. An amount that is not a number (SQLite would read the text '-40x' as -40) becomes NULL, which
-- the column refuses.
CREATE TRIGGER ledger_takes_credits INSTEAD OF INSERT ON ledger
BEGIN
    INSERT INTO ledger_entries (job_id, kind, micros, note, created_at)
    VALUES (
        NEW.job_id, NEW.kind,
        CASE WHEN typeof(NEW.credits) IN ('integer', 'real') THEN
            CASE WHEN NEW.credits < 9000000000 THEN CAST(ROUND(NEW.credits * 1000000) AS INTEGER) ELSE 9000000000000001 END
        END,
        NEW.note, NEW.created_at
    );
END;

CREATE TRIGGER ledger_is_append_only_update INSTEAD OF UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER ledger_is_append_only_delete INSTEAD OF DELETE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
