-- The ledger's rules as SQLite triggers. A grant from a component is refused by the connection's authorizer, not here:
-- a trigger cannot see who writes.
CREATE TRIGGER ledger_is_append_only_update BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER ledger_is_append_only_delete BEFORE DELETE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- What leaves a hold may not be more than what was held.
CREATE TRIGGER ledger_settles_within_its_hold BEFORE INSERT ON ledger
WHEN NEW.kind IN ('release', 'charge') AND
     NEW.credits + COALESCE((SELECT SUM(credits) FROM ledger WHERE job_id = NEW.job_id AND kind IN ('release', 'charge')), 0)
     > COALESCE((SELECT credits FROM ledger WHERE job_id = NEW.job_id AND kind = 'hold'), 0)
BEGIN SELECT RAISE(ABORT, 'more than was held'); END;

CREATE TRIGGER ledger_moves_the_account AFTER INSERT ON ledger
BEGIN
    UPDATE credit_account SET
        granted = granted + CASE WHEN NEW.kind = 'grant' THEN NEW.credits ELSE 0 END,
        held = held + CASE NEW.kind WHEN 'hold' THEN NEW.credits WHEN 'release' THEN -NEW.credits WHEN 'charge' THEN -NEW.credits ELSE 0 END,
        consumed = consumed + CASE WHEN NEW.kind = 'charge' THEN NEW.credits ELSE 0 END
    WHERE id = 1;
END;
