//! The adapter of `spin:sqlite` over `spin:postgres`: endpoints and gateway open the database "default" and get the
//! PostgreSQL that the variable `postgres` names.
//!
//! - `statement`: a statement as PostgreSQL reads it; `component`: connections, values, rows.

#[cfg(target_family = "wasm")]
mod component;
mod statement;

pub use statement::Statement;
