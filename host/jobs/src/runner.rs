//! Who does the work: the engine, behind this trait.

use async_trait::async_trait;
use plumbline_storage::Scope;

/// A job, as its worker gets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobRequest {
    /// The outbox entry's id; the same on every attempt.
    pub id: String,
    /// JSON, as the endpoint wrote it.
    pub payload: String,
    /// 1 on the first attempt.
    pub attempt: u32,
}

/// Why an attempt failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JobFailure {
    /// The worker began and failed.
    #[error("{message}")]
    Failed {
        /// For the log, and for [`Runner::abandon`] when it was the last attempt.
        message: String,
        /// Whether another attempt can help.
        retryable: bool,
    },
    /// No worker could begin: none is bound, or the bound one cannot be loaded. This does not count as an attempt.
    #[error("{message}")]
    Unserved {
        /// What is missing, for the log and for operators.
        message: String,
    },
}

/// Runs jobs. Both calls may be cut off at any await (the lease is lost, the host stops) and be made again.
#[async_trait]
pub trait Runner: Send + Sync + 'static {
    /// Does the job, or carries on with it.
    async fn run(&self, scope: &Scope, kind: &str, request: JobRequest) -> Result<(), JobFailure>;

    /// The host gives up: marks what the job was for as failed and releases what it held. Called again, a few times,
    /// when it fails.
    async fn abandon(&self, scope: &Scope, kind: &str, request: JobRequest, reason: &str) -> Result<(), JobFailure>;

    /// Returns whether a worker is bound that takes jobs of this kind. Jobs that are unserved run as soon as one is.
    fn is_served(&self, scope: &Scope, kind: &str) -> bool;
}
