//! Errors of the host's statements.

use plumbline_sql::{ConstraintKind, DbError, SqlError};

/// The error of a statement, a transaction or a row.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// SQLite refused the statement or is damaged.
    #[error(transparent)]
    Sqlite(#[from] sqlx::Error),
    /// PostgreSQL refused the statement or cannot be reached.
    #[error(transparent)]
    Postgres(#[from] SqlError),
    /// PostgreSQL has nothing that behaves like the statement.
    #[error("the statement cannot be translated: {why}: {sql}")]
    Dialect {
        /// The statement.
        sql: String,
        /// The reason.
        why: String,
    },
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
            Self::Postgres(error) => matches!(error, SqlError::Constraint { kind: ConstraintKind::Unique, .. }),
            Self::Row(_) | Self::NoRow | Self::Clock(_) | Self::Dialect { .. } => false,
        }
    }
}
