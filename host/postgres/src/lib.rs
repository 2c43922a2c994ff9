//! PostgreSQL for components and the host, independent of the engine.
//!
//! [`Postgres`] holds the pools of two roles. The host's role sees all rows. The components' role owns nothing and sees
//! the rows of one scope at a time: row-level security compares `scope_id` with the setting `plumbline.scope`, whose
//! value ([`ScopeKey`]) only the host's role can obtain. [`Database`] is a scope's tables, [`Connection`] a component's
//! access to them, and [`HostTransaction`] the host's.
//!
//! Components' SQL is in SQLite's dialect. [`Translate`] turns it into PostgreSQL's and is the sandbox at the same time.
//!
//! - `settings`, `tls`, `connector`, `pool`: connections to the server. `limited`: the size of its messages. `added`:
//!   statements that share a request. `roles`:
//!   checks at start. `migrations`: the schema.
//! - `scope`: databases of scopes, which `scope_key` opens. `lease`: connections while they are in use. `session`: a
//!   component's connection. `transaction`: the host's. `shared`: the state that all of them share.
//! - `fence`: the lease without which a worker does not commit. `committed`: effects of a commit that the host acts on.
//! - `statement`: translated statements and their cache. `query`: execution of a statement. `values`: conversions of values.
//!   `errors`: PostgreSQL's errors in SQLite's words. `connection_error`: those of connections.
//! - `announcements`: hosts that wake each other.
//! - `tables`: whole tables, read and written as the role that owns the schema.
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use plumbline_postgres::{Postgres, PostgresError, Refusal, Settings};
//! use plumbline_sql::{SqlLimits, Value};
//!
//! # async fn example() -> Result<(), PostgresError> {
//! let settings = Settings {
//!     url: "postgres://plumbline_host@localhost/plumbline".into(),
//!     components_url: "postgres://plumbline_components@localhost/plumbline".into(),
//!     ..Settings::default()
//! };
//! let translate = Arc::new(|_: &str| Err(Refusal::Denied("no statement is allowed".into())));
//! let postgres = Postgres::connect(&settings, translate).await?;
//! let scope = postgres.open_scope("ten_1", "sandbox").await?;
//! let connection = postgres.database(scope, SqlLimits::default(), None).connect();
//! assert!(connection.execute("SELECT 1", vec![]).await.is_err());
//! let names = postgres.query("SELECT name FROM things WHERE id = $1", &[Value::from("thg_1")]).await?;
//! # drop(names);
//! # Ok(())
//! # }
//! ```

mod added;
mod announcements;
mod cancel;
mod committed;
mod connection_error;
mod connector;
mod errors;
mod fence;
mod lease;
mod limited;
mod migrations;
mod pool;
mod postgres;
mod query;
mod roles;
mod scope;
mod scope_key;
mod session;
mod settings;
mod shared;
mod statement;
mod tables;
mod tls;
mod transaction;
mod values;

pub use announcements::Announcements;
pub use committed::{Committed, OnCommit};
pub use fence::Fence;
pub use migrations::Migration;
pub use plumbline_dialect::{Kind, Refusal};
pub use postgres::Postgres;
pub use scope::Database;
pub use scope_key::ScopeKey;
pub use session::Connection;
pub use settings::{PostgresError, Settings};
pub use statement::{Statement, Translate};
pub use tables::{Column, ColumnKind, Owner, ScopeId, Table};
pub use tls::role_of;
pub use transaction::HostTransaction;
