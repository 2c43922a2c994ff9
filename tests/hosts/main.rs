//! Several hosts, each with a data directory of its own, on one PostgreSQL database and one S3 store.

mod clocks;
mod crashes;
mod credentials;
mod database;
mod local;
mod replacement;
mod roles;

use plumbline_tests::Hosts;
