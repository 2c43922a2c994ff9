//! The adapter of `spin:sqlite` over `spin:postgres`: endpoints and gateway open the database "default" and get the
//! PostgreSQL database whose address is in the variable `postgres`.
//!
//! - `statement`: converts statements for PostgreSQL.
//! - `component`: connections, values, rows.
//!
//! ```
//! use plumbline_edge_sql::Statement;
//!
//! let statement = Statement::of("SELECT name FROM projects WHERE id = ?");
//! assert_eq!(statement.sql, "SELECT name FROM projects WHERE id = $1");
//! assert!(statement.has_rows);
//! ```

#[cfg(target_family = "wasm")]
mod component;
mod statement;

pub use statement::Statement;
