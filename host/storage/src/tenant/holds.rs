//! Open holds of credits, and the outbox entries whose jobs settle them.

use std::collections::{HashMap, HashSet};

use async_recursion::async_recursion as boxed;
use futures::TryStreamExt as _;
use plumbline_host_sql::query;
use serde::Deserialize;
use serde_json::Value;

use super::outbox::Entry;
use super::{MICROS_PER_CREDIT, OutboxEntry, TenantDb};
use crate::error::StorageError;
use plumbline_tenancy::id;

/// Credits that are held although every outbox entry about them has become a job.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenHold {
    /// The resource that the credits are held for: the `job_id` of the ledger.
    pub resource: String,
    /// Credits still held.
    pub credits: f64,
    /// The outbox entries whose payload names the resource.
    pub entries: Vec<OutboxEntry>,
}

/// The amount that is held for a resource.
#[derive(Deserialize)]
pub(super) struct Held {
    #[serde(rename = "job_id")]
    resource: String,
    #[serde(rename = "held")]
    micros: i64,
    /// When it was held.
    pub(super) since: String,
}

impl TenantDb {
    /// Returns the open holds. Leaves out holds with an outbox entry that is not a job yet, since that job will settle
    /// them.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn open_holds(&self) -> Result<Vec<OpenHold>, StorageError> {
        let mut holds: HashMap<String, OpenHold> = self
            .held()
            .await?
            .into_iter()
            .map(|Held { resource, micros, .. }| {
                let credits = micros as f64 / MICROS_PER_CREDIT;
                (resource.clone(), OpenHold { resource, credits, entries: Vec::new() })
            })
            .collect();
        if holds.is_empty() {
            return Ok(Vec::new());
        }
        let mut coming = HashSet::new();
        let mut entries = query("SELECT id, kind, payload, dispatched_at IS NOT NULL AS is_dispatched FROM outbox")
            .fetch::<Entry>(self.0.host());
        while let Some(Entry { id, kind, payload, is_dispatched }) = entries.try_next().await? {
            let Ok(Value::Object(fields)) = serde_json::from_str(&payload) else { continue };
            for resource in fields.values().filter_map(Value::as_str) {
                let Some(hold) = holds.get_mut(resource) else { continue };
                if !is_dispatched {
                    coming.insert(resource.to_owned());
                }
                let (id, kind, payload) = (id.clone(), kind.clone(), payload.clone());
                hold.entries.push(OutboxEntry { id, kind, payload, due_at: None });
            }
        }
        holds.retain(|resource, _| !coming.contains(resource));
        Ok(holds.into_values().collect())
    }

    /// Returns the held amounts.
    pub(super) async fn held(&self) -> Result<Vec<Held>, StorageError> {
        let held: i64 = query("SELECT held FROM credit_balance WHERE id = 1").fetch_scalar(self.0.host()).await?;
        if held == 0 {
            return Ok(Vec::new());
        }
        let held = query(
            "SELECT job_id, CAST(SUM(CASE kind WHEN 'hold' THEN micros ELSE -micros END) AS BIGINT) AS held,
                    MIN(created_at) AS since
             FROM ledger_entries WHERE kind IN ('hold', 'charge', 'release') GROUP BY job_id
             HAVING SUM(CASE kind WHEN 'hold' THEN micros ELSE -micros END) > 0 ORDER BY job_id",
        );
        Ok(held.fetch_all(self.0.host()).await?)
    }

    /// Releases the remainder of a resource's hold. Returns whether there was one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn release_hold(&self, resource: &str, note: &str) -> Result<bool, StorageError> {
        let release = query(
            "INSERT INTO ledger_entries (job_id, kind, micros, note, created_at)
             SELECT ?1, 'release', held, ?2, ?3 FROM (
                 SELECT CAST(SUM(CASE kind WHEN 'hold' THEN micros ELSE -micros END) AS BIGINT) AS held FROM ledger_entries
                 WHERE job_id = ?1 AND kind IN ('hold', 'charge', 'release')
             ) AS open WHERE held > 0 ON CONFLICT (job_id, kind) DO NOTHING RETURNING kind, micros",
        )
        .bind(resource)
        .bind(note)
        .bind(id::now());
        self.write_entry(release).await
    }
}
