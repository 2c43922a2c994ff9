//! The boundaries of hatches as closed paths.

use acadrust::entities::{BoundaryEdge, BoundaryPath, Hatch};
use kurbo::{Arc, BezPath, Point, Vec2};

use crate::curves::{Nurbs, ellipse_to, line_to, point_at, polyline, sweep};
use crate::limits;

fn point(p: acadrust::Vector2) -> Point {
    Point::new(p.x, p.y)
}

/// Returns the distance of an arc's ends from those of the edges before and after it.
fn gap(arc: &Arc, before: Option<Point>, after: Option<Point>) -> f64 {
    let gap = |angle: f64, other: Option<Point>| other.map_or(0.0, |o| (point_at(arc, angle) - o).hypot());
    gap(arc.start_angle, before) + gap(arc.start_angle + arc.sweep_angle, after)
}

/// Continues a path along an arc. The format measures the angles of a clockwise arc clockwise, but some programs do
/// not. The interpretation that meets the neighboring edges is used.
fn append_arc(path: &mut BezPath, arc: Arc, end: f64, counter_clockwise: bool, [before, after]: [Option<Point>; 2]) {
    let start = arc.start_angle;
    let before = path.elements().last().and_then(kurbo::PathEl::end_point).or(before);
    let resolved = if counter_clockwise {
        Arc { sweep_angle: sweep(start, end), ..arc }
    } else {
        let clockwise = Arc { sweep_angle: -sweep(end, start), ..arc };
        let counter_clockwise_angles = Arc { start_angle: -start, sweep_angle: -sweep(start, end), ..arc };
        // If neither is better: the parser converts the angles of circles, but not of ellipses.
        let is_circle = arc.radii.x == arc.radii.y;
        let better = gap(&clockwise, before, after) - gap(&counter_clockwise_angles, before, after);
        if better > 1e-9 || better > -1e-9 && !is_circle { counter_clockwise_angles } else { clockwise }
    };
    ellipse_to(path, resolved);
}

/// Returns the ends of a straight edge.
fn line_ends(edge: &BoundaryEdge) -> Option<[Point; 2]> {
    match edge {
        BoundaryEdge::Line(line) => Some([point(line.start), point(line.end)]),
        _ => None,
    }
}

/// Draws an edge. The edges before and after it show where its ends should be.
fn append_edge(path: &mut BezPath, edge: &BoundaryEdge, adjacent: [Option<&BoundaryEdge>; 2]) {
    let [before, after] = adjacent.map(|e| e.and_then(line_ends));
    let adjacent_ends = [before.map(|e| e[1]), after.map(|e| e[0])];
    match edge {
        BoundaryEdge::Line(line) => {
            line_to(path, point(line.start));
            path.line_to(point(line.end));
        }
        BoundaryEdge::CircularArc(a) => {
            let radii = Vec2::new(a.radius.abs(), a.radius.abs());
            let arc = Arc::new(point(a.center), radii, a.start_angle, 0.0, 0.0);
            append_arc(path, arc, a.end_angle, a.counter_clockwise, adjacent_ends);
        }
        BoundaryEdge::EllipticArc(a) => {
            let major = Vec2::new(a.major_axis_endpoint.x, a.major_axis_endpoint.y);
            let radii = Vec2::new(major.hypot(), major.hypot() * a.minor_axis_ratio);
            let arc = Arc::new(point(a.center), radii, a.start_angle, 0.0, major.atan2());
            append_arc(path, arc, a.end_angle, a.counter_clockwise, adjacent_ends);
        }
        BoundaryEdge::Spline(spline) => {
            // The third number of a control point is its weight.
            let weight = |z: f64| if spline.rational && z > 0.0 { z } else { 1.0 };
            let nurbs = Nurbs {
                degree: usize::try_from(spline.degree).unwrap_or(3),
                knots: &spline.knots,
                points: spline.control_points.iter().map(|p| [p.x, p.y, weight(p.z)]).collect(),
                fit: spline.fit_points.iter().map(|p| point(*p)).collect(),
                closed: false,
            };
            append_path(path, &nurbs.path());
        }
        BoundaryEdge::Polyline(line) => {
            let vertices: Vec<(Point, f64)> =
                line.vertices.iter().take(limits::POINTS).map(|v| (Point::new(v.x, v.y), v.z)).collect();
            path.extend(polyline(&vertices, true));
        }
    }
}

/// Continues a path with another.
fn append_path(path: &mut BezPath, other: &BezPath) {
    for element in other.elements() {
        match element {
            kurbo::PathEl::MoveTo(p) if !path.elements().is_empty() => path.line_to(*p),
            element => path.push(*element),
        }
    }
}

fn boundary(from: &BoundaryPath) -> BezPath {
    let mut path = BezPath::new();
    let count = from.edges.len().min(limits::POINTS);
    for (i, one) in from.edges[..count].iter().enumerate() {
        let adjacent = |by: usize| if count > 1 { from.edges.get((i + by) % count) } else { None };
        append_edge(&mut path, one, [adjacent(count - 1), adjacent(1)]);
    }
    if !path.elements().is_empty() && path.elements().last() != Some(&kurbo::PathEl::ClosePath) {
        path.close_path();
    }
    path
}

/// Returns all boundaries of a hatch as one path, in its object coordinate system.
pub(crate) fn outline(hatch: &Hatch) -> BezPath {
    let mut all = BezPath::new();
    for path in hatch.paths.iter().take(limits::POINTS) {
        all.extend(boundary(path));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use acadrust::Vector2;
    use acadrust::entities::{BoundaryPathFlags, CircularArcEdge, LineEdge};
    use kurbo::Shape;

    #[test]
    fn a_clockwise_arc_meets_its_neighbors_however_its_angles_are_measured() {
        use std::f64::consts::FRAC_PI_2;
        // Three quarters of a circle, clockwise from 270 to 0 degrees, closed through the center.
        let line = |a: (f64, f64), b: (f64, f64)| {
            BoundaryEdge::Line(LineEdge { start: Vector2::new(a.0, a.1), end: Vector2::new(b.0, b.1) })
        };
        for (start_angle, end_angle) in [(FRAC_PI_2, 4.0 * FRAC_PI_2), (3.0 * FRAC_PI_2, 0.0)] {
            let center = Vector2::new(0.0, 0.0);
            let arc = CircularArcEdge { center, radius: 2.0, start_angle, end_angle, counter_clockwise: false };
            let edges =
                vec![BoundaryEdge::CircularArc(arc), line((2.0, 0.0), (0.0, 0.0)), line((0.0, 0.0), (0.0, -2.0))];
            let path = BoundaryPath { flags: BoundaryPathFlags::from_bits(1), edges, boundary_handles: Vec::new() };
            let area = boundary(&path).area().abs();
            assert!((area - 3.0 * std::f64::consts::PI).abs() < 0.01, "{area}");
        }
    }
}
