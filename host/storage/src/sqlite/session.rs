//! A component's connection to a SQLite database: statements one after another, at most one transaction.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Instant;

use futures::TryStreamExt as _;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Arguments as _, AssertSqlSafe, Either, Executor as _, Row as _, Sqlite, TypeInfo as _, ValueRef as _};
use tokio::sync::Mutex;
use tokio::task::AbortHandle;
use tracing::{Instrument as _, trace_span};

use super::database::Database;
use super::lease::Lease;
use super::sandbox::{self, Analysis, Kind};
use crate::sql::{QueryResult, SqlError, SqlLimits, Value};

/// See [`crate::Connection`].
pub(crate) struct Session {
    database: Arc<Database>,
    state: Arc<Mutex<State>>,
    last_insert_rowid: AtomicI64,
    changes: AtomicU64,
}

enum State {
    /// Each statement stands alone.
    Idle,
    /// Between BEGIN and COMMIT.
    Open(Transaction),
    /// The transaction was rolled back without the component asking for it. Until it says COMMIT, ROLLBACK or BEGIN it
    /// believes that one is open, so its statements must not run by themselves.
    Lost(SqlError),
}

struct Transaction {
    lease: Lease,
    deadline: Instant,
    watchdog: Watchdog,
}

/// Stops waiting for the deadline when the transaction is over.
struct Watchdog(AbortHandle);

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What came of a statement besides its rows.
struct Outcome {
    rows: Vec<Vec<Value>>,
    changes: u64,
    last_insert_rowid: i64,
}

impl Session {
    pub(crate) fn new(database: Arc<Database>) -> Self {
        Self {
            database,
            state: Arc::new(Mutex::new(State::Idle)),
            last_insert_rowid: AtomicI64::new(0),
            changes: AtomicU64::new(0),
        }
    }

    pub(crate) fn last_insert_rowid(&self) -> i64 {
        self.last_insert_rowid.load(Ordering::Relaxed)
    }

    pub(crate) fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    pub(crate) async fn execute(&self, sql: &str, parameters: Vec<Value>) -> Result<QueryResult, SqlError> {
        let (sql, analysis) = self.database.analyze(sql).await?;
        if parameters.len() != analysis.parameters {
            return Err(SqlError::Invalid(format!(
                "the statement has {} parameters, {} values were given",
                analysis.parameters,
                parameters.len()
            )));
        }
        let mut state = self.state.lock().await;
        match analysis.kind {
            Kind::Begin { immediate } => self.begin(&mut state, sql, immediate).await?,
            Kind::Commit => self.commit(&mut state, sql).await?,
            Kind::Rollback => Self::roll_back(&mut state).await?,
            Kind::Read | Kind::Write => {
                let outcome = self.run(&mut state, sql, &analysis, parameters).await?;
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

    async fn begin(&self, state: &mut State, sql: Arc<str>, immediate: bool) -> Result<(), SqlError> {
        if matches!(state, State::Open(_)) {
            return Err(SqlError::Invalid("a transaction is open already".into()));
        }
        *state = State::Idle;
        let mut lease = if immediate { self.database.writer().await? } else { self.database.reader().await? };
        let limits = self.database.limits();
        let deadline = Instant::now() + limits.transaction_time;
        if let Err(error) = statement(&mut lease, sql, Vec::new(), limits, deadline).await {
            lease.roll_back().await;
            return Err(error);
        }
        let watchdog = tokio::spawn(watch(Arc::downgrade(&self.state), deadline, limits.transaction_time.as_secs()));
        *state = State::Open(Transaction { lease, deadline, watchdog: Watchdog(watchdog.abort_handle()) });
        Ok(())
    }

    async fn commit(&self, state: &mut State, sql: Arc<str>) -> Result<(), SqlError> {
        match std::mem::replace(state, State::Idle) {
            State::Idle => Err(SqlError::Invalid("no transaction is open".into())),
            State::Lost(error) => Err(error),
            State::Open(mut transaction) => {
                let deadline = Instant::now() + self.database.limits().statement_time;
                let committing = statement(&mut transaction.lease, sql, Vec::new(), self.database.limits(), deadline);
                match committing.instrument(trace_span!(target: "waits", "commit")).await {
                    Ok(_) => {
                        transaction.lease.settle();
                        transaction.lease.committed();
                        Ok(())
                    }
                    Err(error) => {
                        // It may still be open (a deferred foreign key). Nobody repairs that, so it ends here.
                        transaction.end().await;
                        Err(error)
                    }
                }
            }
        }
    }

    async fn roll_back(state: &mut State) -> Result<(), SqlError> {
        match std::mem::replace(state, State::Idle) {
            State::Idle => Err(SqlError::Invalid("no transaction is open".into())),
            State::Lost(_) => Ok(()),
            State::Open(transaction) => {
                transaction.end().await;
                Ok(())
            }
        }
    }

    async fn run(
        &self,
        state: &mut State,
        sql: Arc<str>,
        analysis: &Analysis,
        parameters: Vec<Value>,
    ) -> Result<Outcome, SqlError> {
        let limits = self.database.limits();
        let writes = analysis.kind == Kind::Write;
        match state {
            State::Lost(error) => Err(error.clone()),
            State::Idle => {
                let mut lease = if writes { self.database.writer().await? } else { self.database.reader().await? };
                if analysis.outbox {
                    lease.note_outbox();
                }
                let outcome =
                    statement(&mut lease, sql, parameters, limits, Instant::now() + limits.statement_time).await;
                match outcome {
                    Ok(outcome) => {
                        lease.settle();
                        lease.committed();
                        Ok(outcome)
                    }
                    Err(error) => {
                        lease.roll_back().await;
                        Err(error)
                    }
                }
            }
            State::Open(transaction) => {
                if writes && !transaction.lease.has_turn() {
                    let turn = self.database.turn().await?;
                    transaction.lease.set_turn(turn);
                }
                if analysis.outbox {
                    transaction.lease.note_outbox();
                }
                let deadline = transaction.deadline.min(Instant::now() + limits.statement_time);
                let result = statement(&mut transaction.lease, sql, parameters, limits, deadline).await;
                let Err(mut error) = result else { return result };
                if error_of_time(&error) && Instant::now() >= transaction.deadline {
                    error = SqlError::TransactionExpired { seconds: limits.transaction_time.as_secs() };
                }
                // Some errors (a full disk, an interrupted write) make SQLite roll the whole transaction back.
                if (error_of_time(&error) || transaction.is_gone().await)
                    && let State::Open(transaction) = std::mem::replace(state, State::Lost(error.clone()))
                {
                    transaction.end().await;
                }
                Err(error)
            }
        }
    }
}

fn error_of_time(error: &SqlError) -> bool {
    matches!(error, SqlError::Timeout { .. } | SqlError::TransactionExpired { .. })
}

impl Transaction {
    /// Rolls back, now.
    async fn end(self) {
        let Self { lease, watchdog, .. } = self;
        lease.roll_back().await;
        // Only now: the watchdog itself may be what runs here.
        drop(watchdog);
    }

    async fn is_gone(&mut self) -> bool {
        let Some(sandboxed) = self.lease.begin_use() else { return true };
        sandbox::autocommits(&mut sandboxed.connection).await.unwrap_or(true)
    }
}

/// Ends a transaction that is open at its deadline.
async fn watch(state: Weak<Mutex<State>>, deadline: Instant, seconds: u64) {
    tokio::time::sleep_until(deadline.into()).await;
    let Some(state) = state.upgrade() else { return };
    // A running statement has the same deadline, so this lock comes soon.
    let mut state = state.lock().await;
    // Another transaction of the same connection has a watchdog of its own and a later deadline.
    if !matches!(&*state, State::Open(transaction) if transaction.deadline <= Instant::now()) {
        return;
    }
    if let State::Open(transaction) =
        std::mem::replace(&mut *state, State::Lost(SqlError::TransactionExpired { seconds }))
    {
        transaction.end().await;
    }
}

/// Runs one statement on a leased connection; the lease is left unsettled.
async fn statement(
    lease: &mut Lease,
    sql: Arc<str>,
    parameters: Vec<Value>,
    limits: &SqlLimits,
    deadline: Instant,
) -> Result<Outcome, SqlError> {
    let arguments = arguments(parameters)?;
    let Some(sandboxed) = lease.begin_use() else { return Err(SqlError::Io("the connection is gone".into())) };
    sandboxed.guard.set_deadline(Some(deadline));
    // The text is the component's own and may do what the sandbox allows, whoever put it together.
    let result = collect(sandboxed.connection.fetch_many(sqlx::query_with(AssertSqlSafe(sql), arguments)), limits)
        .instrument(trace_span!(target: "waits", "statement"))
        .await;
    sandboxed.guard.set_deadline(None);
    result
}

async fn collect(
    mut stream: futures::stream::BoxStream<'_, Result<Either<sqlx::sqlite::SqliteQueryResult, SqliteRow>, sqlx::Error>>,
    limits: &SqlLimits,
) -> Result<Outcome, SqlError> {
    let mut outcome = Outcome { rows: Vec::new(), changes: 0, last_insert_rowid: 0 };
    let mut bytes = 0;
    loop {
        match stream.try_next().await {
            Ok(None) => return Ok(outcome),
            Ok(Some(Either::Left(done))) => {
                outcome.changes = done.rows_affected();
                outcome.last_insert_rowid = done.last_insert_rowid();
            }
            Ok(Some(Either::Right(row))) => {
                if outcome.rows.len() == limits.rows {
                    return Err(SqlError::TooLarge { limit: limits.rows, unit: "rows" });
                }
                let values = (0..row.len()).map(|i| value(&row, i)).collect::<Result<Vec<_>, _>>()?;
                bytes += values.iter().map(size).sum::<usize>();
                if bytes > limits.result_bytes {
                    return Err(SqlError::TooLarge { limit: limits.result_bytes, unit: "bytes" });
                }
                outcome.rows.push(values);
            }
            Err(error) if super::interrupted(&error) => {
                return Err(SqlError::Timeout { seconds: limits.statement_time.as_secs() });
            }
            Err(error) => return Err(super::sql_error(&error)),
        }
    }
}

fn arguments(parameters: Vec<Value>) -> Result<SqliteArguments, SqlError> {
    let mut arguments = SqliteArguments::default();
    arguments.reserve(parameters.len(), 0);
    for parameter in parameters {
        match parameter {
            Value::Integer(number) => arguments.add(number),
            Value::Real(number) => arguments.add(number),
            Value::Text(text) => arguments.add(text),
            Value::Blob(bytes) => arguments.add(bytes),
            Value::Null => arguments.add(None::<i64>),
        }
        .map_err(|e| SqlError::Invalid(e.to_string()))?;
    }
    Ok(arguments)
}

/// A column's value by its own type, not by the column's declaration, which SQLite does not enforce.
fn value(row: &SqliteRow, index: usize) -> Result<Value, SqlError> {
    let damaged = |e: &dyn std::fmt::Display| SqlError::Io(format!("column {index}: {e}"));
    let raw = row.try_get_raw(index).map_err(|e| damaged(&e))?;
    if raw.is_null() {
        return Ok(Value::Null);
    }
    let type_info = raw.type_info().into_owned();
    match type_info.name() {
        "INTEGER" => <i64 as sqlx::Decode<'_, Sqlite>>::decode(raw).map(Value::Integer),
        "REAL" => <f64 as sqlx::Decode<'_, Sqlite>>::decode(raw).map(Value::Real),
        "TEXT" => <String as sqlx::Decode<'_, Sqlite>>::decode(raw).map(Value::Text),
        _ => <Vec<u8> as sqlx::Decode<'_, Sqlite>>::decode(raw).map(Value::Blob),
    }
    .map_err(|e| damaged(&e))
}

/// What a value takes in memory, roughly.
fn size(value: &Value) -> usize {
    size_of::<Value>()
        + match value {
            Value::Text(text) => text.len(),
            Value::Blob(bytes) => bytes.len(),
            Value::Integer(_) | Value::Real(_) | Value::Null => 0,
        }
}
