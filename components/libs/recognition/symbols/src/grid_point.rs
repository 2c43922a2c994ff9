//! Points on the plotter's grid. Two ends on one spot of it are one point.

use plumbline_geometry::Point;

/// Distance in points below which two ends are one point: a plotter's grid is 0.01 to 0.06 pt.
pub(crate) const SAME_POINT: f32 = 0.06;

/// A point, as a cell of a grid of [`SAME_POINT`].
pub(crate) type GridPoint = (i32, i32);

pub(crate) fn key_of(p: Point) -> GridPoint {
    ((p.x / SAME_POINT).round_ties_even() as i32, (p.y / SAME_POINT).round_ties_even() as i32)
}
