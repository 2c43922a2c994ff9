//! Measures ducts drawn with both edges, along their middle.
//!
//! `pieces`: the straight lines of a class. `sections`: two parallel lines with nothing between them. `joints`: how
//! sections meet. `chains`: consecutive sections of one width. `labels`: the sizes beside them. Walls are double lines
//! too. Without a layer's name, a network of ducts therefore needs a size that fits its width on the plan, or the
//! heaviest pen of the sheet and fittings.

mod chains;
mod joints;
pub(crate) mod labels;
mod pieces;
mod sections;

use std::collections::BTreeMap;

use plumbline_geometry::{DisjointSets, Segment};

use crate::routes::areas::Areas;
use crate::routes::course::Course;
use crate::routes::duct::chains::{Chain, chains};
use crate::routes::duct::joints::{joints, same_width};
use crate::routes::duct::labels::{Sizes, Written};
use crate::routes::duct::pieces::pieces;
use crate::routes::duct::sections::{Section, sections};
use crate::routes::evidence::{Verdict, verdict};
use crate::routes::find::{Basis, CandidateRun};
use crate::routes::graph::distance;
use crate::routes::lines::{ClassKey, Linework, Strokes};
use crate::routes::looks::Ink;
use crate::routes::model::{LineType, RouteOptions, RouteSystem};
use crate::routes::scale::measure_at;

/// Widest duct, in meters.
const WIDEST: f32 = 3.0;
/// Widest duct on paper, in points.
const WIDEST_PAPER: f32 = 150.0;
/// Most strokes of an unnamed class. A class with more is background.
const MOST_STROKES: usize = 100_000;
/// Smallest share of a class's lines that are edges of ducts, for a class drawn with both edges.
const EDGES: f32 = 0.3;
/// Shortest network without a name or a size, in points.
const NETWORK: f32 = 70.0;

/// The facts about a run that is drawn with both edges.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Facts {
    /// The distance between the edges in points.
    pub(crate) width: f32,
    /// The size with its text.
    pub(crate) size: Option<Written>,
    /// Whether the size comes from a neighbor.
    pub(crate) inferred: bool,
}

/// Returns the ducts among the lines. Removes classes drawn with both edges from `work`.
pub(crate) fn ducts(
    work: &mut Linework,
    sizes: &Sizes,
    ink: &Ink,
    excluded: &Areas,
    options: &RouteOptions,
) -> Vec<CandidateRun> {
    let mut out = Vec::new();
    work.classes.retain(|key, strokes| {
        let named = match verdict(options, key, LineType::Continuous) {
            Verdict::Named { system: RouteSystem::Duct, description, .. } => Some(description),
            Verdict::Unknown => None,
            _ => return true,
        };
        if named.is_none() && strokes.segments.len() > MOST_STROKES {
            return true;
        }
        let (found, share) = of_class(key, strokes, named.as_ref(), sizes, ink, excluded, options);
        let double = share >= EDGES;
        if double || named.is_none() {
            out.extend(found);
        }
        !double
    });
    out
}

/// Returns the ducts of a class, and the share of its lines that are their edges.
fn of_class(
    key: &ClassKey,
    strokes: &Strokes,
    named: Option<&Option<String>>,
    sizes: &Sizes,
    ink: &Ink,
    excluded: &Areas,
    options: &RouteOptions,
) -> (Vec<CandidateRun>, f32) {
    let all: Vec<Segment> = strokes.segments.iter().chain(&strokes.closed).copied().collect();
    let lines = pieces(&all);
    let total: f32 = lines.iter().map(|p| p.length).sum();
    let scale = |s: &Section| measure_at(&options.scales, s.axis.at(s.axis.length / 2.0, 0.0));
    let least = options.scales.iter().map(|s| s.ratio).filter(|r| *r > 0.0).fold(f64::INFINITY, f64::min);
    // Meters per point: 0.0254 / 72 times the ratio.
    let widest = (f64::from(WIDEST) / (least * 0.0254 / 72.0)).min(f64::from(WIDEST_PAPER)) as f32;
    let sized = |s: &Section| scale(s).is_some_and(|m| sizes.beside(s, &m).is_some());
    let mut found = sections(&lines, widest, sized);
    found.retain(|s| !excluded.hold(s.axis.at(s.axis.length / 2.0, 0.0)));
    let (joined, taps) = joints(&found);
    let networks = networks(found.len(), joined.iter().map(|j| j.ends.map(|e| e / 2)), &taps);
    let mut chains = chains(&found, &joined, &taps);
    let mut facts: Vec<Facts> = chains
        .iter()
        .map(|c| {
            let written = c.sections.iter().filter_map(|s| sizes.beside(&found[*s], &scale(&found[*s])?));
            let size = written.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, w)| w);
            Facts { width: c.width, size, inferred: false }
        })
        .collect();
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, c) in chains.iter().enumerate() {
        members.entry(networks[c.sections[0]]).or_default().push(i);
    }
    let (mut out, mut edges) = (Vec::new(), 0.0);
    for own in members.into_values() {
        inherit(&own, &mut facts);
        let has_size = own.iter().any(|c| facts[*c].size.is_some());
        let length: f32 = own.iter().map(|c| chains[*c].length()).sum();
        let fittings = own.iter().any(|c| chains[*c].fittings > 0);
        let basis = match named {
            Some(_) => Basis::Named,
            None if has_size => Basis::Labeled,
            None if ink.is_heavy(key) && fittings && length >= NETWORK => Basis::Loose,
            None => continue,
        };
        for i in own {
            let chain = std::mem::take(&mut chains[i]);
            edges += 2.0 * chain.sections.iter().map(|s| found[*s].axis.length).sum::<f32>();
            out.extend(run(chain, facts[i].clone(), key, basis, named, options));
        }
    }
    (out, edges / total.max(1.0))
}

/// Gives each chain without a size the size of its network's chains of the same width, if they agree.
fn inherit(own: &[usize], facts: &mut [Facts]) {
    let known: Vec<Facts> = own.iter().map(|c| facts[*c].clone()).filter(|f| f.size.is_some()).collect();
    for &c in own {
        if facts[c].size.is_some() {
            continue;
        }
        let mut alike = known.iter().filter(|f| same_width(f.width, facts[c].width));
        let Some(first) = alike.next() else { continue };
        if alike.all(|f| f.size.as_ref().map(|s| s.size) == first.size.as_ref().map(|s| s.size)) {
            facts[c].size = first.size.clone();
            facts[c].inferred = true;
        }
    }
}

/// Returns the network of each section.
fn networks(sections: usize, joined: impl Iterator<Item = [usize; 2]>, taps: &[joints::Tap]) -> Vec<usize> {
    let mut sets = DisjointSets::new(sections);
    for [a, b] in joined.chain(taps.iter().map(|t| [t.end / 2, t.main])) {
        sets.join(a, b);
    }
    (0..sections).map(|i| sets.root(i)).collect()
}

/// Converts a chain to a run.
fn run(
    chain: Chain,
    facts: Facts,
    key: &ClassKey,
    basis: Basis,
    named: Option<&Option<String>>,
    options: &RouteOptions,
) -> Option<CandidateRun> {
    let (first, last) = (*chain.points.first()?, *chain.points.last()?);
    let measure = measure_at(&options.scales, first)?;
    let length = chain.length();
    let course = Course {
        segments: chain.points.windows(2).filter(|w| distance(w[0], w[1]) > 0.0).count() as u32,
        points: chain.points,
        branches: Vec::new(),
        edges: Vec::new(),
        forks: Vec::new(),
        length,
        dashed: false,
        gaps: 0.0,
        ends: vec![first, last],
        loops: 0,
    };
    Some(CandidateRun {
        course,
        key: key.clone(),
        system: RouteSystem::Duct,
        description: named.cloned().flatten(),
        rival: None,
        basis,
        linetype: key.pen_type(),
        tips: Vec::new(),
        risers: Vec::new(),
        measure,
        duct: Some(facts),
    })
}
