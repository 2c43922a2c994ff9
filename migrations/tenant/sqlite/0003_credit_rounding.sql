-- Credits have at most three decimals (0.2 a priced line item), which binary fractions only approximate: 200 - 199.8 - 0.2
-- is less than zero by 1e-14. Sums are therefore rounded to a millionth, and half a millionth is forgiven where they
-- are compared. (On PostgreSQL the same columns become NUMERIC, where nothing is to be forgiven.)
DROP TRIGGER ledger_moves_the_account;
DROP TRIGGER ledger_settles_within_its_hold;

CREATE TABLE credit_account_rounded (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    granted DOUBLE PRECISION NOT NULL,
    held DOUBLE PRECISION NOT NULL CHECK (held >= 0),
    consumed DOUBLE PRECISION NOT NULL CHECK (consumed >= 0),
    CONSTRAINT available_not_negative CHECK (granted - held - consumed >= -0.0000005)
);
INSERT INTO credit_account_rounded (id, granted, held, consumed)
SELECT id, ROUND(granted, 6), ROUND(held, 6), ROUND(consumed, 6) FROM credit_account;
DROP TABLE credit_account;
ALTER TABLE credit_account_rounded RENAME TO credit_account;

CREATE TRIGGER ledger_settles_within_its_hold BEFORE INSERT ON ledger
WHEN NEW.kind IN ('release', 'charge') AND
     NEW.credits + COALESCE((SELECT SUM(credits) FROM ledger WHERE job_id = NEW.job_id AND kind IN ('release', 'charge')), 0)
     > COALESCE((SELECT credits FROM ledger WHERE job_id = NEW.job_id AND kind = 'hold'), 0) + 0.0000005
BEGIN SELECT RAISE(ABORT, 'more than was held'); END;

CREATE TRIGGER ledger_moves_the_account AFTER INSERT ON ledger
BEGIN
    UPDATE credit_account SET
        granted = ROUND(granted + CASE WHEN NEW.kind = 'grant' THEN NEW.credits ELSE 0 END, 6),
        held = MAX(ROUND(held + CASE NEW.kind WHEN 'hold' THEN NEW.credits WHEN 'release' THEN -NEW.credits WHEN 'charge' THEN -NEW.credits ELSE 0 END, 6), 0),
        consumed = ROUND(consumed + CASE WHEN NEW.kind = 'charge' THEN NEW.credits ELSE 0 END, 6)
    WHERE id = 1;
END;
