//! Connections and transactions.

use std::sync::Arc;

use plumbline_postgres::{Database, HostTransaction, Postgres};
use sqlx::pool::PoolConnection;
use sqlx::{Connection as _, Sqlite, SqlitePool};

use crate::error::Error;
use crate::postgres::{PostgresPool, PostgresTarget};
use crate::target::Target;

/// The database behind a pool. Statements that the databases do not share are chosen by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// SQLite.
    Sqlite,
    /// PostgreSQL 15 or later.
    Postgres,
}

/// A pool of connections to a database. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Pool(PoolOf);

#[derive(Debug, Clone)]
enum PoolOf {
    Sqlite(SqlitePool),
    Postgres(PostgresPool),
}

/// A connection of a pool, for settings that statements after it share.
#[derive(Debug)]
pub struct Connection(ConnectionOf);

#[derive(Debug)]
enum ConnectionOf {
    Sqlite(PoolConnection<Sqlite>),
    /// Transactions take connections of their own.
    Postgres(PostgresPool),
}

/// A transaction. If it is dropped, it is rolled back.
#[derive(Debug)]
pub struct Transaction<'c>(TransactionOf<'c>);

#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a transaction is moved once, and a box would be one allocation for each"
)]
enum TransactionOf<'c> {
    Sqlite(sqlx::Transaction<'c, Sqlite>),
    Postgres(HostTransaction),
}

/// Starts a transaction of SQLite that writes. It takes the write lock immediately: a transaction that reads first could
/// find its snapshot outdated when it writes.
const BEGIN_WRITE: &str = "BEGIN IMMEDIATE";

impl From<SqlitePool> for Pool {
    fn from(pool: SqlitePool) -> Self {
        Self(PoolOf::Sqlite(pool))
    }
}

impl Pool {
    /// Returns the pool of the host's own tables on PostgreSQL. Its writers take turns.
    pub fn control(postgres: &Postgres) -> Self {
        Self(PoolOf::Postgres(PostgresPool::Control(postgres.clone())))
    }

    /// Returns the pool of a scope's tables on PostgreSQL. Its writers take turns with components and other hosts.
    pub fn scope(database: &Arc<Database>) -> Self {
        Self(PoolOf::Postgres(PostgresPool::Scope(Arc::clone(database))))
    }

    /// Returns the same pool for statements that are correct beside other writers, which then need not take turns. On
    /// SQLite, whose writers always do, it is the pool itself.
    pub fn concurrent(&self) -> Self {
        match &self.0 {
            PoolOf::Postgres(PostgresPool::Control(postgres)) => {
                Self(PoolOf::Postgres(PostgresPool::Concurrent(postgres.clone())))
            }
            _ => self.clone(),
        }
    }

    /// Returns the same pool for the leases of jobs. On PostgreSQL it has a connection of its own, and its writers do not take
    /// turns. On SQLite, where a pool is made with its options, it is the pool itself.
    pub fn leases(&self) -> Self {
        match &self.0 {
            PoolOf::Postgres(PostgresPool::Control(postgres)) => {
                Self(PoolOf::Postgres(PostgresPool::Concurrent(postgres.for_leases())))
            }
            _ => self.clone(),
        }
    }

    /// Returns the dialect of the database.
    pub fn dialect(&self) -> Dialect {
        match &self.0 {
            PoolOf::Sqlite(_) => Dialect::Sqlite,
            PoolOf::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Returns SQLite's own pool, for what only SQLite has: its migrations and files.
    pub fn as_sqlite(&self) -> Option<&SqlitePool> {
        match &self.0 {
            PoolOf::Sqlite(pool) => Some(pool),
            PoolOf::Postgres(_) => None,
        }
    }

    /// Closes SQLite's connections. The last one to close copies the log to the file. Does nothing on PostgreSQL.
    pub async fn close(&self) {
        if let PoolOf::Sqlite(pool) = &self.0 {
            pool.close().await;
        }
    }

    /// Waits for a free connection.
    ///
    /// # Errors
    /// Returns an error if none comes free in time or the database cannot be opened.
    pub async fn acquire(&self) -> Result<Connection, Error> {
        match &self.0 {
            PoolOf::Sqlite(pool) => Ok(Connection(ConnectionOf::Sqlite(pool.acquire().await?))),
            PoolOf::Postgres(pool) => Ok(Connection(ConnectionOf::Postgres(pool.clone()))),
        }
    }

    /// Starts a transaction that only reads. Its first statement fixes the snapshot that all of them read.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn begin_read(&self) -> Result<Transaction<'static>, Error> {
        match &self.0 {
            PoolOf::Sqlite(pool) => Ok(Transaction(TransactionOf::Sqlite(pool.begin().await?))),
            PoolOf::Postgres(pool) => Ok(Transaction(TransactionOf::Postgres(pool.begin_read().await?))),
        }
    }

    /// Starts a transaction that writes. On SQLite it waits for the write lock.
    ///
    /// # Errors
    /// Returns an error if the database fails or the write lock does not come free in time.
    pub async fn begin_write(&self) -> Result<Transaction<'static>, Error> {
        match &self.0 {
            PoolOf::Sqlite(pool) => Ok(Transaction(TransactionOf::Sqlite(pool.begin_with(BEGIN_WRITE).await?))),
            PoolOf::Postgres(pool) => Ok(Transaction(TransactionOf::Postgres(pool.begin_write().await?))),
        }
    }

    pub(crate) fn target(&self) -> Target<'_> {
        match &self.0 {
            PoolOf::Sqlite(pool) => Target::SqlitePool(pool),
            PoolOf::Postgres(pool) => Target::Postgres(PostgresTarget::Pool(pool)),
        }
    }
}

impl Connection {
    /// Starts a transaction that writes, as [`Pool::begin_write`] does.
    ///
    /// # Errors
    /// Returns an error if the database fails or the write lock does not come free in time.
    pub async fn begin_write(&mut self) -> Result<Transaction<'_>, Error> {
        match &mut self.0 {
            ConnectionOf::Sqlite(connection) => {
                Ok(Transaction(TransactionOf::Sqlite(connection.begin_with(BEGIN_WRITE).await?)))
            }
            ConnectionOf::Postgres(pool) => Ok(Transaction(TransactionOf::Postgres(pool.begin_write().await?))),
        }
    }

    pub(crate) fn target(&mut self) -> Target<'_> {
        match &mut self.0 {
            ConnectionOf::Sqlite(connection) => Target::Sqlite(connection),
            ConnectionOf::Postgres(pool) => Target::Postgres(PostgresTarget::Pool(pool)),
        }
    }
}

impl Transaction<'_> {
    /// Commits the transaction.
    ///
    /// # Errors
    /// Returns an error if the database fails. Nothing is changed then, unless the answer alone was lost.
    pub async fn commit(self) -> Result<(), Error> {
        match self.0 {
            TransactionOf::Sqlite(transaction) => Ok(transaction.commit().await?),
            TransactionOf::Postgres(transaction) => Ok(transaction.commit().await?),
        }
    }

    /// Rolls the transaction back.
    ///
    /// # Errors
    /// Returns an error if the database fails. The transaction ends then with its connection.
    pub async fn rollback(self) -> Result<(), Error> {
        match self.0 {
            TransactionOf::Sqlite(transaction) => Ok(transaction.rollback().await?),
            TransactionOf::Postgres(transaction) => Ok(transaction.roll_back().await?),
        }
    }

    pub(crate) fn target(&mut self) -> Target<'_> {
        match &mut self.0 {
            TransactionOf::Sqlite(transaction) => Target::Sqlite(transaction),
            TransactionOf::Postgres(transaction) => Target::Postgres(PostgresTarget::Transaction(transaction)),
        }
    }
}
