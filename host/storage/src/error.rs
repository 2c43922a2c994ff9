//! What can go wrong on the host's side of storage. What a component's SQL can meet is [`crate::SqlError`], what its
//! blobs can meet [`crate::BlobError`].

/// An error of storage, worded for the person who runs the host.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// A value given by the caller cannot be used; the text begins with the name of the value.
    #[error("{0}")]
    Invalid(String),
    /// A text names no tenant, environment or scope.
    #[error(transparent)]
    Scope(#[from] plumbline_tenancy::NotAScope),
    /// A text is not a name.
    #[error(transparent)]
    Name(#[from] plumbline_tenancy::NotAName),
    /// Something with this name exists already.
    #[error("{0}")]
    Exists(String),
    /// Nothing is there by that name.
    #[error("{0}")]
    NotFound(String),
    /// The database refused or is damaged.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// A database could not be brought to this program's schema.
    #[error("migration of {database}: {source}")]
    Migration {
        /// Which file.
        database: String,
        /// Why.
        source: sqlx::migrate::MigrateError,
    },
    /// A file or folder could not be read or written.
    #[error("{what}: {source}")]
    Io {
        /// The path and what was tried.
        what: String,
        /// Why.
        source: std::io::Error,
    },
    /// A row holds what this program never writes.
    #[error("stored data is damaged: {0}")]
    Damaged(String),
}

impl StorageError {
    /// An I/O error with what was tried.
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }
}
