//! Composed files of the edge. One holds an endpoint group between its gateway and its adapters, and imports nothing but what
//! stock Spin offers:
//!
//! ```text
//! gateway ─▶ endpoint group ─▶ adapters: sealing, signing, sources
//!    └─▶ bound: what the gateway is told of the group
//! ```
//!
//! - `parts`: gateway and adapters; `bound`: the component that holds what is bound; `compose`: all of it as one;
//! - `manifest`: a Spin application of composed files.

mod bound;
mod compose;
mod manifest;
mod parts;

pub use compose::{NotComposed, compose};
pub use manifest::{Application, Data, Group, NotWritten, Origin, Version, Written, manifest, read_manifest};
pub use parts::{PARTS, Parts};
