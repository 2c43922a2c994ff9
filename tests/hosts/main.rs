//! Several hosts, each with a data directory of its own, on one PostgreSQL database and one S3 store.

mod clocks;
mod crashes;
mod credentials;
mod database;
mod drain;
mod local;
mod pauses;
mod releases;
mod replacement;
mod restore;
mod roles;
mod takeoffs;

use plumbline_tests::Hosts;
