//! Symbols: legend, templates and instances by geometry
//!
//! - `ink`: a sheet's lines as strokes, features and rings;
//! - `curves`: which of them are curves; `chains`: which of them were drawn in pieces;
//! - `grid`: which of them pass near a point;
//! - `template`: a symbol's shape made ready for finding;
//! - `matching`: finds it;
//! - `scale`: at which scale, when the plan has another than the legend;
//! - `letters`, `recognise`: all symbols of a legend at once, each piece of ink explaining one;
//! - `repeats`: shapes drawn again and again without a legend;
//! - `legend`: reads legends, ruled (`rulings`) or not (`unruled`), by their `words`; `parts`: what stands apart in a cell.

mod chains;
mod curves;
pub mod grid;
pub mod ink;
pub mod legend;
pub mod letters;
pub mod matching;
mod parts;
pub mod recognise;
pub mod repeats;
mod rulings;
pub mod scale;
pub mod template;
mod unruled;
pub mod words;

pub use ink::Ink;
pub use legend::{Legend, LegendRow, legends};
pub use letters::{TextSpot, TextSpots};
pub use matching::{Criteria, Field, Match, Placement};
pub use recognise::{Instance, Symbol, Tier, recognise};
pub use template::{Letters, Specimen, Template};
