//! The outbox of a tenant's database, as the dispatcher sees it: entries that become jobs.

use std::time::Duration;

use async_recursion::async_recursion as boxed;
use futures::TryStreamExt as _;
use plumbline_host_sql::{Dialect, query};
use plumbline_tenancy::id;
use serde::Deserialize;

use super::TenantDb;
use crate::error::StorageError;

/// How long before its due time an entry becomes a job. Until then it stays in its tenant's own database, so that the
/// queue, which all tenants share, holds no jobs that are due in a month. A component's entries that are due sooner are
/// limited in number. See [`crate::sqlite`].
pub const OUTBOX_LOOKAHEAD: Duration = Duration::from_secs(120);
/// Bytes of payload after which a read of entries ends.
const READ_BYTES: usize = 4 << 20;

/// An outbox entry that is not yet a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxEntry {
    /// The entry's id, which becomes the job's id.
    pub id: String,
    /// The name of the job's worker.
    pub kind: String,
    /// JSON, as the endpoint wrote it.
    pub payload: String,
    /// The earliest time to run, in the format of [`plumbline_tenancy::id::at`], or `None` to run immediately. A
    /// component's text that is not a time counts as `None`, so that the job runs at all.
    pub due_at: Option<String>,
}

/// A row of the outbox.
#[derive(Deserialize)]
struct Waiting {
    place: i64,
    id: String,
    kind: String,
    payload: String,
    due_at: Option<String>,
}

/// An entry of the outbox, and whether it is a job.
#[derive(Deserialize)]
pub(super) struct Entry {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) payload: String,
    pub(super) is_dispatched: bool,
}

/// The position up to which the waiting entries of an outbox have been read.
#[derive(Debug, Clone, Default)]
pub struct OutboxCursor(i64);

impl TenantDb {
    /// Returns at most `limit` entries that are not dispatched and are due by `until`, in the order of their commits.
    /// `until` is in the format of [`plumbline_tenancy::id::at`].
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn due_outbox_entries(
        &self,
        cursor: &mut OutboxCursor,
        until: &str,
        limit: u32,
    ) -> Result<Vec<OutboxEntry>, StorageError> {
        let select = match self.0.host().dialect() {
            // An index is of the expression `COALESCE(due_at, '')`.
            Dialect::Sqlite => query(
                "SELECT rowid AS place, id, kind, payload, due_at FROM outbox
                 WHERE dispatched_at IS NULL AND COALESCE(due_at, '') <= ? AND rowid > ? ORDER BY rowid LIMIT ?",
            ),
            // Row-level security would keep the statement from using that index.
            Dialect::Postgres => {
                query("SELECT sequence AS place, id, kind, payload, due_at FROM host.due_entries($1, $2, $3)").native()
            }
        };
        let mut rows = select.bind(until).bind(cursor.0).bind(limit).fetch::<Waiting>(self.0.host());
        let (mut entries, mut bytes) = (Vec::new(), 0);
        while let Some(Waiting { place, id, kind, payload, due_at }) = rows.try_next().await? {
            let due_at = due_at.and_then(|text| {
                let moment = id::parse(&text);
                if moment.is_none() {
                    tracing::warn!(scope = %self.scope(), id, kind, "the outbox entry's due_at is not a time, so it is due at once");
                }
                moment.map(id::at)
            });
            cursor.0 = place;
            bytes += payload.len();
            entries.push(OutboxEntry { id, kind, payload, due_at });
            if bytes >= READ_BYTES {
                break;
            }
        }
        Ok(entries)
    }

    /// Returns the due time of the first entry that is due after `until`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn next_outbox_due(&self, until: &str) -> Result<Option<String>, StorageError> {
        Ok(query(
            "SELECT MIN(COALESCE(due_at, '')) FROM outbox WHERE dispatched_at IS NULL AND COALESCE(due_at, '') > ?",
        )
        .bind(until)
        .fetch_scalar(self.0.host())
        .await?)
    }

    /// Marks entries as dispatched, once their jobs are queued durably. Waits for the write lock of this database.
    ///
    /// # Errors
    /// Returns an error if the database fails. The entries then remain waiting and are dispatched again, which is
    /// harmless.
    pub async fn mark_dispatched<S: AsRef<str> + Sync>(&self, ids: &[S]) -> Result<(), StorageError> {
        if ids.is_empty() {
            return Ok(());
        }
        let _guard = self.0.lock_writes().await.map_err(|e| StorageError::Invalid(e.to_string()))?;
        let now = id::now();
        let mut transaction = self.0.host().begin_write().await?;
        for id in ids {
            query("UPDATE outbox SET dispatched_at = ? WHERE id = ? AND dispatched_at IS NULL")
                .bind(&now)
                .bind(id.as_ref())
                .execute(&mut transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}
