//! Grey pictures of pages, and what both text recognition and tracing of lines ask of them.
//!
//! - `gray`: the picture, samples between its pixels, crops at any angle;
//! - `ink`: which pixels are drawn on, by a threshold that follows the paper.
//!
//! Space: pixels, origin top-left, y down; the middle of the first pixel is at (0.5, 0.5).

mod gray;
mod ink;

pub use gray::{Gray, WHITE};
pub use ink::Ink;
