//! The usage log on real SQLite files: every event is written exactly once, despite failures.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::*;
use plumbline_storage::{
    Connection, Environment, RetentionCutoffs, Scope, Storage, Surface, UnwrittenEvents, UsageBatch, UsageEvent,
    UsageLog, UsageLogConfig, Value,
};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

fn event(request_id: impl Into<String>) -> UsageEvent {
    UsageEvent::sample(request_id)
}

/// Returns settings that leave events waiting for an hour, so that a test sees what makes the log write earlier.
fn slow() -> UsageLogConfig {
    UsageLogConfig { delay: Duration::from_secs(3600), ..UsageLogConfig::default() }
}

/// Returns the number of recorded requests, in sums and rows.
async fn count(connection: &Connection) -> Value {
    one(
        connection,
        "SELECT (SELECT COALESCE(SUM(requests), 0) FROM usage_totals) + (SELECT COUNT(*) FROM usage_events)",
    )
    .await
}

/// Returns an event that is kept as a row.
fn job(request_id: impl Into<String>) -> UsageEvent {
    UsageEvent { status_code: Some(202), units: 1.0, ..event(request_id) }
}

async fn scopes(storage: &Storage, tenants: usize) -> Vec<Scope> {
    let mut scopes = Vec::new();
    for number in 0..tenants {
        let tenant = storage.control.create_tenant(&format!("Tenant {number}")).await.unwrap();
        scopes.extend(Environment::ALL.map(|environment| Scope::new(tenant.id.clone(), environment)));
    }
    scopes
}

/// Asserts that the ids `0..count` are in the database of the scope exactly once.
async fn assert_all_once(storage: &Storage, scope: &Scope, count: usize) {
    let connection = storage.tenant(scope).await.unwrap().connect();
    let rows = run(&connection, "SELECT request_id FROM usage_events").await.unwrap();
    let mut found: Vec<String> = rows
        .into_iter()
        .map(|mut row| match row.remove(0) {
            Value::Text(id) => id,
            other => panic!("{other:?}"),
        })
        .collect();
    let mut expected: Vec<String> = (0..count).map(|number| format!("{scope} {number}")).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert!(found == expected, "{scope}: {} of {count} found", found.len());
}

on_both_databases! {
    a_row_has_what_the_event_says,
    other_requests_add_up_by_kind_over_all_batches,
    a_batch_that_is_written_twice_counts_once,
    thousands_of_events_from_many_tasks_are_there_once_after_stop,
    a_batch_is_written_when_it_is_full_or_late,
    a_log_that_is_dropped_writes_what_it_has,
    components_read_usage_and_cannot_write_it,
    what_waits_for_a_database_is_bounded_and_only_jobs_beyond_it_are_not_counted,
}

async fn a_row_has_what_the_event_says(fixture: Fixture) {
    let log = UsageLog::start(fixture.storage.clone(), slow());
    let full = UsageEvent {
        user_id: Some("usr_1".into()),
        surface: Surface::Mcp,
        agent: Some("Planner".into()),
        operation: "takeoffs.create".into(),
        units: 12.5,
        end_customer_ref: Some("Größe".into()),
        ..job("req_1")
    };
    log.record(fixture.scope.clone(), full.clone());
    // A second event of the same request does not add a row.
    log.record(fixture.scope.clone(), UsageEvent { latency_ms: 99, ..full });
    log.record(fixture.scope.clone(), UsageEvent { client_id: None, ..job("req_2") });
    log.flush().await;
    let rows = run(&fixture.database.connect(), "SELECT * FROM usage_events ORDER BY request_id").await.unwrap();
    let at = text("2026-11-18T11:06:40.123Z");
    let expected = [
        vec![
            text("req_1"),
            at.clone(),
            text("pc_0000000000000000000001"),
            text("usr_1"),
            text("mcp"),
            text("Planner"),
            text("takeoffs.create"),
            Value::Integer(202),
            Value::Null,
            Value::Integer(7),
            Value::Real(12.5),
            text("Größe"),
        ],
        vec![
            text("req_2"),
            at,
            Value::Null,
            Value::Null,
            text("rest"),
            Value::Null,
            text("orders.get"),
            Value::Integer(202),
            Value::Null,
            Value::Integer(7),
            Value::Real(1.0),
            Value::Null,
        ],
    ];
    assert_eq!(rows, expected);
}

async fn other_requests_add_up_by_kind_over_all_batches(fixture: Fixture) {
    let log = UsageLog::start(fixture.storage.clone(), slow());
    for number in 0..3 {
        log.record(fixture.scope.clone(), event(format!("req_{number}")));
        log.record(fixture.scope.clone(), UsageEvent { units: 0.5, latency_ms: 9, ..event("a") });
        let failed = UsageEvent {
            status_code: Some(402),
            error_code: Some("insufficient_credits".into()),
            agent: Some("Planner".into()),
            client_id: None,
            ..event("b")
        };
        log.record(fixture.scope.clone(), failed);
        log.flush().await;
    }
    let rows = run(
        &fixture.database.connect(),
        "SELECT client_id, agent, latency_ms, requests, errors, units, day FROM usage_totals ORDER BY client_id, latency_ms",
    )
    .await
    .unwrap();
    let row = |client: &str, agent: &str, latency, errors, units| {
        let integer = Value::Integer;
        let (client, agent, day) = (text(client), text(agent), text("2026-11-18"));
        vec![client, agent, integer(latency), integer(3), integer(errors), Value::Real(units), day]
    };
    let client = "pc_0000000000000000000001";
    assert_eq!(rows, [row("", "Planner", 7, 3, 0.0), row(client, "", 7, 0, 0.0), row(client, "", 9, 0, 1.5)]);
    assert_eq!(one(&fixture.database.connect(), "SELECT COUNT(*) FROM usage_events").await, Value::Integer(0));
}

/// Covers a commit that was reported as failed and succeeded anyway.
async fn a_batch_that_is_written_twice_counts_once(fixture: Fixture) {
    let mut batch = UsageBatch::default();
    batch.add(event("req_1"));
    batch.add(job("req_2"));
    let connection = fixture.database.connect();
    for (writer, number, expected) in
        [("usw_1", 1, 2), ("usw_1", 1, 2), ("usw_1", 2, 3), ("usw_1", 1, 3), ("usw_2", 1, 4)]
    {
        fixture.database.record_usage(writer, number, &batch).await.unwrap();
        // The job has one row, even if two processes write it.
        assert_eq!(count(&connection).await, Value::Integer(expected), "{writer} {number}");
    }
}

async fn thousands_of_events_from_many_tasks_are_there_once_after_stop(fixture: Fixture) {
    let scopes = scopes(&fixture.storage, 2).await;
    let log = Arc::new(UsageLog::start(fixture.storage.clone(), slow()));
    let (tasks, each) = (8, 300);
    let recording: Vec<_> = (0..tasks)
        .map(|task| {
            let (log, scopes) = (Arc::clone(&log), scopes.clone());
            tokio::spawn(async move {
                for number in 0..each {
                    for scope in &scopes {
                        let event = job(format!("{scope} {}", task * each + number));
                        log.record(scope.clone(), UsageEvent { status_code: Some(200), ..event.clone() });
                        log.record(scope.clone(), event.clone());
                        // Some are recorded twice.
                        if number % 50 == 0 {
                            log.record(scope.clone(), event);
                        }
                    }
                }
            })
        })
        .collect();
    for task in recording {
        task.await.unwrap();
    }
    assert_eq!(log.stop().await, Ok(()));
    assert_eq!(log.stop().await, Ok(()), "a second stop does nothing");
    for scope in &scopes {
        assert_all_once(&fixture.storage, scope, tasks * each).await;
        let connection = fixture.storage.tenant(scope).await.unwrap().connect();
        let sum = one(&connection, "SELECT SUM(requests) FROM usage_totals").await;
        assert_eq!(sum, Value::Integer((tasks * each) as i64), "{scope}");
    }
}

async fn a_batch_is_written_when_it_is_full_or_late(fixture: Fixture) {
    let connection = fixture.database.connect();
    let config = UsageLogConfig { batch: 10, ..slow() };
    let log = UsageLog::start(fixture.storage.clone(), config);
    for number in 0..10 {
        log.record(fixture.scope.clone(), job(format!("full {number}")));
        // All requests of one kind are one row, regardless of their number.
        log.record(fixture.scope.clone(), event(format!("a kind {number}")));
    }
    until(async || number(&count(&connection).await) >= 18.0).await;
    let late = UsageLog::start(fixture.storage.clone(), UsageLogConfig::default());
    late.record(fixture.scope.clone(), event("late"));
    log.flush().await;
    until(async || count(&connection).await == Value::Integer(21)).await;
}

/// Polls until the condition is true. The limit only ends a failing test.
async fn until(is_so: impl AsyncFn() -> bool) {
    let bound = Instant::now() + Duration::from_secs(60);
    while !is_so().await {
        assert!(Instant::now() < bound, "it did not come about");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_record_never_waits_for_a_database() {
    let fixture = fixture().await;
    let path = path(&fixture, &fixture.scope);
    let mut blocker = other(&path).await;
    blocker.execute("BEGIN IMMEDIATE").await.unwrap();
    let config = UsageLogConfig { batch: 10, ..UsageLogConfig::default() };
    let log = UsageLog::start(fixture.storage.clone(), config);
    for number in 0..2000 {
        log.record(fixture.scope.clone(), job(format!("{} {number}", fixture.scope)));
    }
    assert_eq!(count(&fixture.database.connect()).await, Value::Integer(0));
    blocker.execute("ROLLBACK").await.unwrap();
    assert_eq!(log.stop().await, Ok(()));
    assert_all_once(&fixture.storage, &fixture.scope, 2000).await;
}

#[tokio::test]
async fn a_database_that_fails_for_a_while_gets_all_its_events_and_holds_up_no_other() {
    let fixture = fixture().await;
    let sick = scopes(&fixture.storage, 1).await.remove(0);
    fixture.storage.tenant(&sick).await.unwrap();
    let mut surgeon = other(&path(&fixture, &sick)).await;
    surgeon.execute("ALTER TABLE usage_events RENAME TO taken_away").await.unwrap();
    let config = UsageLogConfig {
        batch: 100,
        retry_delay: Duration::from_millis(1),
        max_retry_delay: Duration::from_millis(20),
        ..UsageLogConfig::default()
    };
    let log = UsageLog::start(fixture.storage.clone(), config);
    for number in 0..1000 {
        log.record(sick.clone(), job(format!("{sick} {number}")));
    }
    for number in 0..500 {
        log.record(fixture.scope.clone(), job(format!("{} {number}", fixture.scope)));
    }
    let connection = fixture.database.connect();
    until(async || count(&connection).await == Value::Integer(500)).await;
    let flushed = tokio::time::timeout(Duration::from_millis(200), log.flush()).await;
    assert!(flushed.is_err(), "a thousand events are not written yet");
    surgeon.execute("ALTER TABLE taken_away RENAME TO usage_events").await.unwrap();
    log.flush().await;
    assert_all_once(&fixture.storage, &sick, 1000).await;
    assert_all_once(&fixture.storage, &fixture.scope, 500).await;
}

#[tokio::test]
async fn a_database_that_cannot_be_opened_at_first_gets_its_events_later() {
    let fixture = fixture().await;
    let scope = scopes(&fixture.storage, 1).await.remove(0);
    let path = path(&fixture, &scope);
    // A folder where the file should be.
    std::fs::create_dir_all(&path).unwrap();
    let config = UsageLogConfig { max_retry_delay: Duration::from_millis(20), ..slow() };
    let log = UsageLog::start(fixture.storage.clone(), config);
    for number in 0..50 {
        log.record(scope.clone(), job(format!("{scope} {number}")));
    }
    assert!(tokio::time::timeout(Duration::from_millis(200), log.flush()).await.is_err());
    std::fs::remove_dir(&path).unwrap();
    assert_eq!(log.stop().await, Ok(()));
    assert_all_once(&fixture.storage, &scope, 50).await;
}

#[tokio::test]
async fn a_stop_says_what_could_not_be_written() {
    let fixture = fixture().await;
    let sick = scopes(&fixture.storage, 1).await.remove(0);
    std::fs::create_dir_all(path(&fixture, &sick)).unwrap();
    let config = UsageLogConfig { grace: Duration::from_millis(100), ..slow() };
    let log = UsageLog::start(fixture.storage.clone(), config);
    for number in 0..3 {
        log.record(sick.clone(), job(format!("{sick} {number}")));
        log.record(fixture.scope.clone(), job(format!("{} {number}", fixture.scope)));
    }
    assert_eq!(log.stop().await, Err(UnwrittenEvents { events: 3 }));
    assert_all_once(&fixture.storage, &fixture.scope, 3).await;
    log.record(fixture.scope.clone(), event("too late"));
    log.flush().await;
    assert_all_once(&fixture.storage, &fixture.scope, 3).await;
}

async fn a_log_that_is_dropped_writes_what_it_has(fixture: Fixture) {
    let log = UsageLog::start(fixture.storage.clone(), slow());
    log.record(fixture.scope.clone(), event("req_1"));
    drop(log);
    let connection = fixture.database.connect();
    until(async || count(&connection).await == Value::Integer(1)).await;
}

async fn components_read_usage_and_cannot_write_it(fixture: Fixture) {
    let mut batch = UsageBatch::default();
    batch.add(job("req_1"));
    batch.add(event("req_2"));
    fixture.database.record_usage("usw_1", 1, &batch).await.unwrap();
    let connection = fixture.database.connect();
    assert_eq!(one(&connection, "SELECT latency_ms FROM usage_events").await, Value::Integer(7));
    for sql in [
        "UPDATE usage_events SET latency_ms = 0",
        "DELETE FROM usage_events",
        "INSERT OR REPLACE INTO usage_events SELECT * FROM usage_events",
        "UPDATE usage_totals SET requests = 1",
        "DELETE FROM usage_totals",
        "DELETE FROM usage_writers",
    ] {
        let denied = run(&connection, sql).await;
        assert!(matches!(&denied, Err(plumbline_storage::SqlError::Denied(why)) if why.contains("kept by the host")));
    }
    // Workers do write the charge of the request's job.
    run(&connection, "INSERT INTO usage_charges VALUES ('req_1', 'tko_1', 10, '2026')").await.unwrap();
    assert_eq!(one(&connection, "SELECT latency_ms FROM usage_events").await, Value::Integer(7));
}

fn path(fixture: &Fixture, scope: &Scope) -> std::path::PathBuf {
    let folder = fixture.dir.path().join("tenants").join(scope.tenant.as_str());
    folder.join(format!("{}.db", scope.environment))
}

/// Opens a connection that is not the host's.
async fn other(path: &std::path::Path) -> sqlx::SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let mut connection = options.connect().await.unwrap();
    connection.ping().await.unwrap();
    connection
}

/// Opens the file of the tenant's production database, without the limits of components.
async fn open_file(fixture: &Fixture) -> sqlx::SqliteConnection {
    let path = fixture.dir.path().join("tenants").join(fixture.scope.tenant.as_str()).join("production.db");
    sqlx::sqlite::SqliteConnectOptions::new().filename(path).connect().await.unwrap()
}

#[tokio::test]
async fn old_usage_and_entries_that_became_jobs_are_swept_and_the_rest_stays() {
    let fixture = fixture().await;
    let mut file = open_file(&fixture).await;
    // More rows than are deleted in one turn.
    let rows = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000), \
        days (day) AS (VALUES ('2025-10-24'), ('2025-10-25'))";
    for sql in [
        "INSERT INTO usage_totals SELECT day, i, '', 'rest', '', '', '', 1, 1, 0, 0 FROM n, days",
        "INSERT INTO usage_events (request_id, occurred_at, surface, operation, latency_ms, units) \
         SELECT day || i, day || 'T12:00:00.000Z', 'rest', '', 1, 0 FROM n, days",
        "INSERT INTO usage_charges SELECT day || i, 'tko_1', 0.5, day || 'T12:00:00.000Z' FROM n, days",
        "INSERT INTO outbox (id, kind, payload, created_at, dispatched_at) \
         SELECT day || i, 'takeoff', '{}', '2025-10-01T00:00:00.000Z', day || 'T12:00:00.000Z' FROM n, days",
        "INSERT INTO webhook_endpoints (id, url, kinds, status, secret, created_at) \
         SELECT 'whe_1', 'https://a.test', '[\"document.deleted\"]', 'enabled', '', '2025-10-01T00:00:00.000Z'",
        "INSERT INTO events (id, kind, resource_type, resource_id, data, created_at) \
         SELECT day || i, 'document.deleted', 'document', 'doc_1', '{}', day || 'T12:00:00.000Z' FROM n, days",
        "INSERT INTO outbox (id, kind, payload, created_at) SELECT 'waits' || i, 'takeoff', '{}', '2025-10-01T00:00:00.000Z' FROM n",
    ] {
        file.execute(sqlx::AssertSqlSafe(format!("{rows} {sql}"))).await.unwrap();
    }
    let since = |time: &str| time.to_owned();
    let cutoffs = RetentionCutoffs {
        usage_since: since("2025-10-25T00:00:00.000Z"),
        outbox_since: since("2025-10-25T00:00:00.000Z"),
        events_since: since("2025-10-25T00:00:00.000Z"),
    };
    let connection = fixture.database.connect();
    // The entries since a hold name the job that settles it.
    let hold = "INSERT INTO ledger_entries VALUES ('tko_9', 'hold', 1000000, '', '2025-10-20T00:00:00.000Z')";
    run(&connection, hold).await.unwrap();
    assert_eq!(fixture.database.sweep(&cutoffs).await.unwrap(), 25_000);
    let release = "INSERT INTO ledger_entries VALUES ('tko_9', 'release', 1000000, '', '2025-11-20T00:00:00.000Z')";
    run(&connection, release).await.unwrap();
    assert_eq!(fixture.database.sweep(&cutoffs).await.unwrap(), 5_000);
    for (table, column, rows) in [
        ("usage_totals", "day", 5_000),
        ("usage_events", "occurred_at", 5_000),
        ("usage_charges", "charged_at", 5_000),
        // One more wakes the endpoint's sender.
        ("outbox", "COALESCE(dispatched_at, '2025-10-25')", 10_001),
        ("(SELECT * FROM events WHERE kind = 'document.deleted')", "created_at", 5_000),
        ("webhook_deliveries", "created_at", 5_000),
    ] {
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE {column} >= '2025-10-25'");
        assert_eq!(one(&connection, &sql).await, Value::Integer(rows), "{table}");
        assert_eq!(one(&connection, &format!("SELECT COUNT(*) FROM {table}")).await, Value::Integer(rows), "{table}");
    }
    assert_eq!(fixture.database.sweep(&cutoffs).await.unwrap(), 0);
}

#[tokio::test]
async fn events_and_their_deliveries_are_kept_for_30_days() {
    let fixture = fixture().await;
    let mut file = open_file(&fixture).await;
    let endpoint = "INSERT INTO webhook_endpoints (id, url, kinds, status, secret, created_at)
        VALUES ('whe_1', 'https://a.test', '[\"document.deleted\"]', 'enabled', '', '2025-10-01T00:00:00.000Z')";
    file.execute(endpoint).await.unwrap();
    let events = "INSERT INTO events (id, kind, resource_type, resource_id, data, created_at)
        SELECT created_at, 'document.deleted', 'document', 'doc_1', '{}', created_at FROM (
            SELECT '2025-10-21T08:00:00.000Z' AS created_at UNION ALL SELECT '2025-10-22T07:59:59.999Z'
            UNION ALL SELECT '2025-10-22T08:00:00.000Z' UNION ALL SELECT '2025-10-23T08:00:00.000Z')";
    file.execute(events).await.unwrap();
    let now = plumbline_storage::id::parse("2025-11-21T08:00:00.000Z").unwrap();
    assert_eq!(fixture.database.sweep(&RetentionCutoffs::at(now, 400)).await.unwrap(), 4);
    let connection = fixture.database.connect();
    for kept in [
        "SELECT id FROM events WHERE kind = 'document.deleted' ORDER BY id",
        "SELECT event_id FROM webhook_deliveries ORDER BY event_id",
    ] {
        let rows = run(&connection, kept).await.unwrap();
        assert_eq!(rows, [[text("2025-10-22T08:00:00.000Z")], [text("2025-10-23T08:00:00.000Z")]], "{kept}");
    }
}

/// A database that cannot be written takes memory only for the allowed number of waiting jobs and kinds of requests,
/// regardless of what callers send. Beyond it, jobs are in the program's log only, and other requests are still counted.
async fn what_waits_for_a_database_is_bounded_and_only_jobs_beyond_it_are_not_counted(fixture: Fixture) {
    let config = UsageLogConfig { max_waiting: 100, ..slow() };
    let log = UsageLog::start(fixture.storage.clone(), config);
    for number in 0..60 {
        log.record(fixture.scope.clone(), job(format!("early {number}")));
    }
    for number in 0..1_000 {
        let agent = Some(format!("agent {number}"));
        log.record(fixture.scope.clone(), UsageEvent { agent, ..event(format!("{number}")) });
    }
    for number in 0..50 {
        log.record(fixture.scope.clone(), job(format!("late {number}")));
    }
    log.stop().await.unwrap();
    let connection = fixture.database.connect();
    assert_eq!(one(&connection, "SELECT SUM(requests) FROM usage_totals").await, Value::Integer(1_000));
    assert_eq!(one(&connection, "SELECT COUNT(*) FROM usage_totals").await, Value::Integer(41));
    let early = "SELECT COUNT(*) FROM usage_events WHERE request_id LIKE 'early %'";
    assert_eq!(one(&connection, early).await, Value::Integer(60));
    assert_eq!(count(&connection).await, Value::Integer(1_060), "the late jobs are in the log");
}
