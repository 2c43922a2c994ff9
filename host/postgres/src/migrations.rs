//! Migrations of the schema. Each is applied once, in a transaction, and recorded in `host.migrations` with the checksum
//! of its text.

use std::collections::BTreeMap;
use std::time::Duration;

use deadpool_postgres::ClientWrapper;
use sha2::{Digest as _, Sha256};
use tokio_postgres::Error;
use tokio_postgres::error::DbError;
use tokio_postgres::types::{ToSql, Type};

use crate::connection_error;
use crate::pool::{Object, Pool};
use crate::settings::PostgresError;

/// A migration, compiled into the program.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// The number in the file's name, at least 1.
    pub version: i64,
    /// A name for messages.
    pub name: &'static str,
    /// The statements. They run in one transaction, so they may not contain COMMIT or `CREATE INDEX CONCURRENTLY`.
    pub sql: &'static str,
}

/// The record of the statements that run after the migrations.
const AFTER: i64 = 0;
const AFTER_NAME: &str = "after";

/// Begins a transaction and waits for other hosts that migrate. A statement that waits for a table longer than the longest
/// transaction of a component gives up, because everyone else waits behind it.
const BEGIN: &str = "BEGIN; SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(19002, 0); \
    SET LOCAL lock_timeout = '30s'";

/// Reads the catalog's tables. `to_regclass` would look in the session's cache, which still lacks what another host has
/// created while this one waited for its turn.
const EXISTS: &str =
    "SELECT EXISTS (SELECT FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'host' AND relname = 'migrations')";
const CREATE: &str = "CREATE SCHEMA IF NOT EXISTS host; CREATE TABLE IF NOT EXISTS host.migrations (
    version BIGINT PRIMARY KEY,
    name TEXT COLLATE \"C\" NOT NULL,
    checksum TEXT COLLATE \"C\" NOT NULL,
    applied_at TEXT COLLATE \"C\" NOT NULL
)";
const RECORD: &str = "INSERT INTO host.migrations (version, name, checksum, applied_at)
    VALUES ($1, $2, $3, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"'))
    ON CONFLICT (version) DO UPDATE SET checksum = excluded.checksum, applied_at = excluded.applied_at";

/// The applied migrations: checksums by version.
type Applied = BTreeMap<i64, String>;

/// Applies the missing migrations and returns their number.
///
/// # Errors
/// [`PostgresError::Migration`] and [`PostgresError::Database`].
pub(crate) async fn run(pool: &Pool, migrations: &[Migration], after: &str) -> Result<usize, PostgresError> {
    // Never returned to the pool, so that dropping it in the middle rolls back.
    let client = Object::take(pool.get(Duration::from_secs(20)).await?);
    let applied = read(&client).await.map_err(database)?;
    check(&applied, migrations)?;
    let mut count = 0;
    for migration in migrations.iter().filter(|migration| !applied.contains_key(&migration.version)) {
        count += usize::from(apply(&client, migrations, migration.version, migration.name, migration.sql).await?);
    }
    if count > 0 || applied.get(&AFTER) != Some(&checksum(after)) {
        apply(&client, migrations, AFTER, AFTER_NAME, after).await?;
    }
    Ok(count)
}

/// Applies the missing migrations as the role of an address and returns their number. See
/// [`crate::Postgres::migrate`].
///
/// # Errors
/// [`PostgresError::Setting`] for an address that cannot be used, and the errors of [`run`].
pub(crate) async fn run_as(
    (setting, address): (&str, &str),
    migrations: &[Migration],
    after: &str,
) -> Result<usize, PostgresError> {
    run(&Pool::new(setting, address, 1, false, usize::MAX)?, migrations, after).await
}

/// Checks that the database has all of these migrations. It may have newer ones: a release's schema serves the release before
/// it too.
///
/// # Errors
/// [`PostgresError::Migration`] and [`PostgresError::Database`].
pub(crate) async fn require(pool: &Pool, migrations: &[Migration]) -> Result<(), PostgresError> {
    let client = pool.get(Duration::from_secs(20)).await?;
    let applied = read(&client).await.map_err(database)?;
    for migration in migrations {
        let problem = match applied.get(&migration.version) {
            None => "the database does not have it. Run `plumbline migrate` of this release first.",
            Some(found) if *found != checksum(migration.sql) => "the database has it with another text.",
            Some(_) => continue,
        };
        return Err(failed(migration.version, migration.name, problem));
    }
    Ok(())
}

/// Returns the migrations that were applied to the database. A new one has none.
async fn read(client: &ClientWrapper) -> Result<Applied, Error> {
    if !client.query_typed_one(EXISTS, &[]).await?.get::<_, bool>(0) {
        return Ok(Applied::new());
    }
    let rows = client.query_typed("SELECT version, checksum FROM host.migrations", &[]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// Fails if the database has migrations that this program does not, or has in another text.
fn check(applied: &Applied, migrations: &[Migration]) -> Result<(), PostgresError> {
    for (&version, found) in applied.iter().filter(|(version, _)| **version != AFTER) {
        let Some(known) = migrations.iter().find(|migration| migration.version == version) else {
            return Err(failed(
                version,
                "unknown",
                "the database has it and this program does not. Run the release that migrated the database, or a newer one.",
            ));
        };
        if *found != checksum(known.sql) {
            return Err(failed(
                version,
                known.name,
                "the database has it with another text. Run the release that migrated the database, or a newer one.",
            ));
        }
    }
    Ok(())
}

/// Applies one migration unless another host has done so meanwhile. Returns whether it did.
async fn apply(
    client: &ClientWrapper,
    migrations: &[Migration],
    version: i64,
    name: &str,
    sql: &str,
) -> Result<bool, PostgresError> {
    client.batch_execute(BEGIN).await.map_err(database)?;
    let applied = read(client).await.map_err(database)?;
    check(&applied, migrations)?;
    if version != AFTER && applied.contains_key(&version) {
        client.batch_execute("ROLLBACK").await.map_err(database)?;
        return Ok(false);
    }
    let applying = async {
        client.batch_execute(CREATE).await?;
        client.batch_execute(sql).await?;
        let record = [(&version as &(dyn ToSql + Sync), Type::INT8), (&name, Type::TEXT), (&checksum(sql), Type::TEXT)];
        client.query_typed(RECORD, &record).await?;
        client.batch_execute("COMMIT").await
    };
    // An error leaves the transaction open. Closing the connection rolls it back.
    applying.await.map_err(|error| failed(version, name, &message(&error)))?;
    Ok(true)
}

fn checksum(sql: &str) -> String {
    hex::encode(Sha256::digest(sql))
}

fn failed(version: i64, name: &str, problem: &str) -> PostgresError {
    PostgresError::Migration { version, name: name.to_owned(), problem: problem.to_owned() }
}

fn database(error: Error) -> PostgresError {
    connection_error::of(&error).into()
}

/// Returns the message of an error, with the place that the server reports.
fn message(error: &Error) -> String {
    let text = connection_error::of(error).to_string();
    match error.as_db_error().and_then(DbError::where_) {
        Some(place) => format!("{text} ({place})"),
        None => text,
    }
}
