//! The sheet in native form: paths, text, words, lines, title block and scale.
//!
//! - `model`: the columns and views of their rows;
//! - `build`: makes a sheet row by row;
//! - `codec`: the sheet as bytes;
//! - `lines`: lines, words and paragraphs of the text runs;
//! - `scale_text`: scales as people write them;
//! - `geometry`: paths as shapes, straight segments and boxes;
//! - `drawing`: draws sheets by hand, for tests.

pub mod build;
pub mod codec;
pub mod drawing;
pub mod geometry;
pub mod lines;
pub mod model;
pub mod scale_text;

pub use build::{NewText, SheetBuilder};
pub use geometry::{FLATTEN, Segment, segments};
pub use lines::{Line, Paragraph, Word, lines, paragraphs, words};
pub use model::{NONE, Path, Scale, ScaleSource, Sheet, Style, Text};
pub use scale_text::{ScaleText, parse_declared_scale, parse_scale};
