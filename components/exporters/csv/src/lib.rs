//! The `csv` exporter: one table of items and routes that opens in a spreadsheet with a double click.
//!
//! ```
//! use plumbline_exporter::testing::{FixedRows, header, item};
//!
//! let file: Vec<u8> = plumbline_exporter_csv::write(&FixedRows::new(header(), 2, item), Vec::new())?;
//! // A byte order mark, a header row and two items.
//! assert_eq!(String::from_utf8_lossy(&file).lines().count(), 3);
//! # Ok::<(), String>(())
//! ```

mod table;

pub use table::{COLUMNS, EVIDENCE_COLUMNS, write};

plumbline_exporter::exporter! {
    write: crate::write,
    format: "csv",
    name: "Comma-separated values",
    media_type: "text/csv; charset=utf-8; header=present",
    extension: "csv",
}
