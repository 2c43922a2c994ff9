-- The ledger's rules: those of migrations/tenant/sqlite/0012_credit_integers.sql and 0018_surplus_holds.sql, with the same messages.
-- They are raised with SQLSTATE P0001, by which the host knows a rule of a trigger from a constraint.

CREATE FUNCTION plumbline.refuse_change_of_ledger() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    -- The owner deletes the entries of a deleted scope (host.delete_scope), and nothing else.
    IF TG_OP = 'DELETE' AND current_setting('plumbline.deleting', true) = OLD.scope_id::TEXT
        AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the ledger is append-only';
END $$;

CREATE TRIGGER ledger_entries_are_append_only BEFORE UPDATE OR DELETE ON plumbline.ledger_entries
FOR EACH ROW EXECUTE FUNCTION plumbline.refuse_change_of_ledger();

-- Not even of no rows: DELETE and UPDATE are refused row by row, as on SQLite, but TRUNCATE has no rows.
CREATE TRIGGER ledger_entries_are_not_truncated BEFORE TRUNCATE ON plumbline.ledger_entries
FOR EACH STATEMENT EXECUTE FUNCTION plumbline.refuse_change_of_ledger();

CREATE FUNCTION plumbline.refuse_grant_by_component() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF plumbline.is_host() THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a component may not grant credits';
END $$;

-- Triggers fire in the order of their names: this one precedes the next, which runs as the owner.
CREATE TRIGGER components_grant_no_credits BEFORE INSERT ON plumbline.ledger_entries
FOR EACH ROW WHEN (NEW.kind = 'grant') EXECUTE FUNCTION plumbline.refuse_grant_by_component();

-- Checks an entry before it is written. It fires before a conflict is found, so ON CONFLICT does not avoid it. It runs as the owner,
-- because locking the balance needs the right to write it, which components do not have.
CREATE FUNCTION plumbline.check_ledger_entry() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    balance plumbline.credit_balance;
    settled NUMERIC;
    hold BIGINT;
BEGIN
    -- Row-level security checks the new row only after this trigger, whose messages would tell of another scope's balance.
    IF NEW.scope_id IS DISTINCT FROM plumbline.current_scope() THEN
        RAISE EXCEPTION 'the row is of another scope' USING ERRCODE = 'insufficient_privilege';
    END IF;
    -- Entries of a scope are written one after another, even by writers that did not wait for their turn. What follows sees the entries
    -- that were committed while this one waited.
    SELECT * INTO balance FROM plumbline.credit_balance WHERE scope_id = NEW.scope_id AND id = 1 FOR UPDATE;
    IF NEW.kind = 'hold' THEN
        IF NEW.micros > COALESCE(balance.granted - balance.held - balance.consumed, 0) THEN
            RAISE EXCEPTION 'available_not_negative';
        END IF;
    ELSIF NEW.kind IN ('release', 'charge') THEN
        SELECT SUM(micros) FILTER (WHERE kind <> 'hold'), MAX(micros) FILTER (WHERE kind = 'hold') INTO settled, hold
        FROM plumbline.ledger_entries
        WHERE scope_id = NEW.scope_id AND job_id = NEW.job_id AND kind IN ('hold', 'release', 'charge');
        -- Charges and releases of a job add up to its hold at most, and to what the account holds.
        IF NEW.micros + COALESCE(settled, 0) > COALESCE(hold, 0) OR NEW.micros > COALESCE(balance.held, 0) THEN
            RAISE EXCEPTION 'more than was held';
        END IF;
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER ledger_entries_are_checked BEFORE INSERT ON plumbline.ledger_entries
FOR EACH ROW EXECUTE FUNCTION plumbline.check_ledger_entry();

-- Moves the balance by an entry that was written, and reports it in the setting `plumbline.moved` until the end of the transaction: the
-- micros granted, held, charged and released so far, as in '0 5000000 0 0'. The host reads it before COMMIT, for metrics.
CREATE FUNCTION plumbline.move_balance() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    place INTEGER := array_position(ARRAY['grant', 'hold', 'charge', 'release'], NEW.kind);
    moved NUMERIC[] := string_to_array(COALESCE(NULLIF(current_setting('plumbline.moved', true), ''), '0 0 0 0'), ' ');
BEGIN
    UPDATE plumbline.credit_balance SET
        granted = granted + CASE WHEN NEW.kind = 'grant' THEN NEW.micros ELSE 0 END,
        held = held + CASE NEW.kind WHEN 'hold' THEN NEW.micros WHEN 'grant' THEN 0 ELSE -NEW.micros END,
        consumed = consumed + CASE WHEN NEW.kind = 'charge' THEN NEW.micros ELSE 0 END
    WHERE scope_id = NEW.scope_id AND id = 1;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the scope has no account' USING ERRCODE = 'data_exception';
    END IF;
    moved[place] := moved[place] + NEW.micros;
    PERFORM set_config('plumbline.moved', array_to_string(moved, ' '), true);
    RETURN NULL;
END $$;

CREATE TRIGGER ledger_entries_move_the_balance AFTER INSERT ON plumbline.ledger_entries
FOR EACH ROW EXECUTE FUNCTION plumbline.move_balance();

-- What released components read and write, in credits. Rights and row-level security are those of the role that uses the view.
CREATE VIEW plumbline.ledger WITH (security_invoker = true) AS
SELECT job_id, kind, CAST(micros AS DOUBLE PRECISION) / 1000000 AS credits, note, created_at FROM plumbline.ledger_entries;

CREATE VIEW plumbline.credit_account WITH (security_invoker = true) AS
SELECT id, CAST(granted AS DOUBLE PRECISION) / 1000000 AS granted, CAST(held AS DOUBLE PRECISION) / 1000000 AS held,
    CAST(consumed AS DOUBLE PRECISION) / 1000000 AS consumed
FROM plumbline.credit_balance;

-- An amount that is not a number becomes NULL, which the column refuses. One that is too large or negative becomes one that it refuses.
CREATE FUNCTION plumbline.write_ledger() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        RAISE EXCEPTION 'the ledger is append-only';
    END IF;
    INSERT INTO plumbline.ledger_entries (job_id, kind, micros, note, created_at)
    VALUES (
        NEW.job_id, NEW.kind,
        CASE WHEN NEW.credits = 'NaN' THEN NULL
            WHEN NEW.credits >= 9000000000 THEN 9000000000000001
            WHEN NEW.credits <= -9000000000 THEN -9000000000000001
            -- Half a micro is rounded away from zero, as on SQLite. ROUND would round it to the even one.
            ELSE TRUNC(NEW.credits * 1000000 + 0.5 * SIGN(NEW.credits))::BIGINT END,
        NEW.note, NEW.created_at
    );
    RETURN NEW;
END $$;

CREATE TRIGGER ledger_takes_credits INSTEAD OF INSERT OR UPDATE OR DELETE ON plumbline.ledger
FOR EACH ROW EXECUTE FUNCTION plumbline.write_ledger();
