//! A component's connection to a SQLite database, which runs one statement after another in at most one transaction.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use async_recursion::async_recursion as boxed;
use plumbline_sql::{QueryResult, SqlError, Value};
use tokio::sync::Mutex;
use tokio::task::AbortHandle;
use tracing::{Instrument as _, trace_span};

use super::connection::{Analysis, Bounds, Kind, Outcome, Stopped};
use super::database::Database;
use super::lease::Lease;
use crate::blocking::is_blocking;
use crate::control::{FenceError, JobFence};
use crate::pending_sync::PendingSync;

/// A component's connection. It uses no resources of the database while no transaction is open, so it may be kept for
/// the lifetime of the instance. Dropping it rolls back the open transaction and frees the write lock.
pub struct Connection {
    database: Arc<Database>,
    finish: Finish,
    state: Arc<Mutex<State>>,
    last_insert_rowid: AtomicI64,
    changes: AtomicU64,
    /// Time that the last statement ran on a separate thread, in nanoseconds.
    offloaded_nanos: AtomicU64,
}

/// What a commit of a connection must do.
pub(crate) enum Finish {
    /// Return when it is on the disk.
    OnDisk,
    /// Return before that, and record it.
    Deferred(PendingSync),
    /// Check first that a job is still under its lease, and return when the commit is on the disk.
    Fenced(JobFence),
}

#[expect(
    clippy::large_enum_variant,
    reason = "each connection has one, and a box for each transaction would cost more"
)]
enum State {
    /// No transaction is open.
    Idle,
    /// Between BEGIN and COMMIT.
    Open(Transaction),
    /// The transaction was rolled back without the component's request. The component assumes that it is open until it
    /// runs COMMIT, ROLLBACK or BEGIN, so its statements must not run outside a transaction.
    RolledBack(SqlError),
}

struct Transaction {
    lease: Lease,
    deadline: Instant,
    watchdog: Watchdog,
}

/// Cancels the wait for the deadline when the transaction is over.
struct Watchdog(AbortHandle);

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A statement with its parameter values.
struct Call {
    sql: Arc<str>,
    analysis: Arc<Analysis>,
    parameters: Vec<Value>,
    /// The time after which the statement must not start.
    not_after: Option<Instant>,
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection").finish_non_exhaustive()
    }
}

impl Connection {
    /// Creates a session of a database.
    pub(crate) fn new(database: Arc<Database>, finish: Finish) -> Self {
        Self {
            database,
            finish,
            state: Arc::new(Mutex::new(State::Idle)),
            last_insert_rowid: AtomicI64::new(0),
            changes: AtomicU64::new(0),
            offloaded_nanos: AtomicU64::new(0),
        }
    }

    /// Returns the row id of the last row that this connection inserted, or 0 if there is none.
    pub fn last_insert_rowid(&self) -> i64 {
        self.last_insert_rowid.load(Ordering::Relaxed)
    }

    /// Returns how many rows the last INSERT, UPDATE or DELETE of this connection changed.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Returns how long the last statement ran on a separate thread. During that time its caller waited and did not
    /// block a thread that serves requests. Zero for a short statement.
    pub fn offloaded_time(&self) -> Duration {
        Duration::from_nanos(self.offloaded_nanos.load(Ordering::Relaxed))
    }

    /// Returns whether a write transaction would get its turn immediately.
    pub fn is_write_lock_free(&self) -> bool {
        self.database.is_write_lock_free()
    }

    /// Runs one statement and returns all its rows.
    ///
    /// Placeholders are `?` or `?1`. Transactions use the statements `BEGIN IMMEDIATE` (which waits for the turn to
    /// write), `BEGIN` (to read a single snapshot), `COMMIT` and `ROLLBACK`. Dropping a call before it is done stops
    /// the statement. Its transaction is rolled back when the connection is dropped too.
    ///
    /// # Errors
    /// See [`SqlError`]. After an error that ended the transaction, every statement fails with that error until the
    /// next `COMMIT` (which fails too), `ROLLBACK` or `BEGIN`.
    #[boxed]
    pub async fn execute(&self, sql: &str, parameters: Vec<Value>) -> Result<QueryResult, SqlError> {
        let call = self.prepare(sql, parameters).await?;
        let analysis = Arc::clone(&call.analysis);
        let mut state = self.state.lock().await;
        self.offloaded_nanos.store(0, Ordering::Relaxed);
        match analysis.kind {
            Kind::Begin { immediate } => self.begin(&mut state, call, immediate).await?,
            Kind::Commit => self.commit(&mut state, call).await?,
            Kind::Rollback => Self::roll_back(&mut state)?,
            Kind::Read | Kind::Write => {
                let is_fenced = matches!(self.finish, Finish::Fenced(_)) && matches!(*state, State::Idle);
                let outcome = match analysis.kind {
                    Kind::Write if is_fenced => self.run_in_transaction(&mut state, call).await?,
                    _ => self.run(&mut state, call).await?,
                };
                if analysis.kind == Kind::Write {
                    self.changes.store(outcome.changes, Ordering::Relaxed);
                }
                if analysis.inserts {
                    self.last_insert_rowid.store(outcome.last_insert_rowid, Ordering::Relaxed);
                }
                return Ok(QueryResult { columns: analysis.columns.clone(), rows: outcome.rows });
            }
        }
        Ok(QueryResult::default())
    }

    async fn prepare(&self, sql: &str, parameters: Vec<Value>) -> Result<Call, SqlError> {
        let (sql, analysis) = self.database.analyze(sql).await?;
        if parameters.len() != analysis.parameters {
            return Err(SqlError::Invalid(format!(
                "the statement has {} parameters, {} values were given",
                analysis.parameters,
                parameters.len()
            )));
        }
        Ok(Call { sql, analysis, parameters, not_after: None })
    }

    /// Runs a statement that writes outside of a transaction in one, so that the lease can be checked before its commit.
    async fn run_in_transaction(&self, state: &mut State, call: Call) -> Result<Outcome, SqlError> {
        let begin = self.prepare("BEGIN IMMEDIATE", Vec::new()).await?;
        let commit = self.prepare("COMMIT", Vec::new()).await?;
        self.begin(state, begin, true).await?;
        match self.run(state, call).await {
            Ok(outcome) => {
                self.commit(state, commit).await?;
                Ok(outcome)
            }
            Err(error) => {
                Self::roll_back(state)?;
                Err(match error {
                    // The limit of a transaction is not one that the component set.
                    SqlError::TransactionExpired { seconds } => SqlError::Timeout { seconds },
                    other => other,
                })
            }
        }
    }

    async fn begin(&self, state: &mut State, call: Call, immediate: bool) -> Result<(), SqlError> {
        if matches!(state, State::Open(_)) {
            return Err(SqlError::Invalid("a transaction is open already".into()));
        }
        *state = State::Idle;
        let mut lease = if immediate { self.database.writer().await? } else { self.database.reader().await? };
        let limits = self.database.limits();
        let deadline = Instant::now() + limits.transaction_time;
        statement(&mut lease, call, deadline, &self.offloaded_nanos).await?;
        let watchdog = tokio::spawn(watch(Arc::downgrade(&self.state), deadline, limits.transaction_time.as_secs()));
        *state = State::Open(Transaction { lease, deadline, watchdog: Watchdog(watchdog.abort_handle()) });
        Ok(())
    }

    async fn commit(&self, state: &mut State, mut call: Call) -> Result<(), SqlError> {
        match std::mem::replace(state, State::Idle) {
            State::Idle => Err(SqlError::Invalid("no transaction is open".into())),
            State::RolledBack(error) => Err(error),
            State::Open(mut transaction) => {
                match self.check_lease(transaction.lease.holds_write_lock()).await {
                    Ok(not_after) => call.not_after = not_after,
                    Err(error) => {
                        transaction.end();
                        return Err(error);
                    }
                }
                let deadline = Instant::now() + self.database.limits().statement_time;
                let committing = statement(&mut transaction.lease, call, deadline, &self.offloaded_nanos);
                match committing.instrument(trace_span!(target: "waits", "commit")).await {
                    Ok(_) => {
                        let Transaction { mut lease, watchdog, .. } = transaction;
                        drop(watchdog);
                        lease.settle();
                        lease.committed();
                        self.make_durable(lease).await
                    }
                    Err(error) => {
                        // The transaction may still be open (a deferred foreign key). The component cannot repair it,
                        // so it ends here.
                        transaction.end();
                        Err(error)
                    }
                }
            }
        }
    }

    /// Checks before a commit that the job of this connection is still under its lease. Returns the end of that lease.
    /// A transaction that only reads, and one outside of a job, is not checked.
    async fn check_lease(&self, writes: bool) -> Result<Option<Instant>, SqlError> {
        let Finish::Fenced(fence) = &self.finish else { return Ok(None) };
        if !writes {
            return Ok(None);
        }
        // Other writers of the tenant wait meanwhile.
        match tokio::time::timeout(self.database.limits().statement_time, fence.check()).await {
            Ok(Ok(until)) => Ok(Some(until)),
            Ok(Err(FenceError::Lost)) => Err(SqlError::LeaseLost),
            Ok(Err(error @ FenceError::Unchecked(_))) => Err(SqlError::Busy(error.to_string())),
            Err(_) => Err(SqlError::Busy("the lease of the job could not be checked in time".into())),
        }
    }

    /// Releases a lease with its write lock. Then waits until the commits made under it are on the disk, or only
    /// records them if the connection defers that.
    async fn make_durable(&self, lease: Lease) -> Result<(), SqlError> {
        let wrote = lease.holds_write_lock();
        drop(lease);
        if !wrote {
            return Ok(());
        }
        if let Finish::Deferred(pending_sync) = &self.finish {
            pending_sync.mark();
            return Ok(());
        }
        let begun = Instant::now();
        let done = self.database.make_durable().await;
        add_offloaded_time(&self.offloaded_nanos, begun);
        done
    }

    fn roll_back(state: &mut State) -> Result<(), SqlError> {
        match std::mem::replace(state, State::Idle) {
            State::Idle => Err(SqlError::Invalid("no transaction is open".into())),
            State::RolledBack(_) => Ok(()),
            State::Open(transaction) => {
                transaction.end();
                Ok(())
            }
        }
    }

    async fn run(&self, state: &mut State, call: Call) -> Result<Outcome, SqlError> {
        let limits = self.database.limits();
        let (writes, outbox) = (call.analysis.kind == Kind::Write, call.analysis.outbox);
        match state {
            State::RolledBack(error) => Err(error.clone()),
            State::Idle => {
                let mut lease = if writes { self.database.writer().await? } else { self.database.reader().await? };
                if outbox {
                    lease.note_outbox();
                }
                let deadline = Instant::now() + limits.statement_time;
                let outcome = statement(&mut lease, call, deadline, &self.offloaded_nanos).await?;
                lease.settle();
                lease.committed();
                self.make_durable(lease).await?;
                Ok(outcome)
            }
            State::Open(transaction) => {
                if writes && !transaction.lease.holds_write_lock() {
                    let guard = self.database.lock_writes().await?;
                    transaction.lease.set_write_guard(guard);
                }
                if outbox {
                    transaction.lease.note_outbox();
                }
                let deadline = transaction.deadline.min(Instant::now() + limits.statement_time);
                let result = statement(&mut transaction.lease, call, deadline, &self.offloaded_nanos).await;
                let Err(mut error) = result else { return result };
                if is_timeout(&error) && Instant::now() >= transaction.deadline {
                    error = SqlError::TransactionExpired { seconds: limits.transaction_time.as_secs() };
                }
                // Some errors (a full disk, an interrupted write) make SQLite roll the whole transaction back.
                if (is_timeout(&error) || transaction.is_gone())
                    && let State::Open(transaction) = std::mem::replace(state, State::RolledBack(error.clone()))
                {
                    transaction.end();
                }
                Err(error)
            }
        }
    }
}

fn is_timeout(error: &SqlError) -> bool {
    matches!(error, SqlError::Timeout { .. } | SqlError::TransactionExpired { .. })
}

impl Transaction {
    /// Rolls back immediately.
    fn end(self) {
        let Self { lease, watchdog, .. } = self;
        drop(lease);
        // Dropped last, because this may be running in the watchdog itself.
        drop(watchdog);
    }

    fn is_gone(&mut self) -> bool {
        self.lease.begin_use().is_none_or(|sandboxed| sandboxed.is_autocommit())
    }
}

/// Ends a transaction that is open at its deadline.
async fn watch(state: Weak<Mutex<State>>, deadline: Instant, seconds: u64) {
    tokio::time::sleep_until(deadline.into()).await;
    let Some(state) = state.upgrade() else { return };
    // A running statement has the same deadline, so the lock is released soon.
    let mut state = state.lock().await;
    // Another transaction of the same connection has its own watchdog and a later deadline.
    if !matches!(&*state, State::Open(transaction) if transaction.deadline <= Instant::now()) {
        return;
    }
    if let State::Open(transaction) =
        std::mem::replace(&mut *state, State::RolledBack(SqlError::TransactionExpired { seconds }))
    {
        transaction.end();
    }
}

/// Adds the time since `begun` to the time that the component waited.
fn add_offloaded_time(offloaded_nanos: &AtomicU64, begun: Instant) {
    offloaded_nanos.fetch_add(u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// Runs one statement on a leased connection and leaves the lease unsettled. Adds the time that it ran on a separate
/// thread to `offloaded_nanos`.
async fn statement(
    lease: &mut Lease,
    call: Call,
    deadline: Instant,
    offloaded_nanos: &AtomicU64,
) -> Result<Outcome, SqlError> {
    run_statement(lease, call, deadline, offloaded_nanos).instrument(trace_span!(target: "waits", "statement")).await
}

async fn run_statement(
    lease: &mut Lease,
    call: Call,
    deadline: Instant,
    offloaded_nanos: &AtomicU64,
) -> Result<Outcome, SqlError> {
    const GONE: &str = "the connection is gone";
    let run = move |lease: &mut Lease, call: &Call, short| {
        if call.not_after.is_some_and(|end| Instant::now() >= end) {
            return Err(Stopped::Failed(SqlError::LeaseLost));
        }
        let database = lease.database();
        let bounds = Bounds { limits: database.limits(), deadline, short };
        let Some(sandboxed) = lease.begin_use() else { return Err(Stopped::Failed(SqlError::Io(GONE.into()))) };
        sandboxed.run(&call.sql, &call.parameters, bounds)
    };
    let stopped = |stopped| match stopped {
        Stopped::Failed(error) => error,
        Stopped::NotShort => unreachable!("only a short statement is stopped for being long"),
    };
    let begun = Instant::now();
    let add_time = || add_offloaded_time(offloaded_nanos, begun);
    if is_blocking() {
        let done = run(lease, &call, false).map_err(stopped);
        add_time();
        return done;
    }
    // A read that takes no longer than a guest may compute at a time is not worth a change of threads.
    if call.analysis.is_short() {
        match run(lease, &call, true) {
            Ok(outcome) => return Ok(outcome),
            Err(Stopped::Failed(error)) => return Err(error),
            Err(Stopped::NotShort) => call.analysis.mark_slow(),
        }
    }
    let Some(cancellation) = lease.begin_use().map(|sandboxed| sandboxed.cancellation()) else {
        return Err(SqlError::Io(GONE.into()));
    };
    // The task owns the lease. If the caller is dropped meanwhile, the statement is stopped, the open transaction is
    // rolled back, and then the next writer gets its turn.
    let mut owned = lease.take();
    let mut task = tokio::task::spawn_blocking(move || {
        let done = run(&mut owned, &call, false);
        (owned, done)
    });
    // Dropped before the task, and so before the connection can be leased again.
    let mut cancellation = cancellation;
    let (owned, done) = (&mut task).await.map_err(|error| SqlError::Io(error.to_string()))?;
    cancellation.disarm();
    *lease = owned;
    add_time();
    done.map_err(stopped)
}
