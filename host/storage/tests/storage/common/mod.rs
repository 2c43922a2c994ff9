//! A storage in its own folder or on PostgreSQL, with a tenant, and tests that run on both.
#![allow(dead_code, reason = "each test file uses a part")]

use std::sync::Arc;

use plumbline_storage::{
    Connection, Environment, PostgresSettings, S3Config, Scope, SqlError, Storage, StorageConfig, TenantDb, Value,
    migrate, use_ring,
};
use plumbline_test_s3::{BUCKET, KEY_ID, Moto, S3Server, SECRET};
use plumbline_tests::PostgresServer;

pub(crate) struct Fixture {
    pub(crate) storage: Storage,
    pub(crate) scope: Scope,
    pub(crate) database: Arc<TenantDb>,
    pub(crate) dir: tempfile::TempDir,
    /// The server of the databases, if they are on one.
    pub(crate) server: Option<PostgresServer>,
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
    Fixture { storage, scope, database, dir, server: None }
}

/// Opens a storage on a new server of PostgreSQL. Returns `None` and reports the test as skipped if it is not installed.
pub(crate) async fn postgres_fixture() -> Option<Fixture> {
    let server = PostgresServer::start().unwrap()?;
    server.create_database().unwrap();
    let url = |role: &str| server.url(role, "plumbline");
    let settings = PostgresSettings {
        url: url("plumbline_host"),
        components_url: url("plumbline_components"),
        ..PostgresSettings::default()
    };
    migrate(&url("plumbline_owner"), &settings).await.unwrap();
    let fixture = fixture_with(|config| config.postgres = Some(settings)).await;
    Some(Fixture { server: Some(server), ..fixture })
}

/// Makes two tests of each function, which takes a [`Fixture`]: on files and on PostgreSQL.
macro_rules! on_both_databases {
    ($($name:ident),+ $(,)?) => {
        mod on_files {
            $(#[tokio::test]
            async fn $name() {
                super::$name(crate::common::fixture().await).await;
            })+
        }

        mod on_postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let Some(fixture) = crate::common::postgres_fixture().await else { return };
                super::$name(fixture).await;
            })+
        }
    };
}
pub(crate) use on_both_databases;

/// Returns the settings of a store in the prefix `files` of the tests' bucket.
pub(crate) fn s3_config(url: &str) -> S3Config {
    S3Config {
        endpoint: Some(url.to_owned()),
        retry_seconds: None,
        credentials: Some((KEY_ID.to_owned(), SECRET.to_owned())),
        ..S3Config::from_url(&format!("s3://{BUCKET}/files")).unwrap()
    }
}

/// Opens a storage with its files in a new store.
pub(crate) async fn s3_fixture() -> (Fixture, S3Server) {
    let store = S3Server::start().unwrap();
    (fixture_with(|config| config.s3 = Some(s3_config(store.url()))).await, store)
}

/// A place of files, which lasts as long as the tests need it.
pub(crate) enum Place {
    Folder,
    S3(S3Server),
    Moto(Moto),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Folder => "a folder",
            Self::S3(_) => "s3s-fs",
            Self::Moto(_) => "moto",
        })
    }
}

/// Opens a storage for each place of files: a folder, and S3 stores of two makes.
pub(crate) async fn fixtures() -> Vec<(Fixture, Place)> {
    let mut all = vec![(fixture().await, Place::Folder)];
    let (fixture, store) = s3_fixture().await;
    all.push((fixture, Place::S3(store)));
    all.extend(moto_fixture().await.map(|(fixture, moto)| (fixture, Place::Moto(moto))));
    all
}

/// Opens a storage with its files in `moto`. Returns `None` and reports it as skipped if it is not installed.
#[expect(clippy::print_stdout, reason = "a part of a test that was not run says so")]
pub(crate) async fn moto_fixture() -> Option<(Fixture, Moto)> {
    let Some(moto) = Moto::start().unwrap() else {
        assert!(std::env::var_os("CI").is_none(), "moto is missing. `cargo xtask test` installs it");
        println!("skipped: moto is missing. `cargo xtask test` installs it.");
        return None;
    };
    use_ring();
    reqwest::Client::new().put(moto.bucket_url()).send().await.unwrap().error_for_status().unwrap();
    Some((fixture_with(|config| config.s3 = Some(s3_config(&moto.url()))).await, moto))
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
