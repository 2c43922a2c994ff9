//! Converts the outline of cells to a polygon on the bounding lines.

use std::collections::HashMap;

use plumbline_geometry::{Grid, Point, Segment, Vector, corners, halfway, point, vector};

use super::strokes::distance;

/// A set of cells in a window of a grid.
#[derive(Debug, Clone)]
pub(crate) struct Mask {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) cells: Vec<bool>,
}

impl Mask {
    fn get(&self, x: isize, y: isize) -> bool {
        x >= 0
            && y >= 0
            && (x as usize) < self.columns
            && (y as usize) < self.rows
            && self.cells[y as usize * self.columns + x as usize]
    }

    /// Fills the holes that the cells enclose.
    pub(crate) fn fill_holes(&mut self) {
        let mut outside = vec![false; self.cells.len()];
        let mut open = Vec::new();
        let (columns, rows) = (self.columns, self.rows);
        for x in 0..columns {
            open.extend([x, (rows - 1) * columns + x]);
        }
        for y in 0..rows {
            open.extend([y * columns, y * columns + columns - 1]);
        }
        while let Some(cell) = open.pop() {
            if outside[cell] || self.cells[cell] {
                continue;
            }
            outside[cell] = true;
            let (x, y) = (cell % columns, cell / columns);
            for dy in -1isize..=1 {
                for dx in -1isize..=1 {
                    let (nx, ny) = (x as isize + dx, y as isize + dy);
                    if nx >= 0 && ny >= 0 && (nx as usize) < columns && (ny as usize) < rows {
                        open.push(ny as usize * columns + nx as usize);
                    }
                }
            }
        }
        for (cell, out) in self.cells.iter_mut().zip(&outside) {
            *cell = !out;
        }
    }

    /// Closes slits and removes spikes that are narrower than `2 × reach` cells. Single lines that end in a room or run
    /// along a wall leave them.
    pub(crate) fn smooth(&mut self, reach: usize) {
        self.spread(reach, true);
        self.spread(2 * reach, false);
        self.spread(reach, true);
    }

    /// Sets all cells within a square of `reach` cells around cells of a value to that value.
    fn spread(&mut self, reach: usize, value: bool) {
        // Rows, then columns: their combination is a square.
        let (columns, rows) = (self.columns, self.rows);
        for (lines, length, step, next) in [(rows, columns, 1, columns), (columns, rows, columns, 1)] {
            for line in 0..lines {
                let at = |i: usize| line * next + i * step;
                let hits: Vec<usize> = (0..length).filter(|i| self.cells[at(*i)] == value).collect();
                for i in hits {
                    for k in i.saturating_sub(reach)..=(i + reach).min(length - 1) {
                        self.cells[at(k)] = value;
                    }
                }
            }
        }
    }

    /// Returns the longest boundary as corners of cells, clockwise on the page, without points on straight runs.
    pub(crate) fn boundary(&self) -> Vec<Point<Grid>> {
        // Directed edges with the inside on their right. Two edges start at a corner where two cells touch.
        let mut edges: HashMap<(i32, i32), Vec<(i32, i32)>> = HashMap::new();
        let mut starts: Vec<(i32, i32)> = Vec::new();
        for y in 0..self.rows as isize {
            for x in 0..self.columns as isize {
                if !self.get(x, y) {
                    continue;
                }
                let (i, j) = (x as i32, y as i32);
                let sides = [
                    (!self.get(x, y - 1), (i, j), (i + 1, j)),
                    (!self.get(x + 1, y), (i + 1, j), (i + 1, j + 1)),
                    (!self.get(x, y + 1), (i + 1, j + 1), (i, j + 1)),
                    (!self.get(x - 1, y), (i, j + 1), (i, j)),
                ];
                for (_, from, to) in sides.into_iter().filter(|s| s.0) {
                    edges.entry(from).or_default().push(to);
                    starts.push(from);
                }
            }
        }
        let mut longest: Vec<Point<Grid>> = Vec::new();
        let mut longest_steps = 0;
        for start in starts {
            let mut ring = Vec::new();
            let mut steps = 0;
            let (mut at, mut way) = (start, (0, 0));
            while let Some(ways) = edges.get_mut(&at).filter(|w| !w.is_empty()) {
                // Turn right first, to keep cells that touch at a corner separate.
                let turn = |to: &(i32, i32)| {
                    let d = (to.0 - at.0, to.1 - at.1);
                    way.0 * d.1 - way.1 * d.0
                };
                let next = (0..ways.len()).max_by_key(|k| turn(&ways[*k])).unwrap_or(0);
                let to = ways.swap_remove(next);
                let d = (to.0 - at.0, to.1 - at.1);
                if d != way {
                    ring.push(point(at.0 as f32, at.1 as f32));
                    way = d;
                }
                steps += 1;
                at = to;
                if at == start {
                    break;
                }
            }
            if steps > longest_steps {
                longest_steps = steps;
                longest = ring;
            }
        }
        longest
    }
}

/// Simplifies a ring by Douglas–Peucker, starting at two points far apart.
pub(crate) fn simplified<U>(ring: &[Point<U>], tolerance: f32) -> Vec<Point<U>> {
    if ring.len() < 4 {
        return ring.to_vec();
    }
    let farthest = |from: Point<U>| {
        (0..ring.len()).max_by(|a, b| distance(ring[*a], from).total_cmp(&distance(ring[*b], from))).unwrap_or(0)
    };
    let first = farthest(ring[0]);
    let second = farthest(ring[first]);
    let (low, high) = (first.min(second), first.max(second));
    let turned: Vec<Point<U>> = (0..=ring.len()).map(|i| ring[(low + i) % ring.len()]).collect();
    let split = high - low;
    let points = turned.as_slice();
    let kept = corners([(0, split), (split, ring.len())], tolerance, move |from, to| {
        move |at: usize| Segment::new(points[from], points[to]).distance(points[at])
    });
    kept.into_iter().filter(|at| *at < ring.len()).map(|at| turned[at]).collect()
}

/// Returns the area of a ring, positive if it runs clockwise on a page with y down.
pub(crate) fn area<U>(ring: &[Point<U>]) -> f64 {
    let cross = |p: Point<U>, q: Point<U>| f64::from(p.x) * f64::from(q.y) - f64::from(q.x) * f64::from(p.y);
    (0..ring.len()).map(|i| cross(ring[i], ring[(i + 1) % ring.len()])).sum::<f64>() / 2.0
}

/// Returns whether a point is inside a ring.
pub(crate) fn contains(ring: &[Point], p: Point) -> bool {
    let mut inside = false;
    for (i, a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
            inside = !inside;
        }
    }
    inside
}

/// Returns the length of a ring.
pub(crate) fn perimeter<U>(ring: &[Point<U>]) -> f64 {
    (0..ring.len()).map(|i| f64::from(distance(ring[i], ring[(i + 1) % ring.len()]))).sum()
}

/// A supporting line: a point and a direction of length 1.
pub(crate) type Support = (Point, Vector);

/// The longest edge that smoothing leaves at a cut corner, in cells: the diagonal of its square.
const LONGEST_CUT: f32 = 7.5;
/// The maximum distance from a corner of the cells to the crossing of the adjacent lines, in cells.
const NEAR: f32 = 4.0;

/// Returns the crossing of two lines, or `None` if the sine of their angle is at most `least`.
fn meeting(one: Support, other: Support, least: f32) -> Option<Point> {
    let ((at, way), (other_at, other_way)) = (one, other);
    let det = way.cross(other_way);
    let t = (other_at - at).cross(other_way) / det;
    (det.abs() > least).then(|| at + way * t)
}

/// Moves each edge of a ring onto its bounding line as returned by `find`, otherwise outward by half a cell. Corners
/// are the crossings of the lines.
pub(crate) fn snapped(ring: &[Point], cell: f32, find: impl Fn(Point, Point) -> Option<Support>) -> Vec<Point> {
    let n = ring.len();
    if n < 3 {
        return ring.to_vec();
    }
    let edge = |i: usize| (ring[i % n], ring[(i + 1) % n]);
    let middle = |i: usize| {
        let (p, q) = edge(i);
        halfway(p, q)
    };
    let found: Vec<Option<Support>> = (0..n).map(|i| find(edge(i).0, edge(i).1)).collect();
    // Smoothing cuts off corners that are not aligned with the grid.
    let is_cut = |i: usize| {
        let ends = (found[(i + n - 1) % n], found[(i + 1) % n]);
        let (None, (Some(before), Some(after))) = (found[i], ends) else { return false };
        distance(edge(i).0, edge(i).1) <= LONGEST_CUT * cell
            && meeting(before, after, 0.3).is_some_and(|corner| distance(corner, middle(i)) <= NEAR * cell)
    };
    let cut: Vec<bool> = (0..n).map(is_cut).collect();
    let mut supports: Vec<(Support, Point)> = Vec::with_capacity(n);
    for i in (0..n).filter(|i| !cut[*i]) {
        let (p, q) = edge(i);
        let before = (i + n - 1) % n;
        let corner = if cut[before] { middle(before) } else { p };
        let l = distance(p, q).max(1e-6);
        let u = (q - p) / l;
        let support = found[i].unwrap_or_else(|| {
            // The inside is to the right of the edge, y down, so outward is to the left.
            (p + vector(u.y, -u.x) * cell / 2.0, u)
        });
        // Edges on the same line are one.
        let same = supports.last().is_some_and(|((at, way), _)| {
            way.cross(support.1).abs() < 1e-4 && (support.0 - *at).cross(*way).abs() < 0.02
        });
        if !same {
            supports.push((support, corner));
        }
    }
    let n = supports.len();
    let onto = |(at, way): Support, p: Point| at + way * (p - at).dot(way);
    let mut out = Vec::with_capacity(n + 8);
    for i in 0..n {
        // The corner between the previous line and this one. The corner of the cells is near it.
        let ((before, _), (this, corner)) = (supports[(i + n - 1) % n], supports[i]);
        match meeting(before, this, 0.05).filter(|meet| distance(*meet, corner) <= NEAR * cell) {
            Some(meet) => out.push(meet),
            None => out.extend([onto(before, corner), onto(this, corner)]),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(rows: &[&str]) -> Mask {
        let cells = rows.iter().flat_map(|r| r.bytes().map(|b| b == b'#')).collect();
        Mask { columns: rows[0].len(), rows: rows.len(), cells }
    }

    #[test]
    fn the_boundary_of_cells_has_their_area_and_runs_clockwise() {
        let m = mask(&["......", ".####.", ".##...", "......"]);
        let ring = m.boundary();
        assert_eq!(ring.len(), 6);
        assert_eq!(area(&ring), 6.0);
        assert_eq!(perimeter(&ring), 12.0);
    }

    #[test]
    fn holes_are_filled() {
        let mut m = mask(&[".....", ".###.", ".#.#.", ".###.", "....."]);
        m.fill_holes();
        assert_eq!(area(&m.boundary()), 9.0);
    }

    #[test]
    fn slits_are_closed_and_spikes_removed() {
        let mut m = Mask { columns: 40, rows: 40, cells: vec![false; 1600] };
        for y in 10..30 {
            for x in 10..30 {
                m.cells[y * 40 + x] = x != 20 || y > 20;
            }
        }
        (30..36).for_each(|x| m.cells[15 * 40 + x] = true);
        m.smooth(2);
        assert_eq!(m.boundary(), [[10.0, 10.0], [30.0, 10.0], [30.0, 30.0], [10.0, 30.0]].map(Point::from));
    }

    #[test]
    fn the_steps_of_a_slanting_line_become_straight() {
        let mut ring: Vec<Point> = vec![point(0.0, 0.0)];
        for i in 0..20 {
            ring.extend([point(i as f32 + 1.0, i as f32 * 0.5), point(i as f32 + 1.0, (i + 1) as f32 * 0.5)]);
        }
        ring.push(point(0.0, 10.0));
        assert!(simplified(&ring, 1.0).len() <= 4);
    }

    #[test]
    fn edges_move_onto_the_lines_they_come_from() {
        let ring = [[1.0, 1.0], [9.0, 1.0], [9.0, 9.0], [1.0, 9.0]].map(Point::from);
        let out = snapped(&ring, 1.0, |p, q| {
            (p.y == q.y).then_some((point(0.0, if p.y < 5.0 { 0.2 } else { 9.9 }), vector(1.0, 0.0)))
        });
        assert!((area(&out) - 9.0 * 9.7).abs() < 1e-3, "{out:?}");
    }
}
