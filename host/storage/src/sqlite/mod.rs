//! A tenant's database as a SQLite file.

mod analyses;
mod analysis_lock;
mod connection;
pub(crate) mod credits;
mod database;
mod flush;
mod held_read;
mod lease;
mod memory;
mod sandbox;
mod session;

pub use credits::moved_credits;
pub(crate) use credits::note as note_credits;
pub(crate) use database::{Database, WriteGuard};
pub use memory::held as sqlite_memory;
pub(crate) use memory::install as install_allocator;
#[cfg(test)]
pub(crate) use sandbox::HOST_TABLES;
pub(crate) use session::{Connection, Finish};

use rusqlite::ffi;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

use crate::error::StorageError;
use plumbline_sql::{ConstraintKind, SqlError};

/// How long SQLite waits for a lock that another process holds. Writers of this process queue before they reach it.
pub(crate) const BUSY_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(5);

/// Returns the options that all SQLite files of this program share.
///
/// WAL: readers never wait for the writer. `synchronous` NORMAL: a commit survives the death of the process but perhaps
/// not a power loss, and the file stays intact in both cases. [`flush`] then makes many commits durable at once. FULL
/// would cost an fsync for each. `temp_store` is a file: SQLite unlinks it when it opens it and keeps two megabytes of
/// it in memory. In memory, one statement of a component could sort megabytes of rows for as long as a statement may
/// run, and crash the host.
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

/// Keeps other processes (the command line next to a running server) from opening the same file until the guard is
/// dropped. Two processes that create and migrate a new file at once conflict, because SQLite's own lock does not cover
/// all of these steps.
pub(crate) async fn open_alone(path: &std::path::Path) -> Result<std::fs::File, StorageError> {
    let path = path.with_extension("lock");
    let locking = tokio::task::spawn_blocking(move || {
        let open = std::fs::File::options().create(true).truncate(false).write(true).open(&path);
        open.and_then(|file| file.lock().map(|()| file)).map_err(StorageError::io(path.display().to_string()))
    });
    locking.await.map_err(|e| StorageError::Damaged(e.to_string()))?
}

/// Converts a SQLite error to an [`SqlError`].
fn sql_error(error: &rusqlite::Error) -> SqlError {
    let message = match error {
        rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
        other => other.to_string(),
    };
    let Some(failure) = error.sqlite_error() else { return SqlError::Io(message) };
    let code = failure.extended_code;
    // The low byte is the primary code. The other bytes add detail: https://www.sqlite.org/rescode.html
    match code & 0xff {
        ffi::SQLITE_CONSTRAINT => {
            let kind = match code {
                ffi::SQLITE_CONSTRAINT_CHECK => ConstraintKind::Check,
                ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_ROWID => {
                    ConstraintKind::Unique
                }
                ffi::SQLITE_CONSTRAINT_NOTNULL => ConstraintKind::NotNull,
                ffi::SQLITE_CONSTRAINT_FOREIGNKEY => ConstraintKind::ForeignKey,
                ffi::SQLITE_CONSTRAINT_TRIGGER => ConstraintKind::Trigger,
                _ => ConstraintKind::Other,
            };
            let name = match kind {
                ConstraintKind::Trigger => message.clone(),
                _ => message.split_once("failed: ").map_or_else(String::new, |(_, name)| name.to_owned()),
            };
            SqlError::Constraint { kind, name, message }
        }
        ffi::SQLITE_BUSY | ffi::SQLITE_LOCKED => SqlError::Busy(message),
        ffi::SQLITE_FULL => SqlError::Full,
        ffi::SQLITE_AUTH => SqlError::Denied(message),
        ffi::SQLITE_ERROR | ffi::SQLITE_RANGE | ffi::SQLITE_MISMATCH => SqlError::Invalid(message),
        ffi::SQLITE_TOOBIG => SqlError::Invalid(format!("{message}: a value or the statement is too long")),
        _ => SqlError::Io(message),
    }
}
