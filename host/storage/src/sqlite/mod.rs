//! A tenant's database as a SQLite file.

mod database;
mod lease;
mod sandbox;
mod session;

pub(crate) use database::Database;
#[cfg(test)]
pub(crate) use sandbox::HOST_TABLES;
pub(crate) use session::Session;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

use crate::error::StorageError;
use crate::sql::{ConstraintKind, SqlError};

/// How long SQLite itself waits for a lock that another process holds. Within the process writers queue before it.
const BUSY_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(5);

/// Options common to every SQLite file of ours.
///
/// WAL: readers never wait for the writer. `synchronous` NORMAL: a commit survives the death of the process but perhaps
/// not a loss of power, and the file stays whole in both; FULL costs an fsync per commit. `temp_store` is a file: SQLite
/// unlinks it when it opens it and keeps two megabytes of it in memory. In memory, one statement of a component could
/// sort rows of megabytes for as long as a statement may run, and bring the host down with it.
pub(crate) fn options(path: &std::path::Path, synchronous: SqliteSynchronous) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(synchronous)
        .busy_timeout(BUSY_TIMEOUT)
        .pragma("temp_store", "FILE")
        .statement_cache_capacity(256)
}

/// Keeps other processes (the command line beside a running server) from opening the same file until it is dropped. Two
/// that make and migrate a new file at once get in each other's way: SQLite's own lock does not span the whole of it.
pub(crate) async fn open_alone(path: &std::path::Path) -> Result<std::fs::File, StorageError> {
    let path = path.with_extension("lock");
    let locking = tokio::task::spawn_blocking(move || {
        let open = std::fs::File::options().create(true).truncate(false).write(true).open(&path);
        open.and_then(|file| file.lock().map(|()| file)).map_err(StorageError::io(path.display().to_string()))
    });
    locking.await.map_err(|e| StorageError::Damaged(e.to_string()))?
}

/// A SQLite error in the words of the seam.
pub(crate) fn sql_error(error: &sqlx::Error) -> SqlError {
    let sqlx::Error::Database(database) = error else { return SqlError::Io(error.to_string()) };
    let message = database.message().to_owned();
    let code: i32 = database.code().and_then(|code| code.parse().ok()).unwrap_or(0);
    // The low byte is the primary code, the rest says more: https://www.sqlite.org/rescode.html
    match code & 0xff {
        libsqlite3_sys::SQLITE_CONSTRAINT => {
            let kind = match code {
                libsqlite3_sys::SQLITE_CONSTRAINT_CHECK => ConstraintKind::Check,
                libsqlite3_sys::SQLITE_CONSTRAINT_UNIQUE
                | libsqlite3_sys::SQLITE_CONSTRAINT_PRIMARYKEY
                | libsqlite3_sys::SQLITE_CONSTRAINT_ROWID => ConstraintKind::Unique,
                libsqlite3_sys::SQLITE_CONSTRAINT_NOTNULL => ConstraintKind::NotNull,
                libsqlite3_sys::SQLITE_CONSTRAINT_FOREIGNKEY => ConstraintKind::ForeignKey,
                libsqlite3_sys::SQLITE_CONSTRAINT_TRIGGER => ConstraintKind::Trigger,
                _ => ConstraintKind::Other,
            };
            let name = match kind {
                ConstraintKind::Trigger => message.clone(),
                _ => message.split_once("failed: ").map_or_else(String::new, |(_, name)| name.to_owned()),
            };
            SqlError::Constraint { kind, name, message }
        }
        libsqlite3_sys::SQLITE_BUSY | libsqlite3_sys::SQLITE_LOCKED => SqlError::Busy(message),
        libsqlite3_sys::SQLITE_FULL => SqlError::Full,
        libsqlite3_sys::SQLITE_AUTH => SqlError::Denied(message),
        libsqlite3_sys::SQLITE_ERROR | libsqlite3_sys::SQLITE_RANGE | libsqlite3_sys::SQLITE_MISMATCH => {
            SqlError::Invalid(message)
        }
        libsqlite3_sys::SQLITE_TOOBIG => SqlError::Invalid(format!("{message}: a value or the statement is too long")),
        _ => SqlError::Io(message),
    }
}

/// Whether a statement was stopped by its deadline.
pub(crate) fn interrupted(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Database(database)
        if database.code().and_then(|code| code.parse::<i32>().ok()) == Some(libsqlite3_sys::SQLITE_INTERRUPT))
}
