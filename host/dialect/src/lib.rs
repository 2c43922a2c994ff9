//! Translation of SQLite's SQL to PostgreSQL's, which is also the sandbox of components' SQL there.
//!
//! Components speak `spin:sqlite` and write SQLite's dialect. [`component`] checks one statement and returns it for
//! PostgreSQL. [`host`] does the same for the host's own statements. Nothing of the original text reaches PostgreSQL:
//! the statement is parsed, every table, column and function is looked up, and a new text is written from what was
//! found. What the writer has no rule for is refused.
//!
//! - `parse`: tokens, bounds and the syntax tree.
//! - `catalogue`: the tables of the migrations.
//! - `scope`: names of a statement; `query`: SELECT; `from`: its tables; `order`: ORDER BY; `write`: INSERT, UPDATE, DELETE.
//! - `expression`, `operators`, `functions`, `windows`: values; `typed`: their types.
//! - `affinity`: values of parameters.
//!
//! ```
//! let statement = plumbline_dialect::component("SELECT name FROM projects WHERE id = ?")?;
//! assert_eq!(
//!     statement.sql,
//!     r#"SELECT "projects"."name" AS "name" FROM "projects" WHERE ("projects"."id" = $1::text)"#
//! );
//! assert!(plumbline_dialect::component("PRAGMA journal_mode").is_err());
//! # Ok::<(), plumbline_dialect::Refusal>(())
//! ```

pub mod affinity;
mod catalogue;
mod expression;
mod from;
mod functions;
mod operators;
mod order;
mod parse;
mod query;
mod scope;
mod translator;
mod typed;
mod windows;
mod write;

pub use catalogue::{Catalogue, Column, Table};
pub use typed::Type;

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

/// The reason a statement is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The sandbox forbids it.
    #[error("access denied: {0}")]
    Denied(String),
    /// The statement is wrong, or PostgreSQL has nothing that behaves like it.
    #[error("{0}")]
    Invalid(String),
}

/// Whose statement is translated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Author {
    Component,
    Host,
}

/// Translates a component's statement.
///
/// # Errors
/// [`Refusal::Denied`] for what a component may not do, with the message of the SQLite sandbox.
/// [`Refusal::Invalid`] if the statement is wrong or cannot be translated.
pub fn component(sql: &str) -> Result<Statement, Refusal> {
    translator::translate(sql, Author::Component)
}

/// Translates a statement of the host, which may also use the host's own tables and the column `scope_id`.
///
/// # Errors
/// As [`component`].
pub fn host(sql: &str) -> Result<Statement, Refusal> {
    translator::translate(sql, Author::Host)
}
