//! Compares the spacings of a page's grid with its scale. A spacing is a length between two neighboring bubbles.

use crate::dimensions::{Implied, Verdict, judge};
use crate::page::Page;
use crate::place::middle;
use plumbline_units::parse_dimension;

/// Fewest spacings that give a verdict.
const FEWEST: usize = 3;
/// Largest offset of a bubble across its row, as a share of its width.
const IN_ROW: f32 = 0.3;
/// Largest distance of a written spacing from its row, in bubble widths.
const ASIDE: f32 = 6.0;
/// Largest distance of a written spacing from the middle between the bubbles, as a share of the spacing.
const OFF_CENTER: f32 = 0.1;

/// Compares the spacings of the grid with the scales of a page.
pub(crate) fn verdict(page: &Page<'_>) -> Verdict {
    let mut found: Vec<Implied<'_>> = Vec::new();
    let lengths: Vec<([f32; 2], f64, &str)> = page
        .notes
        .lines
        .all()
        .iter()
        .filter_map(|line| Some((middle(line.bbox), parse_dimension(&line.text)?.meters(), line.text.as_str())))
        .collect();
    for axis in [0, 1] {
        for (from, to, wide) in neighbors(&page.regions.grid_bubbles, axis) {
            let spacing = to[axis] - from[axis];
            let center = (to[axis] + from[axis]) / 2.0;
            let between = |(at, ..): &&([f32; 2], f64, &str)| {
                (at[axis] - center).abs() <= OFF_CENTER * spacing
                    && (at[1 - axis] - from[1 - axis]).abs() <= ASIDE * wide
            };
            let nearest = |(at, ..): &&([f32; 2], f64, &str)| (at[1 - axis] - from[1 - axis]).abs();
            let text = lengths.iter().filter(between).min_by(|a, b| nearest(a).total_cmp(&nearest(b)));
            if let Some((at, meters, text)) = text
                && let Some(scale) = page.scales.at(*at)
            {
                found.push(Implied::new(*meters, spacing, scale.ratio, text));
            }
        }
    }
    judge(found, FEWEST)
}

/// Returns the middles of adjacent bubbles in a row along an axis, and their width.
pub(crate) fn neighbors(bubbles: &[[f32; 4]], axis: usize) -> Vec<([f32; 2], [f32; 2], f32)> {
    let mut all: Vec<([f32; 2], f32)> = bubbles.iter().map(|b| (middle(*b), b[2] - b[0])).collect();
    all.sort_by(|a, b| a.0[axis].total_cmp(&b.0[axis]));
    let mut out = Vec::new();
    for (i, (from, wide)) in all.iter().enumerate() {
        let follows = |(p, _): &&([f32; 2], f32)| {
            (p[1 - axis] - from[1 - axis]).abs() <= IN_ROW * wide && p[axis] - from[axis] > *wide
        };
        out.extend(all[i + 1..].iter().find(follows).map(|(to, _)| (*from, *to, *wide)));
    }
    out
}
