//! Chains of pixels as straight lines and arcs.

use crate::lines::skeleton::Chain;
use crate::lines::traced::{Shape, Traced};
use kurbo::{Point, Vec2};
use std::f64::consts::TAU;

/// Maximum distance of a line or an arc from the pixels it represents. Pixels of a straight line lie within 0.7 of it.
/// The rest is the unsteadiness of a scan.
const TOLERANCE: f64 = 1.2;

/// Minimum turn of an arc, and its minimum and maximum radius in pixels. A flatter arc is treated as a line.
const TURN: f64 = 0.5;
const RADII: std::ops::RangeInclusive<f64> = 3.0..=3_000.0;

/// Minimum number of straight pieces that an arc must replace. Two could be any corner.
const REPLACED: usize = 3;

/// Fits lines and arcs to a chain and appends them.
pub(crate) fn fit(chain: &Chain, pieces: &mut Vec<Traced>) {
    let points: Vec<Point> = chain.points.iter().map(|p| Point::new(p[0].into(), p[1].into())).collect();
    if points.len() < 2 {
        return;
    }
    let width = f64::from(chain.width.max(1.0));
    if chain.closed
        && let Some((middle, radius)) = circle(&points)
    {
        pieces.push(Traced { shape: Shape::Arc { middle, radius, start: 0.0, sweep: TAU }, width });
        return;
    }
    let corners = corners(&points);
    let mut at = 0;
    while at + 1 < corners.len() {
        let (end, shape) =
            arc(&points, &corners, at).unwrap_or_else(|| (at + 1, line(chain, &points, corners[at], corners[at + 1])));
        pieces.push(Traced { shape, width });
        at = end;
    }
}

/// Returns the indexes of the points where straight pieces meet, including both ends.
fn corners(points: &[Point]) -> Vec<usize> {
    let last = points.len() - 1;
    let mut corners = vec![0, last];
    // A ring has no two ends to draw a line between, so the point farthest from its first point is the second end.
    if points[0].distance(points[last]) < 2.0 {
        let far = (0..=last)
            .max_by(|&a, &b| points[a].distance_squared(points[0]).total_cmp(&points[b].distance_squared(points[0])));
        corners.extend(far.filter(|&far| far != 0 && far != last));
        corners.sort_unstable();
    }
    plumbline_geometry::corners(corners.windows(2).map(|pair| (pair[0], pair[1])), TOLERANCE, move |from, to| {
        move |at: usize| distance(points[at], points[from], points[to])
    })
}

fn distance(point: Point, from: Point, to: Point) -> f64 {
    let along = to - from;
    let length = along.hypot();
    if length < 1e-9 { point.distance(from) } else { (along.cross(point - from) / length).abs() }
}

/// Fits a line to the points of a piece (least squares across it). Points near a junction are displaced and left out.
fn line(chain: &Chain, points: &[Point], from: usize, to: usize) -> Shape {
    let (first, last) = (points[from], points[to]);
    let most = (to - from) / 4;
    let trim = |end: usize, junction: bool, at: usize| {
        if junction && at == end { (f64::from(chain.width) as usize + 1).min(most) } else { 0 }
    };
    let start = from + trim(0, chain.junctions[0], from);
    let stop = to - trim(points.len() - 1, chain.junctions[1], to);
    let inner = &points[start..=stop];
    if inner.len() < 3 {
        return Shape::Line(first, last);
    }
    let middle = inner.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2()) / inner.len() as f64;
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for point in inner {
        let d = point.to_vec2() - middle;
        xx += d.x * d.x;
        xy += d.x * d.y;
        yy += d.y * d.y;
    }
    let along = Vec2::from_angle(0.5 * (2.0 * xy).atan2(xx - yy));
    let foot = |p: Point| (middle + along * (p.to_vec2() - middle).dot(along)).to_point();
    Shape::Line(foot(first), foot(last))
}

/// Returns the longest arc that begins at a corner, and the corner at which it ends.
fn arc(points: &[Point], corners: &[usize], at: usize) -> Option<(usize, Shape)> {
    let fits = |end: usize| -> Option<Shape> {
        let part = points.get(corners[at]..=*corners.get(end)?)?;
        let (middle, radius) = circle(part)?;
        let angle = |p: Point| (p - middle).atan2();
        let start = angle(part[0]);
        // Summed step by step, so that more than half a turn is not mistaken for less.
        let sweep: f64 = part.windows(2).map(|pair| wrapped(angle(pair[1]) - angle(pair[0]))).sum();
        (sweep.abs() >= TURN).then_some(Shape::Arc { middle, radius, start, sweep })
    };
    // Doubles the step, then narrows down: a circle of a thousand pieces is fitted twenty times, not a thousand.
    let mut good = (at + REPLACED, fits(at + REPLACED)?);
    let mut step = 1;
    while let Some(shape) = fits(good.0 + step) {
        good = (good.0 + step, shape);
        step *= 2;
    }
    while step > 1 {
        step /= 2;
        if let Some(shape) = fits(good.0 + step) {
            good = (good.0 + step, shape);
        }
    }
    Some(good)
}

/// Returns an angle wrapped to within half a turn of 0.
fn wrapped(angle: f64) -> f64 {
    angle - TAU * (angle / TAU).round()
}

/// Fits a circle to points (I. Kåsa, 1976), if all lie within the tolerance of it.
fn circle(points: &[Point]) -> Option<(Point, f64)> {
    let count = points.len() as f64;
    let mean = points.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2()) / count;
    let (mut uu, mut uv, mut vv, mut u3, mut v3) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for point in points {
        let Vec2 { x: u, y: v } = point.to_vec2() - mean;
        let square = u * u + v * v;
        uu += u * u;
        uv += u * v;
        vv += v * v;
        u3 += u * square;
        v3 += v * square;
    }
    let determinant = uu * vv - uv * uv;
    if determinant.abs() < 1e-6 {
        return None;
    }
    let middle = Vec2::new(u3 * vv - v3 * uv, v3 * uu - u3 * uv) / (2.0 * determinant);
    let radius = (middle.hypot2() + (uu + vv) / count).sqrt();
    let middle = (mean + middle).to_point();
    let near = |p: &Point| (p.distance(middle) - radius).abs() <= TOLERANCE;
    (RADII.contains(&radius) && points.iter().all(near)).then_some((middle, radius))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(points: Vec<[f32; 2]>, closed: bool) -> Chain {
        Chain { points, junctions: [false; 2], closed, width: 2.0 }
    }

    fn fitted(chain: &Chain) -> Vec<Shape> {
        let mut pieces = Vec::new();
        fit(chain, &mut pieces);
        pieces.into_iter().map(|piece| piece.shape).collect()
    }

    #[test]
    fn an_angle_is_two_lines_that_meet() {
        let points = (0..60).map(|i| [i as f32, 10.0]).chain((1..40).map(|i| [59.0, 10.0 + i as f32])).collect();
        let shapes = fitted(&chain(points, false));
        let [Shape::Line(a, b), Shape::Line(c, d)] = shapes[..] else { panic!("{shapes:?}") };
        assert!(
            b.distance(c) < 1.5 && a.distance(Point::new(0.0, 10.0)) < 1.0 && d.distance(Point::new(59.0, 49.0)) < 1.0
        );
    }

    #[test]
    fn pixels_of_half_a_circle_are_an_arc_of_its_radius() {
        let points = (0..=180).map(|i| {
            let (sin, cos) = (i as f32).to_radians().sin_cos();
            [(100.0 + 50.0 * cos).round(), (100.0 + 50.0 * sin).round()]
        });
        let mut points: Vec<_> = points.collect();
        points.dedup();
        let shapes = fitted(&chain(points, false));
        let [Shape::Arc { middle, radius, sweep, .. }] = shapes[..] else { panic!("{shapes:?}") };
        assert!(middle.distance(Point::new(100.0, 100.0)) < 0.5 && (radius - 50.0).abs() < 0.5);
        assert!((sweep - std::f64::consts::PI).abs() < 0.05);
    }

    #[test]
    fn a_ring_is_a_circle_and_a_closed_square_is_four_lines() {
        let ring = (0..360).map(|i| {
            let (sin, cos) = (i as f32).to_radians().sin_cos();
            [100.0 + 20.0 * cos, 100.0 + 20.0 * sin]
        });
        assert!(matches!(fitted(&chain(ring.collect(), true))[..], [Shape::Arc { sweep: TAU, .. }]));
        let side = |f: fn(f32) -> [f32; 2]| (0..50).map(move |i| f(i as f32));
        let square: Vec<_> = side(|t| [t, 0.0])
            .chain(side(|t| [50.0, t]))
            .chain(side(|t| [50.0 - t, 50.0]))
            .chain(side(|t| [0.0, 50.0 - t]))
            .collect();
        let lines = fitted(&chain(square, true));
        assert!(
            (4..=5).contains(&lines.len()) && lines.iter().all(|shape| matches!(shape, Shape::Line(..))),
            "{lines:?}"
        );
    }
}
