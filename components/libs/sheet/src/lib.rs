//! The sheet in native form: paths, text, words, lines, title block and scale.
//!
//! - `model`: the columns and views of their rows.

pub mod model;

pub use model::{NONE, Path, Scale, ScaleSource, Sheet, Style, Text};
