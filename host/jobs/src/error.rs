//! Errors of the queue itself. The error of a job is [`crate::JobFailure`].

/// An error of the queue.
#[derive(Debug, thiserror::Error)]
pub enum JobsError {
    /// A tenant's database failed.
    #[error(transparent)]
    Storage(#[from] plumbline_storage::StorageError),
    /// The contents of a tenant's database may not be on the disk.
    #[error(transparent)]
    Disk(#[from] plumbline_storage::SqlError),
    /// The host's database failed.
    #[error("queue: {0}")]
    Database(#[from] plumbline_host_sql::Error),
    /// The tenant has as many waiting jobs as it may have. Further ones stay in its outbox.
    #[error("too many {what} of the tenant are waiting")]
    Full {
        /// What exceeds the limit.
        what: &'static str,
    },
    /// A task that copies outbox entries ended early: the host stops, or the task panicked.
    #[error("the dispatcher stopped unexpectedly")]
    Dispatcher,
    /// The job was not found.
    #[error("{0}")]
    NotFound(String),
    /// The request is not valid. The text names the field.
    #[error("{0}")]
    Invalid(String),
    /// The host's lock file could not be locked.
    #[error("{what}: {source}")]
    Lock {
        /// The path.
        what: String,
        /// The cause.
        source: std::io::Error,
    },
}
