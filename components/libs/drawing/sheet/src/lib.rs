//! The sheet in native form: paths, text, words, lines, title block and scale.
//!
//! - `model`: the columns and views of their rows;
//! - `build`: builds a sheet row by row;
//! - `convert`: the conversion between the sheet and the records of the bindings;
//! - `line`: a line of text; `lines`: lines, words and paragraphs of the text runs; `exponents`: `m` and a raised `2`;
//! - `cells`: ruled cells and labeled fields in them;
//! - `title_block`: sheet number and title, `title_words`: its words, `frame`: the border and the title block's area;
//! - `views`: the views of a sheet with number, title and scale, `view_areas`: the area of each;
//! - `layout`: title block, views and scales in one pass;
//! - `scale_text`: the text of a scale; `written_scales`: where scales are written; `scale_bar`: graphic scales;
//!   `scale`: the scales of a sheet;
//! - `rotation`: sheets rotated by quarter turns;
//! - `recognition`: whether the contents were recognized from a picture of the page;
//! - `hidden_layers`: contents missing because their layer is switched off;
//! - `geometry`: paths as shapes, straight segments and boxes;
//! - `page_pictures`: pictures of pages: the part that each shows, its size, and its pixels;
//! - `drawing`: draws sheets by hand, for tests.
//!
//! ```
//! use plumbline_sheet::Sheet;
//! use plumbline_sheet::drawing::Drawing;
//!
//! let mut drawing = Drawing::new(800.0, 600.0);
//! drawing.layer("E-POWR").line([100.0, 100.0], [300.0, 100.0]).text("PANEL LP1", [100.0, 90.0], 8.0);
//! let sheet = drawing.sheet();
//! assert_eq!(plumbline_sheet::lines(&sheet)[0].text, "PANEL LP1");
//!
//! // Stored sheets are compact and read back as they were.
//! let stored = Sheet::decode(&sheet.encode())?;
//! assert_eq!(stored.layers, ["E-POWR"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod build;
pub mod cells;
pub mod codec;
mod convert;
pub mod drawing;
mod exponents;
pub mod frame;
pub mod geometry;
pub mod hidden_layers;
pub mod layout;
mod line;
pub mod lines;
pub mod model;
pub mod page_pictures;
mod pattern;
pub mod recognition;
pub mod rotation;
pub mod scale;
pub mod scale_bar;
pub mod scale_text;
pub mod title_block;
mod title_words;
mod view_areas;
pub mod views;
mod written_scales;

pub use build::{Limits, NewText, SheetBuilder, is_within};
pub use geometry::{FLATTEN, Pieces, Segments, segments};
pub use lines::{Line, Paragraph, Word, lines, paragraphs, words};
pub use model::{NONE, Path, Scale, ScaleSource, Sheet, Style, Text};
pub use pattern::Pattern;
pub use recognition::Recognition;
pub use scale_text::{ScaleText, parse_declared_scale, parse_scale};

impl Sheet {
    /// Reads number, title and scales from the sheet's own text and lines, and sets their columns.
    pub fn read_title_block(&mut self) {
        let (number, title, scales) = {
            let (upright, turn) = rotation::upright(self);
            let layout = layout::Layout::of(&upright);
            let back = turn.inverse();
            let scales = layout.scales.into_iter().map(|s| Scale { area: s.area.map(|a| back.area(a)), ..s }).collect();
            (layout.number, layout.title, scales)
        };
        self.number = number;
        self.title = title;
        self.scales = scales;
    }
}
