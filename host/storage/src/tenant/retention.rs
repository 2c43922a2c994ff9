//! Rows that a tenant's database keeps for a time only.

use sqlx::AssertSqlSafe;

use super::{Backend, TenantDb};
use crate::error::StorageError;

/// Rows deleted in one turn to write: a few milliseconds, so that writers wait for no sweep.
const ROWS: i64 = 2_000;

/// Tables of usage, with the column that says how old a row is.
const USAGE: [(&str, &str); 3] =
    [("usage_events", "occurred_at"), ("usage_totals", "day"), ("usage_charges", "charged_at")];

/// How far back rows are kept, as the database has times: `2026-11-25T00:00:00.000Z`.
#[derive(Debug, Clone)]
pub struct Kept {
    /// Usage from then on is kept. A time at midnight, because sums are of whole days.
    pub usage_since: String,
    /// Outbox entries that became jobs from then on are kept.
    pub outbox_since: String,
}

impl TenantDb {
    /// Runs statements that make the database forget a value, which they have as their only placeholder.
    ///
    /// # Errors
    /// When the database fails, or no turn to write comes.
    pub(crate) async fn erase(&self, statements: &[&'static str], value: &str) -> Result<(), StorageError> {
        let Backend::Sqlite(database) = &self.backend;
        let _turn = database.turn().await.map_err(|error| StorageError::Invalid(error.to_string()))?;
        let mut connection = database.host().acquire().await?;
        sqlx::query("PRAGMA secure_delete = ON").execute(&mut *connection).await?;
        let erased = crate::erasure::run(&mut connection, statements, value, &[]).await;
        sqlx::query("PRAGMA secure_delete = OFF").execute(&mut *connection).await?;
        erased.map(drop)
    }

    /// Deletes what is no longer kept, a little at a time, and returns how many rows that were.
    ///
    /// # Errors
    /// When the database fails, or no turn to write comes. What was deleted until then stays deleted.
    pub async fn sweep(&self, kept: &Kept) -> Result<u64, StorageError> {
        let Backend::Sqlite(database) = &self.backend;
        let mut swept = 0;
        // An entry tells which job is to settle a hold, and was written with it.
        let oldest_hold = self.held().await?.into_iter().map(|(_, _, since)| since).min();
        let mut kept = kept.clone();
        kept.outbox_since = oldest_hold.into_iter().chain([kept.outbox_since]).min().unwrap_or_default();
        let usage = USAGE.map(|(table, column)| (table, column, &kept.usage_since));
        for (table, column, since) in usage.into_iter().chain([("outbox", "dispatched_at", &kept.outbox_since)]) {
            // Times and days compare as text: a day is less than every time of that day.
            let delete = format!(
                "DELETE FROM {table} WHERE rowid IN (SELECT rowid FROM {table} WHERE {column} < SUBSTR(?1, 1, LENGTH({column})) LIMIT ?2)"
            );
            loop {
                let turn = database.turn().await.map_err(|error| StorageError::Invalid(error.to_string()))?;
                let statement = sqlx::query(AssertSqlSafe(delete.clone())).bind(since).bind(ROWS);
                let rows = statement.execute(database.host()).await?.rows_affected();
                drop(turn);
                swept += rows;
                if rows < ROWS.unsigned_abs() {
                    break;
                }
            }
        }
        Ok(swept)
    }
}
