//! The schema on a real PostgreSQL. One program, so that it links once.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod common;
#[path = "../../../storage/tests/storage/ledger_moves.rs"]
mod ledger_moves;
mod sqlite;

mod deletion;
mod equality;
mod events;
mod isolation;
mod ledger;
mod plans;
mod queue;
mod rights;
mod rules;
