//! The host's own SQL, independent of the database that runs it.
//!
//! A [`Query`] has values of [`plumbline_sql::Value`] and runs on a [`Pool`], a [`Connection`] or a [`Transaction`].
//! Rows are read with serde, as structs whose fields have the names of the columns. The databases are SQLite and
//! PostgreSQL.
//!
//! # Dialect
//! A text is SQLite's dialect, within what PostgreSQL can run after a translation of its placeholders: `?` or `?1`,
//! `ON CONFLICT`, `RETURNING`, row values, window functions and `WITH RECURSIVE`. It does not contain `INSERT OR …`,
//! row ids, functions of dates or JSON, `GLOB` or `INSTR`. Two rules keep PostgreSQL able to infer types:
//! - A parameter's first use has a type: `id = ?1 OR ?1 IS NULL`, in this order.
//! - A sum of whole numbers is `CAST(SUM(…) AS BIGINT)`, because PostgreSQL's is a decimal.
//!
//! Where the databases differ, the caller matches on [`Dialect`] and marks the text as [`Query::native`].
//!
//! ```
//! use plumbline_host_sql::{Error, Pool, query};
//! use serde::Deserialize;
//!
//! #[derive(Deserialize)]
//! struct Tenant {
//!     id: String,
//!     revoked_at: Option<String>,
//! }
//!
//! # async fn example(pool: &Pool) -> Result<(), Error> {
//! let tenants: Vec<Tenant> = query("SELECT id, revoked_at FROM tenants WHERE name = ?").bind("Ames").fetch_all(pool).await?;
//! let mut transaction = pool.begin_write().await?;
//! for tenant in tenants.iter().filter(|tenant| tenant.revoked_at.is_none()) {
//!     query("DELETE FROM sessions WHERE user_id = ?").bind(&tenant.id).execute(&mut transaction).await?;
//! }
//! transaction.commit().await?;
//! # Ok(())
//! # }
//! ```

mod clock;
mod error;
mod executor;
mod pool;
mod postgres;
mod query;
mod sqlite;
mod target;

pub use clock::{Clock, Reading};
pub use error::Error;
pub use executor::Executor;
pub use pool::{Connection, Dialect, Pool, Transaction};
pub use query::{Query, query, query_of_parts};
