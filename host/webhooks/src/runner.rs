//! The jobs that send an endpoint's deliveries.

use std::time::Duration;

use plumbline_jobs::{JobFailure, JobRequest, Runner};
use plumbline_storage::{Poster, Scope, Storage, StorageError, clock, id};
use serde::Deserialize;

use crate::schedule::{Schedule, WebhookSettings};
use crate::sending::Sender;

/// The kind of the jobs, and the name of their lane.
pub const JOB_KIND: &str = "webhook";

/// How long after a job is given up the next one begins.
const RESTART_DELAY: Duration = Duration::from_secs(30);

/// Runs jobs of [`JOB_KIND`], and gives all others to another runner.
pub struct WithWebhooks<R> {
    others: R,
    storage: Storage,
    poster: Poster,
    schedule: Schedule,
}

#[derive(Deserialize)]
struct Payload {
    endpoint_id: String,
}

impl<R> WithWebhooks<R> {
    /// Creates a runner.
    ///
    /// # Errors
    /// Returns an error if the HTTP client cannot be made.
    pub fn new(others: R, storage: Storage, settings: WebhookSettings) -> Result<Self, StorageError> {
        let poster = Poster::new(settings.allow_loopback, settings.timeout)?;
        Ok(Self { others, storage, poster, schedule: settings.schedule })
    }

    async fn send(&self, scope: &Scope, request: &JobRequest) -> Result<(), JobFailure> {
        let payload = payload(request)?;
        let sender = Sender {
            storage: &self.storage,
            poster: &self.poster,
            schedule: &self.schedule,
            scope,
            endpoint: &payload.endpoint_id,
            job: &request.id,
        };
        sender.run().await.map_err(failed)
    }

    /// Leaves what waits to a later job.
    async fn give_up(&self, scope: &Scope, request: &JobRequest) -> Result<(), JobFailure> {
        let payload = payload(request)?;
        let database = self.storage.tenant(scope).await.map_err(failed)?;
        let again = id::at(clock::now() + RESTART_DELAY);
        database.give_up_webhook_job(&payload.endpoint_id, &request.id, &again).await.map_err(failed)?;
        self.storage.outbox_signal().fire(scope);
        Ok(())
    }
}

fn payload(request: &JobRequest) -> Result<Payload, JobFailure> {
    let refused = |error| JobFailure::Failed { message: format!("the payload: {error}"), retryable: false };
    serde_json::from_str(&request.payload).map_err(refused)
}

fn failed(error: StorageError) -> JobFailure {
    JobFailure::Failed { message: error.to_string(), retryable: true }
}

#[async_trait::async_trait]
impl<R: Runner> Runner for WithWebhooks<R> {
    async fn run(&self, scope: &Scope, kind: &str, request: JobRequest) -> Result<(), JobFailure> {
        if kind == JOB_KIND { self.send(scope, &request).await } else { self.others.run(scope, kind, request).await }
    }

    /// Replaces a job of webhooks that failed too often, or whose hosts stopped too often, by another.
    async fn abandon(&self, scope: &Scope, kind: &str, request: JobRequest, reason: &str) -> Result<(), JobFailure> {
        if kind == JOB_KIND {
            self.give_up(scope, &request).await
        } else {
            self.others.abandon(scope, kind, request, reason).await
        }
    }

    fn is_served(&self, scope: &Scope, kind: &str) -> bool {
        kind == JOB_KIND || self.others.is_served(scope, kind)
    }
}
