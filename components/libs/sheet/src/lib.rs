//! The sheet in native form: paths, text, words, lines, title block and scale.
//!
//! - `model`: the columns and views of their rows;
//! - `build`: makes a sheet row by row;
//! - `codec`: the sheet as bytes;
//! - `lines`: lines, words and paragraphs of the text runs;
//! - `cells`: ruled cells and labelled fields in them;
//! - `title_block`: sheet number and title;
//! - `scale_text`: scales as people write them; `scale_bar`: graphic ones; `scale`: those of a sheet;
//! - `geometry`: paths as shapes, straight segments and boxes;
//! - `drawing`: draws sheets by hand, for tests.

pub mod build;
pub mod cells;
pub mod codec;
pub mod drawing;
pub mod geometry;
pub mod lines;
pub mod model;
pub mod scale;
pub mod scale_bar;
pub mod scale_text;
pub mod title_block;

pub use build::{Bounds, NewText, SheetBuilder};
pub use geometry::{FLATTEN, Segment, segments};
pub use lines::{Line, Paragraph, Word, lines, paragraphs, words};
pub use model::{NONE, Path, Scale, ScaleSource, Sheet, Style, Text};
pub use scale_text::{ScaleText, parse_declared_scale, parse_scale};

impl Sheet {
    /// Reads number, title and scales from the sheet's own text and lines, and puts them in their columns.
    pub fn read_title_block(&mut self) {
        let lines = lines(self);
        let rules = cells::Rules::of(self);
        let block = title_block::find(self, &lines, &rules);
        let scales = scale::find(self, &lines, &rules);
        self.number = block.number;
        self.title = block.title;
        self.scales = scales;
    }
}
