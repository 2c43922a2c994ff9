//! The `ms_project` exporter: a takeoff as a project that Microsoft Project opens.
//!
//! The format is MSPDI, Project's XML interchange (namespace `http://schemas.microsoft.com/project`), with elements in
//! the order of its published schema. What a planner finds:
//!
//! - Summary tasks by trade and category, and below them a task for each estimate line.
//! - A material resource for each description and unit, whose label is the unit. It is assigned to the line's task with
//!   a fixed consumption of the line's quantity.
//! - The quantity, its unit and the sheets in custom fields of the task, so that they can be columns of a table.
//! - Where a quantity comes from in the task's notes; the takeoff and what made it in the project's notes.
//! - A line whose labour hours are known is a task of that duration; any other is a milestone
//!   ([`plumbline_planning::duration`], the same rule as in `primavera_p6`). Durations are marked as estimated, which is
//!   Project's own mark for values that the planner has yet to confirm. The project starts on the day of the takeoff
//!   ([`plumbline_planning::start`]).
//!
//! Memory follows the number of lines, not of items.

mod assignments;
#[cfg(target_family = "wasm")]
mod component;
mod document;
mod project;
mod resources;
mod tasks;
mod xml;

pub use document::write;
