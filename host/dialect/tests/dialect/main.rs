//! Statements as SQLite has them: the real ones, those that attack, and the same ones on a real PostgreSQL.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod bounds;
mod catalogue;
mod database;
mod generated;
mod hostile;
mod quotes;
mod same_results;
mod sources;
mod statements;
