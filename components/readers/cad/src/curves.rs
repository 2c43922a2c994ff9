//! Arcs, bulges, ellipses and splines as cubic curves.

use std::f64::consts::TAU;

use acadrust::entities::Spline;
use kurbo::{Affine, Arc, BezPath, Point, Vec2};

use crate::limits;
use crate::place::project;

/// Maximum error of the cubics that approximate an arc, as a fraction of its radius: four cubics for a full circle.
const ARC_ERROR: f64 = 3e-4;

/// Returns the sweep from one angle counter-clockwise to another, in radians; a full turn if they are equal.
pub(crate) fn sweep(start: f64, end: f64) -> f64 {
    let sweep = (end - start).rem_euclid(TAU);
    if sweep < 1e-9 { TAU } else { sweep }
}

/// Continues a path along an arc of a circle, or starts it there if it is empty.
pub(crate) fn arc_to(path: &mut BezPath, center: Point, radius: f64, start: f64, sweep: f64) {
    ellipse_to(path, Arc::new(center, Vec2::new(radius, radius), start, sweep, 0.0));
}

/// Continues a path along an arc of an ellipse, or starts it there if it is empty.
pub(crate) fn ellipse_to(path: &mut BezPath, arc: Arc) {
    let Arc { center, radii, start_angle, sweep_angle, x_rotation } = arc;
    let numbers = [center.x, center.y, radii.x, radii.y, start_angle, sweep_angle, x_rotation];
    if !numbers.iter().all(|v| v.is_finite()) || sweep_angle.abs() > 2.0 * TAU {
        return;
    }
    line_to(path, point_at(&arc, start_angle));
    path.extend(arc.append_iter(ARC_ERROR * radii.x.abs().max(radii.y.abs()).max(1e-12)));
}

/// Returns the point of an arc's ellipse at an angle.
pub(crate) fn point_at(arc: &Arc, angle: f64) -> Point {
    let (x, y) = (arc.radii.x * angle.cos(), arc.radii.y * angle.sin());
    let (s, c) = arc.x_rotation.sin_cos();
    arc.center + Vec2::new(c * x - s * y, s * x + c * y)
}

/// Continues a path along a line, or starts it at the end of the line if it is empty.
pub(crate) fn line_to(path: &mut BezPath, to: Point) {
    if path.elements().is_empty() {
        path.move_to(to);
    } else {
        path.line_to(to);
    }
}

/// Returns a full circle.
pub(crate) fn circle(center: Point, radius: f64) -> BezPath {
    let mut path = BezPath::new();
    arc_to(&mut path, center, radius, 0.0, TAU);
    if !path.elements().is_empty() {
        path.close_path();
    }
    path
}

/// Continues a path from its end `from` to `to` with a polyline's bulge: the tangent of a quarter of the angle.
pub(crate) fn bulge_to(path: &mut BezPath, from: Point, to: Point, bulge: f64) {
    let chord = to - from;
    let length = chord.hypot();
    if bulge.abs() < 1e-9 || length < 1e-12 || !bulge.is_finite() || bulge.abs() > 1e6 {
        path.line_to(to);
        return;
    }
    let angle = 4.0 * bulge.atan();
    let radius = length / (2.0 * (angle / 2.0).sin().abs());
    // For a positive bulge below a half circle, the center is to the left of the chord.
    let apothem = length * (1.0 - bulge * bulge) / (4.0 * bulge);
    let center = from + chord * 0.5 + Vec2::new(-chord.y, chord.x) / length * apothem;
    let start = (from - center).atan2();
    let arc = Arc::new(center, Vec2::new(radius, radius), start, angle, 0.0);
    path.extend(arc.append_iter(ARC_ERROR * radius));
}

/// Returns a polyline of points, each with the bulge of the segment that starts at it.
pub(crate) fn polyline(vertices: &[(Point, f64)], closed: bool) -> BezPath {
    let mut path = BezPath::new();
    for (i, &(p, _)) in vertices.iter().enumerate() {
        if i == 0 {
            path.move_to(p);
        } else {
            bulge_to(&mut path, vertices[i - 1].0, p, vertices[i - 1].1);
        }
    }
    if closed && let (Some(&(first, _)), Some(&(last, bulge))) = (vertices.first(), vertices.last()) {
        if bulge.abs() > 1e-9 {
            bulge_to(&mut path, last, first, bulge);
        }
        path.close_path();
    }
    path
}

/// A spline in the form shared by entities and hatch edges: points with weights, and knots.
#[derive(Debug, Default)]
pub(crate) struct Nurbs<'a> {
    pub(crate) degree: usize,
    pub(crate) knots: &'a [f64],
    /// Control points: x, y, weight.
    pub(crate) points: Vec<[f64; 3]>,
    /// Points that it passes through, if there are no control points.
    pub(crate) fit: Vec<Point>,
    pub(crate) closed: bool,
}

impl<'a> Nurbs<'a> {
    pub(crate) fn of(spline: &'a Spline) -> Self {
        let weight = |i: usize| spline.weights.get(i).copied().filter(|w| *w > 0.0).unwrap_or(1.0);
        Self {
            degree: usize::try_from(spline.degree).unwrap_or(3),
            knots: &spline.knots,
            points: spline.control_points.iter().enumerate().map(|(i, p)| [p.x, p.y, weight(i)]).collect(),
            fit: spline.fit_points.iter().map(|p| project(*p)).collect(),
            closed: spline.flags.closed,
        }
    }

    /// Returns the curve; empty if it has no points.
    pub(crate) fn path(&self) -> BezPath {
        let n = self.points.len();
        let is_valid = (1..=12).contains(&self.degree)
            && n > self.degree
            && n <= limits::POINTS
            && self.knots.len() == n + self.degree + 1
            && self.knots.windows(2).all(|w| w[0] <= w[1]);
        if is_valid {
            self.path_from_knots()
        } else if self.fit.len() > 1 {
            smooth_curve(&self.fit, self.closed)
        } else {
            let vertices: Vec<(Point, f64)> =
                self.points.iter().take(limits::POINTS).map(|p| (Point::new(p[0], p[1]), 0.0)).collect();
            polyline(&vertices, self.closed)
        }
    }

    /// Converts each span of the knots to cubics through its ends with the curve's own tangents. Exact up to degree
    /// three without weights.
    fn path_from_knots(&self) -> BezPath {
        let p = self.degree;
        // Points in homogeneous coordinates.
        let points: Vec<[f64; 3]> = self.points.iter().map(|&[x, y, w]| [x * w, y * w, w]).collect();
        let slopes: Vec<[f64; 3]> = (0..points.len() - 1)
            .map(|i| {
                let width = self.knots[i + p + 1] - self.knots[i + 1];
                let k = if width > 0.0 { p as f64 / width } else { 0.0 };
                std::array::from_fn(|c| (points[i + 1][c] - points[i][c]) * k)
            })
            .collect();
        let inner = &self.knots[1..self.knots.len() - 1];
        let rational = self.points.iter().any(|q| (q[2] - self.points[0][2]).abs() > 1e-12);
        let parts = if p > 3 || rational { 8 } else { 1 };
        let at = |span: usize, u: f64| {
            let [x, y, w] = de_boor(&points, self.knots, p, span, u);
            let [dx, dy, dw] = de_boor(&slopes, inner, p - 1, span - 1, u);
            let w = if w.abs() < 1e-12 { 1.0 } else { w };
            let point = Point::new(x / w, y / w);
            (point, Vec2::new((dx - dw * point.x) / w, (dy - dw * point.y) / w))
        };
        let mut path = BezPath::new();
        for span in p..points.len() {
            let (from, to) = (self.knots[span], self.knots[span + 1]);
            if to - from <= 0.0 {
                continue;
            }
            for part in 0..parts {
                let (u, v) = (
                    from + (to - from) * f64::from(part) / f64::from(parts),
                    from + (to - from) * f64::from(part + 1) / f64::from(parts),
                );
                let ((a, da), (b, db)) = (at(span, u), at(span, v));
                if path.elements().is_empty() {
                    path.move_to(a);
                }
                let third = (v - u) / 3.0;
                path.curve_to(a + da * third, b - db * third, b);
            }
        }
        path
    }
}

/// Returns the value at `u` of a spline of degree `p`, in the span of knots that starts at index `span`.
fn de_boor(points: &[[f64; 3]], knots: &[f64], p: usize, span: usize, u: f64) -> [f64; 3] {
    let mut d: Vec<[f64; 3]> = (0..=p).map(|j| points[(j + span - p).min(points.len() - 1)]).collect();
    for r in 1..=p {
        for j in (r..=p).rev() {
            let (low, high) = (knots[j + span - p], knots[j + 1 + span - r]);
            let a = if high > low { (u - low) / (high - low) } else { 0.0 };
            d[j] = std::array::from_fn(|c| (1.0 - a) * d[j - 1][c] + a * d[j][c]);
        }
    }
    d[p]
}

/// Returns a smooth curve through points.
fn smooth_curve(points: &[Point], closed: bool) -> BezPath {
    let n = points.len().min(limits::POINTS);
    let at = |i: isize| {
        let last = n as isize - 1;
        points[(if closed { i.rem_euclid(n as isize) } else { i.clamp(0, last) }) as usize]
    };
    let mut path = BezPath::new();
    path.move_to(points[0]);
    for i in 0..(if closed { n } else { n - 1 }) as isize {
        let (a, b) = (at(i), at(i + 1));
        path.curve_to(a + (b - at(i - 1)) / 6.0, b - (at(i + 2) - a) / 6.0, b);
    }
    if closed {
        path.close_path();
    }
    path
}

/// Returns the transformed path.
pub(crate) fn transformed(place: Affine, mut path: BezPath) -> BezPath {
    path.apply_affine(place);
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::{ParamCurve, ParamCurveNearest, Shape};

    #[test]
    fn a_bulge_of_one_is_a_half_circle() {
        for (bulge, middle) in [(1.0, Point::new(1.0, -1.0)), (-1.0, Point::new(1.0, 1.0))] {
            let path = polyline(&[(Point::ORIGIN, bulge), (Point::new(2.0, 0.0), 0.0)], false);
            let near = path.segments().map(|s| s.nearest(middle, 1e-9).distance_sq).fold(f64::MAX, f64::min);
            assert!(near < 1e-6, "{bulge} {near}");
            assert!((path.perimeter(1e-6) - std::f64::consts::PI).abs() < 1e-3);
        }
        let quarter = polyline(&[(Point::ORIGIN, 0.414_213_562), (Point::new(1.0, 1.0), 0.0)], false);
        assert!((quarter.perimeter(1e-6) - std::f64::consts::FRAC_PI_2).abs() < 1e-3);
    }

    #[test]
    fn a_cubic_spline_of_one_span_is_its_bezier() {
        let points = vec![[0.0, 0.0, 1.0], [1.0, 2.0, 1.0], [3.0, 2.0, 1.0], [4.0, 0.0, 1.0]];
        let knots = [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0];
        let path = Nurbs { degree: 3, knots: &knots, points, ..Nurbs::default() }.path();
        let middle = path.segments().next().unwrap().eval(0.5);
        assert!((middle - Point::new(2.0, 1.5)).hypot() < 1e-9, "{middle:?}");
        assert_eq!(path.elements().len(), 2);
    }

    #[test]
    fn a_rational_quadratic_is_a_quarter_circle() {
        let points = vec![[1.0, 0.0, 1.0], [1.0, 1.0, std::f64::consts::FRAC_1_SQRT_2], [0.0, 1.0, 1.0]];
        let knots = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
        let path = Nurbs { degree: 2, knots: &knots, points, ..Nurbs::default() }.path();
        for s in path.segments() {
            for t in [0.0, 0.3, 0.7, 1.0] {
                assert!((s.eval(t).to_vec2().hypot() - 1.0).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn broken_splines_draw_what_they_can() {
        let points = vec![[0.0, 0.0, 1.0], [1.0, 2.0, 1.0]];
        assert_eq!(Nurbs { degree: 3, knots: &[], points, ..Nurbs::default() }.path().elements().len(), 2);
        assert!(Nurbs::default().path().elements().is_empty());
        let fit = vec![Point::ORIGIN, Point::new(1.0, 1.0), Point::new(2.0, 0.0)];
        assert_eq!(Nurbs { degree: 3, fit, ..Nurbs::default() }.path().elements().len(), 3);
    }
}
