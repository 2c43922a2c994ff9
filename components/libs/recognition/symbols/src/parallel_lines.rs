//! Pairs of lines that lie side by side, each the nearest to the other: areas are filled with such lines.
//!
//! The lines are visited in the order of their places, by strips of the sheet and along them.

use plumbline_geometry::{Point, Vector, halfway};
use plumbline_sheet::Sheet;

use crate::ink::{Stroke, unit};
use crate::strips::Strips;

/// Distance in points below which two lines are one line drawn twice.
const DOUBLE: f32 = 0.04;

/// Widest gap between the middles of filling lines, in points, if the pen is thin.
const WIDEST: f32 = 0.5;

/// Widest gap in widths of a wide pen.
const WIDEST_IN_PENS: f32 = 1.3;

/// Maximum sine of the angle between neighboring lines, which short ones may have.
const MOST_TURNED: f32 = 0.3;

/// Height of the strips in which lines search for neighbors, and distance along them, in points.
pub(crate) const CELL: f32 = 1.0;

/// The nearest lines on both sides of a line.
struct Sides {
    /// To the left of its direction, as seen on the sheet.
    left: Nearest,
    right: Nearest,
}

/// The nearest line and its distance.
#[derive(Clone, Copy)]
struct Nearest {
    gap: f32,
    line: u32,
}

impl Nearest {
    const NONE: Self = Self { gap: f32::INFINITY, line: u32::MAX };

    /// Keeps the nearer line. Of equal ones it keeps the one drawn first.
    fn offer(&mut self, gap: f32, line: u32, drawn: &[u32]) {
        if gap < self.gap || (gap == self.gap && drawn[line as usize] < drawn[self.line as usize]) {
            *self = Self { gap, line };
        }
    }
}

pub(crate) fn cell(p: Point) -> (i32, i32) {
    ((p.x / CELL).floor() as i32, (p.y / CELL).floor() as i32)
}

pub(crate) fn middle(s: &Stroke) -> Point {
    halfway(s.a, s.b)
}

/// Returns the direction of a line: to the right, or down if it is vertical.
pub(crate) fn direction(s: &Stroke) -> Option<Vector> {
    let d = unit(s.a, s.b)?;
    Some(if d.x < -1e-3 || (d.x.abs() <= 1e-3 && d.y < 0.0) { -d } else { d })
}

/// Returns the start and end of a line along its direction.
fn ends(s: &Stroke, d: Vector) -> [Point; 2] {
    if (s.b.x - s.a.x) * d.x + (s.b.y - s.a.y) * d.y >= 0.0 { [s.a, s.b] } else { [s.b, s.a] }
}

/// A line whose neighbors are searched for.
struct Line<'a> {
    stroke: &'a Stroke,
    direction: Vector,
    from: Point,
    to: Point,
    length: f32,
    /// Distance of the farthest possible neighbor.
    widest: f32,
}

impl<'a> Line<'a> {
    fn of(stroke: &'a Stroke, sheet: &Sheet) -> Option<Self> {
        let direction = direction(stroke)?;
        let [from, to] = ends(stroke, direction);
        let style = sheet.path_styles.get(stroke.path as usize).and_then(|&i| sheet.styles.get(i as usize));
        let widest = WIDEST.max(WIDEST_IN_PENS * style.map_or(0.0, |style| style.width)).min(CELL);
        Some(Self { stroke, direction, from, to, length: stroke.length(), widest })
    }

    /// Returns how far `t` lies beside the line if it may be the next line of the same filled area: on at least one
    /// side the border of an area is steep enough for the ends to be near each other.
    fn beside(&self, t: &Stroke) -> Option<f32> {
        let (d, from) = (self.direction, self.from);
        let Vector { x, y, .. } = t.b - t.a;
        // Most neighbors are other strokes of a letter, so the cheapest test comes first.
        let turned = d.x * y - d.y * x;
        if t.color != self.stroke.color || turned * turned > MOST_TURNED * MOST_TURNED * (x * x + y * y) {
            return None;
        }
        let m = middle(t);
        let gap = d.x * (m.y - from.y) - d.y * (m.x - from.x);
        if gap.abs() < DOUBLE || gap.abs() > self.widest {
            return None;
        }
        let e = direction(t)?;
        let (ls, lt) = (self.length, t.length());
        let across = (d.x * e.y - d.y * e.x).abs();
        let along = |p: Point| (p.x - from.x) * d.x + (p.y - from.y) * d.y;
        let [start, end] = ends(t, e).map(along);
        let shift = start.abs().min((end - along(self.to)).abs());
        let common = end.min(ls) - start.max(0.0);
        let fits = across <= (0.12 / ls.min(lt).max(0.3)).clamp(0.03, MOST_TURNED)
            && shift <= 2.0 * gap.abs() + 0.12
            && (ls - lt).abs() <= 8.0 * gap.abs() + 0.3
            && common >= 0.3 * ls.min(lt) - gap.abs();
        fits.then_some(gap)
    }
}

/// Returns the cell of a line's end: number `2 * n` is the first end of line `n`, `2 * n + 1` the second.
fn cell_of(end: u32, line: impl Fn(u32) -> Stroke) -> (i32, i32) {
    let stroke = line(end / 2);
    cell(if end.is_multiple_of(2) { stroke.a } else { stroke.b })
}

/// Returns pairs of lines that are each the nearest to the other on their sides. `lines` are the indexes of the strokes
/// to consider. The pairs are indexes into `lines`.
pub(crate) fn pairs(strokes: &[Stroke], lines: &[u32], sheet: &Sheet) -> Vec<(u32, u32)> {
    // A copy in the order of visiting: neighbors are then adjacent in memory too.
    let order = Strips::of(lines.len(), |n| cell(strokes[lines[n as usize] as usize].a)).order();
    let sorted: Vec<Stroke> = order.iter().map(|&n| strokes[lines[n as usize] as usize]).collect();
    let mut nearest: Vec<Sides> = order.iter().map(|_| Sides { left: Nearest::NONE, right: Nearest::NONE }).collect();
    let ends = Strips::of(2 * sorted.len(), |end| cell_of(end, |n| sorted[n as usize]));
    ends.for_each_neighborhood(|end, near| {
        let n = end / 2;
        let Some(line) = Line::of(&sorted[n as usize], sheet) else { return };
        let sides = &mut nearest[n as usize];
        for &(_, other) in near.into_iter().flatten() {
            let m = other / 2;
            if m != n
                && let Some(gap) = line.beside(&sorted[m as usize])
            {
                let side = if gap > 0.0 { &mut sides.right } else { &mut sides.left };
                side.offer(gap.abs(), m, &order);
            }
        }
    });
    let mutual = |n: u32| {
        let m = nearest[n as usize].right.line;
        let pair = m != u32::MAX && nearest[m as usize].left.line == n;
        pair.then(|| (order[n as usize], order[m as usize]))
    };
    (0..order.len() as u32).filter_map(mutual).collect()
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::point;
    use plumbline_sheet::drawing::Drawing;

    use super::*;

    fn line(a: Point, b: Point) -> Stroke {
        Stroke { a, b, color: 0, curved: false, filled: false, path: 0 }
    }

    fn pairs_of(strokes: &[Stroke]) -> Vec<(u32, u32)> {
        let lines: Vec<u32> = (0..strokes.len() as u32).collect();
        pairs(strokes, &lines, &Drawing::new(100.0, 100.0).sheet())
    }

    #[test]
    fn each_line_is_paired_with_the_nearest_on_each_side_whichever_way_it_was_drawn() {
        let at = |n: f32, y: f32, back: bool| {
            let (a, b) = (point(10.0, n + y), point(18.0, n + y));
            if back { line(b, a) } else { line(a, b) }
        };
        let strokes = [at(10.0, 0.0, false), at(10.0, 0.6, true), at(10.0, 0.3, false), at(10.0, 1.4, false)];
        let mut pairs = pairs_of(&strokes);
        pairs.sort_unstable();
        assert_eq!(pairs, [(0, 2), (2, 1)]);
    }

    #[test]
    fn lines_across_and_lines_that_begin_elsewhere_are_not_beside() {
        let strokes = [
            line(point(10.0, 10.0), point(18.0, 10.0)),
            line(point(10.0, 10.2), point(12.0, 14.0)),
            line(point(14.0, 10.3), point(22.0, 10.3)),
            Stroke { color: 1, ..line(point(10.0, 10.3), point(18.0, 10.3)) },
        ];
        assert_eq!(pairs_of(&strokes), []);
        assert_eq!(pairs_of(&[]), []);
    }
}
