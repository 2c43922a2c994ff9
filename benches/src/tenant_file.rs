//! A tenant's SQLite file, opened beside the server with the server's settings.

use std::path::Path;
use std::time::Duration;

use plumbline_tests::{Account, Server};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

/// Returns the options of an account's sandbox database, which exists after the account's first call. WAL, `synchronous`
/// NORMAL, foreign keys and sorting in memory, as in `host/storage`.
pub(crate) fn options(server: &Server, account: &Account) -> SqliteConnectOptions {
    options_for_tenant(server.data_dir(), &account.tenant)
}

/// Returns the same as [`options`], for a tenant of a data directory.
pub(crate) fn options_for_tenant(data_dir: &Path, tenant: &str) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(data_dir.join("tenants").join(tenant).join("sandbox.db"))
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(Duration::from_secs(5))
        .pragma("temp_store", "MEMORY")
        .statement_cache_capacity(256)
}
