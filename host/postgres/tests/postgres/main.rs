//! Components' connections and the host's transactions against a real PostgreSQL, directly and through PgBouncer.

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
