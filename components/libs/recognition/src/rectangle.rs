//! The smallest rotated rectangle around points.

/// A rotated rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rectangle {
    pub(crate) middle: [f32; 2],
    /// Direction of `length`, as a unit vector within 45° of the page's right.
    pub(crate) along: [f32; 2],
    pub(crate) length: f32,
    /// Length at a right angle to `along`.
    pub(crate) height: f32,
}

impl Rectangle {
    /// Returns the direction of its height, a quarter turn clockwise on the screen from `along`.
    pub(crate) fn down(&self) -> [f32; 2] {
        [-self.along[1], self.along[0]]
    }
}

/// Returns the corners of the convex hull of points, counter-clockwise in a space with y up (A. M. Andrew's monotone
/// chain, 1979). `points` must be sorted by x, then y.
fn hull(points: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let turn = |a: [f32; 2], b: [f32; 2], c: [f32; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let mut hull: Vec<[f32; 2]> = Vec::new();
    let mut half = |points: &mut dyn Iterator<Item = [f32; 2]>| {
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
pub(crate) fn around(mut points: Vec<[f32; 2]>) -> Option<Rectangle> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    let corners = match points[..] {
        [] => return None,
        [one] => vec![one],
        _ => hull(&points),
    };
    let side = |index: usize| {
        let (a, b) = (corners[index], corners[(index + 1) % corners.len()]);
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = dx.hypot(dy);
        (length > 0.0).then(|| [dx / length, dy / length])
    };
    // The page's own directions come first, so that they win unless another is better.
    let directions = std::iter::once([1.0, 0.0]).chain((0..corners.len()).filter_map(side));
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
fn upright([x, y]: [f32; 2]) -> [f32; 2] {
    let (x, y) = if x.abs() >= y.abs() { (x, y) } else { (-y, x) };
    if x < 0.0 { [-x, -y] } else { [x, y] }
}

/// Returns the box of the points in the coordinates of a direction.
fn bounds(points: &[[f32; 2]], along: [f32; 2]) -> Rectangle {
    let down = [-along[1], along[0]];
    let (mut low, mut high) = ([f32::MAX; 2], [f32::MIN; 2]);
    for point in points {
        let place = [point[0] * along[0] + point[1] * along[1], point[0] * down[0] + point[1] * down[1]];
        for axis in 0..2 {
            low[axis] = low[axis].min(place[axis]);
            high[axis] = high[axis].max(place[axis]);
        }
    }
    let middle = [low[0].midpoint(high[0]), low[1].midpoint(high[1])];
    Rectangle {
        middle: [middle[0] * along[0] + middle[1] * down[0], middle[0] * along[1] + middle[1] * down[1]],
        along,
        length: high[0] - low[0],
        height: high[1] - low[1],
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
            let place = |u: f32, v: f32| [500.0 + u * length * cos - v * height * sin, 300.0 + u * length * sin + v * height * cos];
            let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
            let points = corners.iter().chain(&inner).map(|&(u, v)| place(u, v)).collect();
            let found = around(points).unwrap();
            prop_assert!((found.length - length).abs() < 0.5 && (found.height - height).abs() < 0.5, "{found:?}");
            prop_assert!((found.along[1].asin().to_degrees() - degrees).abs() < 0.5);
            prop_assert!((found.middle[0] - 500.0).hypot(found.middle[1] - 300.0) < 0.5);
        }
    }

    #[test]
    fn one_point_and_none_are_no_failure() {
        assert_eq!(around(Vec::new()), None);
        assert_eq!(around(vec![[3.0, 4.0]]).unwrap().length, 0.0);
    }
}
