//! An index of the ends of lines near a point: a grid whose cells shrink as a sheet gets denser, so that a cell holds
//! about as many ends on any sheet.

use plumbline_geometry::{Point, rect};

use crate::annotations::shape::distance;

/// The average number of cells per end.
const CELLS_EACH: f32 = 2.0;

/// The minimum width of a cell, in points. About the usual query distance, so that a query visits few cells.
const SMALLEST_CELL: f32 = 0.8;

/// An end of a polyline: the index of the polyline, and whether it is the last point.
pub(crate) type End = (usize, bool);

/// An end and its position.
#[derive(Debug, Clone, Copy, Default)]
struct Placed {
    at: Point,
    /// Twice the index of the polyline, plus one for its last point.
    number: u32,
}

impl Placed {
    fn end(self) -> End {
        ((self.number / 2) as usize, self.number % 2 == 1)
    }
}

/// The ends of polylines by position.
#[derive(Debug, Default)]
pub(crate) struct EndIndex {
    origin: Point,
    cell: f32,
    columns: usize,
    rows: usize,
    /// The start of each cell's ends, row by row.
    starts: Vec<u32>,
    placed: Vec<Placed>,
}

impl EndIndex {
    /// Indexes the ends. Ends with a coordinate that is not finite are left out.
    pub(crate) fn new(ends: impl Iterator<Item = (End, Point)> + Clone) -> Self {
        let ends = ends.filter(|(_, p)| p.x.is_finite() && p.y.is_finite());
        let nowhere = rect(f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
        let (count, bounds) = ends.clone().fold((0usize, nowhere), |(count, b), (_, p)| (count + 1, b.including(p)));
        if count == 0 {
            return Self::default();
        }
        let (width, height) = (bounds.width(), bounds.height());
        let cell = (width * height / (CELLS_EACH * count as f32)).sqrt().max(SMALLEST_CELL);
        // On a degenerate sheet, with all ends in one row or column, more cells than ends are not needed.
        let cells = |span: f32| ((span / cell) as usize + 1).min(2 * count);
        let mut index = Self {
            origin: bounds.min,
            cell,
            columns: cells(width),
            rows: cells(height),
            starts: Vec::new(),
            placed: vec![Placed::default(); count],
        };
        index.fill(ends);
        index
    }

    /// Sorts the ends, first by row, then each row by cell, so that neither pass jumps around in memory.
    fn fill(&mut self, ends: impl Iterator<Item = (End, Point)> + Clone) {
        // Counts are offset by two: filling a row or a cell moves its start to its end, which is where the next one
        // begins.
        let mut rows = vec![0u32; self.rows + 2];
        ends.clone().for_each(|(_, p)| rows[self.row(p.y) + 2] += 1);
        sum_up(&mut rows, 0);
        for ((polyline, at_end), at) in ends {
            let slot = &mut rows[self.row(at.y) + 1];
            self.placed[*slot as usize] = Placed { at, number: 2 * polyline as u32 + u32::from(at_end) };
            *slot += 1;
        }
        let mut starts = vec![0u32; self.columns * self.rows + 2];
        let mut unordered = Vec::new();
        for row in 0..self.rows {
            let (from, to) = (rows[row] as usize, rows[row + 1] as usize);
            let cells = &mut starts[row * self.columns..(row + 1) * self.columns + 2];
            unordered.clear();
            unordered.extend_from_slice(&self.placed[from..to]);
            unordered.iter().for_each(|e: &Placed| cells[self.column(e.at.x) + 2] += 1);
            sum_up(&mut cells[2..], from as u32);
            for &end in &unordered {
                let slot = &mut cells[self.column(end.at.x) + 1];
                self.placed[*slot as usize] = end;
                *slot += 1;
            }
        }
        self.starts = starts;
    }

    /// Returns all ends, ordered so that nearby ones are adjacent.
    pub(crate) fn by_place(&self) -> impl Iterator<Item = End> {
        self.placed.iter().map(|e| e.end())
    }

    fn column(&self, x: f32) -> usize {
        (((x - self.origin.x) / self.cell).max(0.0) as usize).min(self.columns - 1)
    }

    fn row(&self, y: f32) -> usize {
        (((y - self.origin.y) / self.cell).max(0.0) as usize).min(self.rows - 1)
    }

    /// Returns the ends within a distance of a point, by polyline.
    pub(crate) fn within(&self, p: Point, reach: f32) -> Vec<End> {
        let mut out = Vec::new();
        if self.placed.is_empty() {
            return out;
        }
        let (first, last) = (self.column(p.x - reach), self.column(p.x + reach));
        for row in self.row(p.y - reach)..=self.row(p.y + reach) {
            let row = row * self.columns;
            let (from, to) = (self.starts[row + first] as usize, self.starts[row + last + 1] as usize);
            let near = |e: &&Placed| (e.at.x - p.x).abs() <= reach && distance(e.at, p) <= reach;
            out.extend(self.placed[from..to].iter().filter(near).map(|e| e.end()));
        }
        out.sort_unstable();
        out
    }
}

/// Replaces counts by their running sums.
fn sum_up(counts: &mut [u32], mut before: u32) {
    for count in counts {
        before += *count;
        *count = before;
    }
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::point;

    use super::*;

    /// Returns pseudorandom points, dense around 50, 50 and sparse elsewhere.
    fn points() -> Vec<Point> {
        let mut state = 7u32;
        let mut number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        };
        (0..2000)
            .map(|n| {
                if n % 4 == 0 {
                    point(100.0 * number(), 100.0 * number())
                } else {
                    point(49.0 + number(), 49.0 + number())
                }
            })
            .collect()
    }

    fn ends(points: &[Point]) -> impl Iterator<Item = (End, Point)> + Clone {
        points.iter().enumerate().map(|(n, &p)| ((n / 2, n % 2 == 1), p))
    }

    #[test]
    fn all_ends_within_reach_are_found_in_order_and_no_others() {
        let points = points();
        let index = EndIndex::new(ends(&points));
        for (_, p) in ends(&points).step_by(7).chain([((0, false), point(-3.0, 120.0)), ((0, false), point(0.3, 0.2))])
        {
            for reach in [0.0, 0.6, 0.8, 5.0] {
                let wanted: Vec<End> =
                    ends(&points).filter(|(_, q)| distance(p, *q) <= reach).map(|(end, _)| end).collect();
                assert_eq!(index.within(p, reach), wanted, "{p:?} {reach}");
            }
        }
    }

    #[test]
    fn non_finite_and_distant_ends_do_no_harm() {
        let points = [point(f32::NAN, 0.0), point(1e9, 1e9), point(2.0, 3.0), point(-1e30, 3.0)];
        let index = EndIndex::new(ends(&points));
        assert_eq!(index.within(point(2.0, 3.1), 0.6), [(1, false)]);
        assert!(EndIndex::new(ends(&[])).within(point(0.0, 0.0), 1.0).is_empty());
    }
}
