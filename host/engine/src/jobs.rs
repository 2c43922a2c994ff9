//! Jobs: calls of worker components.

use std::sync::Arc;

use plumbline_storage::Scope;
use tracing::Instrument as _;

use crate::bindings::worker::{Worker, job};
use crate::canary::CallKey;
use crate::engine::{Engine, Shared};
use crate::error::{CallError, cut};
use crate::inspect::Linked;
use crate::run::Running;
use crate::slot::{Class, Slot};
use crate::spans;

/// A job for a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobRequest {
    /// The id of its outbox entry, the same for every attempt.
    pub id: String,
    /// The payload, JSON as the endpoint wrote it.
    pub payload: String,
    /// The number of the attempt, from 1.
    pub attempt: u32,
}

/// The result that a worker returned for a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobOutcome {
    /// The job is done.
    Done,
    /// The worker could not do the job.
    Failed {
        /// The reason, for the log.
        message: String,
        /// Whether a later attempt can help.
        retryable: bool,
    },
}

/// Which of a worker's two functions to call.
enum JobCall<'a> {
    Run,
    Abandon(&'a str),
}

impl Engine {
    /// Runs a job in the tenant's worker for its kind. Dropping the future cancels the job at its current await.
    ///
    /// # Errors
    /// Returns an error if the worker gave no result. A failure that the worker returned is a [`JobOutcome`].
    pub async fn job(&self, scope: &Scope, kind: &str, request: JobRequest) -> Result<JobOutcome, CallError> {
        call(self.shared(), scope, kind, request, JobCall::Run).await
    }

    /// Notifies the worker that a job is abandoned, so that it marks its resource as failed and releases what it holds.
    ///
    /// # Errors
    /// Returns the errors of [`Engine::job`].
    pub async fn abandon(
        &self,
        scope: &Scope,
        kind: &str,
        request: JobRequest,
        reason: &str,
    ) -> Result<JobOutcome, CallError> {
        call(self.shared(), scope, kind, request, JobCall::Abandon(reason)).await
    }
}

/// Runs a worker.
async fn call(
    engine: &Arc<Shared>,
    scope: &Scope,
    kind: &str,
    request: JobRequest,
    job_call: JobCall<'_>,
) -> Result<JobOutcome, CallError> {
    let slot = Slot::new(Class::Worker, kind);
    let key = CallKey::of_job(&request.id, &request.payload);
    let loaded =
        engine.registry.choose(&scope.tenant, &slot, &key).ok_or_else(|| CallError::Unbound { slot: slot.clone() })?;
    let mut services = engine.services(scope, &slot).await?;
    services.call = key;
    let mut running = Running::start(engine, &loaded, Some(&scope.tenant), Some(services), instantiate).await?;
    let request = job::Request { id: request.id, payload: request.payload, attempt: request.attempt };
    let span = spans::component(&slot);
    let result = running
        .call(async |store, worker| {
            let job = worker.plumbline_worker_job();
            match job_call {
                JobCall::Run => job.call_run(store, &request).await,
                JobCall::Abandon(reason) => job.call_abandon(store, &request, reason).await,
            }
        })
        .instrument(span.clone())
        .await;
    span.in_scope(|| running.state().statements.record());
    spans::ended(&span, &result);
    // A call that ended because an exporter cannot be loaded says nothing about the worker.
    if !result.as_ref().is_err_and(CallError::retryable) {
        loaded.record_outcome(result.is_err());
    }
    Ok(match result? {
        Ok(()) => JobOutcome::Done,
        Err(job::Failure { message, retryable }) => JobOutcome::Failed { message: cut(message), retryable },
    })
}

async fn instantiate(store: &mut wasmtime::Store<crate::state::State>, linked: &Linked) -> wasmtime::Result<Worker> {
    let Linked::Worker(pre) = linked else {
        wasmtime::bail!("it is not a worker");
    };
    pre.instantiate_async(store).await
}
