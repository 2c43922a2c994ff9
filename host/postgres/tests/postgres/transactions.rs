//! Transactions of components and of the host.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use plumbline_postgres::{Committed, Connection};
use plumbline_sql::{Row, SqlError, SqlLimits, Value};
use serde::Deserialize;

use crate::fixture::{Fixture, insert, one, run, text};

const COUNT: &str = "SELECT COUNT(*) FROM things";

/// A name, statements and whether each succeeds, and the rows in the end.
type Case = (&'static str, &'static [(&'static str, bool)], i64);

/// Statements of one connection, and whether each succeeds.
pub(crate) async fn states(fixture: &Fixture) {
    const INSERT_A: &str = "INSERT INTO things (id, name) VALUES ('a', 'a')";
    let cases: [Case; 9] = [
        ("nothing to end", &[("COMMIT", false), ("ROLLBACK", false)], 0),
        ("commit", &[("BEGIN IMMEDIATE", true), (INSERT_A, true), ("COMMIT", true), ("COMMIT", false)], 1),
        ("roll back", &[("BEGIN IMMEDIATE", true), (INSERT_A, true), ("ROLLBACK", true), ("ROLLBACK", false)], 0),
        ("begin twice", &[("BEGIN", true), ("BEGIN IMMEDIATE", false), (COUNT, true), ("COMMIT", true)], 0),
        ("empty", &[("BEGIN", true), ("COMMIT", true), ("BEGIN IMMEDIATE", true), ("COMMIT", true)], 0),
        ("begin, then write", &[("BEGIN", true), (INSERT_A, true), (COUNT, true), ("COMMIT", true)], 1),
        ("read, then write", &[("BEGIN", true), (COUNT, true), (INSERT_A, false), (COUNT, true), ("COMMIT", true)], 0),
        (
            "a failed read ends a snapshot",
            &[("BEGIN", true), ("SELECT 1 / 0", false), (COUNT, false), ("COMMIT", false), (INSERT_A, true)],
            1,
        ),
        (
            "a deferred constraint",
            &[
                ("BEGIN IMMEDIATE", true),
                (INSERT_A, true),
                ("INSERT INTO parts (id, thing_id) VALUES ('p', 'no')", true),
                ("COMMIT", false),
                ("COMMIT", false),
            ],
            0,
        ),
    ];
    for (name, steps, rows) in cases {
        let connection = fixture.connect(&format!("states: {name}")).await;
        for (sql, succeeds) in steps {
            let result = run(&connection, sql).await;
            assert_eq!(result.is_ok(), *succeeds, "{name}: {sql}: {result:?}");
        }
        assert_eq!(one(&connection, COUNT).await, Value::Integer(rows), "{name}");
    }
}

/// As in SQLite. PostgreSQL would end the transaction.
pub(crate) async fn a_failed_statement_leaves_the_transaction_open(fixture: &Fixture) {
    let connection = fixture.connect("failed statements").await;
    run(&connection, "BEGIN IMMEDIATE").await.unwrap();
    assert!(run(&connection, "SELECT 1 / 0").await.is_err());
    for id in ["a", "b"] {
        insert(&connection, id).await.unwrap();
        assert!(matches!(insert(&connection, id).await, Err(SqlError::Constraint { .. })));
        assert!(run(&connection, "SELECT no").await.is_err());
        assert_eq!(one(&connection, "SELECT 1").await, Value::Integer(1));
    }
    assert!(insert(&connection, "a").await.is_err());
    run(&connection, "COMMIT").await.unwrap();
    assert_eq!(one(&connection, COUNT).await, Value::Integer(2));
}

pub(crate) async fn begin_reads_one_snapshot(fixture: &Fixture) {
    let database = fixture.database("snapshot", SqlLimits::default()).await;
    let (reader, writer) = (database.connect(), database.connect());
    run(&reader, "BEGIN").await.unwrap();
    assert_eq!(one(&reader, COUNT).await, Value::Integer(0));
    insert(&writer, "a").await.unwrap();
    assert_eq!(one(&reader, COUNT).await, Value::Integer(0));
    run(&reader, "COMMIT").await.unwrap();
    assert_eq!(one(&reader, COUNT).await, Value::Integer(1));
}

/// Two processes: each database has a queue of its own, so only the server's lock is between them.
pub(crate) async fn writers_take_turns(fixture: &Fixture) {
    let databases =
        [fixture.database("turns", SqlLimits::default()).await, fixture.database("turns", SqlLimits::default()).await];
    let insert = "INSERT INTO things (id, name, size) VALUES ('n', 'n', 0)";
    run(&databases[0].connect(), insert).await.unwrap();
    let tasks: Vec<_> = (0..20)
        .map(|index| {
            let database = Arc::clone(&databases[index % 2]);
            tokio::spawn(async move {
                let connection = database.connect();
                run(&connection, "BEGIN IMMEDIATE").await.unwrap();
                let Value::Integer(size) = one(&connection, "SELECT size FROM things").await else { panic!() };
                tokio::task::yield_now().await;
                connection.execute("UPDATE things SET size = ?", vec![Value::Integer(size + 1)]).await.unwrap();
                run(&connection, "COMMIT").await.unwrap();
                // A write without BEGIN takes its turn too.
                run(&connection, "UPDATE things SET size = size + 1").await.unwrap();
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(one(&databases[0].connect(), "SELECT size FROM things").await, Value::Integer(40));
}

pub(crate) async fn a_waiting_writer_gives_up(fixture: &Fixture) {
    let limits = SqlLimits { queue_time: Duration::from_millis(200), ..SqlLimits::default() };
    let database = fixture.database("waiting", limits.clone()).await;
    let other_process = fixture.database("waiting", limits).await;
    let writer = database.connect();
    run(&writer, "BEGIN IMMEDIATE").await.unwrap();
    assert!(!writer.is_write_lock_free() && other_process.connect().is_write_lock_free());
    insert(&writer, "a").await.unwrap();
    let refused = async |waiting: &Connection, sql: &str| {
        let result = run(waiting, sql).await;
        assert!(matches!(result, Err(SqlError::Busy(_))), "{sql}: {result:?}");
    };
    let (waiting, in_other_process) = (database.connect(), other_process.connect());
    refused(&waiting, "BEGIN IMMEDIATE").await;
    // Writers of another process wait with their first statement.
    run(&in_other_process, "BEGIN IMMEDIATE").await.unwrap();
    refused(&in_other_process, COUNT).await;
    run(&in_other_process, "ROLLBACK").await.unwrap();
    for waiting in [waiting, in_other_process] {
        refused(&waiting, "UPDATE things SET size = 0").await;
        // Readers do not wait.
        assert_eq!(one(&waiting, COUNT).await, Value::Integer(0));
    }
    // Dropping the connection rolls back and gives the turn to the next writer.
    drop(writer);
    insert(&other_process.connect(), "b").await.unwrap();
    assert_eq!(one(&database.connect(), COUNT).await, Value::Integer(1));
}

pub(crate) async fn an_expired_transaction_is_rolled_back(fixture: &Fixture) {
    let limits = SqlLimits { transaction_time: Duration::from_millis(300), ..SqlLimits::default() };
    let database = fixture.database("expired", limits).await;
    let expired = Err(SqlError::TransactionExpired { seconds: 0 });
    let (idle, next) = (database.connect(), database.connect());
    run(&idle, "BEGIN IMMEDIATE").await.unwrap();
    insert(&idle, "a").await.unwrap();
    // Gets its turn when the watchdog has ended the first transaction.
    run(&next, "BEGIN IMMEDIATE").await.unwrap();
    assert_eq!(run(&idle, COUNT).await, expired);
    assert_eq!(run(&idle, "COMMIT").await, expired);
    assert_eq!(run(&next, "SELECT pg_sleep(60)").await, expired);
    assert_eq!(run(&next, COUNT).await, expired);
    run(&next, "ROLLBACK").await.unwrap();
    assert_eq!(one(&idle, COUNT).await, Value::Integer(0));
}

pub(crate) async fn a_dropped_call_is_cancelled(fixture: &Fixture) {
    let limits = SqlLimits { statement_time: Duration::from_secs(60), ..SqlLimits::default() };
    let database = fixture.database("dropped", limits).await;
    // Both must be stopped by the cancellation, long before their limit.
    for begin in [None, Some("BEGIN IMMEDIATE")] {
        let started = Instant::now();
        let connection = database.connect();
        if let Some(begin) = begin {
            run(&connection, begin).await.unwrap();
        }
        let sleep = "INSERT INTO things (id, name) SELECT 'x', pg_sleep(50)::text";
        let running = "SELECT COUNT(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE $1";
        let pattern = Value::from("INSERT INTO things (id, name) SELECT%");
        let count = async || fixture.postgres.query(running, std::slice::from_ref(&pattern)).await.unwrap()[0].int("n");
        let mut call = Box::pin(run(&connection, sleep));
        while count().await.unwrap() == 0 {
            let _ = tokio::time::timeout(Duration::from_millis(10), &mut call).await;
        }
        drop(call);
        if begin.is_some() {
            let later = run(&connection, COUNT).await;
            assert!(matches!(later, Err(SqlError::Io(_))), "{later:?}");
        }
        // The next writer gets its turn when the statement has ended, a moment before its session is idle.
        insert(&database.connect(), &format!("{begin:?}")).await.unwrap();
        while count().await.unwrap() > 0 {
            assert!(started.elapsed() < Duration::from_secs(30));
        }
        assert!(started.elapsed() < Duration::from_secs(30));
        drop(connection);
        assert!(one(&database.connect(), COUNT).await != Value::Integer(0));
    }
}

pub(crate) async fn commits_of_the_outbox_are_announced(fixture: &Fixture) {
    let announced = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&announced);
    let scope = fixture.postgres.open_scope("announced", "sandbox").await.unwrap();
    let on_commit = Arc::new(move |committed: Committed| {
        assert_eq!(committed, Committed { outbox: true, reported: Vec::new() });
        counter.fetch_add(1, Ordering::SeqCst);
    });
    let connection = fixture.postgres.database(scope, SqlLimits::default(), Some(on_commit)).connect();
    let outbox = "INSERT INTO things (id, name) VALUES (?, 'outbox')";
    insert(&connection, "a").await.unwrap();
    run(&connection, "BEGIN IMMEDIATE").await.unwrap();
    connection.execute(outbox, vec![text("b")]).await.unwrap();
    assert_eq!(announced.load(Ordering::SeqCst), 0, "nothing is committed yet");
    run(&connection, "COMMIT").await.unwrap();
    assert_eq!(announced.load(Ordering::SeqCst), 1);
    connection.execute(outbox, vec![text("c")]).await.unwrap();
    assert_eq!(announced.load(Ordering::SeqCst), 2);
    insert(&connection, "d").await.unwrap();
    assert_eq!(announced.load(Ordering::SeqCst), 2);
}

/// The setting has the value of the last statement that was not undone.
pub(crate) async fn commits_report_a_setting(fixture: &Fixture) {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let scope = fixture.postgres.open_scope("reported", "sandbox").await.unwrap();
    let recorded = Arc::clone(&reports);
    let on_commit = Arc::new(move |committed: Committed| {
        recorded.lock().unwrap().extend(committed.reported("plumbline.test").map(str::to_owned));
    });
    let connection = fixture.postgres.database(scope, SqlLimits::default(), Some(on_commit)).connect();
    let reported = async |id: &str, value: &str| {
        let insert = "INSERT INTO things (id, name) VALUES (?, set_config('plumbline.test', ?, true) || ' reported')";
        connection.execute(insert, vec![text(id), text(value)]).await
    };
    reported("a", "1").await.unwrap();
    run(&connection, "BEGIN IMMEDIATE").await.unwrap();
    reported("b", "2").await.unwrap();
    assert!(reported("a", "3").await.is_err(), "the id is taken");
    run(&connection, "COMMIT").await.unwrap();
    run(&connection, "BEGIN IMMEDIATE").await.unwrap();
    reported("c", "4").await.unwrap();
    run(&connection, "ROLLBACK").await.unwrap();
    insert(&connection, "d").await.unwrap();
    assert_eq!(*reports.lock().unwrap(), ["1", "2"]);
}

#[derive(Debug, Deserialize, PartialEq)]
struct Thing {
    id: String,
    size: Option<u32>,
}

fn things(rows: Result<Vec<Row>, SqlError>) -> Vec<Thing> {
    rows.unwrap().into_iter().map(|row| row.read().unwrap()).collect()
}

pub(crate) async fn the_host_reads_and_writes_all_scopes(fixture: &Fixture) {
    let postgres = &fixture.postgres;
    let scope = postgres.open_scope("host", "sandbox").await.unwrap();
    assert_eq!(postgres.open_scope("host", "sandbox").await.unwrap(), scope, "a scope is created once");
    assert_ne!(postgres.open_scope("host", "production").await.unwrap().id, scope.id);
    let database = postgres.database(scope.clone(), SqlLimits::default(), None);
    let insert = "INSERT INTO things (id, name, size) VALUES ($1, $1, $2)";
    let select = "SELECT id, size FROM things WHERE scope_id = $1 ORDER BY id";
    let id = [Value::from(scope.id)];

    let mut transaction = postgres.begin().await.unwrap();
    transaction.open_scope(&scope).await.unwrap();
    assert_eq!(transaction.execute(insert, &[text("a"), Value::Integer(1)]).await, Ok(1));
    drop(transaction);
    let mut transaction = postgres.begin().await.unwrap();
    transaction.open_scope(&scope).await.unwrap();
    transaction.execute(insert, &[text("b"), Value::Null]).await.unwrap();
    transaction.commit().await.unwrap();
    let mut transaction = database.begin().await.unwrap();
    assert!(!database.connect().is_write_lock_free());
    transaction.execute(insert, &[text("c"), Value::Integer(3)]).await.unwrap();
    let read = things(transaction.query(select, &id).await);
    transaction.commit().await.unwrap();
    let expected = [Thing { id: "b".into(), size: None }, Thing { id: "c".into(), size: Some(3) }];
    assert_eq!(read, expected);
    assert_eq!(things(postgres.query(select, &id).await), expected);
    assert_eq!(one(&database.connect(), COUNT).await, Value::Integer(2), "components see it");

    // A transaction with a failed statement is not committed by mistake.
    let mut transaction = postgres.begin().await.unwrap();
    transaction.execute("DELETE FROM things WHERE scope_id = $1", &id).await.unwrap();
    assert!(matches!(transaction.execute(insert, &[text("d"), Value::Null]).await, Err(SqlError::Constraint { .. })));
    assert!(transaction.commit().await.is_err());
    let mut transaction = database.begin().await.unwrap();
    transaction.execute("DELETE FROM things WHERE scope_id = $1", &id).await.unwrap();
    transaction.roll_back().await.unwrap();
    assert_eq!(postgres.execute("UPDATE things SET size = 9 WHERE scope_id = $1", &id).await, Ok(2));
    let without_size = things(postgres.query("SELECT id FROM things WHERE scope_id = $1", &id).await);
    assert_eq!(without_size.len(), 2, "an optional column may be missing");
}
