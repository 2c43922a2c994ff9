//! Joins the strokes of a class to straight lines, one piece for each line.

use std::collections::BTreeMap;

use plumbline_geometry::{Aligned, Point, Segment, Vector, VectorExt as _, point, vector};

/// Shortest stroke with a reliable direction, in points. Pieces of flattened arcs are shorter.
const SHORTEST: f32 = 1.5;
/// Largest sideways distance between strokes of one line, in points.
const BESIDE: f32 = 0.4;
/// Largest gap within a line, in points.
const GAP: f32 = 0.6;

/// A straight line and its direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Piece {
    pub(crate) a: Point,
    pub(crate) b: Point,
    /// The unit vector from `a` to `b`. It points to the right, or down if the line is vertical.
    pub(crate) along: Vector,
    pub(crate) length: f32,
}

impl Piece {
    /// Creates a piece between two points, or `None` if they are equal.
    pub(crate) fn new(a: Point, b: Point) -> Option<Self> {
        let forward = (b.x - a.x, b.y - a.y);
        let (a, b) = if forward.0 > 1e-4 || forward.0 > -1e-4 && forward.1 > 0.0 { (a, b) } else { (b, a) };
        let v = b - a;
        let length = v.hypot();
        (length > 0.0).then(|| Self { a, b, along: v / length, length })
    }

    /// Returns a point's distance along the piece from `a`, and to the side. Right is positive, as y is down.
    pub(crate) fn place(&self, p: Point) -> Point<Aligned> {
        let v = p - self.a;
        point(v.dot(self.along), self.along.cross(v))
    }

    /// Returns the point at a distance along the piece and to the side.
    pub(crate) fn at(&self, along: f32, side: f32) -> Point {
        self.a + self.along * along + vector(-self.along.y, self.along.x) * side
    }
}

/// The size of a bin: degrees of direction, and points of distance from the origin.
const BIN: (f32, f32) = (1.0, 2.0);
/// The offset of the bins in each pass, in bins. If a bin boundary separates strokes of one line in one pass, another
/// pass has them in one bin.
const PASSES: [(f32, f32); 4] = [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)];

/// Returns the straight lines of some strokes, in an order that does not depend on the drawing order.
pub(crate) fn pieces(segments: &[Segment]) -> Vec<Piece> {
    let strokes = segments.iter().filter_map(|s| Piece::new(s.from, s.to));
    let strokes = strokes.filter(|p| p.length >= SHORTEST).collect();
    PASSES.into_iter().fold(strokes, joined)
}

/// Joins pieces of one line in the same bin, by direction and by distance from the origin.
fn joined(pieces: Vec<Piece>, (turn, shift): (f32, f32)) -> Vec<Piece> {
    let mut bins: BTreeMap<(i32, i32), Vec<Piece>> = BTreeMap::new();
    for p in pieces {
        let angle = p.along.y.atan2(p.along.x).to_degrees() / BIN.0 + turn;
        let off = (p.a.y * p.along.x - p.a.x * p.along.y) / BIN.1 + shift;
        bins.entry((angle.round() as i32, off.round() as i32)).or_default().push(p);
    }
    let mut out = Vec::new();
    for mut bin in bins.into_values() {
        let Some(first) = bin.first().copied() else { continue };
        let from = |p: &Piece| first.along.dot(p.a.to_vector());
        bin.sort_by(|x, y| from(x).total_cmp(&from(y)).then(y.length.total_cmp(&x.length)));
        let start = out.len();
        for p in bin {
            let joined = out[start..].iter_mut().rev().take(8).find(|l: &&mut Piece| {
                let (u, v) = (l.place(p.a), l.place(p.b));
                u.y.abs() <= BESIDE && v.y.abs() <= BESIDE && u.x <= l.length + GAP && v.x >= -GAP
            });
            match joined {
                Some(l) => {
                    let end = if l.place(p.b).x > l.length { p.b } else { l.b };
                    if let Some(longer) = Piece::new(l.a, end) {
                        *l = longer;
                    }
                }
                None => out.push(p),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_of_one_line_are_one_piece() {
        let strokes = [
            [0.0, 0.0, 10.0, 0.0],
            [30.0, 0.0, 10.0, 0.0],
            [5.0, 0.1, 25.0, 0.1],
            [40.0, 0.0, 60.0, 0.0],
            [0.0, 4.0, 30.0, 4.0],
        ];
        let found = pieces(&strokes.map(Segment::from));
        assert_eq!(found.iter().map(|p| p.length.round()).collect::<Vec<_>>(), [30.0, 20.0, 30.0]);
    }

    #[test]
    fn strokes_of_one_line_are_one_piece_wherever_it_lies() {
        // Directions and distances near the bin boundaries, where rounding puts strokes on different sides.
        for step in 0..4000u16 {
            let angle = f32::from(step) * 0.0011 - 1.5;
            let (sin, cos) = angle.sin_cos();
            let at = |along: f32| point(500.0 + cos * along, 300.0 + f32::from(step) * 0.01 + sin * along);
            let stroke = |from: f32, to: f32| Segment::new(at(from), at(to));
            let found = pieces(&[stroke(0.0, 104.7), stroke(120.0, 104.7), stroke(120.0, 131.0)]);
            assert_eq!(found.len(), 1, "{angle}: {found:?}");
            assert!((found[0].length - 131.0).abs() < 0.01, "{angle}: {found:?}");
        }
    }
}
