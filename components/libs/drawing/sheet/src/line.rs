//! A line of text, and places along and across its baseline.

use plumbline_geometry::{Aligned, Point, Rect, Vector, VectorExt as _, point, vector};

/// Runs that follow each other on one baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Unicode text, with a space at each gap between runs.
    pub text: String,
    /// Start of the baseline.
    pub start: Point,
    /// End of the baseline.
    pub end: Point,
    /// Height of the font in points, of the first run.
    pub size: f32,
    /// Its box.
    pub bbox: Rect,
    /// 0xRRGGBB, of the first run.
    pub color: u32,
    /// Indexes of its runs in the sheet, in reading order.
    pub runs: Vec<usize>,
}

/// Returns the direction of a baseline, of length 1. It is to the right if the baseline has no length.
pub fn direction(start: Point, end: Point) -> Vector {
    let step = end - start;
    let length = step.hypot();
    if length > 1e-4 { step / length } else { vector(1.0, 0.0) }
}

/// Returns a point in the coordinates of a direction: along it, and across it to its right-hand side. For horizontal
/// text, across is down, because y is down.
pub fn along_across(direction: Vector, p: Point) -> Point<Aligned> {
    point(direction.x * p.x + direction.y * p.y, direction.x * p.y - direction.y * p.x)
}

/// Returns whether a line is horizontal.
pub(crate) fn is_flat(line: &Line) -> bool {
    direction(line.start, line.end).x > 0.99
}
