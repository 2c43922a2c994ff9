//! Several hosts, each with a data directory of its own, on one PostgreSQL database and one S3 store.

#[path = "../identity/client.rs"]
#[expect(dead_code, reason = "the tests of identity need more of it")]
mod client;
mod clocks;
mod crashes;
mod credentials;
mod database;
mod drain;
mod joining;
mod local;
mod pauses;
#[path = "../platform/raw_request.rs"]
#[expect(dead_code, reason = "as in the receiver")]
mod raw_request;
#[path = "../platform/receiver.rs"]
#[expect(dead_code, reason = "the tests of webhooks need more of it")]
mod receiver;
mod releases;
mod replacement;
mod restore;
mod roles;
#[path = "../identity/support.rs"]
#[expect(dead_code, clippy::unwrap_used, reason = "as in the tests of identity, which need more of it")]
mod support;
mod takeoffs;

use plumbline_tests::Hosts;
