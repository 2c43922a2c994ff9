//! Points in the order of their places, by strips of a sheet and along each strip. The neighbors of a point are the
//! next ones in three strips, so visiting all points with their neighbors passes through memory once.

/// Maximum number of strips: those of a 300-inch sheet on the plotter's grid. Everything beyond is in the last.
const MOST_STRIPS: usize = 360_000;

/// Points by strips, from left to right along each.
#[derive(Debug)]
pub(crate) struct Strips {
    /// Index in `points` at which each strip begins.
    starts: Vec<u32>,
    /// Cells along the strip, each with the number of its point.
    points: Vec<(i32, u32)>,
}

impl Strips {
    /// Sorts `count` points by their cells.
    pub(crate) fn of(count: usize, cell: impl Fn(u32) -> (i32, i32)) -> Self {
        let rows = (0..count as u32).map(|n| cell(n).1);
        let (top, bottom) = rows.clone().fold((i32::MAX, i32::MIN), |(top, bottom), y| (top.min(y), bottom.max(y)));
        let strip = |y: i32| (i64::from(y) - i64::from(top)).clamp(0, MOST_STRIPS as i64 - 1) as usize;
        // Counts are stored two strips late: filling a strip moves its start to its end, where the next strip begins.
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

    /// Returns the points' numbers in order.
    pub(crate) fn order(self) -> Vec<u32> {
        self.points.into_iter().map(|(_, n)| n).collect()
    }

    fn strip(&self, number: usize) -> &[(i32, u32)] {
        match self.starts.get(number..number + 2) {
            Some(&[from, to]) => &self.points[from as usize..to as usize],
            _ => &[],
        }
    }

    /// Calls `call` with each point and the points within one cell of it: those of the strip above, of its own and of
    /// the strip below, as cells and numbers. The point itself is among them.
    pub(crate) fn for_each_neighborhood<'a>(&'a self, mut call: impl FnMut(u32, [&'a [(i32, u32)]; 3])) {
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

/// The part of a strip near a point. It moves along with the points.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn neighborhoods(cells: &[(i32, i32)]) -> Vec<(u32, [Vec<u32>; 3])> {
        let mut out = Vec::new();
        Strips::of(cells.len(), |n| cells[n as usize]).for_each_neighborhood(|point, near| {
            out.push((point, near.map(|strip| strip.iter().map(|n| n.1).collect())));
        });
        out.sort_unstable();
        out
    }

    #[test]
    fn every_point_meets_all_within_one_cell_and_no_others() {
        let mut state = 11u32;
        let mut number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as i32 % 12 - 3
        };
        let cells: Vec<(i32, i32)> = (0..80).map(|_| (number(), number())).collect();
        let wanted = (0..80u32).map(|point| {
            let (x, y) = cells[point as usize];
            let strip = |y: i32| {
                let mut near: Vec<u32> =
                    (0..80).filter(|&n| cells[n as usize].1 == y && (cells[n as usize].0 - x).abs() <= 1).collect();
                near.sort_by_key(|&n| (cells[n as usize].0, n));
                near
            };
            (point, [strip(y - 1), strip(y), strip(y + 1)])
        });
        assert_eq!(neighborhoods(&cells), wanted.collect::<Vec<_>>());
    }

    #[test]
    fn points_far_beyond_a_sheet_take_no_more_strips() {
        let cells = [(0, 0), (1, i32::MAX), (i32::MIN, i32::MAX), (i32::MAX, i32::MIN)];
        assert!(neighborhoods(&cells).iter().all(|(point, [_, own, _])| own.contains(point)));
        assert!(neighborhoods(&[]).is_empty());
    }
}
