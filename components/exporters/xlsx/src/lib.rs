//! The `xlsx` exporter: a workbook for people who price from it.
//!
//! Sheets: **Summary** (the project's facts, scales and warnings, the lines of the estimate and the totals of routes, as formulas over the
//! other sheets), **Items** (one row an item, attributes in columns of their own), **Routes** and **Schedules** (where
//! the takeoff has any), and a sheet with the picture of each marked page where the export includes evidence.
//!
//! The workbook stays alive in the estimator's hands: an override typed into the Items sheet changes the item's
//! quantity and its line of the summary. Every formula carries its result, so that viewers which compute nothing show
//! the same numbers.
//!
//! Rows are not kept: rust_xlsxwriter makes the workbook without those of the large sheets, and they are put in as the
//! file is written. Memory follows the number of lines, not of items.

mod attributes;
mod cells;
#[cfg(target_family = "wasm")]
mod component;
mod drawing;
mod frame;
mod items;
mod pictures;
mod routes;
mod rows;
mod schedules;
mod style;
mod summary;
mod workbook;

pub use workbook::write;
