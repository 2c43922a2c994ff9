//! The `primavera_p6` exporter: a takeoff as a project that Oracle Primavera P6 imports.
//!
//! The format is XER, P6's exchange file: tables of tab-separated records, as P6 writes and reads them. The project
//! contains:
//!
//! - A WBS by trade and category, with an activity for each estimate line.
//! - The duration of an activity from its line's labor hours; a line without them is a finish milestone
//!   ([`plumbline_exporter::estimating::planning::duration`], the same rule as in `ms_project`).
//! - A material resource for the description and unit of each activity, with that unit of measure. It is assigned to
//!   the activity with the line's quantity as budgeted and remaining units. P6 does not assign materials to milestones,
//!   so their quantity is only in the fields.
//! - The quantity, its unit and the sheets in user-defined fields of the activity, so that they can be columns.
//! - The source of each quantity in the activity's notebook, and the takeoff and its components in the project's
//!   notebook.
//! - The type "fixed duration & units", which keeps the quantity of an activity if its duration changes later. The
//!   project starts on the day of the takeoff ([`plumbline_exporter::estimating::planning::start`]).
//!
//! P6 reads XER in the Windows code page of its machine, and the file cannot declare another one. So the file is in
//! Windows-1252, as written by western installations. Other characters are transliterated, and the project's notebook
//! says how many ([`plumbline_exporter::ansi`]). Texts fit P6's fields: a longer text is cut at the end of a
//! word, ends in `...`, stays unique, and is in a notebook in full.
//!
//! Memory grows with the number of lines, not of items.
//!
//! ```
//! use plumbline_exporter::testing::{FixedRows, header, item};
//!
//! let file: Vec<u8> = plumbline_exporter_primavera_p6::write(&FixedRows::new(header(), 2, item), Vec::new())?;
//! assert!(file.starts_with(b"ERMHDR\t"));
//! # Ok::<(), String>(())
//! ```

mod document;
mod plan;
mod reference;
mod xer;

pub use document::write;

plumbline_exporter::exporter! {
    write: crate::write,
    format: "primavera_p6",
    name: "Oracle Primavera P6 XER",
    media_type: "application/octet-stream",
    extension: "xer",
}
