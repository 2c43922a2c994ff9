//! Finds symbols by geometry: legends, templates and their instances. Reads the texts near them.
//!
//! - `ink`: a sheet's lines as strokes, features and rings. `grid_point`: points on the plotter's grid. `contact`:
//!   strokes that pass a point or touch.
//! - `collect`: gathers the ink. `curves`: which lines are curves. `chords`: curves whose chords are separate paths.
//!   `chains`: lines drawn in pieces. `dashes`: dashes of long lines. `parallel_lines`: lines that lie side by side.
//!   `hatches`: such lines that fill an area.
//! - `strips`: points sorted by place. `grid`: which strokes pass near a point. `color_grids`: one grid for each
//!   color.
//! - `template`: a symbol's shape, prepared for the search.
//! - `matching`: finds a template in every way that `placement` allows, once for all ways that look alike (`symmetry`).
//! - `scale`: the scale of the symbols, if the plan has another than the legend.
//! - `letters`, `recognize`: all symbols of a legend at once. Each piece of ink explains one symbol.
//! - `repeats`: shapes drawn again and again without a legend, first as `clusters` of touching strokes, which form
//!   `groups`. `neighbors`: two shapes that touch are not one. `appearance`: what the shapes look like. `surroundings`:
//!   what surrounds them.
//! - `larger_repeats`: which of these shapes are parts of larger things.
//! - `shapes`: what pages share about their shapes.
//! - `glyphs`: standard symbols of the trades, and which of them a shape looks like.
//! - `legend`: reads legends, ruled (`rulings`) or not (`unruled`), by their `words`. `legend_rows`: what it reads.
//!   `legend_text`: the texts it reads. `untitled_legends`: legends without a title, recognized by their
//!   `legend_layout`, in columns, in cells (`ruled_tables`) or with `captioned` symbols, and symbols explained in notes
//!   (`legend_notes`). `parts`: separate drawings in a cell. `abbreviations`: lists of the meanings of letters.
//! - [`annotations`]: the texts near symbols, each matched to its symbol; keynotes; the wiring between devices.
//!
//! ```
//! use plumbline_sheet::drawing::Drawing;
//! use plumbline_symbols::{Ink, repeats};
//!
//! // A shape that is drawn five times, turned, is one repeat.
//! let mut drawing = Drawing::new(400.0, 400.0);
//! let mut path = kurbo::BezPath::new();
//! path.move_to((-5.0, -5.0));
//! for corner in [(5.0, -5.0), (5.0, 5.0), (-5.0, 5.0), (-5.0, -5.0), (5.0, 5.0)] {
//!     path.line_to(corner);
//! }
//! let mut hook = kurbo::BezPath::new();
//! hook.move_to((0.0, 0.0));
//! hook.line_to((0.0, -8.0));
//! hook.line_to((3.0, -8.0));
//! for i in 0..5 {
//!     drawing.symbol(&[path.clone(), hook.clone()], [50.0 + 60.0 * i as f32, 100.0], f64::from(i) * 0.7, false);
//! }
//! let found = repeats(&Ink::of(&drawing.sheet()), |_| true);
//! assert_eq!((found.len(), found[0].places.len()), (1, 5));
//! ```

pub mod abbreviations;
pub mod annotations;
pub mod appearance;
mod captioned;
mod chains;
mod chords;
mod clusters;
mod collect;
mod color_grids;
mod contact;
mod curves;
mod dashes;
mod fast;
pub mod glyphs;
pub mod grid;
mod grid_point;
mod groups;
mod hatches;
pub mod ink;
mod larger_repeats;
pub mod legend;
mod legend_layout;
mod legend_notes;
mod legend_rows;
mod legend_text;
pub mod letters;
pub mod matching;
mod neighbors;
mod parallel_lines;
mod parts;
mod placement;
pub mod recognize;
pub mod repeats;
mod ruled_tables;
mod rulings;
pub mod scale;
pub mod shapes;
mod strips;
mod surroundings;
mod symmetry;
pub mod template;
mod unruled;
mod untitled_legends;
pub mod words;

pub use abbreviations::{Abbreviation, abbreviations};
pub use appearance::Appearance;
pub use ink::Ink;
pub use larger_repeats::parts_of_larger;
pub use legend::legends;
pub use legend_rows::{Legend, LegendRow};
pub use letters::{TextSpot, TextSpots};
pub use matching::{Criteria, Field, Match, Placement};
pub use recognize::{Instance, Symbol, Tier, recognize};
pub use repeats::{Repeat, all_repeats, repeats};
pub use shapes::Shape;
pub use surroundings::{Surroundings, surroundings};
pub use template::{Letters, Specimen, Template};
pub use untitled_legends::untitled_legends;
