//! A connection and its transactions.

use std::sync::Arc;

use crate::{DbError, DbResult, Row, Value};

/// A backend that executes statements: the host's `spin:sqlite` in a component, an in-memory SQLite in native tests.
pub trait Backend {
    /// Runs one statement.
    ///
    /// # Errors
    /// [`DbError`] if a statement fails.
    fn execute(&self, sql: &str, parameters: Vec<Value>) -> DbResult<Executed>;
}

/// The result of a statement.
#[derive(Debug)]
pub struct Executed {
    /// The rows of a query or of `RETURNING`, otherwise empty.
    pub rows: Vec<Row>,
    /// Rows inserted, changed or deleted by the statement.
    pub changes: u64,
}

impl Executed {
    /// Creates a result from the column names, the values of each row in the same order, and the number of changed rows.
    pub fn new(columns: Vec<String>, values: impl IntoIterator<Item = Vec<Value>>, changes: u64) -> Self {
        let columns: Arc<[String]> = columns.into();
        let rows = values.into_iter().map(|values| Row::new(columns.clone(), values)).collect();
        Self { rows, changes }
    }
}

/// The tenant's database, on its own connection.
///
/// Each statement outside [`Db::transaction`] commits separately. Use such statements for reading, and for a write that is
/// one statement and whose `WHERE` clause checks what it depends on. Make all other writes in a transaction.
pub struct Db {
    backend: Box<dyn Backend>,
}

impl Db {
    /// Creates a database over any backend.
    pub fn new(backend: impl Backend + 'static) -> Self {
        Self { backend: Box::new(backend) }
    }

    /// Returns all rows of a query.
    ///
    /// # Errors
    /// [`DbError`] if a statement fails.
    pub fn query(&self, sql: &str, parameters: impl Into<Vec<Value>>) -> DbResult<Vec<Row>> {
        Ok(self.backend.execute(sql, parameters.into())?.rows)
    }

    /// Returns the first row of a query, if it has one.
    ///
    /// # Errors
    /// [`DbError`] if a statement fails.
    pub fn query_opt(&self, sql: &str, parameters: impl Into<Vec<Value>>) -> DbResult<Option<Row>> {
        Ok(self.query(sql, parameters)?.into_iter().next())
    }

    /// Runs a statement and returns the number of rows that it inserted, changed or deleted.
    ///
    /// # Errors
    /// [`DbError`] if a statement fails.
    pub fn execute(&self, sql: &str, parameters: impl Into<Vec<Value>>) -> DbResult<u64> {
        Ok(self.backend.execute(sql, parameters.into())?.changes)
    }

    /// Runs `work` as one transaction: commits if it returns `Ok`, rolls back if it returns `Err`.
    ///
    /// The transaction is the whole call, and `work` is deliberately not async. Several requests may share one instance of
    /// a component. If one of them could be suspended between BEGIN and COMMIT, another of the same instance might run and
    /// request the tenant's only write lock. The host would make it wait, the instance would block, and the first request
    /// could never reach its COMMIT. With a plain closure over synchronous host calls, the instance's other requests do not
    /// run until this function returns.
    ///
    /// BEGIN IMMEDIATE takes the write lock at once. Data that `work` reads stays valid until it commits, so it may check
    /// and then write. A panic inside `work` traps the instance. The host then rolls back the open transaction.
    ///
    /// # Errors
    /// Returns the error of `work`, or the database's own error as `E`.
    pub fn transaction<T, E: From<DbError>>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.execute("BEGIN IMMEDIATE", [])?;
        match work(&Transaction { db: self }) {
            Ok(value) => match self.execute("COMMIT", []) {
                Ok(_) => Ok(value),
                Err(error) => {
                    self.roll_back();
                    Err(error.into())
                }
            },
            Err(error) => {
                self.roll_back();
                Err(error)
            }
        }
    }

    /// Rolls back and ignores the result. The caller reports the transaction's own error, and an open transaction ends
    /// when the host closes the connection.
    fn roll_back(&self) {
        let _ = self.execute("ROLLBACK", []);
    }
}

/// A running transaction. See [`Db::transaction`]. It supports everything that [`Db`] does except nested transactions.
pub struct Transaction<'a> {
    db: &'a Db,
}

impl Transaction<'_> {
    /// Like [`Db::query`].
    ///
    /// # Errors
    /// [`DbError`] if a statement fails.
    pub fn query(&self, sql: &str, parameters: impl Into<Vec<Value>>) -> DbResult<Vec<Row>> {
        self.db.query(sql, parameters)
    }

    /// Like [`Db::query_opt`].
    ///
    /// # Errors
    /// [`DbError`] if a statement fails.
    pub fn query_opt(&self, sql: &str, parameters: impl Into<Vec<Value>>) -> DbResult<Option<Row>> {
        self.db.query_opt(sql, parameters)
    }

    /// Like [`Db::execute`].
    ///
    /// # Errors
    /// [`DbError`] if a statement fails.
    pub fn execute(&self, sql: &str, parameters: impl Into<Vec<Value>>) -> DbResult<u64> {
        self.db.execute(sql, parameters)
    }

    /// Returns the database, for functions that work both inside and outside a transaction.
    pub fn db(&self) -> &Db {
        self.db
    }
}
