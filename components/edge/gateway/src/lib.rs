//! The gateway component: middleware in front of one endpoint group that applies the host's rules to each call. The
//! rules are the crates `plumbline-pipeline` and `plumbline-identity`; this crate implements their traits on Spin.
//!
//! - `component`: the HTTP handler.
//! - `backend`: credentials and the endpoint group.
//! - `direct`: calls the endpoint group as a plain function.
//! - `imports`: what the composed file supplies: the bound routes, the group's calls, counters of the adapters.
//! - `buckets`: rate limits.
//! - `usage`: the usage record.
//! - `tables`: the control tables in Spin's SQLite or the central host's PostgreSQL.
//! - `schema`: creates them.
//! - `platform`: outgoing HTTP and sealing.
//! - `central_host`: forwards requests that this edge does not serve.
//! - `wire`: messages that are passed on unread.

#[cfg(target_family = "wasm")]
mod backend;
#[cfg(target_family = "wasm")]
mod buckets;
#[cfg(target_family = "wasm")]
mod central_host;
#[cfg(target_family = "wasm")]
mod component;
#[cfg(target_family = "wasm")]
mod direct;
#[cfg(target_family = "wasm")]
mod imports;
#[cfg(target_family = "wasm")]
mod platform;
#[cfg(target_family = "wasm")]
mod schema;
#[cfg(target_family = "wasm")]
mod tables;
#[cfg(target_family = "wasm")]
mod usage;
#[cfg(target_family = "wasm")]
mod wire;
