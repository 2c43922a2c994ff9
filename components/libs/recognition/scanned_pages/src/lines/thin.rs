//! Thins ink to lines one pixel wide (T. Y. Zhang and C. Y. Suen, "A fast parallel algorithm for thinning digital
//! patterns", 1984). Only pixels whose neighborhood changed are examined again, so the cost grows with the ink.

use crate::image::Ink;

/// The remaining ink, with a frame of one blank pixel around it.
#[derive(Debug)]
pub(crate) struct Thinned {
    /// Pixels across, including the frame.
    pub(crate) stride: usize,
    /// For each pixel its distance to the paper in pixels, at most 255, or 0 if no ink remains there.
    pub(crate) reach: Vec<u8>,
}

/// Returns the neighbors of a pixel clockwise from above, as steps in a grid.
pub(crate) fn around(stride: usize) -> [isize; 8] {
    let s = stride as isize;
    [-s, 1 - s, 1, s + 1, s, s - 1, -1, -s - 1]
}

pub(crate) fn thin(ink: &Ink) -> Thinned {
    let stride = ink.width() + 2;
    let mut grid = vec![0u8; stride * (ink.height() + 2)];
    for y in 0..ink.height() {
        let at = (y + 1) * stride + 1;
        grid[at..at + ink.width()].copy_from_slice(ink.row(y));
    }
    let mut reach = distances(&grid, stride);
    thin_grid(&mut grid, stride);
    for (reach, &left) in reach.iter_mut().zip(&grid) {
        *reach *= u8::from(left != 0);
    }
    Thinned { stride, reach }
}

/// Returns for each pixel with ink its distance from paper in steps (horizontal, vertical and diagonal alike).
fn distances(grid: &[u8], stride: usize) -> Vec<u8> {
    let mut far: Vec<u8> = grid.iter().map(|&ink| if ink != 0 { u8::MAX } else { 0 }).collect();
    let [above, right_above, right, right_below, below, left_below, left, left_above] = around(stride);
    let mut sweep = |at: usize, before: [isize; 4]| {
        if far[at] != 0 {
            let least = before.into_iter().map(|step| far[at.wrapping_add_signed(step)]).min().unwrap_or(0);
            far[at] = far[at].min(least.saturating_add(1));
        }
    };
    let inner = stride + 1..grid.len().saturating_sub(stride + 1);
    for at in inner.clone() {
        sweep(at, [left, left_above, above, right_above]);
    }
    for at in inner.rev() {
        sweep(at, [right, right_below, below, left_below]);
    }
    far
}

/// Marks a pixel that waits to be examined, next to the bit of its ink.
const WAITING: u8 = 2;

fn thin_grid(grid: &mut [u8], stride: usize) {
    let steps = around(stride);
    let mut waiting: Vec<u32> = Vec::new();
    for at in stride + 1..grid.len().saturating_sub(stride + 1) {
        if grid[at] != 0 && steps.iter().any(|&step| grid[at.wrapping_add_signed(step)] & 1 == 0) {
            waiting.push(at as u32);
            grid[at] |= WAITING;
        }
    }
    let mut gone = Vec::new();
    while !waiting.is_empty() {
        let mut changed = Vec::new();
        for second in [false, true] {
            gone.clear();
            for &at in &waiting {
                let at = at as usize;
                if grid[at] & 1 != 0 && removable(grid, at, &steps, second) {
                    gone.push(at);
                }
            }
            for &at in &gone {
                grid[at] = 0;
            }
            changed.extend(gone.iter().map(|&at| at as u32));
        }
        for at in waiting.drain(..) {
            grid[at as usize] &= 1;
        }
        for at in changed {
            for &step in &steps {
                let near = (at as usize).wrapping_add_signed(step);
                if grid[near] == 1 {
                    grid[near] |= WAITING;
                    waiting.push(near as u32);
                }
            }
        }
    }
}

/// Tests the conditions of Zhang and Suen: two to six neighbors, one transition from paper to ink around the pixel,
/// and paper to the right or below (first pass), or to the left or above (second pass).
fn removable(grid: &[u8], at: usize, steps: &[isize; 8], second: bool) -> bool {
    let near = steps.map(|step| grid[at.wrapping_add_signed(step)] & 1);
    let count: u8 = near.iter().sum();
    if !(2..=6).contains(&count) {
        return false;
    }
    let passages = (0..8).filter(|&i| near[i] == 0 && near[(i + 1) % 8] == 1).count();
    if passages != 1 {
        return false;
    }
    let [above, _, right, _, below, _, left, _] = near;
    if second {
        above * right * left == 0 && above * below * left == 0
    } else {
        above * right * below == 0 && right * below * left == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_becomes_a_line_along_its_middle_and_keeps_its_width() {
        let mut ink = Ink::blank(100, 40);
        for y in 15..22 {
            for x in 10..90 {
                ink.set(x, y, true);
            }
        }
        let thinned = thin(&ink);
        let left: Vec<(usize, usize, u8)> = thinned
            .reach
            .iter()
            .enumerate()
            .filter(|(_, r)| **r != 0)
            .map(|(at, &r)| (at % thinned.stride - 1, at / thinned.stride - 1, r))
            .collect();
        assert!((70..90).contains(&left.len()), "{}", left.len());
        assert!(
            left.iter().filter(|(x, ..)| (20..80).contains(x)).all(|&(_, y, r)| (17..=19).contains(&y) && r >= 3),
            "{left:?}"
        );
    }

    #[test]
    fn a_ring_stays_closed() {
        let mut ink = Ink::blank(80, 80);
        for y in 0..80usize {
            for x in 0..80usize {
                let r = (x as f32 - 40.0).hypot(y as f32 - 40.0);
                ink.set(x, y, (24.0..30.0).contains(&r));
            }
        }
        let thinned = thin(&ink);
        let steps = around(thinned.stride);
        for (at, &reach) in thinned.reach.iter().enumerate() {
            let near =
                steps.iter().filter(|&&step| reach != 0 && thinned.reach[at.wrapping_add_signed(step)] != 0).count();
            assert!(reach == 0 || near >= 2, "an end at {at}");
        }
    }
}
