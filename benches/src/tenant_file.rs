//! A tenant's SQLite file, opened beside the server with the settings that the server opens it with.

use std::path::PathBuf;
use std::time::Duration;

use plumbline_tests::{Account, Server};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

/// The file of an account in the sandbox. It is there after the account's first call.
pub(crate) fn path(server: &Server, account: &Account) -> PathBuf {
    server.data_dir().join("tenants").join(&account.tenant).join("sandbox.db")
}

/// WAL, `synchronous` NORMAL, foreign keys, sorting in memory: as `host/storage` does.
pub(crate) fn options(server: &Server, account: &Account) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path(server, account))
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(Duration::from_secs(5))
        .pragma("temp_store", "MEMORY")
        .statement_cache_capacity(256)
}
