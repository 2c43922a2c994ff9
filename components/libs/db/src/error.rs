//! What can go wrong between a component and its database.

/// A result of the database.
pub type DbResult<T> = Result<T, DbError>;

/// Why the database gave no answer. The texts are for logs, never for a caller of the service: they may hold SQL.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DbError {
    /// The database refused the statement; the text is SQLite's.
    #[error("sql: {0}")]
    Sql(String),
    /// The database is full, busy or not there: trying again later may help.
    #[error("database unavailable: {0}")]
    Unavailable(String),
    /// A row does not have the column, or it holds another type.
    #[error("column {column}: {problem}")]
    Column {
        /// Name of the column.
        column: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl DbError {
    /// Whether the constraint (its name, or `table.column` of a UNIQUE) stopped the statement.
    pub fn violates(&self, constraint: &str) -> bool {
        matches!(self, Self::Sql(text) if text.contains(constraint))
    }

    /// Whether a hold was refused because the credits do not suffice.
    pub fn insufficient_credits(&self) -> bool {
        self.violates("available_not_negative")
    }

    pub(crate) fn column(column: &str, problem: impl Into<String>) -> Self {
        Self::Column { column: column.to_owned(), problem: problem.into() }
    }
}
