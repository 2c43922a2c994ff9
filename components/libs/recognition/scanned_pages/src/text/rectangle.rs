//! The smallest rotated rectangle around points.

use plumbline_geometry::{Aligned, Pixel, Point, Rect, Vector, VectorExt as _, point, vector};

/// A rotated rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rectangle {
    pub(crate) middle: Point<Pixel>,
    /// Direction of `length`, as a unit vector within 45° of the page's right.
    pub(crate) along: Vector<Pixel>,
    pub(crate) length: f32,
    /// Length at a right angle to `along`.
    pub(crate) height: f32,
}

impl Rectangle {
    /// Returns the direction of its height, a quarter turn clockwise on the screen from `along`.
    pub(crate) fn down(&self) -> Vector<Pixel> {
        vector(-self.along.y, self.along.x)
    }
}

/// Returns the corners of the convex hull of points, counter-clockwise in a space with y up (A. M. Andrew's monotone
/// chain, 1979). `points` must be sorted by x, then y.
fn hull(points: &[Point<Pixel>]) -> Vec<Point<Pixel>> {
    let turn = |a: Point<Pixel>, b: Point<Pixel>, c: Point<Pixel>| (b - a).cross(c - a);
    let mut hull: Vec<Point<Pixel>> = Vec::new();
    let mut half = |points: &mut dyn Iterator<Item = Point<Pixel>>| {
        let base = hull.len();
        for point in points {
            while hull.len() >= base + 2 && turn(hull[hull.len() - 2], hull[hull.len() - 1], point) <= 0.0 {
                hull.pop();
            }
            hull.push(point);
        }
        // The last point begins the other half.
        hull.pop();
    };
    half(&mut points.iter().copied());
    half(&mut points.iter().rev().copied());
    hull
}

/// Returns the smallest rectangle around the points, or `None` if there are none. One of its sides lies on a side of
/// their hull (H. Freeman and R. Shapira, 1975).
pub(crate) fn around(mut points: Vec<Point<Pixel>>) -> Option<Rectangle> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    let corners = match points[..] {
        [] => return None,
        [one] => vec![one],
        _ => hull(&points),
    };
    let side = |index: usize| {
        let (a, b) = (corners[index], corners[(index + 1) % corners.len()]);
        let step = b - a;
        let length = step.hypot();
        (length > 0.0).then(|| step / length)
    };
    // The page's own directions come first, so that they win unless another is better.
    let directions = std::iter::once(vector(1.0, 0.0)).chain((0..corners.len()).filter_map(side));
    let mut best: Option<(f32, Rectangle)> = None;
    for direction in directions {
        let rectangle = bounds(&corners, upright(direction));
        let area = rectangle.length * rectangle.height;
        if best.is_none_or(|(least, _)| area < least * 0.999) {
            best = Some((area, rectangle));
        }
    }
    best.map(|(_, rectangle)| rectangle)
}

/// Returns the direction rotated by right angles to within 45° of the page's right.
fn upright(way: Vector<Pixel>) -> Vector<Pixel> {
    let way = if way.x.abs() >= way.y.abs() { way } else { vector(-way.y, way.x) };
    if way.x < 0.0 { -way } else { way }
}

/// Returns the box of the points in the coordinates of a direction.
fn bounds(points: &[Point<Pixel>], along: Vector<Pixel>) -> Rectangle {
    let down = vector(-along.y, along.x);
    let places = points.iter().map(|p| point(p.to_vector().dot(along), p.to_vector().dot(down)));
    let Rect { min, max }: Rect<Aligned> = Rect::around(places).unwrap_or_default();
    let (middle_along, middle_down) = (min.x.midpoint(max.x), min.y.midpoint(max.y));
    Rectangle {
        middle: (along * middle_along + down * middle_down).to_point(),
        along,
        length: max.x - min.x,
        height: max.y - min.y,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_turned_rectangle_is_found_from_points_in_it(
            degrees in -40.0f32..40.0, length in 40.0f32..400.0, height in 5.0f32..30.0,
            inner in prop::collection::vec((-0.5f32..0.5, -0.5f32..0.5), 0..30),
        ) {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let place = |u: f32, v: f32| point(500.0 + u * length * cos - v * height * sin, 300.0 + u * length * sin + v * height * cos);
            let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
            let points = corners.iter().chain(&inner).map(|&(u, v)| place(u, v)).collect();
            let found = around(points).unwrap();
            prop_assert!((found.length - length).abs() < 0.5 && (found.height - height).abs() < 0.5, "{found:?}");
            prop_assert!((found.along.y.asin().to_degrees() - degrees).abs() < 0.5);
            prop_assert!((found.middle.x - 500.0).hypot(found.middle.y - 300.0) < 0.5);
        }
    }

    #[test]
    fn one_point_and_none_are_no_failure() {
        assert_eq!(around(Vec::new()), None);
        assert_eq!(around(vec![point(3.0, 4.0)]).unwrap().length, 0.0);
    }
}
