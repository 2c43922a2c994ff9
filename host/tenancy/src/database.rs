//! The host's own database as identity sees it: portable SQL with `?` for values, run as single statements or transactions.
//!
//! On the host it is the control database. In a gateway component it is a Spin SQLite database with the same tables.

use std::future::Future;

use plumbline_sql::{DbError, Row, Value};

/// A database that holds the tables of `migrations/control`.
pub trait Database: Clone + Send + Sync + 'static {
    /// Runs one statement, which can be a `DELETE … RETURNING`, and returns its rows.
    ///
    /// # Errors
    /// Returns an error if the database fails or a constraint is violated.
    fn query(&self, statement: Statement) -> impl Future<Output = Result<Vec<Row>, DatabaseError>> + Send;

    /// Runs statements in order as one transaction. Returns `false` and changes nothing if one of them did not change the
    /// [required](Statement::expect_rows) number of rows.
    ///
    /// # Errors
    /// Returns an error and changes nothing if the database fails or a constraint is violated.
    fn write(&self, statements: Vec<Statement>) -> impl Future<Output = Result<bool, DatabaseError>> + Send;
}

/// A statement with its values.
#[derive(Debug, Clone)]
pub struct Statement {
    /// SQL that SQLite and PostgreSQL both run, with `?` for each value.
    pub sql: &'static str,
    /// The values, in order.
    pub values: Vec<Value>,
    /// Number of rows the statement must change, or its transaction is rolled back. `None` allows any number.
    pub changes: Option<u64>,
}

impl Statement {
    /// Creates a statement without values.
    pub fn new(sql: &'static str) -> Self {
        Self { sql, values: Vec::new(), changes: None }
    }

    /// Adds the value of the next `?`.
    #[must_use]
    pub fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Rolls the transaction back unless the statement changes exactly `rows` rows.
    #[must_use]
    pub fn expect_rows(mut self, rows: u64) -> Self {
        self.changes = Some(rows);
        self
    }
}

/// The error of a query or transaction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseError {
    /// A unique column already has this value.
    #[error("the value is taken")]
    UniqueViolation,
    /// A row holds a value that this program never writes.
    #[error("stored data is damaged: {0}")]
    Corrupt(String),
    /// The database failed.
    #[error("database: {0}")]
    Failed(String),
}

impl From<DbError> for DatabaseError {
    /// Converts the error of reading a row.
    fn from(error: DbError) -> Self {
        Self::Corrupt(error.to_string())
    }
}
