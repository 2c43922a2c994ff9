//! Components' connections and the host's transactions against a real PostgreSQL, directly and through PgBouncer.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod announcements;
mod checks;
mod faults;
mod fixture;
mod migrations;
mod pooler;
mod server;
mod sessions;
mod start;
mod transactions;
mod values;
