//! Single statements of components: whose rows they see, which errors they get, and their limits.

use std::time::Duration;

use plumbline_postgres::{Postgres, Settings};
use plumbline_sql::{ConstraintKind, SqlError, SqlLimits, Value};

use crate::fixture::{self, COMPONENTS, DATABASE, Fixture, Mode, insert, one, run, session, text};

pub(crate) async fn scopes_are_separate(fixture: &Fixture) {
    let (first, second) = (fixture.connect("first").await, fixture.connect("second").await);
    insert(&first, "a").await.unwrap();
    // The same key again: keys are unique within a scope.
    insert(&second, "a").await.unwrap();
    insert(&second, "b").await.unwrap();
    assert_eq!(one(&first, "SELECT COUNT(*) FROM things").await, Value::Integer(1));
    assert_eq!(one(&second, "SELECT COUNT(*) FROM things").await, Value::Integer(2));
    run(&first, "DELETE FROM things").await.unwrap();
    assert_eq!(first.changes(), 1);
    assert_eq!(one(&second, "SELECT COUNT(*) FROM things").await, Value::Integer(2));
    assert_eq!(first.last_insert_rowid(), 0);
    assert!(first.offloaded_time() > Duration::ZERO);
    // A row cannot be given to another scope.
    let other = run(&second, "UPDATE things SET scope_id = 1000000").await;
    assert!(matches!(other, Err(SqlError::Denied(_))), "{other:?}");
}

fn constraint(kind: ConstraintKind, name: &str, message: &str) -> SqlError {
    SqlError::Constraint { kind, name: name.into(), message: message.into() }
}

pub(crate) async fn errors_are_those_of_sqlite(fixture: &Fixture) {
    let connection = fixture.connect("errors").await;
    insert(&connection, "a").await.unwrap();
    let unique =
        |columns: &str| constraint(ConstraintKind::Unique, columns, &format!("UNIQUE constraint failed: {columns}"));
    for (sql, expected) in [
        ("INSERT INTO things (id, name) VALUES ('a', 'b')", unique("things.id")),
        ("INSERT INTO things (id, name, size) VALUES ('b', 'a', 1)", unique("things.name, things.size")),
        (
            "INSERT INTO things (id) VALUES ('b')",
            constraint(ConstraintKind::NotNull, "things.name", "NOT NULL constraint failed: things.name"),
        ),
        (
            "UPDATE things SET size = -1",
            constraint(ConstraintKind::Check, "size_not_negative", "CHECK constraint failed: size_not_negative"),
        ),
        (
            "INSERT INTO parts (id, thing_id) VALUES ('p', 'no')",
            constraint(ConstraintKind::ForeignKey, "", "FOREIGN KEY constraint failed"),
        ),
        ("DELETE FROM parts", constraint(ConstraintKind::Trigger, "parts are append-only", "parts are append-only")),
        ("DROP TABLE things", SqlError::Denied("DROP".into())),
        ("SELEC 1", SqlError::Invalid("near \"SELEC\": syntax error".into())),
        ("SELECT no FROM things", SqlError::Invalid("column \"no\" does not exist".into())),
        ("SELECT 1 / 0", SqlError::Invalid("division by zero".into())),
        ("SELECT * FROM scopes", SqlError::Invalid("relation \"scopes\" does not exist".into())),
        ("SELECT key FROM host.secrets", SqlError::Denied("permission denied for schema host".into())),
    ] {
        assert_eq!(run(&connection, sql).await, Err(expected), "{sql}");
    }
    let count = connection.execute("SELECT ?", vec![]).await;
    assert_eq!(count, Err(SqlError::Invalid("the statement has 1 parameters, 0 values were given".into())));
    // The connection still works.
    assert_eq!(one(&connection, "SELECT COUNT(*) FROM things").await, Value::Integer(1));
}

pub(crate) async fn limits_hold(fixture: &Fixture) {
    let limits = SqlLimits {
        rows: 100,
        result_bytes: 20_000,
        value_bytes: 1000,
        statement_bytes: 500,
        statement_time: Duration::from_secs(2),
        ..SqlLimits::default()
    };
    let connection = fixture.database("limits", limits).await.connect();
    let too_large = |limit, unit| Err(SqlError::TooLarge { limit, unit });
    assert_eq!(run(&connection, "SELECT n FROM generate_series(1, 100) n").await.unwrap().rows.len(), 100);
    // The second is read to its end, the third is cancelled.
    for count in [101, 200, 1_000_000] {
        let sql = format!("SELECT n FROM generate_series(1, {count}) n");
        assert_eq!(run(&connection, &sql).await, too_large(100, "rows"), "{count}");
    }
    assert_eq!(run(&connection, "SELECT repeat('x', 30000)").await, too_large(20_000, "bytes"));
    assert_eq!(run(&connection, "SELECT pg_sleep(60)").await, Err(SqlError::Timeout { seconds: 2 }));

    let long = connection.execute("SELECT ?", vec![text(&"x".repeat(1001))]).await;
    assert!(matches!(&long, Err(SqlError::Invalid(text)) if text.starts_with("string or blob too big")), "{long:?}");
    let long = run(&connection, &format!("SELECT '{}'", "x".repeat(500))).await;
    assert!(matches!(&long, Err(SqlError::Invalid(text)) if text.starts_with("string or blob too big")), "{long:?}");

    // A write whose result is refused is not committed.
    let write = "INSERT INTO things (id, name) SELECT n::text, 'x' FROM generate_series(1, 101) n RETURNING id";
    assert_eq!(run(&connection, write).await, too_large(100, "rows"));
    assert_eq!(one(&connection, "SELECT COUNT(*) FROM things").await, Value::Integer(0));

    // A refused result leaves a transaction open.
    run(&connection, "BEGIN").await.unwrap();
    assert_eq!(run(&connection, "SELECT n FROM generate_series(1, 101) n").await, too_large(100, "rows"));
    assert_eq!(one(&connection, "SELECT COUNT(*) FROM things").await, Value::Integer(0));
    run(&connection, "COMMIT").await.unwrap();
    run(&connection, "BEGIN IMMEDIATE").await.unwrap();
    insert(&connection, "a").await.unwrap();
    assert_eq!(run(&connection, "SELECT n FROM generate_series(1, 101) n").await, too_large(100, "rows"));
    run(&connection, "COMMIT").await.unwrap();
    assert_eq!(one(&connection, "SELECT COUNT(*) FROM things").await, Value::Integer(1));
}

/// Returns the peak resident memory of this process so far, in MiB.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() / 1024
}

/// A row of 60 values of 16 MB each is one message of 960 MB, which the driver would hold before it returns the row.
async fn large_rows_are_not_held(postgres: &Postgres, most: usize) {
    let scope = postgres.open_scope("large", "sandbox").await.unwrap();
    // The server takes seconds to build and send the largest row.
    let limits = SqlLimits { statement_time: Duration::from_secs(60), ..SqlLimits::default() };
    let connection = postgres.database(scope, limits, None).connect();
    let row = |values: usize| {
        let columns = vec!["large"; values].join(", ");
        format!("WITH given AS MATERIALIZED (SELECT ?::text AS large) SELECT {columns} FROM given")
    };
    let large = text(&"x".repeat(16_000_000));
    let too_large = SqlError::TooLarge { limit: 32 << 20, unit: "bytes" };
    let before = peak_memory();
    // The first is sent in two ways. The error of the last would name the value.
    for sql in [row(3), row(3), row(most), "SELECT repeat(?, 3)::bigint".into()] {
        assert_eq!(connection.execute(&sql, vec![large.clone()]).await, Err(too_large.clone()));
        assert_eq!(one(&connection, "SELECT 1").await, Value::Integer(1));
    }
    run(&connection, "BEGIN IMMEDIATE").await.unwrap();
    insert(&connection, "a").await.unwrap();
    assert_eq!(connection.execute(&row(3), vec![large]).await, Err(too_large.clone()));
    assert_eq!(run(&connection, "COMMIT").await, Err(too_large));
    assert_eq!(one(&connection, "SELECT COUNT(*) FROM things").await, Value::Integer(0));
    // A row within the limit arrives whole.
    let within = text(&"x".repeat(16 << 20));
    let row = connection.execute("SELECT ?::text", vec![within.clone()]).await.unwrap();
    assert!(row.rows == [[within]]);
    let grown = peak_memory() - before;
    assert!(grown < 200, "{grown} MiB");
}

#[tokio::test(flavor = "multi_thread")]
async fn large_rows_are_not_held_however_the_server_is_reached() {
    let Some((server, _)) = fixture::start_with_tls().await else { return };
    let by_tcp = |options: &str| server.url(COMPONENTS, DATABASE) + options;
    // Unoptimized TLS takes its time.
    for (components_url, prepared_statements, most) in [
        (by_tcp("?sslmode=disable"), true, 60),
        (by_tcp("?sslmode=disable"), false, 3),
        (by_tcp("?sslmode=require"), true, 3),
        (format!("postgres://{COMPONENTS}:secret@/{DATABASE}?hostaddr=127.0.0.1&port={}", server.port), true, 3),
        (server.socket_url(COMPONENTS, DATABASE), true, 3),
    ] {
        let settings = Settings { components_url, prepared_statements, connections: 2, ..fixture::settings(&server) };
        let postgres = Postgres::connect(&settings, fixture::translate()).await.unwrap();
        postgres.migrate(&[fixture::SCHEMA], fixture::AFTER).await.unwrap();
        large_rows_are_not_held(&postgres, most).await;
    }
}

pub(crate) async fn columns_are_named_without_rows(fixture: &Fixture) {
    let connection = fixture.connect("columns").await;
    // Twice, because a known statement is sent in another way.
    for _ in 0..2 {
        let result = run(&connection, "SELECT id, size AS length FROM things").await.unwrap();
        assert_eq!(result.columns, ["id", "length"]);
        assert!(result.rows.is_empty());
        assert!(run(&connection, "UPDATE things SET size = 1").await.unwrap().columns.is_empty());
    }
}

/// The second barrier, behind the sandbox: what the components' role can do without the host.
#[tokio::test]
async fn a_raw_session_reads_nothing() {
    let Some(fixture) = Fixture::start(Mode::Prepared).await else { return };
    let connection = fixture.connect("victim").await;
    insert(&connection, "a").await.unwrap();
    let scope = fixture.postgres.open_scope("victim", "sandbox").await.unwrap();
    let other = fixture.postgres.open_scope("attacker", "sandbox").await.unwrap();
    let mac = other.setting.split_once('.').unwrap().1;

    let raw = session(&fixture.server.url(COMPONENTS, DATABASE)).await;
    let count = async || {
        let row = raw.query_one("SELECT COUNT(*), (SELECT COUNT(*) FROM parts) FROM things", &[]).await.unwrap();
        row.get::<_, i64>(0) + row.get::<_, i64>(1)
    };
    assert_eq!(count().await, 0, "no scope is set");
    for forged in [String::new(), scope.id.to_string(), format!("{}.", scope.id), format!("{}.{mac}", scope.id)] {
        raw.execute("SELECT set_config('plumbline.scope', $1, false)", &[&forged]).await.unwrap();
        assert_eq!(count().await, 0, "{forged}");
        let written = raw.execute("INSERT INTO things (scope_id, id, name) VALUES ($1, 'b', 'b')", &[&scope.id]).await;
        assert!(written.is_err(), "{forged}");
    }
    for denied in [
        "SELECT host.scope_setting(1)",
        "SELECT key FROM host.secrets",
        "CREATE TABLE plumbline.mine (id BIGINT)",
        "CREATE SCHEMA mine",
        "ALTER TABLE things DISABLE ROW LEVEL SECURITY",
        "SET ROLE plumbline_host",
        "TRUNCATE things",
    ] {
        assert!(raw.batch_execute(denied).await.is_err(), "{denied}");
    }
    // The real value opens the scope, so the tests above test something.
    raw.execute("SELECT set_config('plumbline.scope', $1, false)", &[&scope.setting]).await.unwrap();
    assert_eq!(count().await, 1);
}
