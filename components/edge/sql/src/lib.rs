//! The adapter of `spin:sqlite` over `spin:postgres`: gateway and endpoints get the central host's PostgreSQL.
//!
//! As on the host, there are two roles. The database `default` is for endpoints: their statements are translated and
//! restricted as on the host, and run as the components' role. The database `host` is for the gateway, which reads and
//! writes the host's own tables as the host's role. Row-level security shows both only the rows of the application's tenant
//! and environment.
//!
//! - `session`: statements and transactions as SQLite has them. `server`: what it needs of a server.
//! - `parameters`: values of statements. `errors`: errors as SQLite words them.
//! - `address`: addresses with settings for the session.
//! - `component`: the interfaces.
//!
//! ```
//! use plumbline_edge_sql::{Author, Rows, Server, ServerError, Session};
//! use plumbline_sql::Value;
//!
//! struct Empty;
//!
//! impl Server for Empty {
//!     fn execute(&self, sql: &str, _: &[Value]) -> Result<u64, ServerError> {
//!         assert_eq!(sql, r#"DELETE FROM "rate_limits" WHERE ("rate_limits"."full_at" < $1::bigint)"#);
//!         Ok(0)
//!     }
//!
//!     fn query(&self, _: &str, _: &[Value]) -> Result<Rows, ServerError> {
//!         Ok(Rows::default())
//!     }
//! }
//!
//! let session = Session::new(Empty, Author::Host, 7);
//! session.run("DELETE FROM rate_limits WHERE full_at < ?", vec![Value::Integer(1)])?;
//! assert_eq!(session.changes(), 0);
//! # Ok::<(), String>(())
//! ```

mod address;
#[cfg(target_family = "wasm")]
mod component;
mod errors;
mod parameters;
mod server;
mod session;

pub use address::with_settings;
pub use server::{Rows, Server, ServerError};
pub use session::{Author, Session};
