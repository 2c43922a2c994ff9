//! The `primavera_p6` exporter: a takeoff as a project that Oracle Primavera P6 imports.
//!
//! The format is XER, P6's exchange file: tables of tab-separated records, as P6 writes and reads them. What a planner
//! finds:
//!
//! - A WBS by trade and category, and in it an activity for each estimate line.
//! - A material resource for each description and unit, with that unit of measure. It is assigned to the line's activity
//!   with the line's quantity as budgeted and remaining units.
//! - The quantity, its unit and the sheets in user-defined fields of the activity, so that they can be columns.
//! - Where a quantity comes from in the activity's notebook; the takeoff and what made it in the project's notebook.
//! - Activities of one day, a placeholder: P6 spreads the units of an assignment over its duration, so that one without
//!   duration is no safe place for a quantity. The type "fixed duration & units" keeps the quantity whatever duration
//!   is given later. The project starts on the day of the takeoff ([`plumbline_planning::start`]).
//!
//! P6 reads XER in the Windows code page of its machine and knows no mark that says otherwise, so the file is in
//! Windows-1252, as files of western installations are. Signs of drawings that the page lacks are written with others
//! (`″` as `"`, `≥` as `>=`); what remains becomes `?`, and the project's notebook says how many did. Texts fit P6's
//! fields: a longer one is cut, ends in `…`, is told apart from others and stands whole in a notebook.
//!
//! Memory follows the number of lines, not of items.

#[cfg(target_family = "wasm")]
mod component;
mod document;
mod encoding;
mod plan;
mod reference;
mod xer;

pub use document::write;
