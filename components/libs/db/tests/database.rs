//! The native backend with the real migrations: transactions, ledger rules, typed columns.

use plumbline_db::{DbError, ledger, outbox, params, testing};

const NOW: &str = "2026-11-21T08:00:00.000Z";

#[test]
fn an_error_rolls_the_whole_transaction_back() {
    let db = testing::database(100.0).unwrap();
    let failed: Result<(), DbError> = db.transaction(|tx| {
        ledger::hold(tx, "tko_1", 30.0, "estimate", NOW)?;
        outbox::enqueue(tx, "job_1", "takeoff", &serde_json::json!({"takeoff_id": "tko_1"}), NOW)?;
        Err(DbError::Unavailable("stopped half way".to_owned()))
    });
    assert_eq!(failed, Err(DbError::Unavailable("stopped half way".to_owned())));
    assert_eq!(ledger::balance(&db).unwrap().available, 100.0);
    assert_eq!(db.one("SELECT COUNT(*) AS n FROM outbox", []).unwrap().unwrap().int("n").unwrap(), 0);
    // The connection is free for the next transaction.
    db.transaction(|tx| ledger::hold(tx, "tko_1", 30.0, "estimate", NOW)).unwrap();
    assert_eq!(ledger::balance(&db).unwrap().held, 30.0);
}

#[test]
fn a_hold_over_the_balance_is_refused_by_the_database() {
    let db = testing::database(20.0).unwrap();
    let refused = db.transaction(|tx| ledger::hold(tx, "tko_1", 20.5, "estimate", NOW)).unwrap_err();
    assert!(refused.insufficient_credits(), "{refused}");
    db.transaction(|tx| ledger::hold(tx, "tko_1", 20.0, "estimate", NOW)).unwrap();
    assert_eq!(ledger::balance(&db).unwrap().available, 0.0);
}

#[test]
fn a_release_gives_back_what_the_charge_left() {
    let db = testing::database(100.0).unwrap();
    db.transaction(|tx| ledger::hold(tx, "tko_1", 25.0, "estimate", NOW)).unwrap();
    let released = db
        .transaction(|tx| {
            ledger::charge(tx, "tko_1", 10.0, "pages", NOW)?;
            ledger::release(tx, "tko_1", "rest", NOW)
        })
        .unwrap();
    assert_eq!(released, 15.0);
    let balance = ledger::balance(&db).unwrap();
    assert_eq!((balance.available, balance.held, balance.consumed), (90.0, 0.0, 10.0));
    let over = db.transaction(|tx| ledger::charge(tx, "tko_2", 1.0, "never held", NOW)).unwrap_err();
    assert!(over.violates("more than was held"), "{over}");
}

#[test]
fn columns_are_typed_and_name_what_is_wrong() {
    let db = testing::database(0.0).unwrap();
    let row =
        db.one("SELECT ? AS t, ? AS n, 3 AS i, '{\"a\":\"b\"}' AS j", params!["x", None::<&str>]).unwrap().unwrap();
    assert_eq!(row.text("t").unwrap(), "x");
    assert_eq!(row.opt_text("n").unwrap(), None);
    assert_eq!(row.real("i").unwrap(), 3.0);
    assert_eq!(row.json::<serde_json::Value>("j").unwrap()["a"], "b");
    assert_eq!(row.text("n").unwrap_err(), DbError::Column { column: "n".into(), problem: "is NULL".into() });
    assert!(matches!(row.int("missing"), Err(DbError::Column { .. })));
}
