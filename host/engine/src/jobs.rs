//! Jobs: calls of worker components.

use std::sync::Arc;

use async_recursion::async_recursion as boxed;
use plumbline_storage::{JobLease, Scope, Storage};
use tracing::Instrument as _;
use wasmtime::Store;

use crate::bindings::worker::{Worker, job};
use crate::canary::{CallKey, ServingVersion};
use crate::engine::Engine;
use crate::error::{CallError, cut};
use crate::linked::Linked;
use crate::loaded::Loaded;
use crate::registry::NotLoaded;
use crate::run::Running;
use crate::slot::{Class, Slot};
use crate::spans;
use crate::state::State;

/// A job for a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobRequest {
    /// The id of its outbox entry, the same for every attempt.
    pub id: String,
    /// The payload, JSON as the endpoint wrote it.
    pub payload: String,
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// The lease under which this host runs the job. Its worker's transactions are committed only while the lease lasts.
    /// `None` for a job that is not of the queue, which no other host can take over.
    pub lease: Option<JobLease>,
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

/// What a job can use beside the services of its tenant: the components that its worker drives.
#[derive(Clone)]
pub struct JobServices {
    /// The tenant and its environment.
    pub scope: Scope,
    /// Databases, blobs and keys of the host.
    pub storage: Storage,
    engine: Engine,
    /// The job, which decides between two versions of a component.
    key: CallKey,
}

impl JobServices {
    /// Returns those of the job that a store runs.
    ///
    /// # Errors
    /// Returns an error if it runs none. The linker of a class other than workers has no function that uses them, so
    /// that is a fault of the host.
    pub fn of(state: &State) -> wasmtime::Result<&Self> {
        state.extension().ok_or_else(|| wasmtime::format_err!("components of this class cannot call other components"))
    }

    /// Returns the engine.
    pub fn engine(&self) -> Engine {
        self.engine.clone()
    }

    /// Returns the version of the component that serves a slot for this job.
    pub fn choose(&self, slot: &Slot) -> Option<ServingVersion> {
        self.engine.registry().choose(&self.scope.tenant, slot, &self.key)
    }

    /// Returns the version that serves a slot for this job, or `None` if no stage concerns the tenant.
    pub fn during_stage(&self, slot: &Slot) -> Option<ServingVersion> {
        self.engine.registry().during_stage(&self.scope.tenant, slot, &self.key)
    }

    /// Returns every component bound for the tenant, ordered by slot.
    pub fn bound(&self) -> Vec<Arc<Loaded>> {
        self.engine.registry().slots(&self.scope.tenant)
    }

    /// Returns the components bound for the tenant that could not be loaded while nothing else serves their slots.
    pub fn unserved(&self) -> Vec<NotLoaded> {
        self.engine.registry().unserved(&self.scope.tenant)
    }
}

/// Which of a worker's two functions to call.
enum JobCall<'a> {
    Run,
    Abandon(&'a str),
}

impl Engine {
    /// Returns what a job of a tenant could use, to drive components outside of a job.
    pub fn job_services(&self, scope: &Scope) -> JobServices {
        let storage = self.runtime().storage.clone();
        JobServices { scope: scope.clone(), storage, engine: self.clone(), key: CallKey::default() }
    }

    /// Runs a job in the tenant's worker for its kind. Dropping the future cancels the job at its current await.
    ///
    /// # Errors
    /// Returns an error if the worker gave no result. A failure that the worker returned is a [`JobOutcome`].
    #[boxed]
    pub async fn job(&self, scope: &Scope, kind: &str, request: JobRequest) -> Result<JobOutcome, CallError> {
        call(self, scope, kind, request, JobCall::Run).await
    }

    /// Notifies the worker that a job is abandoned, so that it marks its resource as failed and releases what it holds.
    ///
    /// # Errors
    /// Returns the errors of [`Engine::job`].
    #[boxed]
    pub async fn abandon(
        &self,
        scope: &Scope,
        kind: &str,
        request: JobRequest,
        reason: &str,
    ) -> Result<JobOutcome, CallError> {
        call(self, scope, kind, request, JobCall::Abandon(reason)).await
    }
}

/// Runs a worker.
async fn call(
    engine: &Engine,
    scope: &Scope,
    kind: &str,
    request: JobRequest,
    job_call: JobCall<'_>,
) -> Result<JobOutcome, CallError> {
    let slot = Slot::new(Class::Worker, kind);
    let key = CallKey::of_job(&request.id, &request.payload);
    let loaded = engine
        .registry()
        .choose(&scope.tenant, &slot, &key)
        .ok_or_else(|| CallError::Unbound { slot: slot.clone() })?;
    let runtime = engine.runtime();
    let mut services = runtime.services(scope, &slot).await?;
    services.fence = request.lease.map(|lease| runtime.storage.control.fence(lease));
    let job_services = JobServices { key, ..engine.job_services(scope) };
    let instantiate = async |store: &mut Store<State>, linked: &Linked| {
        store.data_mut().set_extension(job_services);
        instantiate(store, linked).await
    };
    let mut running = Running::start(runtime, &loaded, Some(&scope.tenant), Some(services), instantiate).await?;
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

async fn instantiate(store: &mut Store<State>, linked: &Linked) -> wasmtime::Result<Worker> {
    let Linked::Worker(pre) = linked else {
        wasmtime::bail!("it is not a worker");
    };
    pre.instantiate_async(store).await
}
