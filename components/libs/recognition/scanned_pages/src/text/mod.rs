//! Reads text in pictures of pages with the models of PP-OCR (PaddleOCR, Apache-2.0): one detects text, the other reads
//! a line of it. The caller runs them by implementing [`Inference`].
//!
//! - `inference`: requests to the models; `tiles`: the page in pieces of the size that detection takes;
//! - `detect`: a probability of text for each pixel; `regions`, `rectangle`: that map as rotated rectangles;
//! - `line`: a line of text, cut out in widths the model takes; `ctc`: the model's output as characters;
//! - `page`: reads a whole page, and the right way round; `rotation`: pages on their side;
//! - `need`: which pages need recognition; `alphabet`: whether letters are drawn; `merge`: adds the text to the sheet.
//!
//! Coordinates in pictures are pixels, with the origin at the top left and y down.
//!
//! ```
//! use plumbline_scanned_pages::text::{Need, need};
//! use plumbline_sheet::drawing::Drawing;
//!
//! // A page that an image covers lacks its text and its lines.
//! let mut scan = Drawing::new(600.0, 400.0).sheet();
//! scan.image_boxes = vec![0.0, 0.0, 600.0, 400.0];
//! assert_eq!(need(&scan), Need::TextAndLines);
//! ```

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
mod rotation;
mod tiles;

pub use ctc::{Dictionary, Reading};
pub use inference::{Graph, Inference, Input, Output};
pub use merge::{Placement, add_text};
pub use need::{Need, need};
pub use page::{Run, read};
pub use tiles::TILE;
