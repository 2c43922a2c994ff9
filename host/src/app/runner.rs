//! Jobs run by worker components.

use plumbline_engine::{Engine, JobOutcome, JobRequest};
use plumbline_jobs::{JobFailure, Request, Runner};
use plumbline_storage::Scope;

/// Runs a job of kind `k` in the component bound to `worker:k`.
pub struct EngineRunner {
    engine: Engine,
}

impl EngineRunner {
    /// A runner over the engine.
    pub fn new(engine: Engine) -> Self {
        Self { engine }
    }
}

fn for_worker(request: &Request) -> JobRequest {
    JobRequest { id: request.id.clone(), payload: request.payload.clone(), attempt: request.attempt }
}

fn failure(result: Result<JobOutcome, plumbline_engine::CallError>) -> Result<(), JobFailure> {
    match result {
        Ok(JobOutcome::Done) => Ok(()),
        Ok(JobOutcome::Failed { message, retryable }) => Err(JobFailure { message, retryable }),
        // A trap may come of a moment's shortage as well as of the input: the attempts are bounded either way.
        Err(error) => Err(JobFailure { message: error.to_string(), retryable: true }),
    }
}

#[async_trait::async_trait]
impl Runner for EngineRunner {
    async fn run(&self, scope: &Scope, kind: &str, request: &Request) -> Result<(), JobFailure> {
        failure(self.engine.job(scope, kind, for_worker(request)).await)
    }

    async fn abandon(&self, scope: &Scope, kind: &str, request: &Request, reason: &str) -> Result<(), JobFailure> {
        failure(self.engine.abandon(scope, kind, for_worker(request), reason).await)
    }
}
