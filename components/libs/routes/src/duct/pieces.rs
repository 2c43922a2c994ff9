//! The straight lines of a class, drawn in however many strokes, as one piece each.

use std::collections::BTreeMap;

use plumbline_sheet::Segment;

/// Shortest stroke that shows a direction, in points; pieces of flattened arcs are shorter.
const SHORTEST: f32 = 1.5;
/// How far strokes of one line may lie beside each other, in points.
const BESIDE: f32 = 0.4;
/// Largest gap within a line, in points.
const GAP: f32 = 0.6;

/// A straight line with its direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Piece {
    pub(crate) a: [f32; 2],
    pub(crate) b: [f32; 2],
    /// From a to b, of length 1; to the right, or down when it stands.
    pub(crate) along: [f32; 2],
    pub(crate) length: f32,
}

impl Piece {
    /// A piece between two points; `None` when they are one.
    pub(crate) fn new(a: [f32; 2], b: [f32; 2]) -> Option<Self> {
        let forward = (b[0] - a[0], b[1] - a[1]);
        let (a, b) = if forward.0 > 1e-4 || forward.0 > -1e-4 && forward.1 > 0.0 { (a, b) } else { (b, a) };
        let v = [b[0] - a[0], b[1] - a[1]];
        let length = v[0].hypot(v[1]);
        (length > 0.0).then(|| Self { a, b, along: [v[0] / length, v[1] / length], length })
    }

    /// Where a point is: along the piece from `a`, and to its side (the right-hand one is positive, as y is down).
    pub(crate) fn place(&self, p: [f32; 2]) -> [f32; 2] {
        let v = [p[0] - self.a[0], p[1] - self.a[1]];
        [v[0] * self.along[0] + v[1] * self.along[1], v[1] * self.along[0] - v[0] * self.along[1]]
    }

    /// The point at a distance along and to the side.
    pub(crate) fn at(&self, along: f32, side: f32) -> [f32; 2] {
        let d = self.along;
        [self.a[0] + along * d[0] - side * d[1], self.a[1] + along * d[1] + side * d[0]]
    }
}

/// The straight lines of some strokes, in an order that does not depend on that of drawing.
pub(crate) fn pieces(segments: &[Segment]) -> Vec<Piece> {
    // Strokes by direction, in degrees, and by distance from the origin, in points.
    let mut bins: BTreeMap<(i32, i32), Vec<Piece>> = BTreeMap::new();
    for s in segments {
        let Some(p) = Piece::new([s[0], s[1]], [s[2], s[3]]).filter(|p| p.length >= SHORTEST) else { continue };
        let angle = p.along[1].atan2(p.along[0]).to_degrees().round() as i32;
        let off = p.a[1] * p.along[0] - p.a[0] * p.along[1];
        bins.entry((angle, (off / 2.0).round() as i32)).or_default().push(p);
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
}
