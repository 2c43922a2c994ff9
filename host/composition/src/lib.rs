//! Composed files of the edge. A file holds an endpoint group with its gateway and its adapters, and imports only what
//! stock Spin offers:
//!
//! ```text
//! gateway ─▶ endpoint group ─▶ adapters: sealing, signing, sources
//!    └─▶ bound: the description of the group for the gateway
//! ```
//!
//! - `parts`: the gateway and the adapters. `bound`: the component that describes what is bound. `compose`: the
//!   composition.
//! - `manifest`: a Spin application of composed files.
//!
//! ```no_run
//! use plumbline_composition::{Data, Parts, compose};
//! use plumbline_edge::Bound;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let parts = Parts::read("target/components".as_ref())?;
//! let endpoint = std::fs::read("target/components/endpoint-projects.wasm")?;
//! // A real file lists the group's routes and the slots that are bound for the tenant.
//! let file = compose(&parts, Data::Sqlite, &endpoint, &Bound::default())?;
//! std::fs::write("projects.wasm", file)?;
//! # Ok(())
//! # }
//! ```

mod bound;
mod compose;
mod manifest;
mod parts;

pub use compose::{ComposeError, compose};
pub use manifest::{Application, Data, Group, ManifestError, Origin, TenantManifest, Version, manifest, read_manifest};
pub use parts::{PARTS, Parts};
