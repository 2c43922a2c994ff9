//! The deliveries of one endpoint: sent in the order of their events for each resource, and recorded in batches.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use futures::StreamExt as _;
use plumbline_storage::{
    Answer, AttemptRecord, Delivery, Next, Poster, Scope, Storage, StorageError, Target, TenantDb, clock, id,
};
use serde_json::json;

use crate::message::{Signers, body};
use crate::schedule::{Schedule, judge};

/// Deliveries that are read, sent and recorded together.
const BATCH: u32 = 100;
/// Connections to one endpoint. Events of one resource are sent one after another.
const CONNECTIONS: usize = 8;
/// Failures after which the rest of the deliveries waits, so that a dead endpoint does not hold a place of the lane.
const FAILURES: u32 = 3;
/// How long the rest waits.
const RETRY_DELAY: Duration = Duration::from_secs(5);
/// How long a job sends before other endpoints have their turn.
const MAX_SENDING_TIME: Duration = Duration::from_secs(30);
/// How long a job may go without recording anything, until another may take its turn: a batch in which each attempt takes as
/// long as it may.
const LEASE: Duration = Duration::from_secs(15 * 60);

/// What a job needs to send.
pub(crate) struct Sender<'a> {
    pub(crate) storage: &'a Storage,
    pub(crate) poster: &'a Poster,
    pub(crate) schedule: &'a Schedule,
    pub(crate) scope: &'a Scope,
    /// The endpoint's id.
    pub(crate) endpoint: &'a str,
    /// The job's id.
    pub(crate) job: &'a str,
}

/// The result of one attempt.
struct Sent {
    attempted: AttemptRecord,
    disables: Option<&'static str>,
}

impl Sender<'_> {
    /// Sends what is due, until nothing is, or the turn ends.
    ///
    /// # Errors
    /// Returns an error if the database fails. What was sent and not recorded is sent again.
    pub(crate) async fn run(&self) -> Result<(), StorageError> {
        let database = self.storage.tenant(self.scope).await?;
        let started = Instant::now();
        loop {
            let until = id::at(clock::now() + LEASE);
            let Some(target) = database.lease_webhook_endpoint(self.endpoint, self.job, &until).await? else {
                return Ok(());
            };
            let due = database.due_deliveries(self.endpoint, BATCH).await?;
            if due.is_empty() {
                if self.finish(&database, None).await? {
                    return Ok(());
                }
                continue;
            }
            let failures = AtomicU32::new(0);
            let sent = self.send(&target, due, &failures).await;
            let disabled = sent.iter().find_map(|sent| sent.disables);
            if let Some(reason) = disabled {
                tracing::warn!(scope = %self.scope, endpoint = self.endpoint, reason, "a webhook endpoint is disabled");
            }
            let attempts: Vec<AttemptRecord> = sent.into_iter().map(|sent| sent.attempted).collect();
            let goes_on = database.record_attempts(self.endpoint, self.job, &attempts, disabled).await?;
            if disabled.is_some() {
                // That is an event, which other endpoints may wait for.
                self.storage.outbox_signal().fire(self.scope);
            }
            if !goes_on {
                return Ok(());
            }
            let pause = if failures.load(Ordering::Relaxed) >= FAILURES {
                RETRY_DELAY
            } else if started.elapsed() >= MAX_SENDING_TIME {
                Duration::ZERO
            } else {
                continue;
            };
            self.finish(&database, Some(pause)).await?;
            return Ok(());
        }
    }

    async fn finish(&self, database: &TenantDb, pause: Option<Duration>) -> Result<bool, StorageError> {
        let pause = pause.map(|pause| id::at(clock::now() + pause));
        let is_over = database.release_webhook_endpoint(self.endpoint, self.job, pause.as_deref()).await?;
        // The dispatcher learns when the next attempt is due.
        self.storage.outbox_signal().fire(self.scope);
        Ok(is_over)
    }

    /// Sends deliveries: those of one resource one after another, those of several at once.
    async fn send(&self, target: &Target, due: Vec<Delivery>, failures: &AtomicU32) -> Vec<Sent> {
        let signers = Signers::open(self.storage, self.scope, target);
        let mut resources: BTreeMap<Option<String>, Vec<Delivery>> = BTreeMap::new();
        for delivery in due {
            resources.entry(delivery.resource_id.clone()).or_default().push(delivery);
        }
        let signers = &signers;
        let sent = futures::stream::iter(resources.into_values()).map(|deliveries| async move {
            let mut sent = Vec::with_capacity(deliveries.len());
            for delivery in deliveries {
                if failures.load(Ordering::Relaxed) >= FAILURES {
                    break;
                }
                let one = self.send_one(target, signers.as_ref(), delivery).await;
                if one.attempted.next != Next::Delivered {
                    failures.fetch_add(1, Ordering::Relaxed);
                }
                sent.push(one);
            }
            sent
        });
        sent.buffer_unordered(CONNECTIONS).collect::<Vec<_>>().await.into_iter().flatten().collect()
    }

    async fn send_one(&self, target: &Target, signers: Result<&Signers, &String>, delivery: Delivery) -> Sent {
        let (begun, now) = (Instant::now(), clock::now());
        let Some(body) = body(self.scope, &delivery) else {
            let attempt = json!({
                "attempted_at": id::at(now), "latency_ms": 0, "status_code": null,
                "error": "the event is no longer in the log", "response_body": null,
            });
            return Sent { attempted: attempted(delivery, attempt, Next::Failed), disables: None };
        };
        let answer =
            match signers.map_err(Clone::clone).and_then(|signers| signers.headers(&delivery.event_id, now, &body)) {
                Ok(headers) => self.poster.post(&target.url, &headers, body).await,
                Err(reason) => Err(reason),
            };
        let verdict = judge(self.schedule, delivery.attempts + 1, &answer, clock::now());
        let answer: Option<Answer> = answer.ok();
        let attempt = json!({
            "attempted_at": id::at(now),
            "latency_ms": u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            "status_code": answer.as_ref().map(|answer| answer.status),
            "error": verdict.error,
            // U+0000 cannot be stored in PostgreSQL.
            "response_body": answer.map(|answer| String::from_utf8_lossy(&answer.body).replace('\0', "\u{fffd}")),
        });
        Sent { attempted: attempted(delivery, attempt, verdict.next), disables: verdict.disables }
    }
}

fn attempted(delivery: Delivery, attempt: serde_json::Value, next: Next) -> AttemptRecord {
    AttemptRecord { delivery: delivery.id, log: delivery.log, attempt, next }
}
