//! Results, errors and limits of a component's SQL, independent of the database.

use std::time::Duration;

use crate::Value;

/// The rows of a statement. Without columns if the statement never returns rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct QueryResult {
    /// Column names, in order. Present even if there are no rows.
    pub columns: Vec<String>,
    /// The rows, each with a value for every column.
    pub rows: Vec<Vec<Value>>,
}

/// The reason a statement failed. Components see the `Display` text. The message of a constraint comes from the
/// database and contains the constraint's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SqlError {
    /// A constraint or a trigger rejected the row. `name` is the constraint (`available_not_negative`), the columns of
    /// a unique index (`table.column`), or the trigger's message (`the ledger is append-only`).
    #[error("{message}")]
    Constraint {
        /// The kind of rule that rejected the row.
        kind: ConstraintKind,
        /// The name, as above. Empty for a foreign key, which SQLite does not name.
        name: String,
        /// The database's message.
        message: String,
    },
    /// The sandbox forbids the statement: schema changes, pragmas, other databases, the host's own tables.
    #[error("access denied: {0}")]
    Denied(String),
    /// The statement is wrong: syntax, unknown names, more than one statement, a wrong number of parameters.
    #[error("{0}")]
    Invalid(String),
    /// Another writer held the database for too long, or wrote rows that this transaction had read. Try again.
    #[error("the database is busy: {0}")]
    Busy(String),
    /// The statement exceeded the time limit for statements.
    #[error("the statement ran for more than {seconds} s and was stopped")]
    Timeout {
        /// The limit.
        seconds: u64,
    },
    /// The transaction exceeded the time limit for transactions and was rolled back.
    #[error("the transaction was open for more than {seconds} s and was rolled back")]
    TransactionExpired {
        /// The limit.
        seconds: u64,
    },
    /// The result exceeds the limit on rows or bytes.
    #[error("the result has more than {limit} {unit}; read it in pages")]
    TooLarge {
        /// The limit.
        limit: usize,
        /// `rows` or `bytes`.
        unit: &'static str,
    },
    /// The statement exceeds the memory limit.
    #[error("the statement needs more than {limit} bytes of memory; select fewer or smaller values at a time")]
    OutOfMemory {
        /// The limit in bytes.
        limit: usize,
    },
    /// This host no longer has the lease of the job that the transaction belongs to. The transaction was rolled back.
    #[error("the lease of the job was lost; another host may run it")]
    LeaseLost,
    /// The tenant's database has reached its capacity.
    #[error("the database has reached its capacity")]
    Full,
    /// Anything else: the disk, a damaged file.
    #[error("{0}")]
    Io(String),
}

/// The kind of rule that rejected a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConstraintKind {
    /// `CHECK`.
    Check,
    /// `UNIQUE` or `PRIMARY KEY`.
    Unique,
    /// `NOT NULL`.
    NotNull,
    /// `REFERENCES`.
    ForeignKey,
    /// A trigger that raised an error.
    Trigger,
    /// Any other constraint.
    Other,
}

/// Limits on a component's use of a database.
#[derive(Debug, Clone)]
pub struct SqlLimits {
    /// Rows of one result. The largest page the contract serves is 200. Workers read in pages of a few thousand.
    pub rows: usize,
    /// Bytes of one result's values: half of what a component may allocate for a call.
    pub result_bytes: usize,
    /// Bytes of one text or blob, and so of a row.
    pub value_bytes: u32,
    /// Bytes of memory that SQLite may allocate for one statement: a value and its copies, a sort, a cache of pages.
    pub statement_memory: usize,
    /// Bytes of one statement.
    pub statement_bytes: u32,
    /// Time of one statement.
    pub statement_time: Duration,
    /// Time from BEGIN to COMMIT. The next writer may have to wait this long, so it is shorter than the time limit of a
    /// request.
    pub transaction_time: Duration,
    /// Time that a writer waits for its turn before it gets [`SqlError::Busy`].
    pub queue_time: Duration,
    /// Bytes of the whole database file.
    pub database_bytes: u64,
    /// Concurrent read connections per database.
    pub readers: usize,
}

impl Default for SqlLimits {
    fn default() -> Self {
        Self {
            rows: 20_000,
            result_bytes: 32 * 1024 * 1024,
            value_bytes: 16 * 1024 * 1024,
            statement_memory: 64 * 1024 * 1024,
            statement_bytes: 64 * 1024,
            statement_time: Duration::from_secs(10),
            transaction_time: Duration::from_secs(10),
            queue_time: Duration::from_secs(20),
            database_bytes: 8 * 1024 * 1024 * 1024,
            readers: 4,
        }
    }
}
