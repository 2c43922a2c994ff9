//! The `json` exporter: everything of a takeoff in one document for programs.
//!
//! ```json
//! {
//!   "format": "plumbline.takeoff", "version": 1,
//!   "takeoff": { "id", "discipline", "completed_at", "units", "component",
//!                "makers": [ { "role", "id", "version", "sha256" }, … ],
//!                "project": { "name", "reference", "address" },
//!                "document": { "filename", "url" } },
//!   "items": [ … ], "routes": [ … ], "schedules": [ … ]
//! }
//! ```
//!
//! Items, routes and schedules have the field names and values of the service's own resources; a field that is empty is
//! `null`, never absent. The three lists stand in this order, one element a line, so that a large file can be read line
//! by line. `evidence` of an item is present when the export includes evidence. `version` changes when a field changes
//! its meaning or goes; a new field does not change it.

#[cfg(target_family = "wasm")]
mod component;
mod document;
mod shapes;

pub use document::write;
