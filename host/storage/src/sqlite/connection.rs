//! A SQLite connection for components: sandboxed, and run on the calling thread.

use std::path::Path;
use std::str::Utf8Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fallible_iterator::FallibleIterator as _;
use plumbline_sql::{SqlError, SqlLimits, Value};
use rusqlite::types::ValueRef;
use rusqlite::{Batch, Connection, ErrorCode, OpenFlags, Rows, Statement};

use super::memory::Budget;
use super::sandbox::{self, Guard, actions};

/// Prepared statements cached per connection.
const STATEMENTS_KEPT: usize = 256;
/// Length of the longest statement that is cached. A prepared statement takes some 20 times its length.
const LONGEST_KEPT: usize = 4096;
/// SQLite's default page size, the unit of `max_page_count`.
pub(super) const PAGE_BYTES: u64 = 4096;
/// Bytes of rows that a statement may read on a thread that has other tasks.
const SHORT_BYTES: usize = 1 << 20;

/// A connection restricted to what a component may do.
pub(super) struct Sandboxed {
    connection: Connection,
    guard: Arc<Guard>,
    /// When the connection was last returned.
    pub(super) idle_since: Instant,
}

/// The properties of a statement, found by preparing it once.
#[derive(Debug)]
pub(super) struct Analysis {
    pub(super) kind: Kind,
    /// Names of the result columns.
    pub(super) columns: Vec<String>,
    /// Number of parameters.
    pub(super) parameters: usize,
    /// Whether it inserts, which changes the last row id.
    pub(super) inserts: bool,
    /// Whether it accesses the outbox.
    pub(super) outbox: bool,
    /// Whether it has ever proved not to be short.
    is_slow: AtomicBool,
}

impl Analysis {
    /// Returns whether the statement may be tried on a thread that has other tasks.
    pub(super) fn is_short(&self) -> bool {
        match self.kind {
            Kind::Read | Kind::Begin { immediate: false } => !self.is_slow.load(Ordering::Relaxed),
            // Writes wait for the disk, and cannot be stopped without ending their transaction.
            Kind::Write | Kind::Begin { immediate: true } | Kind::Commit | Kind::Rollback => false,
        }
    }

    /// Returns the bytes of the column names.
    pub(super) fn column_bytes(&self) -> usize {
        self.columns.iter().map(|name| size_of::<String>() + name.len()).sum()
    }

    /// Returns the analysis of a query with these columns.
    #[cfg(test)]
    pub(super) fn of_query(columns: Vec<String>) -> Self {
        let is_slow = AtomicBool::new(false);
        Self { kind: Kind::Read, columns, parameters: 0, inserts: false, outbox: false, is_slow }
    }

    /// Records that the statement is not short.
    pub(super) fn mark_slow(&self) {
        self.is_slow.store(true, Ordering::Relaxed);
    }
}

/// How a statement must be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Read,
    Write,
    Begin { immediate: bool },
    Commit,
    Rollback,
}

/// The limits of one statement.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    pub(super) limits: &'a SqlLimits,
    /// When the statement is interrupted.
    pub(super) deadline: Instant,
    /// Whether it runs on a thread that has other tasks, and so must end soon.
    pub(super) short: bool,
}

/// The result of a statement.
pub(super) struct Outcome {
    pub(super) rows: Vec<Vec<Value>>,
    pub(super) changes: u64,
    pub(super) last_insert_rowid: i64,
}

/// The reason a statement did not complete.
pub(super) enum Stopped {
    /// It was expected to be short and is not. It has changed nothing and may be run again.
    NotShort,
    /// An error.
    Failed(SqlError),
}

impl From<SqlError> for Stopped {
    fn from(error: SqlError) -> Self {
        Self::Failed(error)
    }
}

impl Sandboxed {
    /// Opens an existing file.
    ///
    /// # Errors
    /// Returns the error of SQLite.
    pub(super) fn open(file: &Path, busy_timeout: Duration, limits: &SqlLimits) -> Result<Self, SqlError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || {
            let connection = Connection::open_with_flags(file, flags)?;
            connection.busy_timeout(busy_timeout)?;
            connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
            connection.execute_batch(&format!(
                "PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; PRAGMA temp_store = FILE; PRAGMA max_page_count = {};",
                (limits.database_bytes / PAGE_BYTES).max(1)
            ))?;
            connection.execute_batch(sandbox::PREPARE)?;
            let guard = sandbox::install(&connection, limits)?;
            Ok(Self { connection, guard, idle_since: Instant::now() })
        };
        open().map_err(|error| super::sql_error(&error))
    }

    /// Prepares `sql` once to find out its properties, and discards the prepared statement.
    ///
    /// # Errors
    /// [`SqlError::Denied`] with the reason. [`SqlError::Invalid`] if the SQL is wrong or has more than one statement.
    /// [`SqlError::OutOfMemory`] if preparing it takes too much memory.
    pub(super) fn analyze(&mut self, sql: &str, limits: &SqlLimits) -> Result<Analysis, SqlError> {
        self.guard.reset();
        let mut memory = Budget::new(limits.statement_memory);
        let mut statements = Batch::new(&self.connection, sql);
        let failed = |error: rusqlite::Error| match (self.guard.take_denial(), super::sql_error(&error)) {
            (Some(why), _) => SqlError::Denied(why),
            _ if error.sqlite_error_code() == Some(ErrorCode::OutOfMemory) => {
                SqlError::OutOfMemory { limit: limits.statement_memory }
            }
            (None, SqlError::Invalid(text) | SqlError::Io(text)) => SqlError::Invalid(text),
            (None, other) => other,
        };
        let Some(statement) = memory.during(|| statements.next()).map_err(failed)? else {
            return Err(SqlError::Invalid("the statement is empty".into()));
        };
        let actions = self.guard.actions();
        let read_only = statement.readonly();
        let analysis = Analysis {
            kind: match actions & (actions::BEGIN | actions::COMMIT | actions::ROLLBACK) {
                // Only BEGIN IMMEDIATE and EXCLUSIVE touch the file; a plain BEGIN just sets a flag.
                actions::BEGIN => Kind::Begin { immediate: !read_only },
                actions::COMMIT => Kind::Commit,
                actions::ROLLBACK => Kind::Rollback,
                _ if read_only => Kind::Read,
                _ => Kind::Write,
            },
            columns: statement.column_names().into_iter().map(str::to_owned).collect(),
            parameters: statement.parameter_count(),
            inserts: actions & actions::INSERT != 0,
            outbox: actions & actions::OUTBOX != 0,
            is_slow: AtomicBool::new(false),
        };
        drop(statement);
        if memory.during(|| statements.next()).map_err(failed)?.is_some() {
            return Err(SqlError::Invalid("one call runs one statement; send them one after another".into()));
        }
        Ok(analysis)
    }

    /// Runs an analyzed statement.
    ///
    /// # Errors
    /// See [`Stopped`].
    pub(super) fn run(&mut self, sql: &str, parameters: &[Value], bounds: Bounds<'_>) -> Result<Outcome, Stopped> {
        self.guard.set_deadline(Some(bounds.deadline), bounds.short);
        let pending = self.guard.pending.state();
        let result = self.prepare_and_run(sql, parameters, bounds);
        if result.is_err() {
            self.guard.pending.restore(pending);
        }
        let was_slow = self.guard.was_slow();
        self.guard.set_deadline(None, false);
        match result {
            Err(Stopped::Failed(SqlError::Timeout { .. })) if was_slow => Err(Stopped::NotShort),
            other => other,
        }
    }

    fn prepare_and_run(&self, sql: &str, parameters: &[Value], bounds: Bounds<'_>) -> Result<Outcome, Stopped> {
        let mut memory = Budget::new(bounds.limits.statement_memory);
        let failed = |error: rusqlite::Error| run_error(&error, bounds.limits);
        if sql.len() > LONGEST_KEPT {
            let mut statement = memory.during(|| self.connection.prepare(sql)).map_err(failed)?;
            return self.rows(&mut statement, parameters, bounds, memory);
        }
        let mut statement = memory.during(|| self.connection.prepare_cached(sql)).map_err(failed)?;
        self.rows(&mut statement, parameters, bounds, memory)
    }

    fn rows(
        &self,
        statement: &mut Statement<'_>,
        parameters: &[Value],
        bounds: Bounds<'_>,
        mut memory: Budget,
    ) -> Result<Outcome, Stopped> {
        let limits = bounds.limits;
        let failed = |error: &rusqlite::Error| run_error(error, limits);
        for (index, parameter) in parameters.iter().enumerate() {
            statement.raw_bind_parameter(index + 1, parameter).map_err(|error| failed(&error))?;
        }
        let columns = statement.column_count();
        let mut found = Vec::new();
        let mut bytes = 0;
        let mut rows: Rows<'_> = statement.raw_query();
        // Columns are read outside the budget, because `rusqlite` panics if SQLite has no memory to return one. SQLite
        // allocates one value at a time there, and the values of a row are limited below.
        while let Some(row) = memory.during(|| rows.next()).map_err(|error| failed(&error))? {
            if found.len() == limits.rows {
                return Err(SqlError::TooLarge { limit: limits.rows, unit: "rows" }.into());
            }
            let mut values = Vec::with_capacity(columns);
            for index in 0..columns {
                let value = row.get_ref(index).map_err(|error| failed(&error))?;
                bytes += size_of::<Value>() + size(value);
                // Checked before the value is copied, and before SQLite creates the next one.
                if bytes > limits.result_bytes {
                    return Err(SqlError::TooLarge { limit: limits.result_bytes, unit: "bytes" }.into());
                }
                values.push(owned(value, index)?);
            }
            if bounds.short && bytes > SHORT_BYTES {
                return Err(Stopped::NotShort);
            }
            found.push(values);
        }
        drop(rows);
        Ok(Outcome {
            rows: found,
            changes: self.connection.changes(),
            last_insert_rowid: self.connection.last_insert_rowid(),
        })
    }

    /// Returns a guard that stops the running statement when dropped.
    pub(super) fn cancellation(&self) -> Cancellation {
        Cancellation(Some(Arc::clone(&self.guard)))
    }

    /// Marks the connection as idle.
    pub(super) fn mark_idle(&mut self) {
        self.guard.cancel(false);
        self.idle_since = Instant::now();
    }

    /// Counts the pending credits, since the transaction is committed.
    pub(super) fn committed(&self) {
        self.guard.pending.commit();
    }

    /// Returns whether no transaction is open.
    pub(super) fn is_autocommit(&self) -> bool {
        self.connection.is_autocommit()
    }

    /// Rolls back the open transaction, if there is one.
    ///
    /// # Errors
    /// Returns the error of SQLite. The connection must not be used again then.
    pub(super) fn roll_back(&mut self) -> Result<(), SqlError> {
        self.guard.pending.restore(Default::default());
        if self.is_autocommit() {
            return Ok(());
        }
        let rolled_back = self.connection.prepare_cached("ROLLBACK").and_then(|mut statement| statement.raw_execute());
        rolled_back.map(drop).map_err(|error| super::sql_error(&error))
    }
}

/// A guard that stops the connection's running statement when dropped, unless it was disarmed.
pub(super) struct Cancellation(Option<Arc<Guard>>);

impl Cancellation {
    /// Disarms the guard.
    pub(super) fn disarm(&mut self) {
        self.0 = None;
    }
}

impl Drop for Cancellation {
    fn drop(&mut self) {
        if let Some(guard) = &self.0 {
            guard.cancel(true);
        }
    }
}

/// Converts the error of a statement that was analyzed before.
fn run_error(error: &rusqlite::Error, limits: &SqlLimits) -> SqlError {
    match error.sqlite_error_code() {
        Some(ErrorCode::OperationInterrupted) => SqlError::Timeout { seconds: limits.statement_time.as_secs() },
        Some(ErrorCode::OutOfMemory) => SqlError::OutOfMemory { limit: limits.statement_memory },
        _ => super::sql_error(error),
    }
}

/// Copies a column's value.
fn owned(value: ValueRef<'_>, index: usize) -> Result<Value, SqlError> {
    value.try_into().map_err(|error: Utf8Error| SqlError::Io(format!("column {index}: {error}")))
}

/// Returns the bytes of a value in addition to its fixed size.
fn size(value: ValueRef<'_>) -> usize {
    match value {
        ValueRef::Text(text) => text.len(),
        ValueRef::Blob(bytes) => bytes.len(),
        ValueRef::Integer(_) | ValueRef::Real(_) | ValueRef::Null => 0,
    }
}
