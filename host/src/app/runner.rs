//! Runs jobs in worker components, and counts them.

use std::sync::Arc;

use plumbline_engine::{CallError, Class, Engine, JobOutcome, Slot};
use plumbline_jobs::{JobFailure, JobRequest, Runner};
use plumbline_storage::Scope;
use tracing::Instrument as _;

use crate::metrics::Counts;
use crate::traces;

/// Runs a job of kind `k` in the component bound to `worker:k`.
pub(crate) struct EngineRunner {
    engine: Engine,
    counts: Arc<Counts>,
}

impl EngineRunner {
    /// Creates a runner that uses the engine.
    pub(crate) fn new(engine: Engine, counts: Arc<Counts>) -> Self {
        Self { engine, counts }
    }
}

fn for_worker(request: JobRequest) -> plumbline_engine::JobRequest {
    let JobRequest { id, payload, attempt, lease } = request;
    plumbline_engine::JobRequest { id, payload, attempt, lease: Some(lease) }
}

fn failure(result: Result<JobOutcome, CallError>) -> Result<(), JobFailure> {
    match result {
        Ok(JobOutcome::Done) => Ok(()),
        Ok(JobOutcome::Failed { message, retryable }) => Err(JobFailure::Failed { message, retryable }),
        Err(error @ (CallError::Unbound { .. } | CallError::NotLoaded { .. } | CallError::Withdrawn { .. })) => {
            Err(JobFailure::Unserved { message: error.to_string() })
        }
        Err(error @ CallError::Busy { .. }) => Err(JobFailure::Busy { message: error.to_string() }),
        // A trap may be caused by a temporary shortage as well as by the input. The number of attempts is limited
        // either way.
        Err(error) => Err(JobFailure::Failed { message: error.to_string(), retryable: true }),
    }
}

/// Returns the slot of a kind of jobs, or `None` if a component requested a kind that cannot be a slot's name.
fn slot(kind: &str) -> Option<Slot> {
    format!("{}:{kind}", Class::Worker).parse().ok()
}

#[async_trait::async_trait]
impl Runner for EngineRunner {
    async fn run(&self, scope: &Scope, kind: &str, request: JobRequest) -> Result<(), JobFailure> {
        let attempt = self.counts.jobs.begin(kind, self.is_served(scope, kind), false);
        if slot(kind).is_none() {
            let message = format!("no worker can be bound for the kind `{}`", kind.escape_default());
            let refused = Err(JobFailure::Failed { message, retryable: false });
            attempt.ended(&refused);
            return refused;
        }
        let span = traces::job(kind, &request);
        let result = failure(self.engine.job(scope, kind, for_worker(request)).instrument(span).await);
        attempt.ended(&result);
        result
    }

    async fn abandon(&self, scope: &Scope, kind: &str, request: JobRequest, reason: &str) -> Result<(), JobFailure> {
        let attempt = self.counts.jobs.begin(kind, self.is_served(scope, kind), true);
        let result = match slot(kind) {
            Some(_) => failure(self.engine.abandon(scope, kind, for_worker(request), reason).await),
            // No worker started it, so there is no worker to notify.
            None => Ok(()),
        };
        attempt.ended(&result);
        result
    }

    fn is_served(&self, scope: &Scope, kind: &str) -> bool {
        let bound = slot(kind).and_then(|slot| self.engine.registry().resolve(&scope.tenant, &slot));
        bound.is_some_and(|worker| !worker.is_withdrawn())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attempt_that_no_worker_started_does_not_count() {
        let slot = slot("takeoff").unwrap();
        let unbound = failure(Err(CallError::Unbound { slot: slot.clone() }));
        assert!(matches!(unbound, Err(JobFailure::Unserved { .. })), "{unbound:?}");
        let busy = failure(Err(CallError::Busy { slot: slot.clone() }));
        assert!(matches!(busy, Err(JobFailure::Busy { .. })), "{busy:?}");
        let trapped = failure(Err(CallError::Trap { slot, cause: "unreachable".into() }));
        assert!(matches!(trapped, Err(JobFailure::Failed { retryable: true, .. })), "{trapped:?}");
    }
}
