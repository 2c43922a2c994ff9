//! Access to the control database for the leases of jobs. A job whose lease is renewed too late loses its run, so a
//! renewal must not wait for the writes of identity or other users of the database.

use std::sync::Arc;

use plumbline_host_sql::{Clock, Pool};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use tokio::sync::{Mutex, MutexGuard};

/// A connection for the leases of jobs, and the write lock. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Leases {
    pool: Pool,
    write_lock: Arc<Mutex<()>>,
}

impl Leases {
    /// Creates the connection pool. The connection opens on first use, since most commands renew no leases.
    pub(super) fn new(options: SqliteConnectOptions) -> Self {
        let pool = SqlitePoolOptions::new().max_connections(1).test_before_acquire(false).connect_lazy_with(options);
        Self { pool: pool.into(), write_lock: Arc::default() }
    }

    /// Takes the connection that PostgreSQL keeps for leases. Writers do not wait for each other there.
    pub(super) fn on_postgres(pool: &Pool) -> Self {
        Self { pool: pool.leases(), write_lock: Arc::default() }
    }

    /// Returns the connection.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Returns the clock by which leases are measured, read on the same connection.
    pub fn clock(&self) -> Clock {
        Clock::of(&self.pool)
    }

    /// Waits for the write lock. It is a fair lock, and identity requests one write at a time, so the wait is at
    /// most two of its transactions. SQLite's own lock is not fair: a waiting writer retries after a pause and may find
    /// it taken each time.
    pub async fn lock_writes(&self) -> MutexGuard<'_, ()> {
        self.write_lock.lock().await
    }
}
