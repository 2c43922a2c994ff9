//! Symbols: legend, templates and instances by geometry
//!
//! - `ink`: a sheet's lines as strokes, features and rings;
//! - `collect` gathers it: `curves`: which lines are curves, `chords`: also when each chord is a line by itself;
//!   `chains`: which were drawn in pieces; `dashes`: which are dashes of long lines; `abreast`: which lie
//!   side by side, `hatches`: and fill an area;
//! - `strips`: points in the order of their places; `grid`: which strokes pass near a point; `color_grids`: which of one colour;
//! - `template`: a symbol's shape made ready for finding;
//! - `matching`: finds it, wherever `placing` lets it lie, once for all ways that look alike (`symmetry`);
//! - `scale`: at which scale, when the plan has another than the legend;
//! - `letters`, `recognise`: all symbols of a legend at once, each piece of ink explaining one;
//! - `repeats`: shapes drawn again and again without a legend, first as `clusters` of touching strokes (`neighbours`: two
//!   shapes that touch are not one); `looks`: what
//!   they are like and what stands around them;
//! - `wholes`: which of them are parts of larger things;
//! - `shapes`: what of them pages tell each other;
//! - `glyphs`: standard symbols of the trades, and which of them a shape looks like;
//! - `legend`: reads legends, ruled (`rulings`) or not (`unruled`), by their `words`; `headless`: those that nothing names, in columns, `celled`
//!   or with `captioned` symbols, and those that notes explain (`noted`); `parts`: what stands apart in a cell;
//!   `abbreviations`: lists of what letters alone stand for.

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
