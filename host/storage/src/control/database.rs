//! The host's own database as an implementation of the trait that identity uses.

use std::sync::Arc;

use plumbline_host_sql::{Error, Pool, Query, query};
use plumbline_sql::Row;
use plumbline_tenancy::{Database, DatabaseError, Statement};
use tokio::sync::Mutex;

use super::{Control, Leases};

/// The host's own database as a [`Database`]. Cheap to clone.
#[derive(Debug, Clone)]
pub struct ControlDatabase {
    pool: Pool,
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
        prepare(statement).rows(&self.pool).await.map_err(failed)
    }

    async fn write(&self, statements: Vec<Statement>) -> Result<bool, DatabaseError> {
        let _queued = self.queue.lock().await;
        // Acquired before the write lock, so that leases do not wait for a free connection.
        let mut connection = self.pool.acquire().await.map_err(failed)?;
        let _guard = self.leases.lock_writes().await;
        let mut transaction = connection.begin_write().await.map_err(failed)?;
        for statement in statements {
            let expected = statement.changes;
            let changed = prepare(statement).execute(&mut transaction).await.map_err(failed)?;
            if expected.is_some_and(|rows| rows != changed) {
                transaction.rollback().await.map_err(failed)?;
                return Ok(false);
            }
        }
        transaction.commit().await.map_err(failed)?;
        Ok(true)
    }
}

fn prepare(statement: Statement) -> Query {
    query(statement.sql).bind_all(statement.values)
}

fn failed(error: Error) -> DatabaseError {
    match error {
        Error::Row(column) => column.into(),
        taken if taken.is_unique_violation() => DatabaseError::UniqueViolation,
        other => DatabaseError::Failed(other.to_string()),
    }
}
