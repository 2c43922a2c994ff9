//! Composed files under the interfaces of stock Spin, or under Spin itself, compared with the host on the same data.
//!
//! - `answers`: each side reads what the other writes, and the same call has the same response.
//! - `central_host`: the calls that an edge leaves to its host.
//! - `bound`: applications with a tenant's bindings.
//! - `postgres`: applications on the host's PostgreSQL.
//! - `fixture`: the fixture with both sides.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test")]

mod answers;
mod bound;
mod central_host;
mod fixture;
mod postgres;
