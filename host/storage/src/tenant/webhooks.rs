//! Webhook endpoints and their deliveries, as the sender sees them. Components and triggers write the rows.
//!
//! One job at a time sends an endpoint's deliveries, so that events of one resource keep their order: it has the endpoint's
//! turn, by its id. A job that is run again after its host died still has the turn.

use async_recursion::async_recursion as boxed;
use plumbline_host_sql::{Dialect, Transaction, query};
use plumbline_tenancy::id;
use serde::Deserialize;
use serde_json::json;

use super::TenantDb;
use crate::error::StorageError;

/// The kind of the jobs that send an endpoint's deliveries.
const JOB_KIND: &str = "webhook";
/// Attempts that a delivery's log keeps: those of the schedule, and of a replay.
const LOG: usize = 20;

/// Where an endpoint's events are sent, and how they are signed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Target {
    /// The address.
    pub url: String,
    /// The sealed secret.
    pub secret: String,
    /// The sealed secret before the last rotation.
    pub previous_secret: Option<String>,
    /// Until when the previous secret signs too.
    pub previous_secret_until: Option<String>,
}

/// An event that is to be sent to an endpoint now.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Delivery {
    /// The delivery's id.
    pub id: String,
    /// The event's id.
    pub event_id: String,
    /// The event's kind.
    pub kind: String,
    /// Attempts since the event or the last replay.
    pub attempts: u32,
    /// JSON array of all attempts.
    pub log: String,
    /// Type of the event's resource. This field and the next three are `None` once the event has been deleted.
    pub resource_type: Option<String>,
    /// Id of the event's resource.
    pub resource_id: Option<String>,
    /// Id of the resource's project, if it has one.
    pub project_id: Option<String>,
    /// JSON object with the event's details.
    pub data: Option<String>,
    /// When the event happened.
    pub created_at: String,
}

/// The outcome of a delivery's attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// It was delivered.
    Delivered,
    /// It is tried again at this time.
    Retry(String),
    /// It is given up.
    Failed,
}

/// An attempt to send a delivery.
#[derive(Debug, Clone, PartialEq)]
pub struct AttemptRecord {
    /// The delivery's id.
    pub delivery: String,
    /// The delivery's log before the attempt.
    pub log: String,
    /// The attempt, as the log has it.
    pub attempt: serde_json::Value,
    /// The outcome.
    pub next: Next,
}

impl TenantDb {
    /// Takes the turn of an endpoint for a job until `until`. Returns `None` if there is nothing to send to: the endpoint is
    /// gone or disabled, or another job has the turn.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn lease_webhook_endpoint(
        &self,
        endpoint: &str,
        job: &str,
        until: &str,
    ) -> Result<Option<Target>, StorageError> {
        let _guard = self.0.lock_writes().await.map_err(|error| StorageError::Invalid(error.to_string()))?;
        let mut transaction = self.0.host().begin_write().await?;
        // Even if another job has the turn: that job looks for new deliveries before it returns the turn.
        query("UPDATE webhook_endpoints SET woken_for = NULL WHERE id = ? AND woken_for IS NOT NULL")
            .bind(endpoint)
            .execute(&mut transaction)
            .await?;
        let taken = query(
            "UPDATE webhook_endpoints SET sender = ?1, sending_until = ?2 WHERE id = ?3 AND status = 'enabled'
             AND (sender IS NULL OR sender = ?1 OR sending_until < ?4)
             RETURNING url, secret, previous_secret, previous_secret_until",
        )
        .bind(job)
        .bind(until)
        .bind(endpoint)
        .bind(id::now())
        .fetch_optional(&mut transaction)
        .await?;
        transaction.commit().await?;
        Ok(taken)
    }

    /// Returns at most `limit` deliveries of an endpoint that are due, in the order in which they became due.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn due_deliveries(&self, endpoint: &str, limit: u32) -> Result<Vec<Delivery>, StorageError> {
        // Deliveries of one millisecond in the order in which they were written, which is that of their events.
        let due = match self.0.host().dialect() {
            Dialect::Sqlite => query(
                "SELECT d.id, d.event_id, d.kind, d.attempts, d.log, e.resource_type, e.resource_id, e.project_id, e.data, d.created_at
                 FROM webhook_deliveries AS d LEFT JOIN events AS e ON e.id = d.event_id
                 WHERE d.endpoint_id = ? AND d.due_at <= ? ORDER BY d.due_at, d.created_at, d.rowid LIMIT ?",
            ),
            // SQLite has no column with the number of a row.
            Dialect::Postgres => query(
                "SELECT d.id, d.event_id, d.kind, d.attempts, d.log, e.resource_type, e.resource_id, e.project_id, e.data, d.created_at
                 FROM plumbline.webhook_deliveries AS d LEFT JOIN plumbline.events AS e ON e.id = d.event_id
                 WHERE d.endpoint_id = $1 AND d.due_at <= $2 ORDER BY d.due_at, d.created_at, d.sequence LIMIT $3",
            )
            .native(),
        };
        Ok(due.bind(endpoint).bind(id::now()).bind(limit).fetch_all(self.0.host()).await?)
    }

    /// Records attempts. If `disabled` has a reason, the endpoint is disabled, which is an event. Returns whether the job
    /// still has the turn of an enabled endpoint.
    ///
    /// # Errors
    /// Returns an error if the database fails. Nothing is recorded then.
    #[boxed]
    pub async fn record_attempts(
        &self,
        endpoint: &str,
        job: &str,
        attempts: &[AttemptRecord],
        disabled: Option<&str>,
    ) -> Result<bool, StorageError> {
        let _guard = self.0.lock_writes().await.map_err(|error| StorageError::Invalid(error.to_string()))?;
        let mut transaction = self.0.host().begin_write().await?;
        let now = id::now();
        for AttemptRecord { delivery, log, attempt, next } in attempts {
            let mut entries: Vec<serde_json::Value> = serde_json::from_str(log).unwrap_or_default();
            entries.push(attempt.clone());
            entries.drain(..entries.len().saturating_sub(LOG));
            let (status, due_at, finished_at) = match next {
                Next::Delivered => ("delivered", None, Some(&now)),
                Next::Retry(at) => ("pending", Some(at), None),
                Next::Failed => ("failed", None, Some(&now)),
            };
            query(
                "UPDATE webhook_deliveries SET status = ?, attempts = attempts + 1, due_at = ?, log = ?, finished_at = ?
                 WHERE id = ?",
            )
            .bind(status)
            .bind(due_at.map(String::as_str))
            .bind(json!(entries).to_string())
            .bind(finished_at.map(String::as_str))
            .bind(delivery)
            .execute(&mut transaction)
            .await?;
        }
        if let Some(reason) = disabled {
            query(
                "UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = ?, updated_at = ?, sender = NULL
                 WHERE id = ? AND status = 'enabled'",
            )
            .bind(reason)
            .bind(&now)
            .bind(endpoint)
            .execute(&mut transaction)
            .await?;
        }
        let turns: i64 =
            query("SELECT COUNT(*) FROM webhook_endpoints WHERE id = ? AND sender = ? AND status = 'enabled'")
                .bind(endpoint)
                .bind(job)
                .fetch_scalar(&mut transaction)
                .await?;
        transaction.commit().await?;
        Ok(turns > 0)
    }

    /// Takes the turn of an endpoint from a job that is given up, and queues another at `again` if deliveries wait.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn give_up_webhook_job(&self, endpoint: &str, job: &str, again: &str) -> Result<(), StorageError> {
        let _guard = self.0.lock_writes().await.map_err(|error| StorageError::Invalid(error.to_string()))?;
        let mut transaction = self.0.host().begin_write().await?;
        query("UPDATE webhook_endpoints SET sender = NULL, sending_until = NULL WHERE id = ? AND sender = ?")
            .bind(endpoint)
            .bind(job)
            .execute(&mut transaction)
            .await?;
        // The job may never have begun, and then it is the one that the endpoint was woken for.
        query("UPDATE webhook_endpoints SET woken_for = NULL WHERE id = ?")
            .bind(endpoint)
            .execute(&mut transaction)
            .await?;
        let next: Option<String> = query("SELECT MIN(due_at) FROM webhook_deliveries WHERE endpoint_id = ?")
            .bind(endpoint)
            .fetch_scalar(&mut transaction)
            .await?;
        if let Some(next) = next {
            wake_at(&mut transaction, endpoint, again.max(next.as_str()), &id::now()).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Returns the turn of an endpoint, unless a delivery is due: then it returns `false`, and the job goes on. `pause`
    /// returns it in any case. What waits is sent by a new job, not before `pause`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn release_webhook_endpoint(
        &self,
        endpoint: &str,
        job: &str,
        pause: Option<&str>,
    ) -> Result<bool, StorageError> {
        let guard = self.0.lock_writes().await.map_err(|error| StorageError::Invalid(error.to_string()))?;
        let mut transaction = self.0.host().begin_write().await?;
        let next: Option<String> = query("SELECT MIN(due_at) FROM webhook_deliveries WHERE endpoint_id = ?")
            .bind(endpoint)
            .fetch_scalar(&mut transaction)
            .await?;
        let now = id::now();
        if pause.is_none() && next.as_ref().is_some_and(|next| *next <= now) {
            return Ok(false);
        }
        query("UPDATE webhook_endpoints SET sender = NULL, sending_until = NULL WHERE id = ? AND sender = ?")
            .bind(endpoint)
            .bind(job)
            .execute(&mut transaction)
            .await?;
        if let Some(next) = next {
            let due_at = pause.map_or(next.as_str(), |pause| pause.max(next.as_str()));
            wake_at(&mut transaction, endpoint, due_at, &now).await?;
        }
        transaction.commit().await?;
        drop(guard);
        Ok(true)
    }
}

/// Queues a job for an endpoint, unless one is queued that has not begun and is not later.
async fn wake_at(
    transaction: &mut Transaction<'_>,
    endpoint: &str,
    due_at: &str,
    now: &str,
) -> Result<(), StorageError> {
    let is_first =
        query("UPDATE webhook_endpoints SET woken_for = ?1 WHERE id = ?2 AND (woken_for IS NULL OR woken_for > ?1)")
            .bind(due_at)
            .bind(endpoint)
            .execute(&mut *transaction)
            .await?;
    if is_first == 0 {
        return Ok(());
    }
    query("INSERT INTO outbox (id, kind, payload, created_at, due_at) VALUES (?, ?, ?, ?, ?)")
        .bind(id::random("job"))
        .bind(JOB_KIND)
        .bind(json!({"endpoint_id": endpoint}).to_string())
        .bind(now)
        .bind(due_at)
        .execute(transaction)
        .await?;
    Ok(())
}
