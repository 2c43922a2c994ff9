//! Recognizes line samples of a legend: lone straight lines of equal length, one below the other, in different colors
//! or line types, with names beside them. Below a legend's heading, fewer are enough. They are not routes, but they
//! name the classes of routes.

use std::collections::BTreeSet;

use plumbline_geometry::{Axis, remove_marked};
use plumbline_notation::language::legend;
use plumbline_sheet::Pattern;
use plumbline_sheet::lines::Line;

use crate::routes::candidate::{Basis, CandidateRun};
use crate::routes::graph::distance;
use crate::routes::model::RouteSystem;

/// Lengths of samples, in points.
const LENGTHS: std::ops::RangeInclusive<f32> = 12.0..=170.0;
/// Largest horizontal distance between the starts of samples, in points.
const ALIGNED: f32 = 2.0;
/// Largest share by which a sample may be shorter than the others. Its pattern may end in a gap.
const SHORTER: f32 = 0.3;
/// Largest distance between adjacent samples, in points.
const PITCH: f32 = 70.0;
/// Fewest samples in a legend.
const LEAST: usize = 3;
/// Largest distance from a sample to its name, in points.
const NAME: f32 = 60.0;

/// A lone straight line parallel to an axis.
struct Sample {
    run: usize,
    axis: Axis,
    from: f32,
    to: f32,
    across: f32,
}

fn sample(run: usize, found: &CandidateRun) -> Option<Sample> {
    let c = &found.course;
    let [a, b] = c.points[..] else { return None };
    let axis = if (a.y - b.y).abs() < 0.5 { Axis::X } else { Axis::Y };
    let (along_a, along_b) = (axis.of(a), axis.of(b));
    let (across_a, across_b) = (axis.other().of(a), axis.other().of(b));
    let straight = c.branches.is_empty() && (across_a - across_b).abs() < 0.5 && LENGTHS.contains(&distance(a, b));
    let across = (across_a + across_b) / 2.0;
    straight.then(|| Sample { run, axis, from: along_a.min(along_b), to: along_a.max(along_b), across })
}

/// Matches headings of legends.
static HEADING: Pattern =
    Pattern::any_case(|| format!(r"^\W*(?:\w+\s+){{0,3}}(?:{})\W*$", legend::HEADING.alternatives()));
/// Height of a legend below its heading, as a multiple of the heading's height.
const BELOW: f32 = 40.0;
/// Extent of a legend on both sides of its heading, as a multiple of the heading's height.
const ASIDE: f32 = 12.0;

/// Returns whether a line is below the heading of a legend.
fn is_under_heading(sample: &Sample, headings: &[&Line]) -> bool {
    let level = |h: &&Line| {
        let (from, to) = (h.bbox.min.x - ASIDE * h.size, h.bbox.max.x + ASIDE * h.size);
        let below = sample.across - h.bbox.max.y;
        (0.0..=BELOW * h.size).contains(&below) && sample.from >= from && sample.to <= to
    };
    sample.axis == Axis::X && headings.iter().any(level)
}

/// Returns the runs that are samples of a legend.
fn samples(found: &[CandidateRun], lines: &[Line]) -> Vec<Sample> {
    let headings: Vec<&Line> = lines.iter().filter(|l| HEADING.is_match(&l.text)).collect();
    let mut all: Vec<Sample> = found.iter().enumerate().filter_map(|(i, f)| sample(i, f)).collect();
    all.sort_by(|a, b| {
        let bin = |s: &Sample| (s.from / ALIGNED).round();
        (a.axis.cmp(&b.axis))
            .then(bin(a).total_cmp(&bin(b)))
            .then(a.across.total_cmp(&b.across))
            .then(a.run.cmp(&b.run))
    });
    let mut out = Vec::new();
    let mut group: Vec<Sample> = Vec::new();
    let close = |group: &mut Vec<Sample>, out: &mut Vec<Sample>| {
        let looks: BTreeSet<_> = group
            .iter()
            .map(|s| (found[s.run].key.color, found[s.run].linetype.name(), &found[s.run].key.dash))
            .collect();
        let several = group.len() >= LEAST && looks.len() >= LEAST;
        // A legend with a heading may have one sample, or several that look alike.
        out.extend(group.drain(..).filter(|s| several || is_under_heading(s, &headings) && name(s, lines).is_some()));
    };
    for s in all {
        let follows = group.last().is_some_and(|l: &Sample| {
            let (short, long) = ((l.to - l.from).min(s.to - s.from), (l.to - l.from).max(s.to - s.from));
            l.axis == s.axis
                && (l.from - s.from).abs() <= ALIGNED
                && short >= long * (1.0 - SHORTER)
                && (4.0..=PITCH).contains(&(s.across - l.across))
        });
        if !follows {
            close(&mut group, &mut out);
        }
        group.push(s);
    }
    close(&mut group, &mut out);
    out
}

/// Returns the text beside a sample, at its end and on the same level.
fn name<'a>(sample: &Sample, lines: &'a [Line]) -> Option<&'a str> {
    let off = |l: &Line| {
        let (from, to) = sample.axis.span(l.bbox);
        let (top, bottom) = sample.axis.other().span(l.bbox);
        let beside = if from >= sample.to { from - sample.to } else { sample.from - to };
        let level = top - 1.0 <= sample.across && sample.across <= bottom + 1.0;
        (level && (0.0..=NAME).contains(&beside)).then_some(beside)
    };
    let nearest = lines.iter().filter_map(|l| off(l).map(|d| (d, l))).min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(nearest.1.text.trim()).filter(|t| t.chars().any(char::is_alphabetic))
}

/// Removes the samples of legends from the runs, and gives their names to the runs that look like them. `requested` is
/// the system that the takeoff measures.
pub(crate) fn apply_samples(found: &mut Vec<CandidateRun>, lines: &[Line], requested: Option<RouteSystem>) {
    let samples = samples(found, lines);
    if samples.is_empty() {
        return;
    }
    let mut drop = vec![false; found.len()];
    for s in &samples {
        drop[s.run] = true;
        let Some(text) = name(s, lines) else { continue };
        let look = (found[s.run].key.color, found[s.run].key.width, found[s.run].linetype);
        for f in found.iter_mut().filter(|f| (f.key.color, f.key.width, f.linetype) == look) {
            f.description.get_or_insert_with(|| text.to_owned());
            // Black and gray lines may also be walls.
            let is_distinct =
                matches!(f.basis, Basis::Drawn | Basis::Loose) && crate::routes::looks::is_saturated(f.key.color);
            if is_distinct && requested.is_some() {
                f.basis = Basis::Named;
            }
        }
    }
    remove_marked(found, |n| drop[n]);
}
