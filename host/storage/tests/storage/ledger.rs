//! The ledger's rules, which the database enforces against every component.

use crate::common::*;
use crate::ledger_moves::{CLAUSES, Form, Move, insert, moves};
use plumbline_storage::{ConstraintKind, SqlError, Value};
use plumbline_tenancy::{JobDetails, LedgerEntry, LedgerKind};
use proptest::prelude::*;

async fn account(connection: &plumbline_storage::Connection) -> (f64, f64, f64) {
    let row = run(connection, "SELECT granted, held, consumed FROM credit_account").await.unwrap().remove(0);
    (number(&row[0]), number(&row[1]), number(&row[2]))
}

on_both_databases! {
    a_hold_beyond_what_is_available_is_refused_by_name,
    a_hold_is_settled_once_and_within,
    the_last_credit_can_be_spent_in_tenths,
    the_account_shows_open_holds_and_the_newest_entries_first,
}

async fn a_hold_beyond_what_is_available_is_refused_by_name(fixture: Fixture) {
    let connection = fixture.database.connect();
    ledger(&connection, "tko_1", "hold", 150.0).await.unwrap();
    let error = ledger(&connection, "tko_2", "hold", 50.5).await.unwrap_err();
    let SqlError::Constraint { kind: ConstraintKind::Trigger, name, message } = &error else { panic!("{error:?}") };
    assert_eq!(name, "available_not_negative");
    assert!(error.to_string().contains("available_not_negative"), "{message}");
    ledger(&connection, "tko_2", "hold", 50.0).await.unwrap();
    assert_eq!(account(&connection).await, (200.0, 200.0, 0.0));
}

async fn a_hold_is_settled_once_and_within(fixture: Fixture) {
    let connection = fixture.database.connect();
    ledger(&connection, "tko_1", "hold", 25.0).await.unwrap();
    let twice = ledger(&connection, "tko_1", "hold", 1.0).await.unwrap_err();
    assert!(matches!(&twice, SqlError::Constraint { kind: ConstraintKind::Unique, .. }), "{twice:?}");
    let more = ledger(&connection, "tko_1", "charge", 25.5).await.unwrap_err();
    assert!(
        matches!(&more, SqlError::Constraint { kind: ConstraintKind::Trigger, name, .. } if name == "more than was held")
    );
    ledger(&connection, "tko_1", "charge", 10.0).await.unwrap();
    assert!(ledger(&connection, "tko_1", "release", 15.5).await.is_err());
    ledger(&connection, "tko_1", "release", 15.0).await.unwrap();
    assert!(ledger(&connection, "tko_1", "release", 0.0).await.is_err(), "released twice");
    assert!(ledger(&connection, "tko_none", "charge", 1.0).await.is_err(), "charged without a hold");
    assert_eq!(account(&connection).await, (200.0, 0.0, 10.0));
}

#[tokio::test]
async fn rows_stay_as_they_were_written() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    ledger(&connection, "tko_1", "hold", 25.0).await.unwrap();
    for sql in [
        "UPDATE ledger SET credits = 1",
        "DELETE FROM ledger",
        "UPDATE ledger_entries SET micros = 1",
        "DELETE FROM ledger_entries",
        "INSERT OR REPLACE INTO ledger VALUES ('tko_1', 'hold', 1, '', '')",
        "INSERT OR REPLACE INTO ledger_entries VALUES ('tko_1', 'hold', 1, '', '')",
        "REPLACE INTO ledger VALUES ('tko_1', 'hold', 1, '', '')",
        "REPLACE INTO ledger_entries VALUES ('tko_1', 'hold', 1, '', '')",
        "INSERT INTO ledger_entries VALUES ('tko_1', 'hold', 1, '', '') ON CONFLICT DO UPDATE SET micros = 0",
        "UPDATE OR REPLACE ledger SET job_id = 'tko_2'",
        "UPDATE OR REPLACE ledger_entries SET job_id = 'tko_2'",
    ] {
        let error = run(&connection, sql).await.unwrap_err();
        assert!(
            matches!(&error, SqlError::Constraint { name, .. } if name.contains("append-only")),
            "{sql}: {error:?}"
        );
    }
    for credits in [-1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        assert!(ledger(&connection, "tko_3", "hold", credits).await.is_err(), "{credits}");
    }
    assert_eq!(account(&connection).await, (200.0, 25.0, 0.0));
}

/// 200 - 199.8 - 0.2 is not 0 in binary fractions.
async fn the_last_credit_can_be_spent_in_tenths(fixture: Fixture) {
    let connection = fixture.database.connect();
    for i in 0..1000 {
        ledger(&connection, &format!("est_{i}"), "hold", 0.2).await.unwrap();
    }
    assert!(ledger(&connection, "est_more", "hold", 0.001).await.is_err());
    for i in 0..1000 {
        ledger(&connection, &format!("est_{i}"), "charge", 0.1).await.unwrap();
        ledger(&connection, &format!("est_{i}"), "release", 0.2 - 0.1).await.unwrap();
    }
    assert_eq!(account(&connection).await, (200.0, 0.0, 100.0));
}

/// The conflict policy of an outer statement also applies to the statements of its triggers. An entry could once be
/// kept that way without moving the balance.
#[tokio::test]
async fn no_conflict_clause_keeps_an_entry_that_does_not_move_the_balance() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    ledger(&connection, "mine", "hold", 10.0).await.unwrap();
    for clause in CLAUSES {
        for form in [Form::Credits, Form::Micros] {
            let row = |job: &str, kind: &str, credits: f64| insert(clause, form, job, kind, credits);
            let hold = run(&connection, &row("greedy", "hold", 1e9)).await.unwrap_err();
            assert!(
                hold.to_string().contains("available_not_negative") || is_upsert_of_view(&hold),
                "{clause}: {hold}"
            );
            assert!(run(&connection, &row("greedy", "release", 1.0)).await.is_err(), "{clause}");
            assert!(run(&connection, &row("mine", "charge", 10.000001)).await.is_err(), "{clause}");
            assert_eq!(account(&connection).await, (200.0, 10.0, 0.0), "{clause} {form:?}");
        }
    }
    assert_eq!(number(&one(&connection, "SELECT COUNT(*) FROM ledger").await), 2.0, "the grant and the hold");
}

/// SQLite does not support `ON CONFLICT … DO` for a view.
fn is_upsert_of_view(error: &SqlError) -> bool {
    matches!(error, SqlError::Invalid(why) if why.contains("cannot UPSERT a view"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// After any sequence of writes, from several connections in any order, the account is the sum of the accepted
    /// rows, nothing is below zero, and no job settles more than it held.
    #[test]
    fn the_account_is_the_sum_and_never_negative(moves in moves()) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            let fixture = fixture().await;
            let lanes: Vec<Vec<Move>> = (0..3)
                .map(|lane| {
                    let of_lane = |m: &Move| match m {
                        Move::Grant(_) => lane == 0,
                        Move::Write { connection, .. } => *connection == lane,
                    };
                    moves.iter().filter(|m| of_lane(m)).cloned().collect()
                })
                .collect();
            let tasks: Vec<_> = lanes
                .into_iter()
                .map(|lane| {
                    let database = std::sync::Arc::clone(&fixture.database);
                    tokio::spawn(async move {
                        let connection = database.connect();
                        for (i, step) in lane.into_iter().enumerate() {
                            match step {
                                Move::Grant(tenths) => {
                                    database.grant(&format!("g{i}"), f64::from(tenths) / 10.0, "").await.unwrap();
                                }
                                Move::Write { job, kind, tenths, clause, form, .. } => {
                                    let sql = insert(clause, form, &format!("job{job}"), kind, f64::from(tenths) / 10.0);
                                    match run(&connection, &sql).await {
                                        Ok(_) | Err(SqlError::Constraint { .. }) => {}
                                        Err(error) => assert!(is_upsert_of_view(&error), "{sql}: {error:?}"),
                                    }
                                }
                            }
                            let (granted, held, consumed) = account(&connection).await;
                            // In millionths, in which the ledger counts: 200 - 199.9 - 0.1 is below 0 in binary fractions.
                            let available = ((granted - held - consumed) * 1e6).round();
                            assert!(
                                held >= 0.0 && consumed >= 0.0 && available >= 0.0,
                                "{granted:?} granted, {held:?} held, {consumed:?} consumed"
                            );
                        }
                    })
                })
                .collect();
            for task in tasks {
                task.await.unwrap();
            }
            let connection = fixture.database.connect();
            let sums = run(&connection, "SELECT job_id, kind, micros FROM ledger_entries").await.unwrap();
            let total = |kinds: &[&str]| -> f64 {
                let of = |row: &&Vec<Value>| kinds.iter().any(|k| row[1] == text(k));
                sums.iter().filter(of).map(|row| number(&row[2])).sum()
            };
            let balance = run(&connection, "SELECT granted, held, consumed FROM credit_balance").await.unwrap().remove(0);
            let sums = [total(&["grant"]), total(&["hold"]) - total(&["release", "charge"]), total(&["charge"])];
            assert_eq!(balance.iter().map(number).collect::<Vec<_>>(), sums, "to the micro");
            let over = "SELECT job_id FROM ledger_entries WHERE kind <> 'grant' GROUP BY job_id \
                HAVING SUM(CASE kind WHEN 'hold' THEN micros ELSE -micros END) < 0";
            assert_eq!(run(&connection, over).await.unwrap(), Vec::<Vec<Value>>::new(), "settles more than its hold");
        });
    }
}

/// Entries without the details of their jobs.
const NO_DETAILS: JobDetails = JobDetails { joins: "", columns: &[] };

async fn the_account_shows_open_holds_and_the_newest_entries_first(fixture: Fixture) {
    let connection = fixture.database.connect();
    for (job, kind, credits) in
        [("tko_1", "hold", 25.0), ("tko_1", "charge", 12.5), ("tko_1", "release", 12.5), ("exp_2", "hold", 20.0)]
    {
        ledger(&connection, job, kind, credits).await.unwrap();
    }
    let account = fixture.database.credit_account(20, &NO_DETAILS).await.unwrap();
    let micros = (account.available_micros, account.held_micros, account.consumed_micros);
    assert_eq!(micros, (167_500_000, 20_000_000, 12_500_000));
    let of = |entries: &[LedgerEntry]| {
        entries.iter().map(|entry| (entry.job.clone(), entry.kind, entry.micros)).collect::<Vec<_>>()
    };
    assert_eq!(of(&account.holds), [("exp_2".to_owned(), LedgerKind::Hold, 20_000_000)]);
    assert_eq!(account.entries.len(), 5);
    assert!(account.entries.iter().any(LedgerEntry::is_trial));
    let newest = fixture.database.credit_account(1, &NO_DETAILS).await.unwrap();
    assert_eq!(of(&newest.entries), of(&account.entries[..1]), "as many as asked for");
    assert_eq!(fixture.database.credit_account(0, &NO_DETAILS).await.unwrap().entries, []);
}
