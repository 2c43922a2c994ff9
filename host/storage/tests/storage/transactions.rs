//! Statements and transactions, and how they end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::*;
use plumbline_storage::{ConstraintKind, OutboxCursor, PendingSync, SqlError, Value};

on_both_databases! {
    constraints_are_named,
    a_transaction_is_whole_or_not_at_all,
    a_constraint_error_leaves_the_transaction_open,
    dropping_a_connection_rolls_back_and_frees_the_writer,
    writers_take_turns_and_none_is_refused,
    tenants_see_their_own_data_only,
}

#[tokio::test]
async fn values_come_back_as_they_went_in() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    let values = vec![
        Value::Integer(i64::MIN),
        Value::Real(0.1),
        Value::Text("Ω 1/8\"=1'-0\"".into()),
        Value::Blob(vec![0, 255, 7]),
        Value::Null,
        Value::Text(String::new()),
        Value::Blob(Vec::new()),
    ];
    let result = connection.execute("SELECT ?1 a, ?2 b, ?3, ?4, ?5, ?6, ?7", values.clone()).await.unwrap();
    assert_eq!(result.rows, vec![values]);
    assert_eq!(result.columns[..2], ["a", "b"]);
    let empty = connection.execute("SELECT id, name FROM projects", Vec::new()).await.unwrap();
    assert_eq!(empty.columns, ["id", "name"], "columns are known without rows");
}

#[tokio::test]
async fn rowid_and_changes_are_the_connections_own() {
    let fixture = fixture().await;
    let (one, other) = (fixture.database.connect(), fixture.database.connect());
    for i in 0..3 {
        one.execute(INSERT_PROJECT, vec![Value::Text(format!("prj_{i}")), text("a")]).await.unwrap();
    }
    assert_eq!((one.last_insert_rowid(), one.changes()), (3, 1));
    assert_eq!((other.last_insert_rowid(), other.changes()), (0, 0));
    run(&one, "UPDATE projects SET name = 'b'").await.unwrap();
    run(&one, "SELECT * FROM projects").await.unwrap();
    assert_eq!((one.last_insert_rowid(), one.changes()), (3, 3));
}

async fn constraints_are_named(fixture: Fixture) {
    let connection = fixture.database.connect();
    connection.execute(INSERT_PROJECT, vec![text("prj_1"), text("a")]).await.unwrap();
    let twice = connection.execute(INSERT_PROJECT, vec![text("prj_1"), text("a")]).await.unwrap_err();
    assert!(matches!(&twice, SqlError::Constraint { kind: ConstraintKind::Unique, name, .. } if name == "projects.id"));
    let null = connection.execute(INSERT_PROJECT, vec![text("prj_2"), Value::Null]).await.unwrap_err();
    assert!(
        matches!(&null, SqlError::Constraint { kind: ConstraintKind::NotNull, name, .. } if name == "projects.name")
    );
    let orphan = "INSERT INTO takeoff_pages VALUES ('tko_none', 1, 'page', '')";
    let orphan = run(&connection, orphan).await.unwrap_err();
    assert!(matches!(orphan, SqlError::Constraint { kind: ConstraintKind::ForeignKey, .. }));
}

#[tokio::test]
async fn what_is_committed_and_may_not_be_on_the_disk_is_noted() {
    let fixture = fixture().await;
    let pending_sync = PendingSync::default();
    let connection = fixture.database.connect_deferring_sync(&pending_sync);
    let insert = "INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj_1', 'a', '{}', '')";
    for statements in [&["SELECT 1"][..], &["BEGIN", "SELECT 1", "COMMIT"], &["BEGIN IMMEDIATE", insert, "ROLLBACK"]] {
        for statement in statements {
            run(&connection, statement).await.unwrap();
        }
        assert!(!pending_sync.take(), "{statements:?} committed nothing");
    }
    for statements in
        [&["BEGIN IMMEDIATE", insert, "COMMIT"][..], &["BEGIN", "DELETE FROM projects", "COMMIT"], &[insert]]
    {
        for statement in statements {
            assert!(!pending_sync.take(), "before {statement} of {statements:?}");
            run(&connection, statement).await.unwrap();
        }
        assert!(pending_sync.take(), "{statements:?}");
        fixture.database.make_durable().await.unwrap();
    }
}

async fn a_transaction_is_whole_or_not_at_all(fixture: Fixture) {
    let (writer, reader) = (fixture.database.connect(), fixture.database.connect());
    let count = "SELECT COUNT(*) FROM projects";
    run(&writer, "BEGIN IMMEDIATE").await.unwrap();
    writer.execute(INSERT_PROJECT, vec![text("prj_1"), text("a")]).await.unwrap();
    assert_eq!(one(&writer, count).await, Value::Integer(1), "a transaction sees its own rows");
    assert_eq!(one(&reader, count).await, Value::Integer(0), "a reader neither waits nor sees them");
    run(&writer, "ROLLBACK").await.unwrap();
    assert_eq!(one(&reader, count).await, Value::Integer(0));
    run(&writer, "begin immediate").await.unwrap();
    writer.execute(INSERT_PROJECT, vec![text("prj_1"), text("a")]).await.unwrap();
    assert!(run(&writer, "BEGIN IMMEDIATE").await.is_err(), "there is one transaction at a time");
    run(&writer, "COMMIT").await.unwrap();
    assert_eq!(one(&reader, count).await, Value::Integer(1));
    assert!(run(&writer, "COMMIT").await.is_err() && run(&writer, "ROLLBACK").await.is_err());
}

async fn a_constraint_error_leaves_the_transaction_open(fixture: Fixture) {
    let connection = fixture.database.connect();
    run(&connection, "BEGIN IMMEDIATE").await.unwrap();
    connection.execute(INSERT_PROJECT, vec![text("prj_1"), text("a")]).await.unwrap();
    connection.execute(INSERT_PROJECT, vec![text("prj_1"), text("a")]).await.unwrap_err();
    run(&connection, "COMMIT").await.unwrap();
    assert_eq!(one(&connection, "SELECT COUNT(*) FROM projects").await, Value::Integer(1));
}

/// An instance that traps drops its connection at any point.
async fn dropping_a_connection_rolls_back_and_frees_the_writer(fixture: Fixture) {
    for _ in 0..20 {
        let connection = fixture.database.connect();
        run(&connection, "BEGIN IMMEDIATE").await.unwrap();
        connection.execute(INSERT_PROJECT, vec![text("prj_1"), text("a")]).await.unwrap();
        drop(connection);
    }
    let connection = fixture.database.connect();
    run(&connection, "BEGIN IMMEDIATE").await.unwrap();
    assert_eq!(one(&connection, "SELECT COUNT(*) FROM projects").await, Value::Integer(0));
}

#[tokio::test]
async fn a_transaction_that_stays_open_is_ended() {
    let fixture = fixture_with(|c| c.sql.transaction_time = Duration::from_millis(300)).await;
    let idle = fixture.database.connect();
    run(&idle, "BEGIN IMMEDIATE").await.unwrap();
    idle.execute(INSERT_PROJECT, vec![text("prj_1"), text("a")]).await.unwrap();
    let start = Instant::now();
    // Waits for the turn, which is free when the idle transaction is ended.
    fixture.database.connect().execute(INSERT_PROJECT, vec![text("prj_2"), text("b")]).await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(5));
    // The component's next statement must not run outside a transaction.
    for _ in 0..2 {
        let late = idle.execute(INSERT_PROJECT, vec![text("prj_3"), text("c")]).await.unwrap_err();
        assert!(matches!(late, SqlError::TransactionExpired { .. }), "{late:?}");
    }
    assert!(matches!(run(&idle, "COMMIT").await, Err(SqlError::TransactionExpired { .. })));
    idle.execute(INSERT_PROJECT, vec![text("prj_4"), text("d")]).await.unwrap();
    let ids = run(&idle, "SELECT id FROM projects ORDER BY id").await.unwrap();
    assert_eq!(ids, [[text("prj_2")], [text("prj_4")]]);
}

#[tokio::test]
async fn a_statement_stopped_within_a_transaction_ends_it() {
    let fixture = fixture_with(|c| c.sql.statement_time = Duration::from_millis(200)).await;
    let connection = fixture.database.connect();
    run(&connection, "BEGIN IMMEDIATE").await.unwrap();
    connection.execute(INSERT_PROJECT, vec![text("prj_1"), text("a")]).await.unwrap();
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n";
    assert!(matches!(run(&connection, endless).await, Err(SqlError::Timeout { .. })));
    assert!(connection.execute(INSERT_PROJECT, vec![text("prj_2"), text("a")]).await.is_err());
    run(&connection, "ROLLBACK").await.unwrap();
    assert_eq!(one(&connection, "SELECT COUNT(*) FROM projects").await, Value::Integer(0));
}

async fn writers_take_turns_and_none_is_refused(fixture: Fixture) {
    let database = &fixture.database;
    run(&database.connect(), "INSERT INTO projects (id, name, metadata, created_at) VALUES ('n', '0', '{}', '')")
        .await
        .unwrap();
    let tasks: Vec<_> = (0..40)
        .map(|_| {
            let database = Arc::clone(database);
            tokio::spawn(async move {
                let connection = database.connect();
                run(&connection, "BEGIN IMMEDIATE").await.unwrap();
                let Value::Text(n) = one(&connection, "SELECT name FROM projects").await else {
                    panic!("a name is text")
                };
                tokio::task::yield_now().await;
                let next = (n.parse::<u32>().unwrap() + 1).to_string();
                connection.execute("UPDATE projects SET name = ?", vec![Value::Text(next)]).await.unwrap();
                run(&connection, "COMMIT").await.unwrap();
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(one(&database.connect(), "SELECT name FROM projects").await, text("40"));
}

/// Read transactions that start to write must not block the current writer.
#[tokio::test]
async fn readers_that_become_writers_do_not_stop_the_writer() {
    let fixture = fixture_with(|c| c.sql.readers = 2).await;
    let database = &fixture.database;
    let writer = database.connect();
    run(&writer, "BEGIN IMMEDIATE").await.unwrap();
    let holding = Arc::new(tokio::sync::Barrier::new(3));
    let upgrading: Vec<_> = (0..2)
        .map(|i| {
            let (database, holding) = (Arc::clone(database), Arc::clone(&holding));
            tokio::spawn(async move {
                let connection = database.connect();
                run(&connection, "BEGIN").await.unwrap();
                run(&connection, "SELECT COUNT(*) FROM projects").await.unwrap();
                holding.wait().await;
                connection.execute(INSERT_PROJECT, vec![Value::Text(format!("prj_{i}")), text("a")]).await
            })
        })
        .collect();
    // Both readers' permits are taken, and both readers will wait for the writer, whose statement has not been analyzed
    // yet.
    holding.wait().await;
    tokio::task::yield_now().await;
    let start = Instant::now();
    writer.execute("UPDATE projects SET name = 'never seen before'", vec![]).await.unwrap();
    run(&writer, "COMMIT").await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    for task in upgrading {
        // SQLite refuses to write over rows that the transaction has not seen. The error asks for a retry, and nothing
        // hangs.
        let outcome = task.await.unwrap();
        assert!(matches!(outcome, Ok(_) | Err(SqlError::Busy(_))), "{outcome:?}");
    }
}

#[tokio::test]
async fn a_commit_with_outbox_entries_is_announced_and_no_other() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    let signal = Arc::clone(fixture.storage.outbox_signal());
    connection.execute(INSERT_PROJECT, vec![text("prj_1"), text("a")]).await.unwrap();
    run(&connection, "BEGIN IMMEDIATE").await.unwrap();
    connection.execute(INSERT_OUTBOX, vec![text("job_1")]).await.unwrap();
    assert!(tokio::time::timeout(Duration::from_millis(50), signal.wait()).await.is_err(), "nothing is committed yet");
    run(&connection, "COMMIT").await.unwrap();
    assert_eq!(
        tokio::time::timeout(Duration::from_secs(5), signal.wait()).await.unwrap(),
        std::slice::from_ref(&fixture.scope)
    );
    let waiting = async || fixture.database.due_outbox_entries(&mut OutboxCursor::default(), "9999", 10).await.unwrap();
    assert_eq!(
        waiting().await.iter().map(|e| (e.id.as_str(), e.kind.as_str())).collect::<Vec<_>>(),
        [("job_1", "takeoff")]
    );
    fixture.database.mark_dispatched(&["job_1"]).await.unwrap();
    assert!(waiting().await.is_empty());
}

async fn tenants_see_their_own_data_only(fixture: Fixture) {
    let other = fixture.storage.control.create_tenant("Other").await.unwrap();
    let other = plumbline_storage::Scope::new(other.id, plumbline_storage::Environment::Production);
    let sandbox = plumbline_storage::Scope::new(fixture.scope.tenant.clone(), plumbline_storage::Environment::Sandbox);
    fixture.database.connect().execute(INSERT_PROJECT, vec![text("prj_1"), text("a")]).await.unwrap();
    for scope in [other, sandbox] {
        let connection = fixture.storage.tenant(&scope).await.unwrap().connect();
        assert_eq!(one(&connection, "SELECT COUNT(*) FROM projects").await, Value::Integer(0));
    }
    let nobody = plumbline_storage::TenantId::parse("ten_aaaaaaaaaaaaaaaaaaaaaa").unwrap();
    let nobody = plumbline_storage::Scope::new(nobody, plumbline_storage::Environment::Production);
    assert!(matches!(fixture.storage.tenant(&nobody).await, Err(plumbline_storage::StorageError::NotFound(_))));
}

#[tokio::test]
async fn an_outbox_entry_says_when_it_is_due() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    let insert = |id: &str, due_at: &str| {
        format!(
            "INSERT INTO outbox (id, kind, payload, created_at, due_at) VALUES ('{id}', 'cleanup', '{{}}', '2026-01-01T00:00:00.000Z', {due_at})"
        )
    };
    for (id, due_at) in [("b", "'2027-01-01T00:00:00.250Z'"), ("a", "NULL"), ("c", "'2027-01-02T00:00:00Z'")] {
        run(&connection, &insert(id, due_at)).await.unwrap();
    }
    // Times are compared as text.
    for due_at in ["'2027-01-01T01:00:00+01:00'", "'soon'", "''", "'now'", "x'00'"] {
        let refused = run(&connection, &insert("d", due_at)).await.unwrap_err().to_string();
        assert!(refused.contains("due_at of an outbox entry is a time in UTC"), "{due_at}: {refused}");
    }
    let update = "UPDATE outbox SET due_at = 'soon' WHERE id = 'a'";
    assert!(run(&connection, update).await.unwrap_err().to_string().contains("due_at of an outbox entry"));
    let waiting = async |cursor: &mut OutboxCursor, until: &str, limit| {
        let entries = fixture.database.due_outbox_entries(cursor, until, limit).await.unwrap();
        entries.into_iter().map(|entry| (entry.id, entry.due_at)).collect::<Vec<_>>()
    };
    let entry = |id: &str, due: Option<&str>| (id.to_owned(), due.map(str::to_owned));
    let (b, a) = (entry("b", Some("2027-01-01T00:00:00.250Z")), entry("a", None));
    let c = entry("c", Some("2027-01-02T00:00:00.000Z"));
    assert_eq!(waiting(&mut OutboxCursor::default(), "2027-01-01T00:00:00.249Z", 9).await, std::slice::from_ref(&a));
    assert_eq!(fixture.database.next_outbox_due("2027-01-01T00:00:00.249Z").await.unwrap(), b.1);
    assert_eq!(fixture.database.next_outbox_due("2027-01-02T00:00:00Z").await.unwrap(), None);
    // In the order in which they were committed.
    let mut cursor = OutboxCursor::default();
    assert_eq!(waiting(&mut cursor, "2028", 2).await, [b, a]);
    assert_eq!(waiting(&mut cursor, "2028", 2).await, [c]);
    assert_eq!(waiting(&mut cursor, "2028", 2).await, []);
}
