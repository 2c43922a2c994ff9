//! Dashes of long lines: as short as a symbol's strokes, and touching them where a dashed wire ends at a device.

use plumbline_geometry::{Buckets, DisjointSets, Point, Rect, Vector};

use crate::fast::{FastMap, Hypotenuse as _};
use crate::ink::{Stroke, unit};

/// Lengths of dashes in points.
const LENGTHS: std::ops::RangeInclusive<f32> = 0.6..=14.0;

/// Widest gap in points, and in lengths of the dash before it.
const WIDEST: f32 = 9.0;
const WIDEST_OF_DASH: f32 = 2.0;

/// Narrowest gap in points. Anything nearer touches.
const NARROWEST: f32 = 0.3;

/// Maximum distance of the next dash from the line, in points.
const BESIDE: f32 = 0.25;

/// Maximum sine of the angle between two dashes of a straight line.
const TURN: f32 = 0.05;

/// Minimum number of dashes of a line.
const FEWEST: usize = 4;
/// Shortest line of dashes, in points.
const SHORTEST: f32 = 20.0;

/// Width of the cells in which ends are indexed, in points.
const CELL: f32 = 3.0;

/// Maximum number of ends of a cell to examine. More are a hatch.
const MOST_IN_CELL: usize = 60;

/// Returns the strokes among `picked` that are dashes of a line of at least [`FEWEST`], ascending.
pub(crate) fn dashes(strokes: &[Stroke], picked: &[u32]) -> Vec<u32> {
    let is_dash = |s: &Stroke| !s.curved && !s.filled && LENGTHS.contains(&s.length());
    let short: Vec<u32> = picked.iter().copied().filter(|&i| is_dash(&strokes[i as usize])).collect();
    // Ends are numbered as twice the index in `short`, plus one for the end `b`.
    let tips = (0u32..).zip(&short).flat_map(|(n, &i)| {
        let s = &strokes[i as usize];
        [(s.a, 2 * n), (s.b, 2 * n + 1)]
    });
    let ends = Buckets::of_points(CELL, tips);
    let at = |n: usize| &strokes[short[n] as usize];
    let mut sets = DisjointSets::new(short.len());
    // The side of a square continues in the side of the next square, but is tied at both ends.
    let free: Vec<bool> =
        (0..short.len()).map(|n| ![at(n).a, at(n).b].iter().all(|p| is_tied(&ends, &at, n, *p))).collect();
    for n in (0..short.len()).filter(|&n| free[n]) {
        let s = at(n);
        for (from, end) in [(s.a, s.b), (s.b, s.a)] {
            let next = unit(from, end).and_then(|d| ahead(&ends, &at, n, end, d));
            if let Some(next) = next.filter(|&next| free[next]) {
                sets.join(n, next);
            }
        }
    }
    let mut lines: FastMap<usize, (usize, Rect)> = FastMap::default();
    for n in 0..short.len() {
        let b = at(n).bbox();
        let line = lines.entry(sets.root(n)).or_insert((0, b));
        line.0 += 1;
        line.1 = line.1.union(b);
    }
    let is_line = |(count, b): (usize, Rect)| count >= FEWEST && b.width().hypotenuse(b.height()) >= SHORTEST;
    let mut out: Vec<u32> = (0..short.len()).filter(|&n| is_line(lines[&sets.root(n)])).map(|n| short[n]).collect();
    out.sort_unstable();
    out
}

/// Returns whether another stroke of the same color ends at `p`.
fn is_tied<'a>(ends: &Buckets<u32>, at: &impl Fn(usize) -> &'a Stroke, n: usize, p: Point) -> bool {
    ends.around(p).any(|e| {
        let (m, t) = (e as usize / 2, at(e as usize / 2));
        let q = if e % 2 == 1 { t.b } else { t.a };
        m != n && t.color == at(n).color && (q - p).length() < NARROWEST
    })
}

/// Returns the nearest dash that continues from an end of dash `n` in direction `d`.
fn ahead<'a>(ends: &Buckets<u32>, at: &impl Fn(usize) -> &'a Stroke, n: usize, end: Point, d: Vector) -> Option<usize> {
    let widest = WIDEST.min(WIDEST_OF_DASH * at(n).length()).max(CELL);
    let mut best: Option<(f32, usize)> = None;
    let mut last = None;
    let steps = (widest / CELL).ceil() as usize;
    for step in 0..=steps {
        let along = CELL * step as f32;
        let place = end + d * along;
        let middle = ends.cell(place);
        if last.replace(middle) == Some(middle) {
            continue;
        }
        for found in ends.cells_around(place).filter(|found| found.len() <= MOST_IN_CELL) {
            for &e in found {
                let (m, t) = (e as usize / 2, at(e as usize / 2));
                let (near, far) = if e % 2 == 1 { (t.b, t.a) } else { (t.a, t.b) };
                let off = near - end;
                let gap = off.x * d.x + off.y * d.y;
                let beside = (off.x * d.y - off.y * d.x).abs();
                let goes_on = unit(near, far)
                    .is_some_and(|u| u.x * d.x + u.y * d.y > 0.0 && (u.x * d.y - u.y * d.x).abs() < TURN);
                let fits = m != n && t.color == at(n).color && (NARROWEST..=widest).contains(&gap) && beside <= BESIDE;
                if fits && goes_on && best.is_none_or(|(g, _)| gap < g) {
                    best = Some((gap, m));
                }
            }
        }
    }
    best.map(|(_, m)| m)
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::point;

    use super::*;

    fn stroke(a: Point, b: Point) -> Stroke {
        Stroke { a, b, color: 0, curved: false, filled: false, path: 0 }
    }

    #[test]
    fn dashes_of_a_long_line_are_known_and_those_of_a_symbol_are_not() {
        let (sin, cos) = 0.4f32.sin_cos();
        let on = |t: f32| point(100.0 + t * cos, 50.0 + t * sin);
        let mut strokes: Vec<Stroke> = (0..8).map(|n| stroke(on(n as f32 * 6.0), on(n as f32 * 6.0 + 4.0))).collect();
        // A square beside the line's end, whose sides are in rows too.
        let corners = [point(160.0, 80.0), point(166.0, 80.0), point(166.0, 86.0), point(160.0, 86.0)];
        strokes.extend((0..4).map(|n| stroke(corners[n], corners[(n + 1) % 4])));
        // More such squares.
        for x in [174.0, 188.0, 202.0] {
            strokes.extend((0..4).map(|n| {
                let shift = |p: Point| point(p.x + x - 160.0, p.y);
                stroke(shift(corners[n]), shift(corners[(n + 1) % 4]))
            }));
        }
        let all: Vec<u32> = (0..strokes.len() as u32).collect();
        assert_eq!(dashes(&strokes, &all), (0..8).collect::<Vec<u32>>());
    }
}
