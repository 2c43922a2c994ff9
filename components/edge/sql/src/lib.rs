//! The adapter of `spin:sqlite` over `spin:postgres`: endpoints and gateway open the database "default" and get the
//! PostgreSQL database whose address is in the variable `postgres`.
//!
//! - `statement`: converts statements for PostgreSQL.
//! - `component`: connections, values, rows.

#[cfg(target_family = "wasm")]
mod component;
mod statement;

pub use statement::Statement;
