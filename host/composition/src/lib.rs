//! Composed files of the edge. A file holds an endpoint group with its gateway and its adapters, and imports only what stock
//! Spin offers:
//!
//! ```text
//! gateway ─▶ endpoint group ─▶ adapters: sealing, signing, sources
//!    └─▶ bound: the description of the group for the gateway
//! ```
//!
//! - `parts`: the gateway and the adapters. `bound`: the component that describes what is bound. `compose`: the composition.
//! - `manifest`: a Spin application of composed files.

mod bound;
mod compose;
mod manifest;
mod parts;

pub use compose::{ComposeError, compose};
pub use manifest::{Application, Data, Group, ManifestError, Origin, TenantManifest, Version, manifest, read_manifest};
pub use parts::{PARTS, Parts};
