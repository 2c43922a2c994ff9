//! Gray pictures of pages, as used by text recognition and by tracing.
//!
//! - `gray`: the picture, samples between its pixels, crops at any angle;
//! - `ink`: the pixels that are drawn on, by a threshold that follows the paper.
//!
//! Coordinates are pixels, with the origin at the top left and y down. The center of the first pixel is at (0.5, 0.5).
//!
//! ```
//! use plumbline_scanned_pages::image::{Gray, Ink};
//!
//! let mut picture = Gray::blank(200, 200);
//! for y in 50..150 {
//!     picture.row_mut(y)[50..150].fill(20);
//! }
//! let ink = Ink::of(&picture, 10);
//! assert!(ink.at(100, 100) && !ink.at(20, 20));
//! assert_eq!(ink.count(), 100 * 100);
//! ```

mod gray;
mod ink;

pub use gray::{Gray, WHITE};
pub use ink::Ink;
