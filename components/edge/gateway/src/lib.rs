//! The gateway component: middleware in front of one endpoint group that applies the host's rules to each call. The rules are
//! the crates `plumbline-pipeline` and `plumbline-identity`; this crate implements their traits on Spin.
//!
//! - `options`: limits and addresses that an operator may set.
//! - `component`: the HTTP handler; `world`: credentials, rate limits, the endpoint group, usage.
//! - `tables`: the control tables in Spin's SQLite; `outside`: outgoing HTTP and sealing.

#[cfg(target_family = "wasm")]
mod component;
mod options;
#[cfg(target_family = "wasm")]
mod outside;
#[cfg(target_family = "wasm")]
mod tables;
#[cfg(target_family = "wasm")]
mod world;

pub use options::Options;
