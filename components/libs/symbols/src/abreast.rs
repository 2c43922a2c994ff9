//! Which lines lie side by side, each the nearest to the other: what fills an area is drawn so.
//!
//! The ends of all lines are put in order by strips of the sheet and along them, and the lines are looked at in that
//! order: a line's neighbours are then the next in three strips, however dense a sheet is and wherever.

use plumbline_sheet::Sheet;

use crate::ink::{Stroke, unit};

/// Lines nearer than this are one line drawn twice; in points.
const DOUBLE: f32 = 0.04;

/// Widest gap between the middles of lines that fill, in points, when the pen is thin,
const WIDEST: f32 = 0.5;

/// and in widths of a wide pen.
const WIDEST_IN_PENS: f32 = 1.3;

/// Height of the strips in which lines look for their neighbours, and how far along them, in points.
pub(crate) const CELL: f32 = 1.0;

/// Most strips: those of a sheet of 500 inches, which is larger than any plotter's. What is beyond is in the last.
const MOST_STRIPS: usize = 36_000;

/// The nearest lines on the two sides of each.
struct Sides {
    /// To the left of its direction, as the sheet is seen.
    left: Nearest,
    right: Nearest,
}

/// The nearest line, none at first, and how far it is.
#[derive(Clone, Copy)]
struct Nearest {
    gap: f32,
    line: u32,
}

impl Nearest {
    const NONE: Self = Self { gap: f32::INFINITY, line: u32::MAX };

    /// Keeps the nearer one, of equal ones the one drawn first.
    fn offer(&mut self, gap: f32, line: u32, drawn: &[u32]) {
        if gap < self.gap || (gap == self.gap && drawn[line as usize] < drawn[self.line as usize]) {
            *self = Self { gap, line };
        }
    }
}

pub(crate) fn cell(p: [f32; 2]) -> (i32, i32) {
    ((p[0] / CELL).floor() as i32, (p[1] / CELL).floor() as i32)
}

pub(crate) fn middle(s: &Stroke) -> [f32; 2] {
    [(s.a[0] + s.b[0]) / 2.0, (s.a[1] + s.b[1]) / 2.0]
}

/// The direction of a line, to the right or, for an upright one, down.
pub(crate) fn direction(s: &Stroke) -> Option<[f32; 2]> {
    let d = unit(s.a, s.b)?;
    Some(if d[0] < -1e-3 || (d[0].abs() <= 1e-3 && d[1] < 0.0) { [-d[0], -d[1]] } else { d })
}

/// Start and end of a line along its direction.
fn ends(s: &Stroke, d: [f32; 2]) -> [[f32; 2]; 2] {
    if (s.b[0] - s.a[0]) * d[0] + (s.b[1] - s.a[1]) * d[1] >= 0.0 { [s.a, s.b] } else { [s.b, s.a] }
}

/// A line whose neighbours are looked for.
struct Line<'a> {
    stroke: &'a Stroke,
    direction: [f32; 2],
    from: [f32; 2],
    to: [f32; 2],
    length: f32,
    /// Farthest neighbour.
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

    /// How far `t` lies beside the line, when it may be the next line of the same filled area: on one side at least, the
    /// border of an area is steep enough for the ends to be near each other.
    fn beside(&self, t: &Stroke) -> Option<f32> {
        let (s, d, from) = (self.stroke, self.direction, self.from);
        let vector = |s: &Stroke| [s.b[0] - s.a[0], s.b[1] - s.a[1]];
        let ([vx, vy], [wx, wy]) = (vector(s), vector(t));
        // Most neighbours are other strokes of a letter: told by the least work.
        let turned = vx * wy - vy * wx;
        if t.color != s.color || turned * turned > 0.09 * (vx * vx + vy * vy) * (wx * wx + wy * wy) {
            return None;
        }
        let m = middle(t);
        let gap = d[0] * (m[1] - from[1]) - d[1] * (m[0] - from[0]);
        if !(DOUBLE..=self.widest).contains(&gap.abs()) {
            return None;
        }
        let e = direction(t)?;
        let (ls, lt) = (self.length, t.length());
        let across = (d[0] * e[1] - d[1] * e[0]).abs();
        let along = |p: [f32; 2]| (p[0] - from[0]) * d[0] + (p[1] - from[1]) * d[1];
        let [start, end] = ends(t, e).map(along);
        let shift = start.abs().min((end - along(self.to)).abs());
        let common = end.min(ls) - start.max(0.0);
        let fits = across <= (0.12 / ls.min(lt).max(0.3)).clamp(0.03, 0.3)
            && shift <= 2.0 * gap.abs() + 0.12
            && (ls - lt).abs() <= 8.0 * gap.abs() + 0.3
            && common >= 0.3 * ls.min(lt) - gap.abs();
        fits.then_some(gap)
    }
}

/// Points by strips, along each from left to right.
struct Strips {
    /// Where each strip begins.
    starts: Vec<u32>,
    /// Cells along the strip, each with the number of its point.
    points: Vec<(i32, u32)>,
}

impl Strips {
    /// Puts so many points in order, by their cells.
    fn of(count: usize, cell: impl Fn(u32) -> (i32, i32)) -> Self {
        let rows = (0..count as u32).map(|n| cell(n).1);
        let (top, bottom) = rows.clone().fold((i32::MAX, i32::MIN), |(top, bottom), y| (top.min(y), bottom.max(y)));
        let strip = |y: i32| (i64::from(y) - i64::from(top)).clamp(0, MOST_STRIPS as i64 - 1) as usize;
        // Counted two strips late: filling a strip moves its start to its end, which is where the next one begins.
        let mut starts = vec![0u32; if count == 0 { 0 } else { strip(bottom) + 1 } + 2];
        rows.for_each(|y| starts[strip(y) + 2] += 1);
        let mut before = 0;
        for start in &mut starts {
            before += *start;
            *start = before;
        }
        let mut points = vec![(0, 0); count];
        for n in 0..count as u32 {
            let (x, y) = cell(n);
            let slot = &mut starts[strip(y) + 1];
            points[*slot as usize] = (x, n);
            *slot += 1;
        }
        starts.pop();
        for strip in starts.windows(2) {
            points[strip[0] as usize..strip[1] as usize].sort_unstable();
        }
        Self { starts, points }
    }

    fn strip(&self, number: usize) -> &[(i32, u32)] {
        match self.starts.get(number..number + 2) {
            Some(&[from, to]) => &self.points[from as usize..to as usize],
            _ => &[],
        }
    }

    /// Calls back with each point and all points within one cell of it, itself among them.
    fn each_neighbourhood<'a>(&'a self, mut call: impl FnMut(u32, [&'a [(i32, u32)]; 3])) {
        for number in 0..self.starts.len() - 1 {
            let mut windows = [number.checked_sub(1), Some(number), Some(number + 1)].map(|near| Window {
                strip: near.map_or(&[][..], |near| self.strip(near)),
                from: 0,
                to: 0,
            });
            for &(x, point) in self.strip(number) {
                call(point, windows.each_mut().map(|window| window.around(x)));
            }
        }
    }
}

/// The part of a strip that is near a point; it goes along with the points.
struct Window<'a> {
    strip: &'a [(i32, u32)],
    from: usize,
    to: usize,
}

impl<'a> Window<'a> {
    fn around(&mut self, x: i32) -> &'a [(i32, u32)] {
        self.from += self.strip[self.from..].iter().take_while(|point| point.0 < x.saturating_sub(1)).count();
        self.to = self.to.max(self.from);
        self.to += self.strip[self.to..].iter().take_while(|point| point.0 <= x.saturating_add(1)).count();
        &self.strip[self.from..self.to]
    }
}

/// The cell of a line's first or second end: of the number of the line twice, and of one more.
fn cell_of(end: u32, line: impl Fn(u32) -> Stroke) -> (i32, i32) {
    let stroke = line(end / 2);
    cell(if end.is_multiple_of(2) { stroke.a } else { stroke.b })
}

/// Pairs of lines that are each the nearest to the other on the sides on which they are. `lines` are the indexes of the
/// strokes that are looked at, and a pair is of indexes among these.
pub(crate) fn pairs(strokes: &[Stroke], lines: &[u32], sheet: &Sheet) -> Vec<(u32, u32)> {
    // A copy in the order in which the lines are looked at: neighbours lie beside each other in memory too.
    let order: Vec<u32> = {
        let first_ends = Strips::of(lines.len(), |n| cell(strokes[lines[n as usize] as usize].a));
        first_ends.points.into_iter().map(|(_, n)| n).collect()
    };
    let sorted: Vec<Stroke> = order.iter().map(|&n| strokes[lines[n as usize] as usize]).collect();
    let mut nearest: Vec<Sides> = order.iter().map(|_| Sides { left: Nearest::NONE, right: Nearest::NONE }).collect();
    let ends = Strips::of(2 * sorted.len(), |end| cell_of(end, |n| sorted[n as usize]));
    ends.each_neighbourhood(|end, near| {
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
    use plumbline_sheet::drawing::Drawing;

    use super::*;

    fn line(a: [f32; 2], b: [f32; 2]) -> Stroke {
        Stroke { a, b, color: 0, curved: false, filled: false, path: 0 }
    }

    fn pairs_of(strokes: &[Stroke]) -> Vec<(u32, u32)> {
        let lines: Vec<u32> = (0..strokes.len() as u32).collect();
        pairs(strokes, &lines, &Drawing::new(100.0, 100.0).sheet())
    }

    #[test]
    fn each_line_is_paired_with_the_nearest_on_each_side_whichever_way_it_was_drawn() {
        let at = |n: f32, y: f32, back: bool| {
            let (a, b) = ([10.0, n + y], [18.0, n + y]);
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
            line([10.0, 10.0], [18.0, 10.0]),
            line([10.0, 10.2], [12.0, 14.0]),
            line([14.0, 10.3], [22.0, 10.3]),
            Stroke { color: 1, ..line([10.0, 10.3], [18.0, 10.3]) },
        ];
        assert_eq!(pairs_of(&strokes), []);
        assert_eq!(pairs_of(&[]), []);
    }

    #[test]
    fn every_end_meets_all_within_one_cell_and_no_others() {
        let mut state = 11u32;
        let mut number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 * 12.0 - 3.0
        };
        let lines: Vec<Stroke> = (0..80).map(|_| line([number(), number()], [number(), number()])).collect();
        let at = |end: u32| cell_of(end, |n| lines[n as usize]);
        let mut met = 0;
        Strips::of(2 * lines.len(), at).each_neighbourhood(|end, near| {
            let mut near: Vec<u32> = near.into_iter().flatten().map(|n| n.1).collect();
            near.sort_unstable();
            let (x, y) = at(end);
            let is_near = |&other: &u32| (at(other).0 - x).abs() <= 1 && (at(other).1 - y).abs() <= 1;
            assert_eq!(near, (0..2 * lines.len() as u32).filter(is_near).collect::<Vec<_>>());
            met += 1;
        });
        assert_eq!(met, 2 * lines.len());
    }
}
