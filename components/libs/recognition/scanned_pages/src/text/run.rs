//! A line of recognized text.

use plumbline_geometry::{Pixel, Point, Rect};

/// A line of recognized text. Coordinates are in pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Text.
    pub text: String,
    /// The mean probability of its characters, 0..=1.
    pub confidence: f32,
    /// Start of its baseline.
    pub start: Point<Pixel>,
    /// End of its baseline.
    pub end: Point<Pixel>,
    /// Height of the font.
    pub size: f32,
    /// The box of its letters.
    pub bbox: Rect<Pixel>,
}
