//! Databases, blobs and the control database as the host uses them. One program, so that it links once.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod common;

mod blobs;
mod control;
mod fences;
mod ledger;
mod ledger_moves;
mod open_databases;
mod publishing;
mod s3;
mod sandbox;
mod tenant_events;
mod transactions;
mod usage;
mod webhooks;
