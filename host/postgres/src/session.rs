//! A component's connection to a scope, which runs one statement after another in at most one transaction.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use async_recursion::async_recursion as boxed;
use plumbline_dialect::Kind;
use plumbline_sql::{QueryResult, SqlError, Value};
use tokio::sync::Mutex;
use tokio::task::AbortHandle;
use tracing::{Instrument as _, trace_span};

use crate::fence::Fence;
use crate::lease::{COMMIT, Lease, Savepoint};
use crate::query::{Bounds, Call, Failure, Outcome};
use crate::scope::Database;
use crate::statement::Translated;
use crate::values;

/// Time that the server has for stopping a statement at its limit, before this side gives the connection up.
const GRACE: Duration = Duration::from_millis(500);

/// A component's connection. It uses no connection to the server while no transaction is open, so it may be kept for the
/// lifetime of the instance. Dropping it rolls back the open transaction and then gives the next writer its turn.
///
/// It behaves as the connection to SQLite does, except that
/// - row ids do not exist,
/// - `BEGIN IMMEDIATE` waits only for the writers of this process, and the first statement waits for those of other hosts,
/// - a transaction begun with `BEGIN` can no longer write once it has read,
/// - a statement that the server refuses in a transaction begun with `BEGIN` ends the transaction, because no statement is
///   preceded by a savepoint there.
pub struct Connection {
    database: Arc<Database>,
    /// A statement that must succeed before a commit.
    fence: Option<String>,
    state: Arc<Mutex<State>>,
    changes: AtomicU64,
    /// Time that the last statement waited for the server, in nanoseconds.
    offloaded_nanos: AtomicU64,
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
    server: Server,
    deadline: Instant,
    watchdog: Watchdog,
}

/// The transaction in the server.
enum Server {
    /// It begins with the first statement after BEGIN, in the same round trip.
    NotBegun,
    /// It has its turn among the writers of this process. These statements begin it, in the round trip of its first
    /// statement, and wait for the writers of other hosts.
    Ready(Lease, String),
    Begun(Lease),
    /// A statement runs, or its call was dropped before it was done.
    InUse,
}

/// Cancels the wait for the deadline when the transaction is over.
struct Watchdog(AbortHandle);

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection").finish_non_exhaustive()
    }
}

impl Database {
    /// Returns a connection for a component. It takes no connection to the server until it is used.
    pub fn connect(self: &Arc<Self>) -> Connection {
        Connection::new(Arc::clone(self), None)
    }

    /// Returns a connection for the worker of a job. Its writes are committed only while the job is under this lease.
    pub fn connect_fenced(self: &Arc<Self>, fence: &Fence) -> Connection {
        Connection::new(Arc::clone(self), Some(fence.check()))
    }
}

impl Connection {
    /// Creates a connection. `fence` is a statement that must succeed before each commit.
    fn new(database: Arc<Database>, fence: Option<String>) -> Self {
        Self {
            database,
            fence,
            state: Arc::new(Mutex::new(State::Idle)),
            changes: AtomicU64::new(0),
            offloaded_nanos: AtomicU64::new(0),
        }
    }

    /// Returns 0: PostgreSQL has no row ids.
    pub fn last_insert_rowid(&self) -> i64 {
        0
    }

    /// Returns how many rows the last INSERT, UPDATE or DELETE of this connection changed.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Returns how long the last statement waited for the server. During that time its caller did not block a thread
    /// that serves requests.
    pub fn offloaded_time(&self) -> Duration {
        Duration::from_nanos(self.offloaded_nanos.load(Ordering::Relaxed))
    }

    /// Returns whether a write transaction would get its turn immediately among the writers of this process.
    pub fn is_write_lock_free(&self) -> bool {
        self.database.is_write_lock_free()
    }

    /// Runs one statement and returns all its rows.
    ///
    /// The text is translated by the [`crate::Translate`] of the program. Transactions use the statements `BEGIN
    /// IMMEDIATE` (which waits for the turn to write), `BEGIN` (to read a single snapshot), `COMMIT` and `ROLLBACK`.
    /// Dropping a call before it is done cancels the statement in the server and ends its transaction.
    ///
    /// # Errors
    /// See [`SqlError`]. After an error that ended the transaction, every statement fails with that error until the
    /// next `COMMIT` (which fails too), `ROLLBACK` or `BEGIN`.
    #[boxed]
    pub async fn execute(&self, sql: &str, parameters: Vec<Value>) -> Result<QueryResult, SqlError> {
        let limits = self.database.limits();
        let translated = self.database.postgres.statements.translate(sql, limits.statement_bytes)?;
        if parameters.len() != translated.parameters {
            return Err(SqlError::Invalid(format!(
                "the statement has {} parameters, {} values were given",
                translated.parameters,
                parameters.len()
            )));
        }
        values::check_sizes(&parameters, limits.value_bytes)?;
        let mut state = self.state.lock().await;
        let begun = Instant::now();
        let result = self.run(&mut state, &translated, &parameters).await;
        let waited = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.offloaded_nanos.store(waited, Ordering::Relaxed);
        let outcome = result?;
        if translated.writes() {
            self.changes.store(outcome.changes, Ordering::Relaxed);
        }
        Ok(QueryResult { columns: outcome.columns, rows: outcome.rows })
    }

    async fn run(&self, state: &mut State, translated: &Translated, values: &[Value]) -> Result<Outcome, SqlError> {
        match translated.kind {
            Kind::Begin { immediate } => self.begin(state, immediate).await?,
            Kind::Commit => self.commit(state).instrument(trace_span!(target: "waits", "commit")).await?,
            Kind::Rollback => Self::roll_back(state)?,
            Kind::Read | Kind::Write => {
                return match state {
                    State::RolledBack(error) => Err(error.clone()),
                    State::Idle => self.run_alone(translated, values).await,
                    State::Open(_) => self.run_in_transaction(state, translated, values).await,
                };
            }
        }
        Ok(Outcome { columns: Vec::new(), rows: Vec::new(), changes: 0 })
    }

    async fn begin(&self, state: &mut State, immediate: bool) -> Result<(), SqlError> {
        if matches!(state, State::Open(_)) {
            return Err(SqlError::Invalid("a transaction is open already".into()));
        }
        *state = State::Idle;
        let server = if immediate {
            let (lease, begin) = self.writing_lease().await?;
            Server::Ready(lease, begin)
        } else {
            Server::NotBegun
        };
        let time = self.database.limits().transaction_time;
        let deadline = Instant::now() + time;
        let watchdog = tokio::spawn(watch(Arc::downgrade(&self.state), deadline, time.as_secs()));
        *state = State::Open(Transaction { server, deadline, watchdog: Watchdog(watchdog.abort_handle()) });
        Ok(())
    }

    /// Waits for the turn to write. Returns the connection and the statements that begin its transaction.
    async fn writing_lease(&self) -> Result<(Lease, String), SqlError> {
        let (mut lease, begin) = self.database.writer().await?;
        lease.savepoint = Savepoint::Fresh;
        Ok((lease, format!("{begin}; SAVEPOINT p")))
    }

    async fn commit(&self, state: &mut State) -> Result<(), SqlError> {
        let transaction = match std::mem::replace(state, State::Idle) {
            State::Idle => return Err(SqlError::Invalid("no transaction is open".into())),
            State::RolledBack(error) => return Err(error),
            State::Open(transaction) => transaction,
        };
        let mut lease = match transaction.server {
            Server::NotBegun | Server::Ready(..) => return Ok(()),
            Server::InUse => return Err(dropped()),
            Server::Begun(lease) => lease,
        };
        if !lease.is_writer() {
            lease.end_reading();
            return Ok(());
        }
        let deadline = Instant::now() + self.database.limits().statement_time + GRACE;
        let commit = self.commit_statements(&lease);
        match within(deadline, lease.commit(&commit)).await {
            Some(Ok(())) => Ok(()),
            // A deferred constraint, or a lost connection. The component cannot repair it, so the transaction ends here.
            Some(Err(failure)) => Err(self.error(failure).await),
            None => Err(SqlError::Io(NO_ANSWER.into())),
        }
    }

    /// Returns the statements that commit a transaction.
    fn commit_statements(&self, lease: &Lease) -> String {
        let undo = match lease.savepoint {
            Savepoint::Failed => "ROLLBACK TO SAVEPOINT p; ",
            Savepoint::None | Savepoint::Fresh | Savepoint::Used => "",
        };
        let fence = self.fence.as_ref().map(|fence| format!("{fence}; ")).unwrap_or_default();
        let settings: Vec<_> =
            lease.reports().iter().map(|setting| format!("current_setting('{setting}', true)")).collect();
        let report = if settings.is_empty() { String::new() } else { format!("SELECT {}; ", settings.join(", ")) };
        format!("{undo}{fence}{report}COMMIT")
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

    /// Runs a statement in a transaction of its own.
    async fn run_alone(&self, translated: &Translated, values: &[Value]) -> Result<Outcome, SqlError> {
        let limits = self.database.limits();
        let mut deadline = Instant::now() + limits.statement_time + GRACE;
        let writes = translated.writes();
        let (mut lease, opening) = if writes {
            let (lease, opening) = self.database.single_writer().await?;
            // The wait for other writers is part of the call.
            deadline = Instant::now() + limits.queue_time + limits.statement_time + GRACE;
            (lease, opening)
        } else {
            (self.database.reader().await?, self.database.single_read())
        };
        lease.note(translated);
        let call = self.call(translated, values);
        let running = async {
            // Only COMMIT can depend on another statement's success.
            if self.fence.is_none() && lease.may_join(call, writes).await? {
                return lease.run_joined(opening.joined, call).await;
            }
            let commit = writes.then(|| self.commit_statements(&lease));
            lease.run_alone(&opening.begin, call, writes, commit.as_deref().unwrap_or(COMMIT)).await
        };
        match within(deadline, running).instrument(trace_span!(target: "waits", "statement")).await {
            Some(Ok(outcome)) => Ok(outcome),
            Some(Err(failure)) => Err(self.error(failure).await),
            None => Err(SqlError::Timeout { seconds: limits.statement_time.as_secs() }),
        }
    }

    async fn run_in_transaction(
        &self,
        state: &mut State,
        translated: &Translated,
        values: &[Value],
    ) -> Result<Outcome, SqlError> {
        let State::Open(transaction) = state else { return Err(dropped()) };
        let writes = translated.writes();
        // While the statement runs, the lease belongs to this call, so that dropping the call cancels the statement.
        let (mut lease, begin) = match std::mem::replace(&mut transaction.server, Server::InUse) {
            Server::Begun(lease) if writes && !lease.is_writer() => {
                transaction.server = Server::Begun(lease);
                return Err(SqlError::Invalid(
                    "the transaction reads a snapshot and cannot write. Begin it with BEGIN IMMEDIATE.".into(),
                ));
            }
            Server::Begun(lease) => (lease, None),
            Server::Ready(lease, begin) => (lease, Some(begin)),
            Server::NotBegun => match self.first_lease(writes).await {
                Ok((lease, begin)) => (lease, Some(begin)),
                Err(error) => {
                    transaction.server = Server::NotBegun;
                    return Err(error);
                }
            },
            Server::InUse => {
                *state = State::RolledBack(dropped());
                return Err(dropped());
            }
        };
        lease.note(translated);
        let limits = self.database.limits();
        let end = transaction.deadline;
        // The wait for writers of other hosts is part of the call that begins the transaction.
        let wait = if begin.is_some() && lease.is_writer() { limits.queue_time } else { Duration::ZERO };
        let deadline = end.min(Instant::now() + wait + limits.statement_time + GRACE);
        let prefix = begin.as_deref().or(lease.savepoint.prefix());
        let running = lease.run(prefix, self.call(translated, values));
        let result = within(deadline, running).instrument(trace_span!(target: "waits", "statement")).await;
        let (mut error, is_usable) = match result {
            Some(Ok(outcome)) => {
                if lease.is_writer() {
                    lease.savepoint = if writes { Savepoint::Used } else { lease.savepoint.after_read() };
                }
                transaction.server = Server::Begun(lease);
                return Ok(outcome);
            }
            Some(Err(failure)) => {
                let is_usable = lease.is_open()
                    && match failure {
                        Failure::Prefix(_) | Failure::Abandoned(_) => false,
                        Failure::Statement(_) => lease.is_writer(),
                        Failure::Refused(_) => true,
                    };
                (self.error(failure).await, is_usable)
            }
            None => (SqlError::Timeout { seconds: limits.statement_time.as_secs() }, false),
        };
        if is_timeout(&error) && Instant::now() >= end {
            error = SqlError::TransactionExpired { seconds: limits.transaction_time.as_secs() };
        }
        if is_usable && !is_timeout(&error) {
            if lease.is_writer() {
                lease.savepoint = Savepoint::Failed;
            }
            transaction.server = Server::Begun(lease);
        } else {
            drop(lease);
            *state = State::RolledBack(error.clone());
        }
        Err(error)
    }

    /// Returns the connection for the first statement after `BEGIN`, and the statements that begin its transaction.
    async fn first_lease(&self, writes: bool) -> Result<(Lease, String), SqlError> {
        if writes {
            return self.writing_lease().await;
        }
        Ok((self.database.reader().await?, self.database.begin_snapshot()))
    }

    /// Returns the call of a statement within the limits of the scope.
    fn call<'c>(&self, translated: &'c Translated, values: &'c [Value]) -> Call<'c> {
        let limits = self.database.limits();
        let bounds = Bounds { rows: limits.rows, bytes: limits.result_bytes };
        Call { query: &translated.query, values, bounds }
    }

    async fn error(&self, failure: Failure) -> SqlError {
        self.database.postgres.errors.of_failure(failure, self.database.limits()).await
    }
}

/// The error of a server that did not answer in time. Whether it committed is not known.
const NO_ANSWER: &str = "the database did not answer in time";

fn dropped() -> SqlError {
    SqlError::Io("a call of this transaction was dropped before it was done".into())
}

fn is_timeout(error: &SqlError) -> bool {
    matches!(error, SqlError::Timeout { .. } | SqlError::TransactionExpired { .. })
}

/// Waits until a deadline. Returns `None` if the future is not done then.
async fn within<T>(deadline: Instant, future: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout_at(deadline.into(), future).await.ok()
}

impl Transaction {
    /// Rolls back.
    fn end(self) {
        let Self { server, watchdog, .. } = self;
        drop(server);
        // Dropped last, because this may be running in the watchdog itself.
        drop(watchdog);
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
