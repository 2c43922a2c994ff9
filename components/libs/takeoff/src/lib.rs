//! The takeoff engine: one page of a drawing from symbols to quantities, for any discipline.
//!
//! [`survey`] reads what a page says about its whole document (its legends and schedules), [`extract`]
//! finds the quantities of one page with the surveys of all. The component's glue only moves records.
//!
//! - `document`: what pages tell each other;
//! - `profile`: what a discipline looks for;
//! - `reading`: what is read from a sheet alone; `page`: what every step asks of a page; `extract`: one page from beginning to end;
//! - `symbols`: what legends show, `instructions`: what notes with marks are; `blocks`: what the names of blocks say, `patterns`: what hatches repeat; `marks`: what tags
//!   name; `gangs`: several on one plate; `unlisted`: what nothing names;
//! - `items`: symbols as items; `labels`: the tags and circuits near them, `circuits`: those of their wiring; `place`: where they are;
//!   `overlaps`: what two views show of one thing, `joints`: where they overlap;
//! - `surroundings`, `runs`: measured routes; `measured`: areas, volumes and weights; `schedules`: ruled schedules; `panels`: what
//!   those of panelboards say of the boards on the plan;
//! - `scales`: the scale that holds, `dimensions`, `grid`, `bays`, `doors`: what is drawn says of it, `paper`: what the paper does;
//!   `notices`: what the caller must be warned of.

mod bays;
mod blocks;
mod circuits;
mod component;
mod dimensions;
mod document;
mod doors;
mod extract;
mod gangs;
mod grid;
mod instructions;
mod items;
mod joints;
mod labels;
mod marks;
mod measured;
mod notices;
mod overlaps;
mod page;
mod panels;
mod paper;
mod patterns;
mod place;
mod profile;
mod reading;
mod runs;
mod scales;
mod schedules;
mod surroundings;
mod symbols;
mod unlisted;

pub use component::describe;
#[doc(hidden)]
pub use component::{SURVEYS, extract_kept, survey_and_keep};
pub use document::{ListedRow, Listing, Survey, survey};
pub use extract::{Findings, extract};
pub use joints::Joint;
pub use plumbline_guest_extractor::{Options, quantities};
pub use unlisted::{Written, witness_kinds};
