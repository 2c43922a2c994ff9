//! The gateway of the edge: middleware in front of one endpoint group, which does to a call what the host does. The rules are
//! `plumbline-pipeline` and `plumbline-identity`, the crates that the host uses; here is what they stand on under Spin.
//!
//! - `options`: what the operator sets beside whose edge it is.
//! - `component`: a request, from Spin to the pipeline and back; `world`: credentials, buckets, the endpoint group, usage.
//! - `tables`: the host's own tables, in Spin's SQLite; `outside`: other servers.

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
