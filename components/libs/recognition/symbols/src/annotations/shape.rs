//! Distances and directions between points, segments and boxes.

use plumbline_geometry::{Axis, Point, Rect};

/// Returns the distance between two points with a plain square root. `hypot` guards against magnitudes that do not
/// occur on a page.
pub(crate) fn distance(a: Point, b: Point) -> f32 {
    (b - a).length()
}

/// Returns the distance of a point from a segment.
pub(crate) fn to_segment(p: Point, a: Point, b: Point) -> f32 {
    let v = b - a;
    let square = v.x * v.x + v.y * v.y;
    let t = if square > 0.0 { ((p.x - a.x) * v.x + (p.y - a.y) * v.y) / square } else { 0.0 };
    let t = t.clamp(0.0, 1.0);
    distance(p, a + v * t)
}

/// Returns the distance of a segment from a box, or 0 if they meet.
pub(crate) fn segment_to_box(a: Point, b: Point, area: Rect) -> f32 {
    if meets_box(a, b, area) {
        return 0.0;
    }
    let ends = area.distance(a).min(area.distance(b));
    area.corners().iter().fold(ends, |least, &c| least.min(to_segment(c, a, b)))
}

/// Returns whether a segment intersects a box (Liang–Barsky clipping).
pub(crate) fn meets_box(a: Point, b: Point, area: Rect) -> bool {
    let (mut from, mut to) = (0.0f32, 1.0f32);
    for axis in Axis::BOTH {
        let (start, (low, high)) = (axis.of(a), axis.span(area));
        let step = axis.of(b) - start;
        let (low, high) = (low - start, high - start);
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

/// Returns the area of a box.
pub(crate) fn extent(b: Rect) -> f32 {
    b.width().max(0.0) * b.height().max(0.0)
}

/// Returns whether a point is inside a closed polygon (even-odd rule).
pub(crate) fn encloses(polygon: &[Point], p: Point) -> bool {
    let mut inside = false;
    for (i, a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            inside = !inside;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::{point, rect};

    use super::*;

    #[test]
    fn a_segment_is_as_far_from_a_box_as_its_nearest_point() {
        let area = rect(0.0, 0.0, 10.0, 10.0);
        let far = |a: [f32; 2], b: [f32; 2]| segment_to_box(a.into(), b.into(), area);
        assert_eq!(far([-5.0, 5.0], [20.0, 5.0]), 0.0);
        assert_eq!(far([13.0, -5.0], [13.0, 20.0]), 3.0);
        // A slanting line past the corner.
        assert!(far([12.0, 8.0], [8.0, 12.0]).abs() < 1e-5);
        assert!((far([14.0, 8.0], [8.0, 14.0]) - 2f32.sqrt()).abs() < 1e-5);
    }

    #[test]
    fn a_polygon_does_not_enclose_its_notch() {
        let notched = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [5.0, 2.0], [0.0, 10.0]].map(Point::from);
        assert!(
            encloses(&notched, point(1.0, 5.0))
                && !encloses(&notched, point(5.0, 8.0))
                && !encloses(&notched, point(-1.0, 5.0))
        );
    }
}
