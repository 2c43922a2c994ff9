//! Electrical quantities: devices, luminaires, panels, home runs, schedules
//!
//! [`survey_native`] reads what a page says about its whole document (its legends and schedules), [`extract_native`]
//! finds the quantities of one page with the surveys of all. The component's glue only moves records.
//!
//! - `survey`: what pages tell each other;
//! - `classify`: what a description is called in the taxonomy;
//! - `extract`: one page from beginning to end;
//! - `blocks`: symbols by the names of their blocks;
//! - `items`: symbols as items; `labels`: the tags and circuits near them; `unlisted`: devices no legend names;
//! - `runs`: measured routes; `schedules`: ruled schedules;
//! - `scales`: the scale that holds; `notices`: what the caller must be warned of.

mod blocks;
pub mod classify;
mod component;
mod extract;
mod items;
mod labels;
mod notices;
mod runs;
mod scales;
mod schedules;
mod survey;
mod unlisted;

pub use extract::{Findings, extract_native};
pub use plumbline_guest_extractor::{Options, quantities};
pub use survey::{Survey, survey_native};
