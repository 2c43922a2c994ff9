//! The page as cells: the bounding lines and the regions that they enclose.

use plumbline_geometry::{Axis, Grid, Point, Rect, point};

/// A free cell.
pub(crate) const FREE: u8 = 0;
/// An opening without a door, through which a room may continue.
pub(crate) const WEAK: u8 = 1;
/// A wall or a closed opening.
pub(crate) const WALL: u8 = 2;

/// Not a region: a wall, or the outside.
pub(crate) const NO_REGION: u32 = 0;

/// A grid of square cells.
#[derive(Debug, Clone)]
pub(crate) struct Raster {
    pub(crate) origin: Point,
    /// The side of a cell in points.
    pub(crate) cell: f32,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) cells: Vec<u8>,
}

impl Raster {
    /// Creates a grid over a box, with a free rim around it.
    pub(crate) fn new(bbox: Rect, cell: f32) -> Self {
        const RIM: usize = 4;
        let rim = RIM as f32 * cell;
        let span = |a: f32, b: f32| ((b - a) / cell).ceil().max(1.0) as usize + 2 * RIM;
        let (columns, rows) = (span(bbox.min.x, bbox.max.x), span(bbox.min.y, bbox.max.y));
        let origin = point(bbox.min.x - rim, bbox.min.y - rim);
        Self { origin, cell, columns, rows, cells: vec![FREE; columns * rows] }
    }

    /// Returns the cell at a point, or `None` outside.
    pub(crate) fn at(&self, p: Point) -> Option<usize> {
        let (x, y) = ((p.x - self.origin.x) / self.cell, (p.y - self.origin.y) / self.cell);
        let inside = x >= 0.0 && y >= 0.0 && x < self.columns as f32 && y < self.rows as f32;
        inside.then(|| y as usize * self.columns + x as usize)
    }

    /// Draws a line one cell wide, so that cells on its two sides do not share an edge.
    pub(crate) fn line(&mut self, a: Point, b: Point, value: u8) {
        let to = |p: Point| -> Point<Grid> { ((p - self.origin) / self.cell).to_point().cast_unit() };
        let (a, b) = (to(a), to(b));
        if !(a.x.is_finite() && a.y.is_finite() && b.x.is_finite() && b.y.is_finite()) {
            return;
        }
        // One cell per step along the longer axis.
        let axis = if (b.y - a.y).abs() > (b.x - a.x).abs() { Axis::Y } else { Axis::X };
        let (a, b) = if axis.of(a) <= axis.of(b) { (a, b) } else { (b, a) };
        let (along_a, along_b) = (axis.of(a), axis.of(b));
        let (across_a, across_b) = (axis.other().of(a), axis.other().of(b));
        let (most, side) = if axis == Axis::X { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let slope = (across_b - across_a) / (along_b - along_a).max(1e-6);
        let (first, last) = (along_a.floor().max(0.0), along_b.floor().min(most as f32 - 1.0));
        let mut step = first;
        while step <= last {
            let t = (step + 0.5).clamp(along_a, along_b.max(along_a));
            let other = (across_a + (t - along_a) * slope).floor();
            if other >= 0.0 && other < side as f32 {
                let (x, y) = if axis == Axis::X { (step, other) } else { (other, step) };
                let cell = &mut self.cells[y as usize * self.columns + x as usize];
                *cell = (*cell).max(value);
            }
            step += 1.0;
        }
    }

    /// Returns the regions of free cells that share edges, numbered from 1 in reading order, and the size of each. The
    /// outside is [`NO_REGION`].
    pub(crate) fn regions(&self) -> (Vec<u32>, Vec<usize>) {
        let mut region = vec![NO_REGION; self.cells.len()];
        let mut sizes = vec![0usize];
        let mut open: Vec<usize> = Vec::new();
        // The outside comes first, so that it keeps the number for no region.
        let mut outside = vec![false; self.cells.len()];
        outside[0] = true;
        open.push(0);
        while let Some(cell) = open.pop() {
            for next in self.neighbors(cell) {
                if self.cells[next] == FREE && !outside[next] {
                    outside[next] = true;
                    open.push(next);
                }
            }
        }
        for start in 0..self.cells.len() {
            if self.cells[start] != FREE || outside[start] || region[start] != NO_REGION {
                continue;
            }
            let number = sizes.len() as u32;
            region[start] = number;
            let mut size = 0;
            open.push(start);
            while let Some(cell) = open.pop() {
                size += 1;
                for next in self.neighbors(cell) {
                    if self.cells[next] == FREE && region[next] == NO_REGION {
                        region[next] = number;
                        open.push(next);
                    }
                }
            }
            sizes.push(size);
        }
        (region, sizes)
    }

    /// Returns the cells that share an edge with a cell.
    pub(crate) fn neighbors(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (x, y, columns, rows) = (cell % self.columns, cell / self.columns, self.columns, self.rows);
        let left = (x > 0).then(|| cell - 1);
        let right = (x + 1 < columns).then_some(cell + 1);
        let up = (y > 0).then(|| cell - columns);
        let down = (y + 1 < rows).then_some(cell + columns);
        [left, right, up, down].into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::rect;

    use super::*;

    #[test]
    fn a_closed_line_in_any_direction_separates_inside_from_outside() {
        for turn in 0..24 {
            let angle = turn as f32 * 0.13;
            let corner = |k: usize| {
                let (x, y) = [(-30.0, -20.0), (30.0, -20.0), (30.0, 20.0), (-30.0, 20.0)][k % 4];
                point(50.3 + x * angle.cos() - y * angle.sin(), 50.7 + x * angle.sin() + y * angle.cos())
            };
            let mut raster = Raster::new(rect(0.0, 0.0, 100.0, 100.0), 1.0);
            (0..4).for_each(|k| raster.line(corner(k), corner(k + 1), WALL));
            let (region, sizes) = raster.regions();
            assert_eq!(sizes.len(), 2, "{turn}");
            assert_eq!(region[raster.at(point(50.0, 50.0)).unwrap()], 1);
            assert!((2100..=2420).contains(&sizes[1]), "{}", sizes[1]);
        }
    }
}
