//! The host's own database as an implementation of the trait that identity uses.

use std::sync::Arc;

use plumbline_sql::{Row, Value};
use plumbline_tenancy::{Database, DatabaseError, Statement};
use sqlx::sqlite::SqliteArguments;
use sqlx::{Connection as _, SqlitePool};
use tokio::sync::Mutex;

use super::{Control, Leases};
use crate::rows;

/// The host's own database as a [`Database`]. Cheap to clone.
#[derive(Debug, Clone)]
pub struct ControlDatabase {
    pool: SqlitePool,
    /// Queues the writes, so that at most one of them is ahead of a lease.
    queue: Arc<Mutex<()>>,
    leases: Leases,
}

impl Control {
    /// Returns the database for identity.
    pub fn database(&self) -> ControlDatabase {
        ControlDatabase { pool: self.pool.clone(), queue: Arc::clone(&self.identity), leases: self.leases.clone() }
    }
}

impl Database for ControlDatabase {
    async fn query(&self, statement: Statement) -> Result<Vec<Row>, DatabaseError> {
        let rows = prepare(statement).fetch_all(&self.pool).await.map_err(failed)?;
        rows.iter().map(|row| rows::row(row).map_err(failed)).collect()
    }

    async fn write(&self, statements: Vec<Statement>) -> Result<bool, DatabaseError> {
        let _queued = self.queue.lock().await;
        // Acquired before the write lock, so that leases do not wait for a free connection.
        let mut connection = self.pool.acquire().await.map_err(failed)?;
        let _guard = self.leases.lock_writes().await;
        // Takes SQLite's write lock immediately: a transaction that reads first could find its snapshot outdated when
        // it writes.
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.map_err(failed)?;
        for statement in statements {
            let expected = statement.changes;
            let done = prepare(statement).execute(&mut *transaction).await.map_err(failed)?;
            if expected.is_some_and(|rows| rows != done.rows_affected()) {
                transaction.rollback().await.map_err(failed)?;
                return Ok(false);
            }
        }
        transaction.commit().await.map_err(failed)?;
        Ok(true)
    }
}

fn prepare(statement: Statement) -> sqlx::query::Query<'static, sqlx::Sqlite, SqliteArguments> {
    statement.values.into_iter().fold(sqlx::query(statement.sql), |query, value| match value {
        Value::Null => query.bind(None::<String>),
        Value::Integer(number) => query.bind(number),
        Value::Real(number) => query.bind(number),
        Value::Text(text) => query.bind(text),
        Value::Blob(bytes) => query.bind(bytes),
    })
}

fn failed(error: sqlx::Error) -> DatabaseError {
    match error.as_database_error() {
        Some(database) if database.is_unique_violation() => DatabaseError::UniqueViolation,
        _ => DatabaseError::Failed(error.to_string()),
    }
}
