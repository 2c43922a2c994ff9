//! Paths as kurbo shapes, as straight segments and as boxes.

use kurbo::{BezPath, PathEl, Point};

use crate::model::{Path, verb};

/// A straight piece of a path: x0, y0, x1, y1 in points.
pub type Segment = [f32; 4];

/// The tolerance in points at which curves are flattened when nothing else is asked: a tenth of a point is less than
/// the thinnest pen of a plot.
pub const FLATTEN: f64 = 0.1;

fn point(coords: &[f32]) -> Point {
    Point::new(f64::from(coords[0]), f64::from(coords[1]))
}

impl Path<'_> {
    /// The path as kurbo's own type.
    pub fn to_bezpath(&self) -> BezPath {
        let mut at = 0usize;
        let mut path = BezPath::new();
        for &v in self.verbs {
            let n = verb::arity(v);
            let Some(c) = self.coords.get(at..at + n) else { break };
            at += n;
            let element = match v {
                verb::MOVE => PathEl::MoveTo(point(c)),
                verb::LINE => PathEl::LineTo(point(c)),
                verb::QUAD => PathEl::QuadTo(point(c), point(&c[2..])),
                verb::CUBIC => PathEl::CurveTo(point(c), point(&c[2..]), point(&c[4..])),
                _ => PathEl::ClosePath,
            };
            path.push(element);
        }
        path
    }

    /// x-min, y-min, x-max, y-max of the path's points, control points included; `None` for a path without any.
    pub fn bbox(&self) -> Option<[f32; 4]> {
        bbox_of(self.coords)
    }

    /// Whether the path has a curve.
    pub fn is_curved(&self) -> bool {
        self.verbs.iter().any(|&v| v == verb::QUAD || v == verb::CUBIC)
    }
}

/// x-min, y-min, x-max, y-max of x, y pairs; `None` when there is none.
pub fn bbox_of(coords: &[f32]) -> Option<[f32; 4]> {
    if coords.len() < 2 {
        return None;
    }
    let start = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
    Some(coords.chunks_exact(2).fold(start, |b, p| [b[0].min(p[0]), b[1].min(p[1]), b[2].max(p[0]), b[3].max(p[1])]))
}

/// The straight segments of a path, curves flattened at `tolerance` points ([`FLATTEN`] is a good one), closing
/// segments included; segments of no length are left out.
pub fn segments(path: &Path<'_>, tolerance: f64) -> impl Iterator<Item = Segment> + use<> {
    let mut out: Vec<Segment> = Vec::with_capacity(path.verbs.len());
    let mut start = Point::ZERO;
    let mut last = Point::ZERO;
    let mut push = |from: Point, to: Point| {
        let s = [from.x as f32, from.y as f32, to.x as f32, to.y as f32];
        if s[0] != s[2] || s[1] != s[3] {
            out.push(s);
        }
    };
    kurbo::flatten(path.to_bezpath(), tolerance, |element| match element {
        PathEl::MoveTo(p) => {
            start = p;
            last = p;
        }
        PathEl::LineTo(p) => {
            push(last, p);
            last = p;
        }
        PathEl::ClosePath => {
            push(last, start);
            last = start;
        }
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
    });
    out.into_iter()
}

/// Whether two boxes share a point.
pub fn overlaps(a: [f32; 4], b: [f32; 4]) -> bool {
    a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

/// The smallest box around both.
pub fn union(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

/// Whether a point lies in a box, its border included.
pub fn contains(bbox: [f32; 4], point: [f32; 2]) -> bool {
    bbox[0] <= point[0] && point[0] <= bbox[2] && bbox[1] <= point[1] && point[1] <= bbox[3]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Drawing;

    #[test]
    fn a_rectangle_has_four_segments_and_its_box() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.rect([10.0, 20.0, 30.0, 60.0]);
        let sheet = drawing.sheet();
        let path = sheet.paths().next().unwrap();
        assert_eq!(path.bbox(), Some([10.0, 20.0, 30.0, 60.0]));
        let length: f32 = segments(&path, FLATTEN).map(|s| (s[2] - s[0]).abs() + (s[3] - s[1]).abs()).sum();
        assert_eq!(segments(&path, FLATTEN).count(), 4);
        assert_eq!(length, 120.0);
    }

    #[test]
    fn a_circle_is_flattened_to_its_circumference() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.circle([50.0, 50.0], 10.0);
        let sheet = drawing.sheet();
        let path = sheet.paths().next().unwrap();
        assert!(path.is_curved());
        let length: f32 = segments(&path, 0.01).map(|s| (s[2] - s[0]).hypot(s[3] - s[1])).sum();
        assert!((length - 62.83).abs() < 0.2, "{length}");
    }
}
