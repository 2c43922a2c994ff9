//! A connection and its transactions.

use std::rc::Rc;

use crate::{DbError, DbResult, Row, Value};

/// What executes statements: the host's `spin:sqlite` in a component, a SQLite in memory in native tests.
pub trait Backend {
    /// Runs one statement.
    ///
    /// # Errors
    /// [`DbError`] as the database says.
    fn execute(&self, sql: &str, parameters: Vec<Value>) -> DbResult<Executed>;
}

/// What a statement gave.
#[derive(Debug)]
pub struct Executed {
    /// The rows of a query, of `RETURNING`; else empty.
    pub rows: Vec<Row>,
    /// Rows inserted, changed or deleted by the statement.
    pub changes: u64,
}

impl Executed {
    /// What a backend answers: the columns' names, the values of each row in their order, the rows changed.
    pub fn new(columns: Vec<String>, values: impl IntoIterator<Item = Vec<Value>>, changes: u64) -> Self {
        let columns: Rc<[String]> = columns.into();
        let rows = values.into_iter().map(|values| Row::new(columns.clone(), values)).collect();
        Self { rows, changes }
    }
}

/// The tenant's database, on a connection of its own.
///
/// Statements outside [`Db::transaction`] commit each for itself. Use those for reading; whatever belongs together is
/// written in a transaction.
pub struct Db {
    backend: Box<dyn Backend>,
}

impl Db {
    /// A database over any backend.
    pub fn over(backend: impl Backend + 'static) -> Self {
        Self { backend: Box::new(backend) }
    }

    /// All rows of a query.
    ///
    /// # Errors
    /// [`DbError`] as the database says.
    pub fn query(&self, sql: &str, parameters: impl Into<Vec<Value>>) -> DbResult<Vec<Row>> {
        Ok(self.backend.execute(sql, parameters.into())?.rows)
    }

    /// The first row of a query, if it has one.
    ///
    /// # Errors
    /// [`DbError`] as the database says.
    pub fn one(&self, sql: &str, parameters: impl Into<Vec<Value>>) -> DbResult<Option<Row>> {
        Ok(self.query(sql, parameters)?.into_iter().next())
    }

    /// Runs a statement and says how many rows it inserted, changed or deleted.
    ///
    /// # Errors
    /// [`DbError`] as the database says.
    pub fn execute(&self, sql: &str, parameters: impl Into<Vec<Value>>) -> DbResult<u64> {
        Ok(self.backend.execute(sql, parameters.into())?.changes)
    }

    /// Runs `work` as one transaction: committed when it returns `Ok`, rolled back when it returns `Err`.
    ///
    /// The transaction is the whole call, and `work` is deliberately neither async nor able to await. Several requests may
    /// share one instance of a component. If one of them could be suspended between BEGIN and COMMIT, another of the same
    /// instance might run and ask for the tenant's one write lock; the host would make it wait, the instance would be stuck
    /// in it, and the first could never come back to its COMMIT. With a plain closure over synchronous host calls the
    /// instance's other requests do not get a turn before this function returns.
    ///
    /// BEGIN IMMEDIATE takes the write lock at once: what `work` reads stays true until it commits, so it may check and
    /// then write. A panic inside `work` traps the instance; the host rolls back what a connection leaves open.
    ///
    /// # Errors
    /// What `work` returned, or the database's own error as `E`.
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

    /// Rolls back without an answer: the transaction's own error is what counts, and an open transaction ends at the
    /// latest when the host closes the connection.
    fn roll_back(&self) {
        let _ = self.execute("ROLLBACK", []);
    }
}

/// A transaction that is running; see [`Db::transaction`]. What it can do is what [`Db`] can, except to begin another.
pub struct Transaction<'a> {
    db: &'a Db,
}

impl Transaction<'_> {
    /// As [`Db::query`].
    ///
    /// # Errors
    /// [`DbError`] as the database says.
    pub fn query(&self, sql: &str, parameters: impl Into<Vec<Value>>) -> DbResult<Vec<Row>> {
        self.db.query(sql, parameters)
    }

    /// As [`Db::one`].
    ///
    /// # Errors
    /// [`DbError`] as the database says.
    pub fn one(&self, sql: &str, parameters: impl Into<Vec<Value>>) -> DbResult<Option<Row>> {
        self.db.one(sql, parameters)
    }

    /// As [`Db::execute`].
    ///
    /// # Errors
    /// [`DbError`] as the database says.
    pub fn execute(&self, sql: &str, parameters: impl Into<Vec<Value>>) -> DbResult<u64> {
        self.db.execute(sql, parameters)
    }

    /// The database itself, for functions that only read and serve both inside and outside of a transaction.
    pub fn db(&self) -> &Db {
        self.db
    }
}
