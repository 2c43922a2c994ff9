//! The `json` exporter: the whole takeoff in one document for programs.
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
//! Items, routes and schedules have the field names and values of the service's own resources. `quantity` of a route is
//! its effective quantity. An empty field is `null`, never absent. The three lists are in this order, with one element
//! per line, so that a large file can be read line by line. Items have `evidence` if the export includes evidence.
//! `version` changes if a field is removed or changes its meaning, but not if a field is added.
//!
//! ```
//! use plumbline_exporter::testing::{FixedRows, header, item};
//!
//! let file: Vec<u8> = plumbline_exporter_json::write(&FixedRows::new(header(), 2, item), Vec::new())?;
//! assert!(file.starts_with(br#"{"format":"plumbline.takeoff","version":1"#));
//! # Ok::<(), String>(())
//! ```

mod document;
mod shapes;

pub use document::write;

plumbline_exporter::exporter! {
    write: crate::write,
    format: "json",
    name: "JSON document",
    media_type: "application/json",
    extension: "json",
}
