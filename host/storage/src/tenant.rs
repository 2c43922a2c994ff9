//! A tenant's database: what components do with it ([`Connection`]) and what the host does ([`TenantDb`]).
//!
//! What is here is the same for every database. SQLite stands behind it today ([`crate::sqlite`]); PostgreSQL with
//! row-level security will be the second variant of [`Backend`] and [`Session`].

use std::sync::Arc;

use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row as _};

use crate::error::StorageError;
use crate::sql::{QueryResult, SqlError, Value};
use crate::sqlite;
use plumbline_tenancy::Scope;
use plumbline_tenancy::UsageEvent;
use plumbline_tenancy::id;

/// The database of one tenant in one environment. Cheap to share; made by [`crate::Storage::tenant`].
#[derive(Debug)]
pub struct TenantDb {
    backend: Backend,
}

#[derive(Debug)]
enum Backend {
    Sqlite(Arc<sqlite::Database>),
}

/// A component's connection. It holds nothing of the database while no transaction is open, so it may be kept for as
/// long as its instance lives. Dropped at any time, it rolls back what is open and lets the next writer in.
pub struct Connection {
    session: Session,
}

enum Session {
    Sqlite(sqlite::Session),
}

/// An outbox entry that is not yet a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxEntry {
    /// Its id, which becomes the job's.
    pub id: String,
    /// The worker it is for: `ingest`, `takeoff`, `export`, `cleanup`.
    pub kind: String,
    /// JSON, as the endpoint wrote it.
    pub payload: String,
    /// Not before this time, as [`plumbline_tenancy::id::at`] writes times; none for at once. A component's text that is no time
    /// counts as none, so that the job runs rather than never.
    pub due_at: Option<String>,
}

/// A request for premium access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessRequest {
    /// The credential that asked, `pc_…` or `oc_…`
    pub client_id: String,
    /// JSON array of scopes.
    pub capabilities: String,
    /// What the caller said.
    pub note: Option<String>,
    /// ISO 8601.
    pub created_at: String,
}

impl FromRow<'_, SqliteRow> for AccessRequest {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        Ok(Self {
            client_id: row.try_get("client_id")?,
            capabilities: row.try_get("capabilities")?,
            note: row.try_get("note")?,
            created_at: row.try_get("created_at")?,
        })
    }
}

impl TenantDb {
    pub(crate) fn sqlite(database: Arc<sqlite::Database>) -> Self {
        Self { backend: Backend::Sqlite(database) }
    }

    /// Whose database it is.
    pub fn scope(&self) -> &Scope {
        let Backend::Sqlite(database) = &self.backend;
        database.scope()
    }

    /// A connection for a component. Costs nothing until it is used.
    pub fn connect(&self) -> Connection {
        let Backend::Sqlite(database) = &self.backend;
        Connection { session: Session::Sqlite(sqlite::Session::new(Arc::clone(database))) }
    }

    /// Adds credits to the account. `id` names the grant: granting it a second time changes nothing.
    ///
    /// Returns whether it was new.
    ///
    /// # Errors
    /// When `credits` is not a positive number, or the database fails.
    pub async fn grant(&self, id: &str, credits: f64, note: &str) -> Result<bool, StorageError> {
        if !credits.is_finite() || credits <= 0.0 {
            return Err(StorageError::Invalid(format!(
                "credits: {credits} cannot be granted; give a number above zero"
            )));
        }
        let Backend::Sqlite(database) = &self.backend;
        let _turn = database.turn().await.map_err(|e| StorageError::Invalid(e.to_string()))?;
        let done = sqlx::query(
            "INSERT INTO ledger (job_id, kind, credits, note, created_at) VALUES (?, 'grant', ?, ?, ?)
             ON CONFLICT (job_id, kind) DO NOTHING",
        )
        .bind(id)
        .bind(credits)
        .bind(note)
        .bind(id::now())
        .execute(database.host())
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Requests for premium access, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn access_requests(&self) -> Result<Vec<AccessRequest>, StorageError> {
        let Backend::Sqlite(database) = &self.backend;
        let select =
            "SELECT client_id, capabilities, note, created_at FROM access_requests ORDER BY created_at DESC, id";
        Ok(sqlx::query_as(select).fetch_all(database.host()).await?)
    }

    /// Outbox entries that were not yet dispatched, oldest first, at most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn outbox_waiting(&self, limit: u32) -> Result<Vec<OutboxEntry>, StorageError> {
        let Backend::Sqlite(database) = &self.backend;
        let rows: Vec<(String, String, String, Option<String>)> = sqlx::query_as(
            "SELECT id, kind, payload, due_at FROM outbox WHERE dispatched_at IS NULL ORDER BY created_at, id LIMIT ?",
        )
        .bind(limit)
        .fetch_all(database.host())
        .await?;
        let entry = |(id, kind, payload, due_at): (String, String, String, Option<String>)| {
            let due_at = due_at.and_then(|text| {
                let moment = id::parse(&text);
                if moment.is_none() {
                    tracing::warn!(scope = %self.scope(), id, kind, "the outbox entry's due_at is no time; it is due at once");
                }
                moment.map(id::at)
            });
            OutboxEntry { id, kind, payload, due_at }
        };
        Ok(rows.into_iter().map(entry).collect())
    }

    /// Marks entries as dispatched, once their jobs are queued durably.
    ///
    /// # Errors
    /// When the database fails; the entries then stay waiting and are dispatched again, to no harm.
    pub async fn mark_dispatched<S: AsRef<str> + Sync>(&self, ids: &[S]) -> Result<(), StorageError> {
        if ids.is_empty() {
            return Ok(());
        }
        let Backend::Sqlite(database) = &self.backend;
        let _turn = database.turn().await.map_err(|e| StorageError::Invalid(e.to_string()))?;
        let now = id::now();
        let mut transaction = database.host().begin_with("BEGIN IMMEDIATE").await?;
        for id in ids {
            sqlx::query("UPDATE outbox SET dispatched_at = ? WHERE id = ? AND dispatched_at IS NULL")
                .bind(&now)
                .bind(id.as_ref())
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Writes usage events in one transaction, in this database's turn to write. An event whose request is recorded
    /// already is left out.
    ///
    /// # Errors
    /// When the turn does not come or the database fails; then none of the events is written.
    pub async fn record_usage(&self, events: &[UsageEvent]) -> Result<(), StorageError> {
        let Backend::Sqlite(database) = &self.backend;
        let _turn = database.turn().await.map_err(|e| StorageError::Invalid(e.to_string()))?;
        let mut transaction = database.host().begin_with("BEGIN IMMEDIATE").await?;
        for event in events {
            sqlx::query(UsageEvent::INSERT)
                .bind(&event.request_id)
                .bind(id::at(event.occurred_at.into()))
                .bind(&event.client_id)
                .bind(&event.user_id)
                .bind(event.surface.as_str())
                .bind(&event.agent)
                .bind(&event.operation)
                .bind(event.status_code)
                .bind(&event.error_code)
                .bind(i64::try_from(event.latency_ms).unwrap_or(i64::MAX))
                .bind(if event.units.is_finite() { event.units } else { 0.0 })
                .bind(&event.end_customer_ref)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}

impl Connection {
    /// Runs one statement and returns all its rows.
    ///
    /// Placeholders are `?` or `?1`. Transactions are the statements `BEGIN IMMEDIATE` (which waits for the turn to
    /// write), `BEGIN` (to read at one point of time), `COMMIT` and `ROLLBACK`. A call that is dropped before it is done is
    /// stopped, and its transaction rolled back when the connection is dropped too.
    ///
    /// # Errors
    /// See [`SqlError`]. After an error that ended the transaction every statement fails with it until the next
    /// `COMMIT` (which fails too), `ROLLBACK` or `BEGIN`.
    pub async fn execute(&self, sql: &str, parameters: Vec<Value>) -> Result<QueryResult, SqlError> {
        let Session::Sqlite(session) = &self.session;
        session.execute(sql, parameters).await
    }

    /// The row id of the last row this connection inserted, 0 when it has inserted none.
    pub fn last_insert_rowid(&self) -> i64 {
        let Session::Sqlite(session) = &self.session;
        session.last_insert_rowid()
    }

    /// How many rows the last INSERT, UPDATE or DELETE of this connection changed.
    pub fn changes(&self) -> u64 {
        let Session::Sqlite(session) = &self.session;
        session.changes()
    }
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection").finish_non_exhaustive()
    }
}
