//! Paths as kurbo shapes, as straight segments and as boxes.

use kurbo::{BezPath, PathEl};
use plumbline_geometry::{Point, Rect, Segment, rect};

use crate::model::{Path, verb};

/// Default tolerance in points for flattening curves: a tenth of a point is less than the thinnest pen of a plot.
pub const FLATTEN: f64 = 0.1;
/// Minimum tolerance of a flattened curve as a share of its extent. Curves of up to 10,000 points keep [`FLATTEN`].
const COARSEST: f64 = 1e-5;

fn point(coords: &[f32]) -> kurbo::Point {
    kurbo::Point::new(f64::from(coords[0]), f64::from(coords[1]))
}

impl Path<'_> {
    /// Returns the path as kurbo's own type.
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

    /// Returns the box of the path's points, including control points, or `None` if it has none.
    pub fn bbox(&self) -> Option<Rect> {
        bbox_of(self.coords)
    }

    /// Returns whether the path has a curve.
    pub fn is_curved(&self) -> bool {
        self.verbs.iter().any(|&v| v == verb::QUAD || v == verb::CUBIC)
    }
}

/// Returns the box of x, y pairs, or `None` if there are none.
pub fn bbox_of(coords: &[f32]) -> Option<Rect> {
    if coords.len() < 2 {
        return None;
    }
    let start = rect(f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
    Some(coords.chunks_exact(2).fold(start, |b: Rect, p| b.including(Point::new(p[0], p[1]))))
}

/// Returns the straight segments of a path, including closing segments, with curves flattened at `tolerance` points
/// ([`FLATTEN`] is a good choice). Segments without length are left out.
pub fn segments<'a>(path: &Path<'a>, tolerance: f64) -> Segments<'a> {
    Segments {
        verbs: path.verbs,
        coords: path.coords,
        tolerance,
        start: Point::zero(),
        last: Point::zero(),
        flat: Vec::new(),
    }
}

/// The iterator of [`segments`]. Most paths of a drawing are straight, and only curves allocate.
#[derive(Debug, Clone)]
pub struct Segments<'a> {
    verbs: &'a [u8],
    coords: &'a [f32],
    tolerance: f64,
    start: Point,
    last: Point,
    /// Remaining points of a flattened curve, the next one last.
    flat: Vec<Point>,
}

impl Segments<'_> {
    /// Cuts a curve from the current point into straight pieces. A curve that extends far beyond any page gets coarser
    /// pieces, because their number grows with its extent.
    fn flatten(&mut self, curve: PathEl) {
        let (flat, first) = (&mut self.flat, kurbo::Point::new(f64::from(self.last.x), f64::from(self.last.y)));
        let (points, end) = match curve {
            PathEl::QuadTo(p, end) => ([first, p, end, end], end),
            PathEl::CurveTo(p, q, end) => ([first, p, q, end], end),
            _ => return,
        };
        let extent = points.iter().map(|p| (p.x - first.x).abs().max((p.y - first.y).abs())).fold(0.0, f64::max);
        // `max` ignores NaN.
        if !(extent.is_finite() && points.iter().all(|p| p.is_finite())) {
            flat.push(Point::new(end.x as f32, end.y as f32));
            return;
        }
        kurbo::flatten([PathEl::MoveTo(first), curve], self.tolerance.max(extent * COARSEST), |element| {
            if let PathEl::LineTo(p) = element {
                flat.push(Point::new(p.x as f32, p.y as f32));
            }
        });
        self.flat.reverse();
    }
}

impl Iterator for Segments<'_> {
    type Item = Segment;

    fn next(&mut self) -> Option<Segment> {
        loop {
            let to = if let Some(p) = self.flat.pop() {
                p
            } else {
                let (&verb, verbs) = self.verbs.split_first()?;
                let (c, coords) = self.coords.split_at_checked(verb::arity(verb))?;
                (self.verbs, self.coords) = (verbs, coords);
                match verb {
                    verb::MOVE => {
                        self.start = Point::new(c[0], c[1]);
                        self.last = self.start;
                        continue;
                    }
                    verb::LINE => Point::new(c[0], c[1]),
                    verb::QUAD => {
                        self.flatten(PathEl::QuadTo(point(c), point(&c[2..])));
                        continue;
                    }
                    verb::CUBIC => {
                        self.flatten(PathEl::CurveTo(point(c), point(&c[2..]), point(&c[4..])));
                        continue;
                    }
                    _ => self.start,
                }
            };
            let from = std::mem::replace(&mut self.last, to);
            if from != to {
                return Some(Segment { from, to });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::VectorExt as _;

    use super::*;
    use crate::drawing::Drawing;

    #[test]
    fn a_rectangle_has_four_segments_and_its_box() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.rect([10.0, 20.0, 30.0, 60.0]);
        let sheet = drawing.sheet();
        let path = sheet.paths().next().unwrap();
        assert_eq!(path.bbox(), Some(rect(10.0, 20.0, 30.0, 60.0)));
        let length: f32 = segments(&path, FLATTEN).map(|s| s.vector().x.abs() + s.vector().y.abs()).sum();
        assert_eq!(segments(&path, FLATTEN).count(), 4);
        assert_eq!(length, 120.0);
    }

    #[test]
    fn pieces_of_several_subpaths_follow_each_other_from_point_to_point() {
        let mut bent = BezPath::new();
        bent.move_to((10.0, 10.0));
        bent.line_to((20.0, 10.0));
        bent.quad_to((25.0, 10.0), (25.0, 15.0));
        bent.line_to((25.0, 15.0));
        bent.close_path();
        bent.move_to((50.0, 50.0));
        bent.curve_to((60.0, 40.0), (60.0, 60.0), (70.0, 50.0));
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.path(&bent);
        let sheet = drawing.sheet();
        let path = sheet.paths().next().unwrap();
        let all: Vec<Segment> = segments(&path, FLATTEN).collect();
        let gaps = all.windows(2).filter(|w| w[0].to != w[1].from).count();
        assert_eq!((gaps, all[0].to_array()), (1, [10.0, 10.0, 20.0, 10.0]));
        assert_eq!(all.last().map(|s| s.to.to_array()), Some([70.0, 50.0]));
        assert!(all.iter().any(|s| s.to_array() == [25.0, 15.0, 10.0, 10.0]), "the first subpath is closed");
        let mut kurbo = 0;
        kurbo::flatten(path.to_bezpath(), FLATTEN, |e| kurbo += usize::from(matches!(e, PathEl::LineTo(_))));
        assert_eq!(all.len(), kurbo, "the line of no length is left out, the closing one is there besides");
    }

    #[test]
    fn a_circle_is_flattened_to_its_circumference() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.circle([50.0, 50.0], 10.0);
        let sheet = drawing.sheet();
        let path = sheet.paths().next().unwrap();
        assert!(path.is_curved());
        let length: f32 = segments(&path, 0.01).map(|s| s.vector().hypot()).sum();
        assert!((length - 62.83).abs() < 0.2, "{length}");
    }

    #[test]
    fn a_curve_has_few_segments_however_far_it_reaches() {
        for far in [2e4f32, 1e9, 3e38, f32::INFINITY, f32::NAN] {
            let mut sheet = Drawing::new(100.0, 100.0);
            sheet.circle([50.0, 50.0], 20.0);
            let mut sheet = sheet.sheet();
            sheet.coords.iter_mut().skip(2).for_each(|c| *c = if *c > 50.0 { far } else { -far });
            let count = sheet.paths().map(|path| segments(&path, FLATTEN).count()).sum::<usize>();
            assert!((1..10_000).contains(&count), "{far}: {count}");
        }
    }
}
