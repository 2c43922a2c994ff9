//! The sheet in native form: paths, text, words, lines, title block and scale.
//!
//! - `model`: the columns and views of their rows;
//! - `build`: makes a sheet row by row;
//! - `codec`: the sheet as bytes;
//! - `geometry`: paths as shapes, straight segments and boxes;
//! - `drawing`: draws sheets by hand, for tests.

pub mod build;
pub mod codec;
pub mod drawing;
pub mod geometry;
pub mod model;

pub use build::{NewText, SheetBuilder};
pub use geometry::{FLATTEN, Segment, segments};
pub use model::{NONE, Path, Scale, ScaleSource, Sheet, Style, Text};
