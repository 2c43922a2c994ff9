//! The restrictions on what a component can do with its database.

use std::time::{Duration, Instant};

use crate::common::*;
use plumbline_storage::{SqlError, Value, sqlite_memory};

#[tokio::test]
async fn only_rows_may_be_changed() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    for sql in [
        "CREATE TABLE mine (a)",
        "CREATE TEMP TABLE mine (a)",
        "CREATE VIEW mine AS SELECT 1",
        "CREATE TRIGGER mine AFTER INSERT ON projects BEGIN SELECT 1; END",
        "CREATE INDEX mine ON projects (name)",
        "DROP TABLE projects",
        "DROP TRIGGER ledger_is_append_only_update",
        "DROP TRIGGER components_grant_no_credits",
        "ALTER TABLE projects ADD COLUMN mine TEXT",
        "ATTACH 'other.db' AS other",
        "DETACH main",
        "PRAGMA recursive_triggers = OFF",
        "PRAGMA foreign_keys = OFF",
        "SELECT * FROM pragma_table_info('projects')",
        "VACUUM",
        "VACUUM INTO 'copy.db'",
        "ANALYZE",
        "REINDEX",
        "SAVEPOINT mine",
        "SELECT load_extension('x')",
        "UPDATE credit_account SET granted = 1000000",
        "INSERT INTO credit_account VALUES (2, 1, 0, 0)",
        "DELETE FROM credit_account",
        "UPDATE credit_balance SET granted = 1000000",
        "INSERT INTO credit_balance VALUES (2, 1, 0, 0)",
        "DELETE FROM credit_balance",
        "UPDATE outbox_size SET entries = 0",
        "DELETE FROM outbox_size",
        "INSERT INTO usage_events (request_id, occurred_at, surface, operation, latency_ms, units) VALUES ('r', '', 'rest', 'x', 0, 0)",
        "INSERT OR REPLACE INTO usage_events SELECT * FROM usage_events",
        "UPDATE usage_events SET latency_ms = 0",
        "DELETE FROM Usage_Events",
        "DELETE FROM _sqlx_migrations",
        "INSERT INTO sqlite_master VALUES ('table', 'a', 'a', 0, '')",
    ] {
        match run(&connection, sql).await {
            Err(SqlError::Denied(why)) => assert!(!why.is_empty(), "{sql}"),
            // SQLite itself refuses writes to its schema table before it calls the authorizer.
            Err(SqlError::Invalid(why)) if sql.contains("sqlite_master") => {
                assert!(why.contains("may not be modified"))
            }
            Err(SqlError::Invalid(why)) if sql.contains("credit_account") => {
                assert!(why.contains("is a view"), "{why}")
            }
            other => panic!("{sql}: {other:?}"),
        }
    }
    assert_eq!(number(&one(&connection, "SELECT granted FROM credit_account").await), 200.0);
}

#[tokio::test]
async fn a_component_cannot_grant_credits() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    for kind in ["grant", "GRANT"] {
        let error = ledger(&connection, "tko_1", kind, 5.0).await.unwrap_err();
        assert!(matches!(error, SqlError::Constraint { .. }), "{error:?}");
    }
    let select = "INSERT INTO ledger SELECT 'x', 'grant', 5, '', ''";
    assert!(
        matches!(run(&connection, select).await, Err(SqlError::Constraint { name, .. }) if name.contains("may not grant"))
    );
    assert!(fixture.database.grant("g1", 5.0, "bought").await.unwrap());
    assert!(!fixture.database.grant("g1", 5.0, "bought").await.unwrap(), "a grant of the same id counts once");
    assert_eq!(number(&one(&connection, "SELECT granted FROM credit_account").await), 205.0);
}

/// A thousand entries of the largest payload are nearly all that may wait, whenever they are due.
#[tokio::test]
async fn what_waits_in_the_outbox_is_bounded() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    let insert = |first: u32, count: u32| {
        format!(
            "WITH RECURSIVE n (i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i < {}) \
             INSERT INTO outbox (id, kind, payload, created_at, due_at) \
             SELECT i, 'cleanup', printf('%.262144c', 'x'), '', '2099-01-01T00:00:00.000Z' FROM n",
            first + count - 1
        )
    };
    for first in [0, 250, 500, 750] {
        run(&connection, &insert(first, 250)).await.unwrap();
    }
    let full = "the outbox is full: at most 1000000 entries with 268435456 bytes of payload may wait";
    let refused = |result: Result<_, SqlError>| match result {
        Err(SqlError::Constraint { message, .. }) => assert_eq!(message, full),
        other => panic!("{other:?}"),
    };
    for conflict in ["INSERT", "INSERT OR IGNORE"] {
        refused(run(&connection, &insert(1000, 25).replace("INSERT", conflict)).await);
    }
    run(&connection, &insert(1000, 24)).await.unwrap();
    refused(run(&connection, &insert(1024, 1)).await);
    // An entry that is a job makes room, and so does a smaller one. Two are small now.
    run(&connection, "UPDATE outbox SET dispatched_at = '' WHERE id = '0'").await.unwrap();
    for id in ["1", "small"] {
        let small = "INSERT OR REPLACE INTO outbox (id, kind, payload, created_at) VALUES (?, 'cleanup', 'x', '')";
        connection.execute(small, vec![Value::from(id)]).await.unwrap();
    }
    run(&connection, &insert(1024, 1)).await.unwrap();
    refused(run(&connection, "UPDATE outbox SET dispatched_at = NULL").await);
    refused(run(&connection, "UPDATE outbox SET payload = printf('%.262144c', 'y') WHERE id = '1'").await);
    run(&connection, "DELETE FROM outbox WHERE id = '2'").await.unwrap();
    let counted = "SELECT COUNT(*), SUM(OCTET_LENGTH(payload)) FROM outbox WHERE dispatched_at IS NULL";
    let kept = run(&connection, "SELECT entries, bytes FROM outbox_size").await.unwrap();
    assert_eq!(kept, run(&connection, counted).await.unwrap());
}

#[tokio::test]
async fn one_call_is_one_statement() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    let two = run(&connection, "SELECT 1; DELETE FROM projects").await.unwrap_err();
    assert!(matches!(&two, SqlError::Invalid(why) if why.contains("one statement")), "{two:?}");
    assert_eq!(run(&connection, "SELECT 1; -- that was all").await.unwrap().len(), 1);
    assert!(matches!(run(&connection, " -- nothing").await, Err(SqlError::Invalid(_))));
    let missing = connection.execute("SELECT ?1, ?2", vec![Value::Null]).await.unwrap_err();
    assert!(matches!(&missing, SqlError::Invalid(why) if why.contains("2 parameters, 1 values")), "{missing:?}");
    let typo = run(&connection, "SELEC 1").await.unwrap_err();
    assert!(matches!(&typo, SqlError::Invalid(why) if why.contains("SELEC")), "{typo:?}");
}

const ENDLESS: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n";

#[tokio::test]
async fn an_endless_statement_is_stopped_and_the_next_runs() {
    let fixture = fixture_with(|c| c.sql.statement_time = Duration::from_millis(200)).await;
    let connection = fixture.database.connect();
    let start = Instant::now();
    assert!(matches!(run(&connection, ENDLESS).await, Err(SqlError::Timeout { .. })));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!(one(&connection, "SELECT 1").await, Value::Integer(1));
}

#[tokio::test]
async fn a_dropped_call_stops_its_statement() {
    let fixture = fixture_with(|c| c.sql.readers = 1).await;
    let connection = fixture.database.connect();
    let cut = tokio::time::timeout(Duration::from_millis(100), run(&connection, ENDLESS)).await;
    assert!(cut.is_err());
    drop(connection);
    let start = Instant::now();
    assert_eq!(one(&fixture.database.connect(), "SELECT 1").await, Value::Integer(1));
    assert!(start.elapsed() < Duration::from_secs(5), "the only connection came back after {:?}", start.elapsed());
}

#[tokio::test]
async fn results_are_bounded() {
    let fixture = fixture_with(|c| {
        c.sql.rows = 100;
        c.sql.result_bytes = 1024 * 1024;
    })
    .await;
    let connection = fixture.database.connect();
    let count =
        |n: u32| format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT {n}) SELECT i FROM n");
    assert_eq!(run(&connection, &count(100)).await.unwrap().len(), 100);
    assert!(matches!(run(&connection, &count(101)).await, Err(SqlError::TooLarge { limit: 100, unit: "rows" })));
    let big = run(&connection, "SELECT zeroblob(2000000)").await;
    assert!(matches!(big, Err(SqlError::TooLarge { unit: "bytes", .. })), "{big:?}");
    assert!(run(&connection, "SELECT zeroblob(100000000)").await.is_err(), "a value beyond the limit is not made");
}

/// Returns the peak resident memory of this process so far, in MiB.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() / 1024
}

/// Each of these took 0.5 to 1.8 GB, although every value was within the limit for a value.
#[tokio::test]
async fn a_row_of_many_large_values_is_not_made() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    let sixty = |value: &str| vec![value; 60].join(", ");
    let before = peak_memory();
    for sql in [
        format!("SELECT {}", sixty("randomblob(16000000)")),
        format!("SELECT {}", sixty("zeroblob(16000000)")),
        format!("SELECT {}", sixty("printf('%16000000s', '')")),
        format!("SELECT length(max({}))", vec!["randomblob(16000000)"; 32].join(", ")),
        format!("SELECT {} ORDER BY 1", sixty("hex(zeroblob(8000000))")),
        "SELECT json_group_array(hex(randomblob(8000000))) FROM (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)"
            .into(),
    ] {
        let refused = run(&connection, &sql).await;
        let shown = &sql[..40.min(sql.len())];
        assert!(
            matches!(
                refused,
                Err(SqlError::OutOfMemory { .. } | SqlError::TooLarge { unit: "bytes", .. } | SqlError::Invalid(_))
            ),
            "{shown}: {refused:?}"
        );
        let grown = peak_memory() - before;
        assert!(grown < 160, "{shown}: {grown} MiB");
    }
    assert_eq!(one(&connection, "SELECT 1").await, Value::Integer(1));
}

/// A prepared statement of 60 kB takes about 1 MB, and each connection caches 256 statements.
#[tokio::test]
async fn large_statements_are_not_kept() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    let list = vec!["'abcd'"; 7_400].join(", ");
    let (before, peak_before) = (sqlite_memory(), peak_memory());
    for number in 0..300 {
        let sql = format!("SELECT {number} FROM projects WHERE id IN ({list})");
        assert_eq!(run(&connection, &sql).await.unwrap().len(), 0);
    }
    let kept = sqlite_memory().saturating_sub(before) >> 20;
    assert!(kept < 16, "{kept} MiB");
    let grown = peak_memory() - peak_before;
    assert!(grown < 64, "{grown} MiB");
}

/// Preparing this statement takes more than 1 MB.
#[tokio::test]
async fn a_statement_is_prepared_within_its_memory() {
    let fixture = fixture_with(|c| c.sql.statement_memory = 512 * 1024).await;
    let connection = fixture.database.connect();
    let list = vec!["'abcd'"; 7_400].join(", ");
    let refused = run(&connection, &format!("SELECT 1 FROM projects WHERE id IN ({list})")).await;
    assert_eq!(refused, Err(SqlError::OutOfMemory { limit: 512 * 1024 }));
    assert_eq!(one(&connection, "SELECT 1").await, Value::Integer(1));
}

#[tokio::test]
async fn a_statement_without_memory_ends_alone() {
    let fixture = fixture_with(|c| c.sql.statement_memory = 4 * 1024 * 1024).await;
    let connection = fixture.database.connect();
    run(&connection, "BEGIN IMMEDIATE").await.unwrap();
    run(&connection, "INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj_1', 'x', '{}', '')")
        .await
        .unwrap();
    let refused = run(&connection, "SELECT length(randomblob(8000000))").await;
    assert_eq!(refused, Err(SqlError::OutOfMemory { limit: 4 * 1024 * 1024 }));
    let count = "SELECT COUNT(*) FROM projects";
    // Another connection works meanwhile: budgets are not shared.
    assert_eq!(one(&fixture.database.connect(), count).await, Value::Integer(0));
    assert_eq!(one(&connection, count).await, Value::Integer(1));
    run(&connection, "COMMIT").await.unwrap();
    // Freed memory no longer counts: a hundred times 3 MB, one after the other.
    for _ in 0..100 {
        assert_eq!(one(&connection, "SELECT length(randomblob(3000000))").await, Value::Integer(3_000_000));
    }
    let rows = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20) SELECT length(randomblob(1500000)) FROM n";
    assert_eq!(run(&connection, rows).await.unwrap().len(), 20);
}

#[tokio::test]
async fn a_full_database_says_so() {
    let fixture = fixture_with(|c| c.sql.database_bytes = 1024 * 1024).await;
    let connection = fixture.database.connect();
    let filled = async {
        for i in 0..40 {
            connection
                .execute(INSERT_PROJECT, vec![Value::Text(format!("prj_{i}")), Value::Text("x".repeat(100_000))])
                .await?;
        }
        Ok::<_, SqlError>(())
    };
    assert_eq!(filled.await, Err(SqlError::Full));
    run(&connection, "DELETE FROM projects").await.unwrap();
}
