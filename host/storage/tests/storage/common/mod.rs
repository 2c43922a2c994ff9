//! A storage in its own folder, with a tenant.
#![allow(dead_code, reason = "each test file uses a part")]

use std::sync::Arc;

use plumbline_storage::{Connection, Environment, Scope, SqlError, Storage, StorageConfig, TenantDb, Value};

pub(crate) struct Fixture {
    pub(crate) storage: Storage,
    pub(crate) scope: Scope,
    pub(crate) database: Arc<TenantDb>,
    pub(crate) dir: tempfile::TempDir,
}

pub(crate) async fn fixture() -> Fixture {
    fixture_with(|_| ()).await
}

pub(crate) async fn fixture_with(change: impl FnOnce(&mut StorageConfig)) -> Fixture {
    let dir = tempfile::tempdir().unwrap();
    let mut config = StorageConfig::new(dir.path());
    change(&mut config);
    let storage = Storage::open(&config).await.unwrap();
    let tenant = storage.control.create_tenant("Hidden Creek Electric").await.unwrap();
    let scope = Scope::new(tenant.id, Environment::Production);
    let database = storage.tenant(&scope).await.unwrap();
    Fixture { storage, scope, database, dir }
}

/// Runs a statement without parameters.
pub(crate) async fn run(connection: &Connection, sql: &str) -> Result<Vec<Vec<Value>>, SqlError> {
    Ok(connection.execute(sql, Vec::new()).await?.rows)
}

/// Returns the single value of a query's result.
pub(crate) async fn one(connection: &Connection, sql: &str) -> Value {
    run(connection, sql).await.unwrap().remove(0).remove(0)
}

/// Converts an integer or floating-point value to a number.
pub(crate) fn number(value: &Value) -> f64 {
    match value {
        Value::Integer(n) => *n as f64,
        Value::Real(n) => *n,
        other => panic!("{other:?} is no number"),
    }
}

pub(crate) fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

pub(crate) const INSERT_PROJECT: &str =
    "INSERT INTO projects (id, name, metadata, created_at) VALUES (?, ?, '{}', '2026-01-01T00:00:00.000Z')";

pub(crate) const INSERT_LEDGER: &str =
    "INSERT INTO ledger (job_id, kind, credits, note, created_at) VALUES (?1, ?2, ?3, '', '2026-01-01T00:00:00.000Z')";

pub(crate) const INSERT_OUTBOX: &str =
    "INSERT INTO outbox (id, kind, payload, created_at) VALUES (?, 'takeoff', '{}', '2026-01-01T00:00:00.000Z')";

pub(crate) async fn ledger(connection: &Connection, job: &str, kind: &str, credits: f64) -> Result<(), SqlError> {
    connection.execute(INSERT_LEDGER, vec![text(job), text(kind), Value::Real(credits)]).await.map(|_| ())
}
