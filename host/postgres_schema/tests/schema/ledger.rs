//! The ledger's rules, compared with SQLite's.

use std::collections::BTreeMap;

use plumbline_postgres_schema::{Moved, UNIQUE_KEYS};
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use tokio_postgres::{Client, Error};

use crate::common::*;
use crate::ledger_moves::{CLAUSES, Form, Move, insert, moves};
use crate::sqlite;

const STATE: [&str; 2] = [
    "SELECT job_id, kind, micros FROM ledger_entries ORDER BY job_id, kind",
    "SELECT granted, held, consumed FROM credit_balance",
];

fn entry(job: &str, kind: &str, micros: i64) -> String {
    format!(
        "INSERT INTO ledger_entries (job_id, kind, micros, note, created_at) VALUES ('{job}', '{kind}', {micros}, '', '')"
    )
}

fn credits(job: &str, kind: &str, credits: &str) -> String {
    format!(
        "INSERT INTO ledger (job_id, kind, credits, note, created_at) VALUES ('{job}', '{kind}', {credits}, '', '')"
    )
}

/// Returns an entry as the host translates it. The conflict clauses of SQLite's that only roll back are the usual case here.
/// A view takes no clause.
fn translated(clause: &str, form: Form, job: &str, kind: &str, amount: f64) -> String {
    if form == Form::Credits {
        return credits(job, kind, &format!("{amount:?}"));
    }
    #[expect(clippy::cast_possible_truncation, reason = "tenths of a credit")]
    let micros = (amount * 1e6).round() as i64;
    let clause = match clause {
        "OR IGNORE" | "ON CONFLICT DO NOTHING" => "ON CONFLICT DO NOTHING",
        "OR REPLACE" => "ON CONFLICT (scope_id, job_id, kind) DO UPDATE SET micros = excluded.micros",
        "ON CONFLICT DO UPDATE SET micros = 0" => "ON CONFLICT (scope_id, job_id, kind) DO UPDATE SET micros = 0",
        _ => "",
    };
    format!("{} {clause}", entry(job, kind, micros))
}

/// The names of unique keys, with the columns that SQLite reports.
async fn unique_keys(client: &Client) -> BTreeMap<String, String> {
    let keys = client.query(UNIQUE_KEYS, &[]).await.unwrap();
    keys.iter().map(|row| (row.get("index_name"), row.get("columns"))).collect()
}

/// Returns the message that SQLite has for an error.
fn sqlite_message(error: &Error, keys: &BTreeMap<String, String>) -> String {
    let error = error.as_db_error().unwrap();
    match error.code().code() {
        "P0001" => error.message().to_owned(),
        "23505" => format!("UNIQUE constraint failed: {}", keys[error.constraint().unwrap()]),
        code => panic!("{code}: {}", error.message()),
    }
}

/// Runs the same writes on both databases and compares what they answer and what they keep.
async fn compare(
    host: &Client,
    component: &Client,
    keys: &BTreeMap<String, String>,
    moves: &[Move],
) -> Result<(), TestCaseError> {
    let twin = sqlite::tenant();
    for (i, step) in moves.iter().enumerate() {
        let (statement, expected, found, is_comparable) = match *step {
            Move::Grant(tenths) => {
                let grant = entry(&format!("g{i}"), "grant", i64::from(tenths) * 100_000);
                let done = twin.execute_batch(&grant);
                (grant.clone(), done, host.batch_execute(&grant).await, true)
            }
            Move::Write { job, kind, tenths, clause, form, .. } => {
                let (job, amount) = (format!("job{job}"), f64::from(tenths) / 10.0);
                let statement = insert(clause, form, &job, kind, amount);
                let done = twin.execute_batch(&statement);
                // `ON CONFLICT` is refused for a view.
                if form == Form::Credits && clause.starts_with("ON") {
                    assert!(done.is_err(), "{statement}");
                    continue;
                }
                let found = component.batch_execute(&translated(clause, form, &job, kind, amount)).await;
                // SQLite applies the clause of an insert into a view to the trigger's insert.
                let is_comparable =
                    form == Form::Micros || ["", "OR FAIL", "OR ABORT", "OR ROLLBACK"].contains(&clause);
                (statement, done, found, is_comparable)
            }
        };
        if is_comparable {
            let expected = expected.err().map(|error| match error {
                rusqlite::Error::SqliteFailure(_, Some(message)) => message,
                other => panic!("{statement}: {other:?}"),
            });
            let found = found.err().map(|error| sqlite_message(&error, keys));
            if found != expected {
                return Err(TestCaseError::fail(format!("{statement}: {found:?}, SQLite {expected:?}")));
            }
        }
        for sql in STATE {
            let (found, expected) = (rows(component, sql).await.unwrap(), sqlite::rows(&twin, sql));
            if found != expected {
                return Err(TestCaseError::fail(format!("after {statement}: {found:?}, SQLite {expected:?}")));
            }
        }
    }
    Ok(())
}

/// The invariants that hold however writers overlap.
async fn assert_balanced(component: &Client) {
    let sums = "SELECT
        (SELECT (granted, held, consumed)::TEXT FROM credit_balance),
        (SELECT (SUM(CASE kind WHEN 'grant' THEN micros ELSE 0 END),
                 SUM(CASE kind WHEN 'hold' THEN micros WHEN 'grant' THEN 0 ELSE -micros END),
                 SUM(CASE kind WHEN 'charge' THEN micros ELSE 0 END))::TEXT FROM ledger_entries),
        (SELECT COUNT(*) FROM credit_balance WHERE held < 0 OR consumed < 0 OR granted - held - consumed < 0),
        (SELECT COUNT(*) FROM (SELECT job_id FROM ledger_entries WHERE kind <> 'grant' GROUP BY job_id
            HAVING SUM(CASE kind WHEN 'hold' THEN micros ELSE -micros END) < 0) AS over)";
    let row = rows(component, sums).await.unwrap().remove(0);
    assert_eq!(row[0], row[1], "the balance is the sum of the entries");
    assert_eq!((row[2].as_deref(), row[3].as_deref()), (Some("0"), Some("0")));
}

#[test]
fn the_ledger_is_that_of_sqlite() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let Some(fixture) = runtime.block_on(fixture()) else { return };
    let tenants = std::cell::Cell::new(0);
    let mut runner = TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
    let result = runner.run(&moves(), |mut moves| {
        moves.insert(0, Move::Grant(2000));
        runtime.block_on(async {
            tenants.set(tenants.get() + 1);
            let scope = fixture.scope(&format!("ten_{}", tenants.get())).await;
            let (host, component) = (fixture.session(HOST, &scope).await, fixture.session(COMPONENTS, &scope).await);
            compare(&host, &component, &unique_keys(&host).await, &moves).await?;
            assert_balanced(&component).await;

            // The same moves from three connections that do not wait for their turns.
            let scope = fixture.scope(&format!("ten_{}_at_once", tenants.get())).await;
            let host = fixture.session(HOST, &scope).await;
            changed(&host, &entry("trial", "grant", 200_000_000)).await;
            let keys = unique_keys(&host).await;
            let lane = async |lane: usize| {
                let component = fixture.session(COMPONENTS, &scope).await;
                for step in &moves {
                    if let Move::Write { job, kind, tenths, connection, clause, form } = *step
                        && connection == lane
                    {
                        let sql = translated(clause, form, &format!("job{job}"), kind, f64::from(tenths) / 10.0);
                        if let Err(error) = component.batch_execute(&sql).await {
                            sqlite_message(&error, &keys);
                        }
                    }
                }
            };
            tokio::join!(lane(0), lane(1), lane(2));
            assert_balanced(&host).await;
            Ok(())
        })
    });
    result.unwrap();
}

#[tokio::test]
async fn no_conflict_clause_keeps_an_entry_that_does_not_move_the_balance() {
    let Some(fixture) = fixture().await else { return };
    let scope = fixture.scope("ten_1").await;
    changed(&fixture.session(HOST, &scope).await, &entry("g", "grant", 200_000_000)).await;
    let component = fixture.session(COMPONENTS, &scope).await;
    changed(&component, &entry("mine", "hold", 10_000_000)).await;
    for clause in CLAUSES {
        for form in [Form::Credits, Form::Micros] {
            for (job, kind, amount, why) in [
                ("greedy", "hold", 190.000_001, "available_not_negative"),
                ("greedy", "release", 1.0, "more than was held"),
                ("mine", "charge", 10.000_001, "more than was held"),
            ] {
                let sql = translated(clause, form, job, kind, amount);
                assert_eq!(refusal(&component, &sql).await, format!("P0001: {why}"), "{sql}");
            }
        }
    }
    assert_eq!(one(&component, "SELECT (granted, held, consumed) FROM credit_account").await, "(200,10,0)");
    assert_eq!(one(&component, "SELECT COUNT(*) FROM ledger").await, "2", "the grant and the hold");
}

#[tokio::test]
async fn entries_stay_as_they_were_written() {
    let Some(fixture) = fixture().await else { return };
    let scope = fixture.scope("ten_1").await;
    let host = fixture.session(HOST, &scope).await;
    changed(&host, &entry("g", "grant", 200_000_000)).await;
    let component = fixture.session(COMPONENTS, &scope).await;
    changed(&component, &credits("tko_1", "hold", "25")).await;
    for session in [&component, &host] {
        for sql in [
            "UPDATE ledger SET credits = 1",
            "DELETE FROM ledger",
            "UPDATE ledger_entries SET micros = 1",
            "DELETE FROM ledger_entries",
            "INSERT INTO ledger_entries (job_id, kind, micros, note, created_at) VALUES ('tko_1', 'hold', 1, '', '')
             ON CONFLICT (scope_id, job_id, kind) DO UPDATE SET micros = 0",
        ] {
            assert_eq!(refusal(session, sql).await, "P0001: the ledger is append-only", "{sql}");
        }
    }
    for (sql, code) in [
        (credits("tko_2", "hold", "-1"), "23514"),
        (credits("tko_2", "hold", "'-Infinity'"), "23514"),
        (credits("tko_2", "hold", "'NaN'"), "23502"),
        (credits("tko_2", "hold", "NULL"), "23502"),
        (entry("tko_2", "refund", 0), "23514"),
        (credits("tko_1", "hold", "1"), "23505"),
        // Beyond what is available, before the check of the column.
        (credits("tko_2", "hold", "'Infinity'"), "P0001: available_not_negative"),
        (entry("x", "grant", 5), "P0001: a component may not grant credits"),
        (credits("x", "grant", "5"), "P0001: a component may not grant credits"),
        ("UPDATE credit_balance SET granted = 9".into(), "42501"),
        ("INSERT INTO credit_balance (id, granted, held, consumed) VALUES (1, 9, 0, 0)".into(), "42501"),
        ("UPDATE credit_account SET granted = 9".into(), "0A000"),
    ] {
        let refused = refusal(&component, &sql).await;
        assert!(refused.starts_with(code), "{sql}: {refused}");
    }
    assert!(refusal(&host, &credits("g2", "grant", "9000000000.1")).await.starts_with("23514:"));
    // 200 - 199.8 - 0.2 is not 0 in binary fractions. Half a millionth is rounded away from zero.
    changed(&component, &credits("tko_1", "release", "25")).await;
    changed(&component, &credits("tko_3", "hold", "199.8")).await;
    changed(&component, &credits("tko_4", "hold", "0.2")).await;
    assert!(refusal(&component, &credits("tko_5", "hold", "0.0000005")).await.contains("available_not_negative"));
    changed(&component, &credits("tko_6", "hold", "0.0000004")).await;
    assert_eq!(one(&component, "SELECT held FROM credit_balance").await, "200000000");
}

#[tokio::test]
async fn a_transaction_reports_what_it_moved() {
    let Some(fixture) = fixture().await else { return };
    let scope = fixture.scope("ten_1").await;
    let component = fixture.session(COMPONENTS, &scope).await;
    let moved = async |client: &Client| {
        Moved::parse(&one(client, "SELECT COALESCE(current_setting('plumbline.moved', true), '')").await).unwrap()
    };
    let host = fixture.session(HOST, &scope).await;
    host.batch_execute("BEGIN").await.unwrap();
    changed(&host, &entry("g", "grant", 9_000_000_000_000_000)).await;
    assert_eq!(moved(&host).await, Moved { granted: 9_000_000_000_000_000, ..Moved::default() });
    host.batch_execute("COMMIT").await.unwrap();
    assert_eq!(moved(&host).await, Moved::default(), "no longer than its transaction");

    component.batch_execute("BEGIN").await.unwrap();
    changed(&component, &entry("a", "hold", 500)).await;
    changed(&component, &format!("{} ON CONFLICT DO NOTHING", entry("a", "hold", 500))).await;
    component.batch_execute("SAVEPOINT s").await.unwrap();
    changed(&component, &entry("a", "charge", 500)).await;
    assert_eq!(moved(&component).await, Moved { held: 500, charged: 500, ..Moved::default() });
    component.batch_execute("ROLLBACK TO s").await.unwrap();
    changed(&component, &entry("a", "charge", 300)).await;
    changed(&component, &credits("a", "release", "0.0002")).await;
    let all = Moved { granted: 0, held: 500, charged: 300, released: 200 };
    assert_eq!(moved(&component).await, all);
    component.batch_execute("COMMIT").await.unwrap();
    assert_eq!(moved(&component).await, Moved::default());
}
