//! Gray pictures of pages, as used by text recognition and by tracing.
//!
//! - `gray`: the picture, samples between its pixels, crops at any angle;
//! - `ink`: the pixels that are drawn on, by a threshold that follows the paper.
//!
//! Coordinates are pixels, with the origin at the top left and y down. The center of the first pixel is at (0.5, 0.5).

mod gray;
mod ink;

pub use gray::{Gray, WHITE};
pub use ink::Ink;
