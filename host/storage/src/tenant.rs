//! A tenant's database: what components do with it ([`Connection`]) and what the host does with it ([`TenantDb`]).
//!
//! It is a SQLite file ([`crate::sqlite`]), or a scope on PostgreSQL with row-level security ([`crate::postgres`]).

mod backend;
mod connection;
mod credits;
mod events;
mod holds;
mod outbox;
mod retention;
mod webhooks;

pub use connection::Connection;
pub use holds::OpenHold;
pub use outbox::{OUTBOX_LOOKAHEAD, OutboxCursor, OutboxEntry};
pub use retention::RetentionCutoffs;
pub use webhooks::{AttemptRecord, Delivery, Next, Target};

use std::sync::Arc;
use std::time::Duration;

use async_recursion::async_recursion as boxed;
use plumbline_host_sql::{Query, query, query_of_parts};
use serde::Deserialize;

use self::backend::Backend;
use crate::control::JobFence;
use crate::error::StorageError;
use crate::pending_sync::PendingSync;
use crate::postgres::ScopeDatabase;
use crate::sqlite;
use plumbline_sql::SqlError;
use plumbline_tenancy::Scope;
use plumbline_tenancy::{UsageBatch, UsageEvent, UsageKey, UsageSum};
use plumbline_tenancy::{clock, id};

/// The database of one tenant in one environment. Cheap to share. Created by [`crate::Storage::tenant`].
#[derive(Debug)]
pub struct TenantDb(Backend);

/// A request for premium access.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AccessRequest {
    /// The credential that made the request, `pc_…` or `oc_…`.
    pub client_id: String,
    /// JSON array of scopes.
    pub capabilities: String,
    /// The caller's note.
    pub note: Option<String>,
    /// When the request was made, ISO 8601.
    pub created_at: String,
}

/// An entry that was added to the ledger.
#[derive(Deserialize)]
struct Added {
    kind: String,
    micros: i64,
}

/// Ledger units per credit.
const MICROS_PER_CREDIT: f64 = 1e6;

/// Largest grant in credits, limited by the column `ledger_entries.micros`.
const MAX_GRANT: f64 = 9e9;

impl TenantDb {
    pub(crate) fn sqlite(database: Arc<sqlite::Database>) -> Self {
        Self(Backend::Sqlite(database))
    }

    pub(crate) fn postgres(database: Arc<ScopeDatabase>) -> Self {
        Self(Backend::Postgres(database))
    }

    /// Returns the scope of the database.
    pub fn scope(&self) -> &Scope {
        self.0.scope()
    }

    /// Returns a connection for a component. It costs nothing until it is used.
    pub fn connect(&self) -> Connection {
        self.0.connect()
    }

    /// Like [`TenantDb::connect`], for the worker of a job: a transaction that writes is committed only while the job is
    /// still under its lease.
    pub fn connect_fenced(&self, fence: JobFence) -> Connection {
        self.0.connect_fenced(fence)
    }

    /// Like [`TenantDb::connect`], but a commit returns before it is on the disk and is recorded in `pending_sync`. The
    /// owner of `pending_sync` must call [`TenantDb::make_durable`] before it reports any result.
    pub fn connect_deferring_sync(&self, pending_sync: &PendingSync) -> Connection {
        self.0.connect_deferring_sync(pending_sync)
    }

    /// Adds credits to the account, rounded to a millionth, and returns whether the grant is new. `id` identifies the
    /// grant: granting it again changes nothing.
    ///
    /// # Errors
    /// Returns an error if `credits` is not from 0.000001 to 9,000,000,000, or the database fails.
    #[boxed]
    pub async fn grant(&self, id: &str, credits: f64, note: &str) -> Result<bool, StorageError> {
        let micros = (credits * MICROS_PER_CREDIT).round();
        if !(1.0..=MAX_GRANT * MICROS_PER_CREDIT).contains(&micros) {
            return Err(StorageError::Invalid(format!(
                "credits: {credits} cannot be granted. Use a number from 0.000001 to {MAX_GRANT}."
            )));
        }
        #[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
        let micros = micros as i64;
        let grant = query(
            "INSERT INTO ledger_entries (job_id, kind, micros, note, created_at) VALUES (?, 'grant', ?, ?, ?)
             ON CONFLICT (job_id, kind) DO NOTHING RETURNING kind, micros",
        )
        .bind(id)
        .bind(micros)
        .bind(note)
        .bind(id::now());
        self.write_entry(grant).await
    }

    /// Writes a ledger entry durably and returns whether it is new. The statement must return its `kind` and `micros`.
    async fn write_entry(&self, entry: Query) -> Result<bool, StorageError> {
        let guard = self.0.lock_writes().await.map_err(|e| StorageError::Invalid(e.to_string()))?;
        let mut written: Vec<Added> = entry.fetch_all(self.0.host()).await?;
        drop(guard);
        let Some(added) = written.pop() else { return Ok(false) };
        self.make_durable().await.map_err(|e| StorageError::Invalid(e.to_string()))?;
        sqlite::note_credits(&added.kind, added.micros);
        Ok(true)
    }

    /// Waits until every earlier commit is on the disk. If writers are waiting for their turn, it gives them a moment
    /// to commit too, so that one write to the disk covers all.
    ///
    /// # Errors
    /// [`SqlError::Io`] if the disk fails.
    #[boxed]
    pub async fn make_durable(&self) -> Result<(), SqlError> {
        self.0.make_durable().await
    }

    /// Returns the requests for premium access, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn access_requests(&self) -> Result<Vec<AccessRequest>, StorageError> {
        let select =
            "SELECT client_id, capabilities, note, created_at FROM access_requests ORDER BY created_at DESC, id";
        Ok(query(select).fetch_all(self.0.host()).await?)
    }

    /// Writes a batch of usage durably, in one transaction while holding this database's write lock. `writer` identifies
    /// the process, and `number` counts its batches in the order of writing. A batch that was already written is not
    /// added again.
    ///
    /// # Errors
    /// Returns an error if the write lock is not free in time, the database fails or the disk fails. Unless the disk
    /// failed, nothing of the batch is written then.
    #[boxed]
    pub async fn record_usage(&self, writer: &str, number: i64, batch: &UsageBatch) -> Result<(), StorageError> {
        self.write_usage(writer, number, batch).await?;
        // Also after a retry of a batch that was committed, because the disk may have failed then.
        self.make_durable().await.map_err(|e| StorageError::Invalid(e.to_string()))
    }

    /// Commits a batch of usage. It may not be on the disk yet. The write lock is free on return.
    async fn write_usage(&self, writer: &str, number: i64, batch: &UsageBatch) -> Result<(), StorageError> {
        let _guard = self.0.lock_writes().await.map_err(|e| StorageError::Invalid(e.to_string()))?;
        let mut transaction = self.0.host().begin_write().await?;
        let is_new = query(
            "INSERT INTO usage_writers (writer, batch, written_at) VALUES (?, ?, ?) ON CONFLICT (writer) DO UPDATE \
             SET batch = excluded.batch, written_at = excluded.written_at WHERE usage_writers.batch < excluded.batch",
        )
        .bind(writer)
        .bind(number)
        .bind(id::now())
        .execute(&mut transaction)
        .await?;
        if is_new == 0 {
            return Ok(());
        }
        // Processes that ended long ago write no more batches.
        query("DELETE FROM usage_writers WHERE written_at < ?")
            .bind(id::at(clock::now() - WRITERS_KEPT))
            .execute(&mut transaction)
            .await?;
        let sums: Vec<_> = batch.sums().collect();
        for sums in sums.chunks(USAGE_ROWS) {
            let statement = query_of_parts(UsageBatch::add_sums(sums.len()));
            sums.iter().fold(statement, |statement, sum| bind_sum(statement, *sum)).execute(&mut transaction).await?;
        }
        for events in batch.rows().chunks(USAGE_ROWS) {
            let statement = query_of_parts(UsageEvent::insert(events.len()));
            events.iter().fold(statement, bind_event).execute(&mut transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}

/// How long a process that writes no more usage is remembered. Longer than any retry of a batch.
const WRITERS_KEPT: Duration = Duration::from_secs(7 * 86_400);
/// Rows of usage per statement. The number of rows is part of the statement's text, so there are at most this many
/// texts.
const USAGE_ROWS: usize = 64;

fn bind_sum(statement: Query, (key, sum): (&UsageKey, &UsageSum)) -> Query {
    let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    statement
        .bind(&key.day)
        .bind(&key.client_id)
        .bind(&key.user_id)
        .bind(key.surface)
        .bind(&key.agent)
        .bind(&key.operation)
        .bind(&key.end_customer_ref)
        .bind(whole(key.latency_ms))
        .bind(whole(sum.requests))
        .bind(whole(sum.errors))
        .bind(sum.units)
}

fn bind_event(statement: Query, event: &UsageEvent) -> Query {
    statement
        .bind(&event.request_id)
        .bind(id::at(event.occurred_at.into()))
        .bind(event.client_id.as_deref())
        .bind(event.user_id.as_deref())
        .bind(event.surface.as_str())
        .bind(event.agent.as_deref())
        .bind(&event.operation)
        .bind(event.status_code)
        .bind(event.error_code.as_deref())
        .bind(i64::try_from(event.latency_ms).unwrap_or(i64::MAX))
        .bind(event.units)
        .bind(event.end_customer_ref.as_deref())
}
