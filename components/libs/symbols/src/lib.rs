//! Symbols: legend, templates and instances by geometry
//!
//! - `ink`: a sheet's lines as strokes, features and rings;
//! - `curves`: which of them are curves;
//! - `grid`: which of them pass near a point;
//! - `template`: a symbol's shape made ready for finding;
//! - `matching`: finds it;
//! - `scale`: at which scale, when the plan has another than the legend;
//! - `legend`: reads legends, ruled (`rulings`) or not (`unruled`), by their `words`; `parts`: what stands apart in a cell.

mod curves;
pub mod legend;
mod parts;
mod rulings;
pub mod scale;
mod unruled;
pub mod words;
pub mod grid;
pub mod ink;
pub mod matching;
pub mod template;

pub use ink::Ink;
pub use legend::{Legend, LegendRow, legends};
pub use matching::{Criteria, Field, Match, Placement};
pub use template::{Letters, Specimen, Template};
