//! A tenant's SQLite file, opened beside the server with the settings that the server opens it with.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plumbline_tests::{Account, Server};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

/// The file of an account in the sandbox. It is there after the account's first call.
pub(crate) fn path(server: &Server, account: &Account) -> PathBuf {
    path_of(server.data_dir(), &account.tenant)
}

fn path_of(data_dir: &Path, tenant: &str) -> PathBuf {
    data_dir.join("tenants").join(tenant).join("sandbox.db")
}

/// WAL, `synchronous` NORMAL, foreign keys, sorting in memory: as `host/storage` does.
pub(crate) fn options(server: &Server, account: &Account) -> SqliteConnectOptions {
    options_of(server.data_dir(), &account.tenant)
}

/// As [`options`], for a tenant of a data directory.
pub(crate) fn options_of(data_dir: &Path, tenant: &str) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path_of(data_dir, tenant))
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(Duration::from_secs(5))
        .pragma("temp_store", "MEMORY")
        .statement_cache_capacity(256)
}
