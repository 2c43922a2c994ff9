//! The tenant database for components: queries, transactions, ledger and outbox.
//!
//! A component sees one database, its tenant's, through `spin:sqlite@3.1.0`. [`Db::open`] opens it. Natively,
//! [`testing::database`] returns the same [`Db`] over an in-memory SQLite with the real migrations, so a component's
//! SQL can be tested without a host.
//!
//! ```
//! # fn main() -> plumbline_database::DbResult<()> {
//! use plumbline_database::{ledger, testing};
//!
//! let now = "2026-11-21T08:00:00.000Z";
//! let db = testing::database(100.0)?;
//! db.transaction(|tx| ledger::hold(tx, "tko_1", 30.0, "estimate", now))?;
//! let balance = ledger::balance(&db)?;
//! assert_eq!((balance.available, balance.held), (70.0, 30.0));
//! # Ok(())
//! # }
//! ```

mod db;
mod error;
mod insert;
mod read;
mod value;

pub mod deletion;
pub mod groups;
pub mod ledger;
pub mod outbox;
#[cfg(not(target_family = "wasm"))]
pub mod testing;
pub mod usage;
#[cfg(target_family = "wasm")]
mod wasm;

pub use db::{Backend, Db, Executed, Transaction};
pub use error::{DbError, DbResult};
pub use insert::Columns;
pub use value::{Row, Value, json};
