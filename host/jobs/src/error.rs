//! What can go wrong with the queue itself. What goes wrong with a job is [`crate::JobFailure`].

/// An error of the queue.
#[derive(Debug, thiserror::Error)]
pub enum JobsError {
    /// A tenant's database failed.
    #[error(transparent)]
    Storage(#[from] plumbline_storage::StorageError),
    /// What a tenant's database holds may not be on the disk.
    #[error(transparent)]
    Disk(#[from] plumbline_storage::SqlError),
    /// The host's database failed.
    #[error("queue: {0}")]
    Database(#[from] sqlx::Error),
    /// A tenant has as many jobs waiting as it may have; its further ones stay in its outbox.
    #[error("as many {what} of the tenant are waiting as may wait")]
    Full {
        /// What there are too many of.
        what: &'static str,
    },
    /// A task that copies outbox entries ended before its work did: the host stops, or it panicked.
    #[error("the dispatcher was cut off")]
    Dispatcher,
    /// The job was not found.
    #[error("{0}")]
    NotFound(String),
    /// It cannot be done; the text names the field.
    #[error("{0}")]
    Invalid(String),
    /// The host's lock file could not be taken.
    #[error("{what}: {source}")]
    Lock {
        /// The path.
        what: String,
        /// Why.
        source: std::io::Error,
    },
}
