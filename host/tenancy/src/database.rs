//! The host's own database as identity sees it: portable SQL with `?` for values, run as single statements or transactions.
//!
//! On the host it is the control database. In a gateway component it is a Spin SQLite database with the same tables.

use std::future::Future;

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
    pub values: Vec<Column>,
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
    pub fn bind(mut self, value: impl Into<Column>) -> Self {
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

/// A value of a row or of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    /// NULL
    Null,
    /// BIGINT
    Integer(i64),
    /// TEXT
    Text(String),
    /// BYTEA, BLOB
    Bytes(Vec<u8>),
}

impl From<&str> for Column {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Column {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Column {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<i64> for Column {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<Vec<u8>> for Column {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

impl<T: Into<Self>> From<Option<T>> for Column {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A row of a result. Columns are in the order in which the statement names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row(pub Vec<Column>);

impl Row {
    /// Returns a text that is never NULL.
    ///
    /// # Errors
    /// Returns an error if the column holds anything else.
    pub fn text(&self, index: usize) -> Result<String, DatabaseError> {
        self.optional(index)?.ok_or_else(|| corrupt(index, "no text"))
    }

    /// Returns a text, or `None` for NULL.
    ///
    /// # Errors
    /// Returns an error if the column holds anything else.
    pub fn optional(&self, index: usize) -> Result<Option<String>, DatabaseError> {
        match self.0.get(index) {
            Some(Column::Text(text)) => Ok(Some(text.clone())),
            Some(Column::Null) => Ok(None),
            _ => Err(corrupt(index, "no text")),
        }
    }

    /// Returns a number, or `None` for NULL.
    ///
    /// # Errors
    /// Returns an error if the column holds anything else.
    pub fn integer(&self, index: usize) -> Result<Option<i64>, DatabaseError> {
        match self.0.get(index) {
            Some(Column::Integer(number)) => Ok(Some(*number)),
            Some(Column::Null) => Ok(None),
            _ => Err(corrupt(index, "no number")),
        }
    }

    /// Returns bytes that are never NULL.
    ///
    /// # Errors
    /// Returns an error if the column holds anything else.
    pub fn bytes(&self, index: usize) -> Result<Vec<u8>, DatabaseError> {
        match self.0.get(index) {
            Some(Column::Bytes(bytes)) => Ok(bytes.clone()),
            _ => Err(corrupt(index, "no bytes")),
        }
    }
}

fn corrupt(index: usize, why: &str) -> DatabaseError {
    DatabaseError::Corrupt(format!("column {index} of an answer holds {why}"))
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
