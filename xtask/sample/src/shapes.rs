//! Paths from points.

use kurbo::{BezPath, PathEl};

/// Returns straight lines through points.
pub(crate) fn polyline(points: &[(f64, f64)]) -> BezPath {
    let (first, rest) = (points.iter().take(1), points.iter().skip(1));
    first.map(|&p| PathEl::MoveTo(p.into())).chain(rest.map(|&p| PathEl::LineTo(p.into()))).collect()
}

/// Returns a closed polygon.
pub(crate) fn polygon(corners: &[(f64, f64)]) -> BezPath {
    let mut path = polyline(corners);
    path.close_path();
    path
}
