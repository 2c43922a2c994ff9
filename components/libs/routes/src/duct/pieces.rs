//! Joins the strokes of a class to straight lines, one piece for each line.

use std::collections::BTreeMap;

use plumbline_sheet::Segment;

/// Shortest stroke with a reliable direction, in points. Pieces of flattened arcs are shorter.
const SHORTEST: f32 = 1.5;
/// Largest sideways distance between strokes of one line, in points.
const BESIDE: f32 = 0.4;
/// Largest gap within a line, in points.
const GAP: f32 = 0.6;

/// A straight line and its direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Piece {
    pub(crate) a: [f32; 2],
    pub(crate) b: [f32; 2],
    /// The unit vector from `a` to `b`. It points to the right, or down if the line is vertical.
    pub(crate) along: [f32; 2],
    pub(crate) length: f32,
}

impl Piece {
    /// Creates a piece between two points, or `None` if they are equal.
    pub(crate) fn new(a: [f32; 2], b: [f32; 2]) -> Option<Self> {
        let forward = (b[0] - a[0], b[1] - a[1]);
        let (a, b) = if forward.0 > 1e-4 || forward.0 > -1e-4 && forward.1 > 0.0 { (a, b) } else { (b, a) };
        let v = [b[0] - a[0], b[1] - a[1]];
        let length = v[0].hypot(v[1]);
        (length > 0.0).then(|| Self { a, b, along: [v[0] / length, v[1] / length], length })
    }

    /// Returns a point's distance along the piece from `a`, and to the side. Right is positive, as y is down.
    pub(crate) fn place(&self, p: [f32; 2]) -> [f32; 2] {
        let v = [p[0] - self.a[0], p[1] - self.a[1]];
        [v[0] * self.along[0] + v[1] * self.along[1], v[1] * self.along[0] - v[0] * self.along[1]]
    }

    /// Returns the point at a distance along the piece and to the side.
    pub(crate) fn at(&self, along: f32, side: f32) -> [f32; 2] {
        let d = self.along;
        [self.a[0] + along * d[0] - side * d[1], self.a[1] + along * d[1] + side * d[0]]
    }
}

/// The size of a bin: degrees of direction, and points of distance from the origin.
const BIN: [f32; 2] = [1.0, 2.0];
/// The offset of the bins in each pass, in bins. If a bin boundary separates strokes of one line in one pass, another
/// pass has them in one bin.
const PASSES: [[f32; 2]; 4] = [[0.0, 0.0], [0.5, 0.0], [0.0, 0.5], [0.5, 0.5]];

/// Returns the straight lines of some strokes, in an order that does not depend on the drawing order.
pub(crate) fn pieces(segments: &[Segment]) -> Vec<Piece> {
    let strokes = segments.iter().filter_map(|s| Piece::new([s[0], s[1]], [s[2], s[3]]));
    let strokes = strokes.filter(|p| p.length >= SHORTEST).collect();
    PASSES.into_iter().fold(strokes, joined)
}

/// Joins pieces of one line in the same bin, by direction and by distance from the origin.
fn joined(pieces: Vec<Piece>, [turn, shift]: [f32; 2]) -> Vec<Piece> {
    let mut bins: BTreeMap<(i32, i32), Vec<Piece>> = BTreeMap::new();
    for p in pieces {
        let angle = p.along[1].atan2(p.along[0]).to_degrees() / BIN[0] + turn;
        let off = (p.a[1] * p.along[0] - p.a[0] * p.along[1]) / BIN[1] + shift;
        bins.entry((angle.round() as i32, off.round() as i32)).or_default().push(p);
    }
    let mut out = Vec::new();
    for mut bin in bins.into_values() {
        let Some(first) = bin.first().copied() else { continue };
        let from = |p: &Piece| first.along[0] * p.a[0] + first.along[1] * p.a[1];
        bin.sort_by(|x, y| from(x).total_cmp(&from(y)).then(y.length.total_cmp(&x.length)));
        let start = out.len();
        for p in bin {
            let joined = out[start..].iter_mut().rev().take(8).find(|l: &&mut Piece| {
                let (u, v) = (l.place(p.a), l.place(p.b));
                u[1].abs() <= BESIDE && v[1].abs() <= BESIDE && u[0] <= l.length + GAP && v[0] >= -GAP
            });
            match joined {
                Some(l) => {
                    let end = if l.place(p.b)[0] > l.length { p.b } else { l.b };
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
        let found = pieces(&strokes);
        assert_eq!(found.iter().map(|p| p.length.round()).collect::<Vec<_>>(), [30.0, 20.0, 30.0]);
    }

    #[test]
    fn strokes_of_one_line_are_one_piece_wherever_it_lies() {
        // Directions and distances near the bin boundaries, where rounding puts strokes on different sides.
        for step in 0..4000u16 {
            let angle = f32::from(step) * 0.0011 - 1.5;
            let (sin, cos) = angle.sin_cos();
            let at = |along: f32| [500.0 + cos * along, 300.0 + f32::from(step) * 0.01 + sin * along];
            let stroke = |from: f32, to: f32| [at(from)[0], at(from)[1], at(to)[0], at(to)[1]];
            let found = pieces(&[stroke(0.0, 104.7), stroke(120.0, 104.7), stroke(120.0, 131.0)]);
            assert_eq!(found.len(), 1, "{angle}: {found:?}");
            assert!((found[0].length - 131.0).abs() < 0.01, "{angle}: {found:?}");
        }
    }
}
