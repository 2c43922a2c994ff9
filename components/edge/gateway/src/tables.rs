//! The control tables in Spin's SQLite or the central host's PostgreSQL. Uses the synchronous functions, so no other
//! request of the instance runs between the statements of a transaction.

use std::sync::{Arc, LazyLock};

use plumbline_edge::variable;
use plumbline_tenancy::{Database, DatabaseError, Row, Statement, Value};
use spin_sdk::sqlite::wit::sqlite as spin;

/// The name of the application's database. On PostgreSQL, the adapter gives the host's own tables another name than those of
/// endpoints, which do not see them.
static DATABASE: LazyLock<&str> =
    LazyLock::new(|| if variable(ADDRESSES[0]).is_some() { ON_POSTGRES } else { "default" });
/// The name of the application's database on PostgreSQL.
const ON_POSTGRES: &str = "host";

/// The variables with the addresses of PostgreSQL.
const ADDRESSES: [&str; 2] = ["postgres", "postgres_components"];

/// Fails if an application on PostgreSQL does not know where it is.
///
/// # Errors
/// Returns the name of the variable that is not set.
pub(crate) fn require_addresses() -> Result<(), String> {
    if *DATABASE != ON_POSTGRES {
        return Ok(());
    }
    let missing = ADDRESSES.into_iter().find(|name| variable(name).is_none_or(|address| address.trim().is_empty()));
    missing.map_or(Ok(()), |name| Err(format!("variable {name}: not set; it must be an address of the database")))
}

/// SQLite's error text if another connection writes for too long.
const LOCKED: &str = "database is locked";

/// Returns whether another connection wrote for too long.
pub(crate) fn is_locked(error: &DatabaseError) -> bool {
    matches!(error, DatabaseError::Failed(text) if text == LOCKED)
}

/// The control tables.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tables;

impl Database for Tables {
    async fn query(&self, statement: Statement) -> Result<Vec<Row>, DatabaseError> {
        query(statement)
    }

    async fn write(&self, statements: Vec<Statement>) -> Result<bool, DatabaseError> {
        let connection = open()?;
        transaction(&connection, || run_all(&connection, statements), |all| *all)
    }
}

/// Runs one statement. Returns its rows.
pub(crate) fn query(statement: Statement) -> Result<Vec<Row>, DatabaseError> {
    run(&open()?, statement)
}

/// Runs one statement in its own transaction. Returns how many rows it changed.
pub(crate) fn change(statement: Statement) -> Result<u64, DatabaseError> {
    let connection = open()?;
    run(&connection, statement)?;
    Ok(connection.changes())
}

/// Runs `work` under the write lock. Commits its changes if it succeeds.
pub(crate) fn with_write_lock<T>(work: impl FnOnce() -> Result<T, DatabaseError>) -> Result<T, DatabaseError> {
    transaction(&open()?, work, |_| true)
}

/// Runs `work` in a transaction. Commits its changes if it succeeds and `keeps` is true for what it returns.
fn transaction<T>(
    connection: &spin::Connection,
    work: impl FnOnce() -> Result<T, DatabaseError>,
    keeps: impl FnOnce(&T) -> bool,
) -> Result<T, DatabaseError> {
    // Takes the write lock up front: upgrading a read transaction later could fail.
    run(connection, Statement::new("BEGIN IMMEDIATE"))?;
    let done = work();
    let commits = done.as_ref().is_ok_and(keeps);
    let ended = run(connection, Statement::new(if commits { "COMMIT" } else { "ROLLBACK" }));
    // Report the error of `work` rather than a failed rollback.
    if commits { ended.and(done) } else { done }
}

/// Runs statements in order. Stops and returns `false` if one changes an unexpected number of rows.
fn run_all(connection: &spin::Connection, statements: Vec<Statement>) -> Result<bool, DatabaseError> {
    for statement in statements {
        let expected = statement.changes;
        run(connection, statement)?;
        if expected.is_some_and(|rows| rows != connection.changes()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Opens the database. The adapter gives all requests of the instance the same connection, so this is cheap.
pub(crate) fn open() -> Result<spin::Connection, DatabaseError> {
    spin::Connection::open(&DATABASE).map_err(database_error)
}

fn run(connection: &spin::Connection, statement: Statement) -> Result<Vec<Row>, DatabaseError> {
    let values: Vec<spin::Value> = statement.values.into_iter().map(Into::into).collect();
    let answer = connection.execute(statement.sql, &values).map_err(database_error)?;
    let columns: Arc<[String]> = answer.columns.into();
    let row = |row: spin::RowResult| Row::new(Arc::clone(&columns), row.values.into_iter().map(Value::from).collect());
    Ok(answer.rows.into_iter().map(row).collect())
}

pub(crate) fn database_error(error: spin::Error) -> DatabaseError {
    match error {
        spin::Error::Io(text) if text.contains("UNIQUE constraint failed") => DatabaseError::UniqueViolation,
        spin::Error::Io(text) if text.contains(LOCKED) => DatabaseError::Failed(LOCKED.into()),
        spin::Error::Io(text) => DatabaseError::Failed(text),
        other => DatabaseError::Failed(format!("{other:?}")),
    }
}
