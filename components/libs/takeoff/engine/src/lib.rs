//! The takeoff engine. It takes off one page of a drawing, for any discipline.
//!
//! [`survey`] reads the facts of a page that its whole document needs (legends and schedules). [`extract`] finds the
//! quantities of one page, given the surveys of all pages. The component's glue only converts records.
//!
//! - [`bindings`]: the world of extractors; `component`: an extractor made of this crate;
//! - `document`: facts that the pages of a document share, `survey`: those of one page;
//! - [`vocabulary`]: what words, marks, layers and blocks mean in each trade;
//! - `profile`: the words, trade and routes of a discipline;
//! - `reading`: the parts of a sheet; `page`: the input of every step; `extract`: the steps for one page;
//! - `entry`: a symbol to count, `symbol_sizes`: its size on paper, `legend_columns`: the columns beside it; `symbols`:
//!   symbols that legends show, `instructions`: marks of notes; `blocks`: names of blocks, `patterns`: hatches;
//!   `marks`: items that tags name; `gangs`: devices on one plate; `unlisted`: symbols without a legend;
//! - `items`: symbols as items; `labels`: tags and circuits beside them, `tag`: tags as texts; `circuits`: circuits
//!   from wiring; `place`: geometry, evidence and items; `attributes`: their attributes; `confidence`: conversions of
//!   it; `overlaps`: items that two views show, `match_lines`: where views overlap;
//! - `surroundings`, `runs`: measured routes; `measured`: areas, volumes and weights; `schedules`: ruled schedules;
//!   `panels`: facts from panel schedules for the boards on the plan;
//! - `scales`: the scales in use, `dimensions`, `grid`, `bays`, `doors`: checks against the drawing, `paper`: a check
//!   against the paper size; `notices`: warnings for the caller.
//!
//! ```
//! use plumbline_sheet::drawing::Drawing;
//! use plumbline_takeoff::quantities::{Depth, Discipline, UnitSystem};
//! use plumbline_takeoff::{Options, extract, survey};
//!
//! let sheet = Drawing::new(800.0, 600.0).sheet();
//! let options = Options {
//!     include_schedules: true,
//!     units: UnitSystem::AsDrawn,
//!     depth: Depth::Standard,
//!     declared_scale: Some("1:50".to_owned()),
//! };
//! // The surveys of all pages of the document, here of one.
//! let surveys = [survey(&sheet)];
//! let findings = extract(Discipline::Electrical, &sheet, &surveys, &options);
//! assert!(findings.items.is_empty());
//! ```

mod attributes;
mod bays;
pub mod bindings;
mod blocks;
mod circuits;
mod component;
mod confidence;
mod dimensions;
mod document;
mod doors;
mod entry;
mod extract;
mod gangs;
mod grid;
mod instructions;
mod items;
mod labels;
mod legend_columns;
mod marks;
mod match_lines;
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
mod survey;
mod symbol_sizes;
mod symbols;
mod tag;
mod unlisted;
pub mod vocabulary;

pub use bindings::{Options, quantities};
pub use component::describe;
#[doc(hidden)]
pub use component::{SURVEYS, extract_cached, survey_and_cache};
pub use document::{ListedRow, ScheduleSummary, ShapeTexts, Survey};
pub use extract::{Findings, extract};
pub use match_lines::MatchLineSurvey;
pub use survey::survey;
pub use unlisted::evidence_kinds;
