//! The `xlsx` exporter: a workbook for pricing.
//!
//! Sheets: **Summary** (the project's facts, scales and warnings, the lines of the estimate and the totals of routes,
//! as formulas over the other sheets), **Items** (one row per item, attributes in separate columns), **Routes** and
//! **Schedules** (if the takeoff has any), and a sheet with the picture of each marked page if the export includes
//! evidence.
//!
//! The workbook reacts to edits: an override typed into the Items sheet changes the item's quantity and its line of the
//! summary. Every formula is stored with its result, so viewers that do not calculate show the same numbers.
//!
//! Rows are not kept: rust_xlsxwriter makes the workbook without the rows of the large sheets, which are inserted when
//! the file is written. Memory grows with the number of lines, not of items.
//!
//! ```
//! use plumbline_exporter::testing::{FixedRows, header, item};
//!
//! let file: Vec<u8> = plumbline_exporter_xlsx::write(&FixedRows::new(header(), 2, item), Vec::new())?;
//! // A workbook is a ZIP archive.
//! assert!(file.starts_with(b"PK"));
//! # Ok::<(), String>(())
//! ```

mod attributes;
mod cells;
mod drawing;
mod failure;
mod items;
mod pictures;
mod routes;
mod rows;
mod schedules;
mod style;
mod summary;
mod template;
mod workbook;

pub use workbook::write;

plumbline_exporter::exporter! {
    write: crate::write,
    format: "xlsx",
    name: "Excel workbook",
    media_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extension: "xlsx",
}
