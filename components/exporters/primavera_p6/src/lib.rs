//! The `primavera_p6` exporter: a takeoff as a project that Oracle Primavera P6 imports.
//!
//! The format is XER, P6's exchange file: tables of tab-separated records, as P6 writes and reads them. What a planner
//! finds:
//!
//! - A WBS by trade and category, and in it an activity for each estimate line.
//! - A line whose labour hours are known is an activity of that duration; any other is a finish milestone
//!   ([`plumbline_planning::duration`], the same rule as in `ms_project`).
//! - A material resource for the description and unit of each activity, with that unit of measure. It is assigned to the
//!   activity with the line's quantity as budgeted and remaining units. P6 assigns no material to milestones, so their
//!   quantity is in the fields alone.
//! - The quantity, its unit and the sheets in user-defined fields of the activity, so that they can be columns.
//! - Where a quantity comes from in the activity's notebook; the takeoff and what made it in the project's notebook.
//! - The type "fixed duration & units" keeps the quantity of an activity whatever duration is given later. The project
//!   starts on the day of the takeoff ([`plumbline_planning::start`]).
//!
//! P6 reads XER in the Windows code page of its machine and knows no mark that says otherwise, so the file is in
//! Windows-1252, as files of western installations are. Other characters are transliterated, and the project's notebook
//! says how many ([`plumbline_guest_exporter::ansi`]). Texts fit P6's fields: a longer one is cut at the end of a word, ends in
//! `...`, is told apart from others and stands whole in a notebook.
//!
//! Memory follows the number of lines, not of items.

#[cfg(target_family = "wasm")]
mod component;
mod document;
mod plan;
mod reference;
mod xer;

pub use document::write;
