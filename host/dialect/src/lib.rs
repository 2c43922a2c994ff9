//! Translation of SQLite's SQL to PostgreSQL's, which is also the sandbox of components' SQL there.
//!
//! Components speak `spin:sqlite` and write SQLite's dialect. [`component`] checks one statement and returns it for
//! PostgreSQL. [`host`] does the same for the host's own statements. Nothing of the original text reaches PostgreSQL:
//! the statement is parsed, every table, column and function is looked up, and a new text is written from what was
//! found. Statements for which the writer has no rule are refused.
//!
//! - `parse`: tokens, bounds and the syntax tree.
//! - `catalogue`: tables, columns and keys. `migrations`: those of the migrations.
//! - `translator`: the state of a translation. `translate`: a whole statement. `statement`, `refusal`: the results.
//! - `scope`: names that a query can use. `names`: resolution of a name. `query`: SELECT. `items`: the items of its result.
//!   `from`: its tables. `order`: ORDER BY. `write`: INSERT, UPDATE, DELETE.
//! - `expression`, `operators`, `functions`, `windows`: values. `typed`: their types.
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
mod items;
mod migrations;
mod names;
mod operators;
mod order;
mod parse;
mod query;
mod refusal;
mod scope;
mod statement;
mod translate;
mod translator;
mod typed;
mod windows;
mod write;

pub use catalogue::{Catalogue, Column, Table};
pub use refusal::Refusal;
pub use statement::{Kind, Statement};
pub use typed::Type;

use statement::Author;

/// Translates a component's statement.
///
/// # Errors
/// [`Refusal::Denied`] for what a component may not do, with the message of the SQLite sandbox.
/// [`Refusal::Invalid`] if the statement is wrong or cannot be translated.
pub fn component(sql: &str) -> Result<Statement, Refusal> {
    translate::translate(sql, Author::Component)
}

/// Translates a statement of the host, which may also use the host's own tables and the column `scope_id`.
///
/// # Errors
/// As [`component`].
pub fn host(sql: &str) -> Result<Statement, Refusal> {
    translate::translate(sql, Author::Host)
}
