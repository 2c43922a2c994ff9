//! A grid over a sheet that finds the strokes near a point, built in one pass.

use plumbline_geometry::{Point, Rect, rect};

use crate::ink::Stroke;

/// Width of a cell in points: about the length of a symbol's strokes.
const CELL: f32 = 3.0;

/// Maximum distance in points at which strokes are found.
pub const REACH: f32 = 0.8;

/// A grid over strokes.
#[derive(Debug)]
pub struct Grid {
    origin: Point,
    /// Width of a cell and largest distance at which strokes are found, in points.
    cell: f32,
    reach: f32,
    columns: usize,
    rows: usize,
    /// Cells whose numbers agree in these bits share a bucket.
    mask: usize,
    /// Index in `entries` at which the strokes of each bucket begin.
    starts: Vec<u32>,
    entries: Vec<u32>,
}

/// Maximum number of cells along one side. On a sheet larger than any plotter's, everything beyond falls into the cells
/// at the edge.
const MOST_CELLS: usize = 4000;

/// Buckets per stroke of a sparse grid: about the number of cells a stroke crosses.
const BUCKETS_EACH: usize = 8;

impl Grid {
    /// Builds a grid over all strokes.
    pub fn new(strokes: &[Stroke]) -> Self {
        Self::build((0u32..).zip(strokes), CELL, REACH, usize::MAX)
    }

    /// Builds a grid over some of the strokes.
    pub fn over(strokes: &[Stroke], picked: &[u32]) -> Self {
        Self::build(picked.iter().map(|&i| (i, &strokes[i as usize])), CELL, REACH, usize::MAX)
    }

    /// Builds a grid over strokes that cover few places of a sheet, with cells of any width and little memory for empty
    /// ones. Cells share buckets, so a stroke may by chance be found where it is not, or twice.
    pub(crate) fn sparse(strokes: &[Stroke], picked: &[u32], cell: f32, reach: f32) -> Self {
        let most = (BUCKETS_EACH * picked.len()).next_power_of_two();
        Self::build(picked.iter().map(|&i| (i, &strokes[i as usize])), cell, reach, most)
    }

    fn build<'a>(
        strokes: impl Iterator<Item = (u32, &'a Stroke)> + Clone,
        cell: f32,
        reach: f32,
        most_buckets: usize,
    ) -> Self {
        let start = rect(f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
        let bounds = strokes
            .clone()
            .flat_map(|(_, s)| [s.a, s.b])
            .filter(|p| p.x.is_finite() && p.y.is_finite())
            .fold(start, |b: Rect, p| b.including(p));
        let bounds = if bounds.min.x <= bounds.max.x { bounds } else { Rect::default() };
        let cells = |span: f32| ((span / cell) as usize + 1).min(MOST_CELLS);
        let mut grid = Self {
            origin: bounds.min,
            cell,
            reach,
            columns: cells(bounds.width()),
            rows: cells(bounds.height()),
            mask: usize::MAX,
            starts: Vec::new(),
            entries: Vec::new(),
        };
        if grid.columns * grid.rows > most_buckets {
            // With an odd number of columns, cells above each other are in different buckets.
            grid.columns |= 1;
            grid.mask = most_buckets - 1;
        }
        let mut counts = vec![0u32; (grid.columns * grid.rows).min(most_buckets) + 1];
        for (_, s) in strokes.clone() {
            grid.each_cell(s, |cell| counts[cell + 1] += 1);
        }
        for i in 1..counts.len() {
            counts[i] += counts[i - 1];
        }
        let mut next = counts.clone();
        let mut entries = vec![0u32; counts.last().copied().unwrap_or(0) as usize];
        for (i, s) in strokes {
            grid.each_cell(s, |cell| {
                entries[next[cell] as usize] = i;
                next[cell] += 1;
            });
        }
        grid.starts = counts;
        grid.entries = entries;
        grid
    }

    fn column(&self, x: f32) -> usize {
        (((x - self.origin.x) / self.cell).max(0.0) as usize).min(self.columns - 1)
    }

    fn row(&self, y: f32) -> usize {
        (((y - self.origin.y) / self.cell).max(0.0) as usize).min(self.rows - 1)
    }

    /// Calls `call` once for each cell that has a point within reach of the stroke. Proceeds column by column, so that
    /// a long slanting line costs its length, not the area of its box.
    fn each_cell(&self, s: &Stroke, mut call: impl FnMut(usize)) {
        let (a, b) = if s.a.x <= s.b.x { (s.a, s.b) } else { (s.b, s.a) };
        if !(a.x.is_finite() && a.y.is_finite() && b.x.is_finite() && b.y.is_finite()) {
            return;
        }
        let slope = if b.x - a.x > 1e-3 { (b.y - a.y) / (b.x - a.x) } else { 0.0 };
        let upright = b.x - a.x <= 1e-3;
        for column in self.column(a.x - self.reach)..=self.column(b.x + self.reach) {
            let left = self.origin.x + column as f32 * self.cell - self.reach;
            let right = left + self.cell + 2.0 * self.reach;
            let (y0, y1) = if upright {
                (a.y, b.y)
            } else {
                let at = |x: f32| a.y + slope * (x.clamp(a.x, b.x) - a.x);
                (at(left), at(right))
            };
            for row in self.row(y0.min(y1) - self.reach)..=self.row(y0.max(y1) + self.reach) {
                call((row * self.columns + column) & self.mask);
            }
        }
    }

    /// Returns the strokes of each cell that is not empty.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &[u32]> {
        self.starts.windows(2).map(|w| &self.entries[w[0] as usize..w[1] as usize]).filter(|cell| !cell.is_empty())
    }

    /// Returns the indexes of the strokes in the cells that a box covers, ascending.
    pub(crate) fn within(&self, area: Rect) -> Vec<u32> {
        let mut out: Vec<u32> = Vec::new();
        for row in self.row(area.min.y)..=self.row(area.max.y) {
            let first = row * self.columns;
            let (from, to) = (first + self.column(area.min.x), first + self.column(area.max.x));
            out.extend(&self.entries[self.starts[from] as usize..self.starts[to + 1] as usize]);
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Returns the indexes of the strokes that may pass within reach of the point: [`REACH`] unless another was given.
    #[inline]
    pub fn near(&self, p: Point) -> &[u32] {
        let (x, y) = ((p.x - self.origin.x) / self.cell, (p.y - self.origin.y) / self.cell);
        if !(x >= -1.0 && y >= -1.0 && x <= self.columns as f32 + 1.0 && y <= self.rows as f32 + 1.0) {
            return &[];
        }
        let cell = (self.row(p.y) * self.columns + self.column(p.x)) & self.mask;
        &self.entries[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::{point, vector};

    use super::*;

    #[test]
    fn every_stroke_is_found_along_its_whole_length() {
        let strokes: Vec<Stroke> = [
            (point(3.0, 4.0), point(97.0, 61.0)),
            (point(50.0, 2.0), point(50.0, 90.0)),
            (point(90.0, 80.0), point(2.0, 80.5)),
        ]
        .into_iter()
        .map(|(a, b)| Stroke { a, b, color: 0, curved: false, filled: false, path: 0 })
        .collect();
        let grid = Grid::new(&strokes);
        for (i, s) in strokes.iter().enumerate() {
            for step in 0..=200 {
                let t = step as f32 / 200.0;
                let p = s.a + (s.b - s.a) * t;
                for off in [vector(0.0, 0.7), vector(0.7, 0.0), vector(0.0, -0.7), vector(-0.7, 0.0)] {
                    assert!(grid.near(p + off).contains(&(i as u32)), "{i} {p:?}");
                }
            }
        }
        assert!(grid.near(point(-50.0, 0.0)).is_empty());
    }

    #[test]
    fn a_sparse_grid_finds_all_that_a_full_one_does_in_its_order() {
        let mut state = 3u32;
        let mut number = |most: f32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 * most
        };
        let strokes: Vec<Stroke> = (0..60)
            .map(|_| (point(number(2000.0), number(1500.0)), vector(number(9.0), number(9.0))))
            .map(|(a, d)| Stroke { a, b: a + d, color: 0, curved: false, filled: false, path: 0 })
            .collect();
        let picked: Vec<u32> = (0..60).filter(|i| i % 3 != 0).collect();
        let sparse = Grid::sparse(&strokes, &picked, 1.0, 0.6);
        assert!(sparse.starts.len() < 1000);
        for &i in &picked {
            let s = &strokes[i as usize];
            for p in [s.a, s.b, point(s.a.x + 0.5, s.a.y - 0.3), point(s.b.x - 0.4, s.b.y)] {
                let near = sparse.near(p);
                assert!(near.contains(&i) && near.is_sorted(), "{i} {p:?} {near:?}");
            }
        }
    }
}
