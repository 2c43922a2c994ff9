//! The `png` exporter: a ZIP archive with a picture of each item's place, marked and numbered as in the format `pdf`,
//! and an index from an item's id to its picture.
//!
//! The pictures are cut from the pages of the original file, so it must be a PDF. `crops` decides which part of a page
//! a picture shows and at which scale, `archive` draws and writes.
//!
//! ```
//! use plumbline_exporter::testing::{FixedRows, header, item};
//!
//! // Only PDF documents can be marked, and these rows have no document.
//! let refused = plumbline_exporter_png::write(&FixedRows::new(header(), 2, item), Vec::new());
//! assert!(refused.unwrap_err().ends_with("Use csv, xlsx or json."));
//! ```

mod archive;
mod crops;

pub use archive::write;

plumbline_exporter::exporter! {
    write: crate::write,
    format: "png",
    name: "A picture of each item (PNG in a ZIP)",
    media_type: "application/zip",
    extension: "zip",
}
