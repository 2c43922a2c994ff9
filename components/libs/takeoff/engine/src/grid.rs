//! Compares the spacings of a page's grid with its scale. A spacing is a length between two neighboring bubbles.

use plumbline_geometry::{Axis, Point, Rect};

use crate::dimensions::{Implied, Verdict, judge};
use crate::page::Page;
use plumbline_notation::parse_dimension;

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
    let lengths: Vec<(Point, f64, &str)> = page
        .notes
        .lines
        .all()
        .iter()
        .filter_map(|line| Some((line.bbox.center(), parse_dimension(&line.text)?.meters(), line.text.as_str())))
        .collect();
    for axis in Axis::BOTH {
        let (along, across) = (|p: Point| axis.of(p), |p: Point| axis.other().of(p));
        for (from, to, wide) in neighbors(&page.regions.grid_bubbles, axis) {
            let spacing = along(to) - along(from);
            let center = (along(to) + along(from)) / 2.0;
            let between = |(at, ..): &&(Point, f64, &str)| {
                (along(*at) - center).abs() <= OFF_CENTER * spacing
                    && (across(*at) - across(from)).abs() <= ASIDE * wide
            };
            let nearest = |(at, ..): &&(Point, f64, &str)| (across(*at) - across(from)).abs();
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
pub(crate) fn neighbors(bubbles: &[Rect], axis: Axis) -> Vec<(Point, Point, f32)> {
    let mut all: Vec<(Point, f32)> = bubbles.iter().map(|b| (b.center(), b.width())).collect();
    let (along, across) = (|p: Point| axis.of(p), |p: Point| axis.other().of(p));
    all.sort_by(|a, b| along(a.0).total_cmp(&along(b.0)));
    let mut out = Vec::new();
    for (i, (from, wide)) in all.iter().enumerate() {
        let follows = |(p, _): &&(Point, f32)| {
            (across(*p) - across(*from)).abs() <= IN_ROW * wide && along(*p) - along(*from) > *wide
        };
        out.extend(all[i + 1..].iter().find(follows).map(|(to, _)| (*from, *to, *wide)));
    }
    out
}
