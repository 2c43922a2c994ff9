//! Distances and directions between points, segments and boxes.

/// Returns the distance between two points with a plain square root. `hypot` guards against magnitudes that do not
/// occur on a page.
pub(crate) fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    let (x, y) = (b[0] - a[0], b[1] - a[1]);
    (x * x + y * y).sqrt()
}

/// Returns the midpoint.
pub(crate) fn halfway(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
}

/// Returns the distance of a point from a segment.
pub(crate) fn to_segment(p: [f32; 2], a: [f32; 2], b: [f32; 2]) -> f32 {
    let v = [b[0] - a[0], b[1] - a[1]];
    let square = v[0] * v[0] + v[1] * v[1];
    let t = if square > 0.0 { ((p[0] - a[0]) * v[0] + (p[1] - a[1]) * v[1]) / square } else { 0.0 };
    let t = t.clamp(0.0, 1.0);
    distance(p, [a[0] + t * v[0], a[1] + t * v[1]])
}

/// Returns the distance of a point from a box, or 0 inside.
pub(crate) fn to_box(p: [f32; 2], b: [f32; 4]) -> f32 {
    let dx = (b[0] - p[0]).max(p[0] - b[2]).max(0.0);
    let dy = (b[1] - p[1]).max(p[1] - b[3]).max(0.0);
    dx.hypot(dy)
}

/// Returns the distance of a segment from a box, or 0 if they meet.
pub(crate) fn segment_to_box(a: [f32; 2], b: [f32; 2], area: [f32; 4]) -> f32 {
    if meets_box(a, b, area) {
        return 0.0;
    }
    let corners = [[area[0], area[1]], [area[2], area[1]], [area[2], area[3]], [area[0], area[3]]];
    let ends = to_box(a, area).min(to_box(b, area));
    corners.iter().fold(ends, |least, &c| least.min(to_segment(c, a, b)))
}

/// Returns whether a segment intersects a box (Liang–Barsky clipping).
pub(crate) fn meets_box(a: [f32; 2], b: [f32; 2], area: [f32; 4]) -> bool {
    let (mut from, mut to) = (0.0f32, 1.0f32);
    for axis in 0..2 {
        let step = b[axis] - a[axis];
        let (low, high) = (area[axis] - a[axis], area[axis + 2] - a[axis]);
        if step.abs() < 1e-6 {
            if low > 0.0 || high < 0.0 {
                return false;
            }
        } else {
            let (t0, t1) = (low / step, high / step);
            from = from.max(t0.min(t1));
            to = to.min(t0.max(t1));
        }
    }
    from <= to
}

/// Returns the box expanded on all sides.
pub(crate) fn grown(b: [f32; 4], by: f32) -> [f32; 4] {
    [b[0] - by, b[1] - by, b[2] + by, b[3] + by]
}

/// Returns the area of a box.
pub(crate) fn extent(b: [f32; 4]) -> f32 {
    (b[2] - b[0]).max(0.0) * (b[3] - b[1]).max(0.0)
}

/// Returns whether a point is inside a closed polygon (even-odd rule).
pub(crate) fn encloses(polygon: &[[f32; 2]], p: [f32; 2]) -> bool {
    let mut inside = false;
    for (i, a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0] {
            inside = !inside;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_is_as_far_from_a_box_as_its_nearest_point() {
        let area = [0.0, 0.0, 10.0, 10.0];
        assert_eq!(segment_to_box([-5.0, 5.0], [20.0, 5.0], area), 0.0);
        assert_eq!(segment_to_box([13.0, -5.0], [13.0, 20.0], area), 3.0);
        // A slanting line past the corner.
        assert!((segment_to_box([12.0, 8.0], [8.0, 12.0], area)).abs() < 1e-5);
        assert!((segment_to_box([14.0, 8.0], [8.0, 14.0], area) - 2f32.sqrt()).abs() < 1e-5);
    }

    #[test]
    fn a_polygon_does_not_enclose_its_notch() {
        let notched = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [5.0, 2.0], [0.0, 10.0]];
        assert!(encloses(&notched, [1.0, 5.0]) && !encloses(&notched, [5.0, 8.0]) && !encloses(&notched, [-1.0, 5.0]));
    }
}
