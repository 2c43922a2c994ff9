//! The `ms_project` exporter: a takeoff as a project that Microsoft Project opens.
//!
//! The format is MSPDI, Project's XML interchange (namespace `http://schemas.microsoft.com/project`), with elements in
//! the order of its published schema. The project contains:
//!
//! - Summary tasks by trade and category, each with a task for every estimate line in it.
//! - A material resource for each description and unit, whose label is the unit. It is assigned to the line's task with
//!   a fixed consumption of the line's quantity.
//! - The quantity, its unit and the sheets in custom fields of the task, so that they can be columns of a table.
//! - The source of each quantity in the task's notes, and the takeoff and its components in the project's notes.
//! - The duration of a task from its line's labor hours; a line without them is a milestone
//!   ([`plumbline_exporter::estimating::planning::duration`], the same rule as in `primavera_p6`). Durations are marked as
//!   estimated, which is Project's own mark for values that the planner has yet to confirm. The project starts on the
//!   day of the takeoff ([`plumbline_exporter::estimating::planning::start`]).
//!
//! Memory grows with the number of lines, not of items.
//!
//! ```
//! use plumbline_exporter::testing::{FixedRows, header, item};
//!
//! let file: Vec<u8> = plumbline_exporter_ms_project::write(&FixedRows::new(header(), 2, item), Vec::new())?;
//! assert!(String::from_utf8_lossy(&file).contains("http://schemas.microsoft.com/project"));
//! # Ok::<(), String>(())
//! ```

mod assignments;
mod document;
mod project;
mod resources;
mod tasks;

pub use document::write;

plumbline_exporter::exporter! {
    write: crate::write,
    format: "ms_project",
    name: "Microsoft Project XML",
    media_type: "application/xml",
    extension: "xml",
}
