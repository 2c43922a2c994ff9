//! Deletion of rows that a tenant's database keeps only for a limited time.

use async_recursion::async_recursion as boxed;
use plumbline_host_sql::{Dialect, query_of_parts};
use plumbline_tenancy::id;
use time::{OffsetDateTime, Time};

use super::TenantDb;
use crate::error::StorageError;

/// Rows deleted while holding the write lock once. Takes a few milliseconds, so that a sweep does not delay writers.
const ROWS: i64 = 2_000;

/// Days that an outbox entry is kept after it became a job, for troubleshooting.
const OUTBOX_DAYS: u32 = 7;
/// Days that an event is kept, as the contract says.
const EVENT_DAYS: u32 = 30;

/// Usage tables, each with the column of a row's age.
const USAGE: [(&str, &str); 3] =
    [("usage_events", "occurred_at"), ("usage_totals", "day"), ("usage_charges", "charged_at")];

/// How long rows are kept, as times in the database's format: `2026-11-25T00:00:00.000Z`.
#[derive(Debug, Clone)]
pub struct RetentionCutoffs {
    /// Usage from this time on is kept. It is midnight, because sums cover whole days.
    pub usage_since: String,
    /// Outbox entries that became jobs from this time on are kept.
    pub outbox_since: String,
    /// Events from this time on are kept, with their deliveries to webhook endpoints.
    pub events_since: String,
}

impl RetentionCutoffs {
    /// Returns the cutoffs of a sweep at `now`, with `usage_days` of usage.
    pub fn at(now: OffsetDateTime, usage_days: u32) -> Self {
        let before = |days: u32| now.saturating_sub(time::Duration::days(days.into()));
        Self {
            usage_since: id::at(before(usage_days).replace_time(Time::MIDNIGHT)),
            outbox_since: id::at(before(OUTBOX_DAYS)),
            events_since: id::at(before(EVENT_DAYS)),
        }
    }
}

impl TenantDb {
    /// Runs statements that erase a value, which is their only placeholder, and rewrites the database without free space.
    ///
    /// # Errors
    /// Returns an error if the database fails or the write lock is not free in time.
    pub(crate) async fn erase(&self, statements: &[&'static str], value: &str) -> Result<(), StorageError> {
        let _guard = self.0.lock_writes().await.map_err(|error| StorageError::Invalid(error.to_string()))?;
        crate::erasure::erase(self.0.host(), &self.0.scope().to_string(), statements, value, &[]).await?;
        Ok(())
    }

    /// Deletes expired rows in small batches and returns their number.
    ///
    /// # Errors
    /// Returns an error if the database fails or the write lock is not free in time. Rows deleted before the error
    /// stay deleted.
    #[boxed]
    pub async fn sweep(&self, cutoffs: &RetentionCutoffs) -> Result<u64, StorageError> {
        let mut swept = 0;
        // An entry names the job that settles a hold, and was written together with the hold.
        let oldest_hold = self.held().await?.into_iter().map(|held| held.since).min();
        let mut cutoffs = cutoffs.clone();
        cutoffs.outbox_since = oldest_hold.into_iter().chain([cutoffs.outbox_since]).min().unwrap_or_default();
        let usage = USAGE.map(|(table, column)| (table, column, &cutoffs.usage_since));
        let others = [
            ("outbox", "dispatched_at", &cutoffs.outbox_since),
            ("events", "created_at", &cutoffs.events_since),
            ("webhook_deliveries", "created_at", &cutoffs.events_since),
        ];
        for (table, column, since) in usage.into_iter().chain(others) {
            // Times and days compare as text: a day sorts before every time of that day.
            let delete = || match self.0.host().dialect() {
                Dialect::Sqlite => query_of_parts(format!(
                    "DELETE FROM {table} WHERE rowid IN
                         (SELECT rowid FROM {table} WHERE {column} < SUBSTR(?1, 1, LENGTH({column})) LIMIT ?2)"
                )),
                Dialect::Postgres => query_of_parts(format!(
                    "DELETE FROM {table} WHERE ctid = ANY (ARRAY
                         (SELECT ctid FROM {table} WHERE {column} < SUBSTR($1, 1, LENGTH({column})) LIMIT $2))"
                ))
                .native(),
            };
            loop {
                let guard = self.0.lock_writes().await.map_err(|error| StorageError::Invalid(error.to_string()))?;
                let rows = delete().bind(since).bind(ROWS).execute(self.0.host()).await?;
                drop(guard);
                swept += rows;
                if rows < ROWS.unsigned_abs() {
                    break;
                }
            }
        }
        Ok(swept)
    }
}
