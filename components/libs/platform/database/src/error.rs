//! Errors between a component and its database.

/// The result of a database operation.
pub type DbResult<T> = Result<T, DbError>;

/// A failed database operation. The texts are for logs and must not reach API callers, because they may contain SQL.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DbError {
    /// The database rejected the statement. The text is SQLite's.
    #[error("sql: {0}")]
    Sql(String),
    /// The database is full, busy or missing. A later attempt may succeed.
    #[error("database unavailable: {0}")]
    Unavailable(String),
    /// A row does not have the column, or the column holds another type.
    #[error("column {column}: {problem}")]
    Column {
        /// Name of the column.
        column: String,
        /// The problem with its value.
        problem: String,
    },
}

impl DbError {
    /// Returns whether the statement violated a constraint, given by its name or the `table.column` of a UNIQUE.
    pub fn violates(&self, constraint: &str) -> bool {
        matches!(self, Self::Sql(text) if text.contains(constraint))
    }

    /// Returns whether a hold was refused because there are not enough credits.
    pub fn insufficient_credits(&self) -> bool {
        self.violates("available_not_negative")
    }

    pub(crate) fn column(column: &str, problem: impl Into<String>) -> Self {
        Self::Column { column: column.to_owned(), problem: problem.into() }
    }
}
