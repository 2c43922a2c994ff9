//! Text and lines of pages that are pictures: scans, and pages whose lettering is drawn as strokes or outlines.
//!
//! - [`image`]: the gray picture of a page, and its ink;
//! - [`text`]: text found and read with the host's models;
//! - [`lines`]: linework traced along the middle of its lines;
//! - [`reader`]: bindings for readers that recognize text, and the completion of a sheet from a picture of its page.
//!
//! Coordinates in pictures are pixels, with the origin at the top left and y down.
//!
//! ```
//! use plumbline_scanned_pages::image::{Gray, Ink};
//! use plumbline_scanned_pages::lines::trace;
//!
//! let mut picture = Gray::blank(400, 200);
//! for y in 99..102 {
//!     picture.row_mut(y)[50..350].fill(20);
//! }
//! assert_eq!(trace(Ink::of(&picture, 10), &[]).len(), 1);
//! ```

pub mod image;
pub mod lines;
pub mod reader;
pub mod text;
