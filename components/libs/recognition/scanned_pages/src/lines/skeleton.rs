//! Thinned ink as chains of pixels between free ends and junctions. Spurs, which thinning leaves at the corners of wide
//! lines, are removed first.

use crate::lines::thin::{Thinned, around};

/// A chain of pixels.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Chain {
    /// The centers of its pixels, in order.
    pub(crate) points: Vec<[f32; 2]>,
    /// Whether its first and last point are at a junction, where the other line displaces the middle of this one.
    pub(crate) junctions: [bool; 2],
    /// Whether it returns to its first point.
    pub(crate) closed: bool,
    /// Width of the ink along it.
    pub(crate) width: f32,
}

/// Rounds of removing spurs. The second finds spurs that were attached to a spur.
const ROUNDS: usize = 2;

struct Grid {
    stride: usize,
    steps: [isize; 8],
    /// As in [`Thinned`].
    reach: Vec<u8>,
}

impl Grid {
    /// Returns the neighbors of a pixel. A diagonal one does not count if a pixel beside both leads there too.
    fn neighbors(&self, at: usize) -> impl Iterator<Item = usize> {
        let near = self.steps.map(|step| self.reach[at.wrapping_add_signed(step)] != 0);
        let steps = self.steps;
        (0..8)
            .filter(move |&i| near[i] && (i % 2 == 0 || !(near[i - 1] || near[(i + 1) % 8])))
            .map(move |i| at.wrapping_add_signed(steps[i]))
    }

    fn degree(&self, at: usize) -> usize {
        self.neighbors(at).count()
    }

    /// Returns the chain from a pixel to the next one that is an end or a junction, both included.
    fn walk(&self, from: usize, first: usize) -> Vec<usize> {
        let mut chain = vec![from, first];
        let (mut before, mut at) = (from, first);
        while at != from && self.degree(at) == 2 {
            let Some(next) = self.neighbors(at).find(|&next| next != before) else { break };
            (before, at) = (at, next);
            chain.push(at);
        }
        chain
    }

    /// Returns the width of the ink along pixels. It is the median, so that junctions and blots do not count.
    fn width(&self, chain: &[usize]) -> f32 {
        let mut reaches: Vec<u8> = chain.iter().map(|&at| self.reach[at]).collect();
        let middle = reaches.len() / 2;
        let reach = *reaches.select_nth_unstable(middle).1;
        // A line one or two pixels wide has a reach of 1.
        2.0 * f32::from(reach) - 0.5
    }

    fn point(&self, at: usize) -> [f32; 2] {
        // The frame is one pixel wide, and the center of a pixel is half a pixel in.
        [(at % self.stride) as f32 - 0.5, (at / self.stride) as f32 - 0.5]
    }
}

pub(crate) fn chains(thinned: Thinned) -> Vec<Chain> {
    let steps = around(thinned.stride);
    let mut grid = Grid { stride: thinned.stride, steps, reach: thinned.reach };
    for _ in 0..ROUNDS {
        remove_spurs(&mut grid);
    }
    let mut seen = vec![0u8; grid.reach.len().div_ceil(8)];
    let mut mark = |at: usize| {
        let before = seen[at / 8] >> (at % 8) & 1 != 0;
        seen[at / 8] |= 1 << (at % 8);
        before
    };
    let mut found = Vec::new();
    let pixels: Vec<usize> = (0..grid.reach.len()).filter(|&at| grid.reach[at] != 0).collect();
    for &at in pixels.iter().filter(|&&at| !matches!(grid.degree(at), 0 | 2)) {
        for first in grid.neighbors(at) {
            let chain = grid.walk(at, first);
            let last = chain[chain.len() - 1];
            // If the chain was walked from its other end before, its inner pixels are marked. One of two pixels is kept
            // from the lower end.
            let known = match chain[1..chain.len() - 1] {
                [] => last < at,
                [only] => mark(only),
                [start, .., end] => {
                    let known = mark(start);
                    mark(end);
                    known
                }
            };
            if !known {
                for &inner in &chain[1..chain.len() - 1] {
                    mark(inner);
                }
                found.push(kept(&grid, &chain, [at, last].map(|end| grid.degree(end) > 2), at == last));
            }
        }
    }
    // The remaining pixels are rings.
    for &at in &pixels {
        if grid.degree(at) == 2 && !mark(at) {
            let Some(first) = grid.neighbors(at).next() else { continue };
            let chain = grid.walk(at, first);
            for &inner in &chain {
                mark(inner);
            }
            found.push(kept(&grid, &chain, [false; 2], true));
        }
    }
    found
}

fn kept(grid: &Grid, chain: &[usize], junctions: [bool; 2], closed: bool) -> Chain {
    Chain { points: chain.iter().map(|&at| grid.point(at)).collect(), junctions, closed, width: grid.width(chain) }
}

/// Removes chains from a free end to a junction that are no longer than the junction's ink is wide.
fn remove_spurs(grid: &mut Grid) {
    let ends: Vec<usize> = (0..grid.reach.len()).filter(|&at| grid.reach[at] != 0 && grid.degree(at) == 1).collect();
    for end in ends {
        let Some(first) = grid.neighbors(end).next() else { continue };
        let chain = grid.walk(end, first);
        let last = chain[chain.len() - 1];
        let reach = usize::from(grid.reach[last]);
        if grid.degree(last) > 2 && chain.len() <= reach + 2 {
            for &at in &chain[..chain.len() - 1] {
                grid.reach[at] = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::Ink;
    use crate::lines::thin::thin;

    fn bars(bars: &[[usize; 4]]) -> Vec<Chain> {
        let mut ink = Ink::blank(200, 200);
        for &[x0, y0, x1, y1] in bars {
            for y in y0..y1 {
                for x in x0..x1 {
                    ink.set(x, y, true);
                }
            }
        }
        chains(thin(&ink))
    }

    #[test]
    fn a_bar_is_one_chain_without_spurs() {
        let chains = bars(&[[20, 50, 180, 57]]);
        assert_eq!(chains.len(), 1);
        assert_eq!(chains[0].junctions, [false; 2]);
        assert!((chains[0].width - 7.0).abs() <= 1.0, "{}", chains[0].width);
    }

    #[test]
    fn a_crossing_has_four_long_arms_that_end_at_it() {
        let chains = bars(&[[20, 98, 180, 101], [98, 20, 101, 180]]);
        let long: Vec<_> = chains.iter().filter(|chain| chain.points.len() > 20).collect();
        assert_eq!(long.len(), 4);
        assert!(long.iter().all(|chain| chain.junctions[0] != chain.junctions[1]));
    }

    #[test]
    fn the_frame_of_a_rectangle_is_one_closed_chain() {
        let chains = bars(&[[20, 20, 180, 22], [20, 178, 180, 180], [20, 20, 22, 180], [178, 20, 180, 180]]);
        assert_eq!(chains.len(), 1);
        assert!(chains[0].closed && chains[0].points.len() > 600);
    }
}
