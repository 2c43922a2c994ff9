//! The `pdf` exporter: the sheets of the document with every counted item marked and numbered, a bookmark for each kind
//! of item, and a legend of colors at the end.
//!
//! The pages are those of the original file, so it must be a PDF. The marks are annotations:
//! `plumbline_exporter::marked_document` chooses the items, `plumbline_pdf::marks` draws the marks.
//!
//! ```
//! use plumbline_exporter::testing::{FixedRows, header, item};
//!
//! // Only PDF documents can be marked, and these rows have no document.
//! let refused = plumbline_exporter_pdf::write(&FixedRows::new(header(), 2, item), Vec::new());
//! assert!(refused.unwrap_err().ends_with("Use csv, xlsx or json."));
//! ```

mod sheets;

pub use sheets::write;

plumbline_exporter::exporter! {
    write: crate::write,
    format: "pdf",
    name: "Marked sheets (PDF)",
    media_type: "application/pdf",
    extension: "pdf",
}
