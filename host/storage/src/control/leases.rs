//! The control database as the leases of jobs use it. A lease that is renewed too late costs the job its run, so a renewal must not
//! wait for what identity or anyone else does with the database.

use std::sync::Arc;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use tokio::sync::{Mutex, MutexGuard};

/// A connection for the leases of jobs, and their turn to write. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Leases {
    pool: SqlitePool,
    turn: Arc<Mutex<()>>,
}

impl Leases {
    /// Opens the connection when it is first used: most commands renew nothing.
    pub(super) fn new(options: SqliteConnectOptions) -> Self {
        let pool = SqlitePoolOptions::new().max_connections(1).test_before_acquire(false).connect_lazy_with(options);
        Self { pool, turn: Arc::default() }
    }

    /// The connection.
    pub fn pool(&self) -> &SqlitePool {
        &self.pool
    }

    /// Waits for the turn to write. It is fair, and identity asks for one write at a time, so this takes two of its transactions at
    /// most. SQLite's own lock is not: whoever waits for it looks again after a pause, and may find it taken each time.
    pub async fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().await
    }
}
