//! The result of a translation, and the party that it is done for.

use crate::typed::Type;

/// A statement for PostgreSQL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The SQL, with `$1` for the first parameter.
    pub sql: String,
    /// How the statement must be run.
    pub kind: Kind,
    /// Number of parameters: the highest number of a placeholder, as SQLite counts them.
    pub parameters: usize,
    /// The type of each parameter. `None` where nothing in the statement gives one (`SELECT ?`): then the caller should
    /// prepare the statement with the type of the value.
    pub types: Vec<Option<Type>>,
    /// Whether it returns rows: it reads, or has a RETURNING clause.
    pub returns_rows: bool,
    /// Whether it inserts.
    pub inserts: bool,
    /// Whether it writes the outbox itself.
    pub writes_outbox: bool,
    /// Whether a trigger may write the outbox, because a change of its table is an event that webhooks wait for.
    pub triggers_outbox: bool,
    /// Whether it writes the ledger.
    pub writes_ledger: bool,
}

/// How a statement must be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It reads only.
    Read,
    /// It inserts, updates or deletes.
    Write,
    /// It begins a transaction. A transaction that will write takes its turn immediately.
    Begin {
        /// Whether it is `BEGIN IMMEDIATE` or `BEGIN EXCLUSIVE`.
        immediate: bool,
    },
    /// It commits.
    Commit,
    /// It rolls back.
    Rollback,
}

/// Whose statement is translated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Author {
    Component,
    Host,
}
