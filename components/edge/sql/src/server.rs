//! What a session needs of a PostgreSQL server.

use plumbline_sql::Value;

/// A connection to a server, which may be in a transaction.
pub trait Server {
    /// Runs a statement. Returns how many rows it changed.
    ///
    /// # Errors
    /// Returns the server's refusal, or the reason why it cannot be reached.
    fn execute(&self, sql: &str, values: &[Value]) -> Result<u64, ServerError>;

    /// Runs a statement. Returns its rows.
    ///
    /// # Errors
    /// As [`Server::execute`].
    fn query(&self, sql: &str, values: &[Value]) -> Result<Rows, ServerError>;
}

/// The rows of a result.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rows {
    /// Names of the columns. Empty if there are no rows, because Spin then returns none.
    pub columns: Vec<String>,
    /// The values of each row, in the order of the columns.
    pub rows: Vec<Vec<Value>>,
}

/// The reason why a statement failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServerError {
    /// The server refused it.
    Refused {
        /// The SQLSTATE: <https://www.postgresql.org/docs/15/errcodes-appendix.html>.
        code: String,
        /// The server's message.
        message: String,
        /// The table, column or constraint, as far as the server named it.
        table: Option<String>,
        /// See `table`.
        column: Option<String>,
        /// See `table`.
        constraint: Option<String>,
    },
    /// The server cannot be reached, or its answer cannot be used.
    Failed(String),
}
