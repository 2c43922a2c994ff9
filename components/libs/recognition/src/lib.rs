//! Reads text in pictures of pages with the models of PP-OCR (PaddleOCR, Apache-2.0): one finds where text stands, the
//! other reads a line of it. Running them is the business of whoever implements [`Inference`].
//!
//! - `inference`: what is asked of the models; `tiles`: the page in pieces of the size that detection takes;
//! - `detect`: where text stands, a probability for each pixel; `regions`, `rectangle`: that map as turned rectangles;
//! - `line`: one line of text cut out, in widths the model takes; `ctc`: its answer as characters;
//! - `page`: all together, and which way round text is read; `turn`: pages that lie on their side;
//! - `need`: which pages are to be recognised, `alphabet`: whether letters are drawn; `merge`: what was read put on the page's sheet.
//!
//! Space of pictures: pixels, origin top-left, y down.

mod alphabet;
mod ctc;
mod detect;
mod inference;
mod line;
mod merge;
mod need;
mod page;
mod rectangle;
mod regions;
mod tiles;
mod turn;

pub use ctc::{Dictionary, Reading};
pub use inference::{Graph, Inference, Input, Output};
pub use merge::{Placement, add_text};
pub use need::{Need, need};
pub use page::{Run, read};
pub use tiles::TILE;
