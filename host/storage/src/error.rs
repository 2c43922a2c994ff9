//! Errors of the host's side of storage. A component's SQL returns [`crate::SqlError`], and its blobs return
//! [`crate::BlobError`].

use plumbline_host_sql::Error;

/// A storage error, worded for the operator of the host.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// An argument cannot be used. The text begins with its name.
    #[error("{0}")]
    Invalid(String),
    /// A text is not a tenant, environment or scope.
    #[error(transparent)]
    Scope(#[from] plumbline_tenancy::InvalidScope),
    /// A text is not a name.
    #[error(transparent)]
    Name(#[from] plumbline_tenancy::InvalidName),
    /// The name is already taken.
    #[error("{0}")]
    Exists(String),
    /// The named object does not exist.
    #[error("{0}")]
    NotFound(String),
    /// The database refused or is damaged.
    #[error("database: {0}")]
    Database(#[source] plumbline_host_sql::Error),
    /// A database could not be migrated to this program's schema.
    #[error("migration of {database}: {source}")]
    Migration {
        /// The database file.
        database: String,
        /// The cause.
        source: sqlx::migrate::MigrateError,
    },
    /// PostgreSQL cannot be used with the settings. The text begins with the setting, if one is the cause.
    #[error(transparent)]
    Postgres(#[from] plumbline_postgres::PostgresError),
    /// A file or folder could not be read or written.
    #[error("{what}: {source}")]
    Io {
        /// The path and the attempted operation.
        what: String,
        /// The cause.
        source: std::io::Error,
    },
    /// A row holds a value that this program never writes.
    #[error("stored data is damaged: {0}")]
    Damaged(String),
}

impl StorageError {
    /// Returns a function that wraps an I/O error with the attempted operation.
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }
}

impl From<Error> for StorageError {
    /// Converts the error of a statement or of reading its rows.
    fn from(error: Error) -> Self {
        match error {
            Error::Row(column) => Self::Damaged(column.to_string()),
            other => Self::Database(other),
        }
    }
}

impl From<sqlx::Error> for StorageError {
    /// Converts the error of a file, which is always SQLite's.
    fn from(error: sqlx::Error) -> Self {
        Error::from(error).into()
    }
}
