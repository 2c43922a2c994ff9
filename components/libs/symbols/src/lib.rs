//! Finds symbols by geometry: legends, templates and their instances.
//!
//! - `ink`: a sheet's lines as strokes, features and rings.
//! - `collect`: gathers the ink. `curves`: which lines are curves. `chords`: curves whose chords are separate paths.
//!   `chains`: lines drawn in pieces. `dashes`: dashes of long lines. `abreast`: lines that lie side by side.
//!   `hatches`: such lines that fill an area.
//! - `strips`: points sorted by place. `grid`: which strokes pass near a point. `color_grids`: one grid for each
//!   colour.
//! - `template`: a symbol's shape, prepared for the search.
//! - `matching`: finds a template in every way that `placing` allows, once for all ways that look alike (`symmetry`).
//! - `scale`: the scale of the symbols, if the plan has another than the legend.
//! - `letters`, `recognise`: all symbols of a legend at once. Each piece of ink explains one symbol.
//! - `repeats`: shapes drawn again and again without a legend, first as `clusters` of touching strokes. `neighbours`:
//!   two shapes that touch are not one. `looks`: what the shapes look like and what surrounds them.
//! - `wholes`: which of these shapes are parts of larger things.
//! - `shapes`: what pages share about their shapes.
//! - `glyphs`: standard symbols of the trades, and which of them a shape looks like.
//! - `legend`: reads legends, ruled (`rulings`) or not (`unruled`), by their `words`. `headless`: legends without a
//!   title, in columns, in cells (`celled`) or with `captioned` symbols, and symbols explained in notes (`noted`).
//!   `parts`: separate drawings in a cell. `abbreviations`: lists of the meanings of letters.

pub mod abbreviations;
mod abreast;
mod captioned;
mod celled;
mod chains;
mod chords;
mod clusters;
mod collect;
mod color_grids;
mod curves;
mod dashes;
mod fast;
pub mod glyphs;
pub mod grid;
mod hatches;
mod headless;
pub mod ink;
pub mod legend;
pub mod letters;
pub mod looks;
pub mod matching;
mod neighbours;
mod noted;
mod parts;
mod placing;
pub mod recognise;
pub mod repeats;
mod rulings;
pub mod scale;
pub mod shapes;
mod strips;
mod symmetry;
pub mod template;
mod unruled;
mod wholes;
pub mod words;

pub use abbreviations::{Abbreviation, abbreviations};
pub use headless::headless;
pub use ink::Ink;
pub use legend::{Legend, LegendRow, legends};
pub use letters::{TextSpot, TextSpots};
pub use looks::{Looks, Surroundings, surroundings};
pub use matching::{Criteria, Field, Match, Placement};
pub use recognise::{Instance, Symbol, Tier, recognise};
pub use repeats::{Repeat, all_repeats, repeats};
pub use shapes::Shape;
pub use template::{Letters, Specimen, Template};
pub use wholes::parts_of_larger;
