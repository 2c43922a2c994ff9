//! A component's connection to its tenant's database, on either database.

use std::time::Duration;

use async_recursion::async_recursion as boxed;
use plumbline_sql::{QueryResult, SqlError, Value};

use crate::{postgres, sqlite};

/// A component's connection. It uses nothing of the database while no transaction is open, so it may be kept for the
/// lifetime of the instance. Dropping it rolls back the open transaction and gives the next writer its turn.
#[derive(Debug)]
pub struct Connection(Backend);

#[derive(Debug)]
enum Backend {
    Sqlite(sqlite::Connection),
    Postgres(postgres::Connection),
}

impl From<sqlite::Connection> for Connection {
    fn from(connection: sqlite::Connection) -> Self {
        Self(Backend::Sqlite(connection))
    }
}

impl From<postgres::Connection> for Connection {
    fn from(connection: postgres::Connection) -> Self {
        Self(Backend::Postgres(connection))
    }
}

impl Connection {
    /// Runs one statement in SQLite's dialect and returns all its rows.
    ///
    /// Placeholders are `?` or `?1`. Transactions use the statements `BEGIN IMMEDIATE` (which waits for the turn to
    /// write), `BEGIN` (to read a single snapshot), `COMMIT` and `ROLLBACK`. Dropping a call before it is done stops
    /// the statement. Its transaction is rolled back when the connection is dropped too.
    ///
    /// # Errors
    /// See [`SqlError`]. After an error that ended the transaction, every statement fails with that error until the
    /// next `COMMIT` (which fails too), `ROLLBACK` or `BEGIN`.
    #[boxed]
    pub async fn execute(&self, sql: &str, parameters: Vec<Value>) -> Result<QueryResult, SqlError> {
        match &self.0 {
            Backend::Sqlite(connection) => connection.execute(sql, parameters).await,
            Backend::Postgres(connection) => connection.execute(sql, parameters).await,
        }
    }

    /// Returns the row id of the last row that this connection inserted. 0 if there is none, and on PostgreSQL.
    pub fn last_insert_rowid(&self) -> i64 {
        match &self.0 {
            Backend::Sqlite(connection) => connection.last_insert_rowid(),
            Backend::Postgres(connection) => connection.last_insert_rowid(),
        }
    }

    /// Returns how many rows the last INSERT, UPDATE or DELETE of this connection changed.
    pub fn changes(&self) -> u64 {
        match &self.0 {
            Backend::Sqlite(connection) => connection.changes(),
            Backend::Postgres(connection) => connection.changes(),
        }
    }

    /// Returns how long the last statement ran elsewhere: on a separate thread, or in the server. During that time its
    /// caller waited and did not block a thread that serves requests.
    pub fn offloaded_time(&self) -> Duration {
        match &self.0 {
            Backend::Sqlite(connection) => connection.offloaded_time(),
            Backend::Postgres(connection) => connection.offloaded_time(),
        }
    }

    /// Returns whether statements run on the thread of their caller, which serves nothing else meanwhile. PostgreSQL's run in
    /// the server.
    pub fn blocks_thread(&self) -> bool {
        matches!(&self.0, Backend::Sqlite(_))
    }

    /// Returns whether a write transaction would get its turn immediately among the writers of this process.
    pub fn is_write_lock_free(&self) -> bool {
        match &self.0 {
            Backend::Sqlite(connection) => connection.is_write_lock_free(),
            Backend::Postgres(connection) => connection.is_write_lock_free(),
        }
    }
}
