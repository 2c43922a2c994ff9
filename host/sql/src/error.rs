//! Errors of the host's statements.

use plumbline_sql::DbError;

/// The error of a statement, a transaction or a row.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// SQLite refused the statement or is damaged.
    #[error(transparent)]
    Sqlite(#[from] sqlx::Error),
    /// A row holds a value that this program never writes.
    #[error(transparent)]
    Row(#[from] DbError),
    /// A query that always has a row returned none.
    #[error("the query returned no row")]
    NoRow,
    /// The database's clock shows a time that cannot be represented.
    #[error("the database's clock: {0}")]
    Clock(String),
}

impl Error {
    /// Returns whether a unique column already has the value.
    pub fn is_unique_violation(&self) -> bool {
        match self {
            Self::Sqlite(error) => error.as_database_error().is_some_and(|error| error.is_unique_violation()),
            Self::Row(_) | Self::NoRow | Self::Clock(_) => false,
        }
    }
}
