//! Databases of scopes: a tenant's tables in one environment, and the queues of their readers and writers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_recursion::async_recursion as boxed;
use plumbline_sql::{SqlError, SqlLimits};
use tokio::sync::Semaphore;
use tracing::{Instrument as _, trace_span};

use crate::added::{Addition, Named};
use crate::committed::OnCommit;
use crate::lease::{Guards, Lease, WriteGuard};
use crate::scope_key::ScopeKey;
use crate::shared::{Inner, SNAPSHOT};
use crate::transaction::HostTransaction;

/// Longest wait of a transaction for a writer of another host. As on SQLite, it ends before the request does, which then says
/// that the database is busy.
const OTHER_HOSTS: Duration = Duration::from_secs(5);
/// Statements of this process that write to a scope in transactions of their own at a time. While one of them runs, the next
/// waits in the server, which then gives it the turn without a round trip.
const STATEMENTS: u32 = 2;
/// Time that the server waits for the next statement of a transaction beyond the transaction's limit, before it takes the
/// host for dead.
const HOST_GONE: Duration = Duration::from_secs(5);

/// Opens a scope for a single read.
const READ: Named = Named {
    name: "plumbline_read",
    sql: "SELECT set_config('transaction_read_only', 'on', true), set_config('plumbline.scope', $1, true), \
          set_config('statement_timeout', $2, true)",
};
/// Waits for the turn to write and opens a scope for a single write. The limit on its time comes into force with the next
/// statement.
const WRITE: Named = Named {
    name: "plumbline_write",
    sql: "SELECT set_config('lock_timeout', $1, true), pg_advisory_xact_lock($2::INTEGER, $3::INTEGER), \
          set_config('plumbline.scope', $4, true), set_config('statement_timeout', $5, true)",
};

/// What precedes a single statement in its transaction.
pub(crate) struct Opening {
    /// The statements that begin the transaction.
    pub(crate) begin: String,
    /// What the statement's request begins with if it is the transaction.
    pub(crate) joined: Addition,
}

/// A scope's database. Keep one per process and scope, because it queues the writers of this process: only the first
/// transaction in the queue, or the first two statements, take connections and wait for writers of other hosts.
pub struct Database {
    pub(crate) postgres: Arc<Inner>,
    key: ScopeKey,
    limits: SqlLimits,
    on_commit: Option<OnCommit>,
    /// Writers get their turn in the order of their requests. A transaction takes all permits, and a statement with a
    /// transaction of its own takes one.
    writers: Arc<Semaphore>,
    readers: Arc<Semaphore>,
    /// Opens the scope and sets the limits on time for the rest of a transaction.
    open: String,
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Database").field("scope", &self.key.id).finish_non_exhaustive()
    }
}

impl Database {
    pub(crate) fn new(
        postgres: Arc<Inner>,
        key: ScopeKey,
        limits: SqlLimits,
        on_commit: Option<OnCommit>,
    ) -> Arc<Self> {
        let open = format!(
            "{}; SET LOCAL statement_timeout = {}; SET LOCAL idle_in_transaction_session_timeout = {}",
            key.open(),
            milliseconds(limits.statement_time),
            milliseconds(limits.transaction_time + HOST_GONE),
        );
        Arc::new(Self {
            postgres,
            key,
            on_commit,
            writers: Arc::new(Semaphore::new(STATEMENTS as usize)),
            readers: Arc::new(Semaphore::new(limits.readers.max(1))),
            limits,
            open,
        })
    }

    /// Returns the scope.
    pub fn key(&self) -> &ScopeKey {
        &self.key
    }

    /// Begins a transaction of the host whose reads all see the same rows of the scope.
    ///
    /// # Errors
    /// [`SqlError::Busy`] if no connection comes free, [`SqlError::Io`] if the server cannot be reached.
    #[boxed]
    pub async fn begin_read(&self) -> Result<HostTransaction, SqlError> {
        let pool = Arc::clone(&self.postgres.host);
        let client = pool.get(self.limits.queue_time).await?;
        let lease = Lease::new(client, pool, Guards::default(), None);
        let begin = format!("{SNAPSHOT}; {}", self.key.open());
        HostTransaction::begin(Arc::clone(&self.postgres), lease, begin).await
    }

    /// Begins a transaction of the host that writes to the scope. It has the turn to write until it ends.
    ///
    /// # Errors
    /// [`SqlError::Busy`] if the turn does not come within [`SqlLimits::queue_time`], [`SqlError::Io`] if the server
    /// cannot be reached.
    #[boxed]
    pub async fn begin(&self) -> Result<HostTransaction, SqlError> {
        let until = Instant::now() + self.limits.queue_time;
        let guards = Guards { write: Some(self.turn(STATEMENTS).await?), permit: None };
        let pool = Arc::clone(&self.postgres.host);
        let client = pool.get(remaining(until)).await?;
        let lease = Lease::new(client, pool, guards, self.on_commit.clone());
        let begin = format!(
            "BEGIN; SET LOCAL lock_timeout = {}; {}; {}",
            milliseconds(remaining(until).min(OTHER_HOSTS)),
            self.key.lock(),
            self.key.open()
        );
        HostTransaction::begin(Arc::clone(&self.postgres), lease, begin).await
    }

    pub(crate) fn limits(&self) -> &SqlLimits {
        &self.limits
    }

    /// Returns whether a writer of this process would get its turn immediately.
    pub(crate) fn is_write_lock_free(&self) -> bool {
        self.writers.available_permits() == STATEMENTS as usize
    }

    /// Waits for the turn among the writers of this process.
    async fn turn(&self, permits: u32) -> Result<WriteGuard, SqlError> {
        if let Ok(guard) = Arc::clone(&self.writers).try_acquire_many_owned(permits) {
            return Ok(guard);
        }
        tokio::time::timeout(self.limits.queue_time, Arc::clone(&self.writers).acquire_many_owned(permits))
            .instrument(trace_span!(target: "waits", "turn"))
            .await
            .map_err(|_| self.write_lock_timeout())?
            .map_err(|error| SqlError::Io(error.to_string()))
    }

    fn write_lock_timeout(&self) -> SqlError {
        SqlError::Busy(format!("timed out after {} s waiting for the write lock", self.limits.queue_time.as_secs()))
    }

    /// Returns a connection for reading.
    pub(crate) async fn reader(&self) -> Result<Lease, SqlError> {
        let until = Instant::now() + self.limits.queue_time;
        let waiting = trace_span!(target: "waits", "reader");
        async {
            let permit = tokio::time::timeout_at(until.into(), Arc::clone(&self.readers).acquire_owned())
                .await
                .map_err(|_| {
                    SqlError::Busy(format!(
                        "timed out after {} s waiting for a free connection",
                        self.limits.queue_time.as_secs()
                    ))
                })?
                .map_err(|error| SqlError::Io(error.to_string()))?;
            self.lease(until, Guards { permit: Some(permit), write: None }).await
        }
        .instrument(waiting)
        .await
    }

    /// Returns a connection for a transaction that writes, and the statements that begin it. These wait for the writers of
    /// other hosts. A writer needs no reader's permit: there are few, and readers that become writers must not keep it waiting.
    pub(crate) async fn writer(&self) -> Result<(Lease, String), SqlError> {
        let (lease, wait) = self.writer_with(STATEMENTS, OTHER_HOSTS).await?;
        Ok((lease, self.begin_writing(wait)))
    }

    /// Returns a connection for a single statement that writes, as [`Database::writer`] does. What precedes it waits for
    /// another one of this process too.
    pub(crate) async fn single_writer(&self) -> Result<(Lease, Opening), SqlError> {
        let (lease, wait) = self.writer_with(1, self.limits.queue_time).await?;
        let (writers, scope) = self.key.turn();
        let times = [wait, milliseconds(self.limits.statement_time)].map(|time| time.to_string());
        let [wait_time, statement_time] = times;
        let values = vec![wait_time, writers.to_string(), scope.to_string(), self.key.setting.clone(), statement_time];
        Ok((lease, Opening { begin: self.begin_writing(wait), joined: Addition { statement: &WRITE, values } }))
    }

    /// Returns the connection and the milliseconds that its transaction may wait for other writers.
    async fn writer_with(&self, permits: u32, longest: Duration) -> Result<(Lease, u128), SqlError> {
        let until = Instant::now() + self.limits.queue_time;
        let guards = Guards { write: Some(self.turn(permits).await?), permit: None };
        let lease = self.lease(until, guards).await?;
        Ok((lease, milliseconds(remaining(until).min(longest))))
    }

    fn begin_writing(&self, wait: u128) -> String {
        // The limit on statements comes last, because it would limit the wait for the turn too.
        format!("BEGIN; SET LOCAL lock_timeout = {wait}; {}; {}", self.key.lock(), self.open)
    }

    async fn lease(&self, until: Instant, guards: Guards) -> Result<Lease, SqlError> {
        let pool = Arc::clone(&self.postgres.components);
        let client = pool.get(remaining(until)).await?;
        Ok(Lease::new(client, pool, guards, self.on_commit.clone()))
    }

    /// Returns what precedes a single read.
    pub(crate) fn single_read(&self) -> Opening {
        let values = vec![self.key.setting.clone(), milliseconds(self.limits.statement_time).to_string()];
        let begin = format!("BEGIN READ ONLY; {}", self.open);
        Opening { begin, joined: Addition { statement: &READ, values } }
    }

    /// Returns the statements that begin a transaction whose reads all see the same rows.
    pub(crate) fn begin_snapshot(&self) -> String {
        format!("{SNAPSHOT}; {}", self.open)
    }
}

fn remaining(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now())
}

/// Returns a time for a setting, at least one millisecond, because zero means unlimited.
fn milliseconds(time: Duration) -> u128 {
    time.as_millis().clamp(1, i32::MAX as u128)
}
