//! The trait through which the queue runs jobs. The engine implements it.

use async_trait::async_trait;
use plumbline_storage::{JobLease, Scope};

/// A job as its worker receives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobRequest {
    /// The outbox entry's id, the same for every attempt.
    pub id: String,
    /// The payload, JSON as the endpoint wrote it.
    pub payload: String,
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// The lease under which this host runs the job. What a worker writes is fenced by it.
    pub lease: JobLease,
}

/// The reason why an attempt failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JobFailure {
    /// The worker started and failed.
    #[error("{message}")]
    Failed {
        /// The reason, for the log, and for [`Runner::abandon`] if it was the last attempt.
        message: String,
        /// Whether another attempt can help.
        retryable: bool,
    },
    /// No worker could start: none is bound, or the bound one cannot be loaded. This does not count as an attempt.
    #[error("{message}")]
    Unserved {
        /// What is missing, for the log and for operators.
        message: String,
    },
    /// All workers are in use. This does not count as an attempt.
    #[error("{message}")]
    Busy {
        /// What is in use, for the log and for operators.
        message: String,
    },
}

/// Runs jobs. Both calls may be cancelled at any await (the lease is lost, the host stops) and be repeated.
#[async_trait]
pub trait Runner: Send + Sync + 'static {
    /// Does the job, or continues it.
    async fn run(&self, scope: &Scope, kind: &str, request: JobRequest) -> Result<(), JobFailure>;

    /// Abandons the job: marks its resource as failed and releases what it held. The queue repeats the call a few times
    /// if it fails.
    async fn abandon(&self, scope: &Scope, kind: &str, request: JobRequest, reason: &str) -> Result<(), JobFailure>;

    /// Returns whether a worker for jobs of this kind is bound. Unserved jobs run as soon as one is.
    fn is_served(&self, scope: &Scope, kind: &str) -> bool;
}
