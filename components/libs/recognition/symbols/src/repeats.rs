//! Shapes that are drawn again and again without a legend to name them.
//!
//! Clean instances, which touch nothing, come out as clusters of touching strokes. They give the templates with which
//! [`Field::find`] finds the instances that touch wires, walls or each other.

use plumbline_geometry::{Point, Rect};

use crate::appearance::{Appearance, describe, rows_of_letters};
use crate::clusters::{Cluster, LONGEST, LONGEST_OF_SMALL, clusters, size};
use crate::collect;
use crate::fast::{FastMap, FastSet};
use crate::ink::{Ink, Stroke};
use crate::matching::{Criteria, Field};
use crate::neighbors::without_neighbors;
use crate::template::{Specimen, Template};

/// A shape and its places.
#[derive(Debug, Clone, PartialEq)]
pub struct Repeat {
    /// x-min, y-min, x-max, y-max of each place, sorted by y and x.
    pub places: Vec<Rect>,
    /// One stroke of the ink for each place that is part of it.
    pub witnesses: Vec<usize>,
    /// All strokes of each place, ascending.
    pub strokes: Vec<Vec<u32>>,
    /// The shape as at its cleanest place, without letters.
    pub specimen: Specimen,
    /// Appearance of the shape.
    pub appearance: Appearance,
}

/// Minimum number of places that make a repeat.
pub const FEWEST: usize = 3;

/// Minimum number of strokes of a shape that is not filled.
const FEWEST_STROKES: usize = 3;

/// Maximum number of shapes to search for beyond their clean places.
const MOST_TEMPLATES: usize = 300;

/// Maximum number of placements to try for all shapes together: about a second's worth.
const MOST_PLACEMENTS: usize = 1_000_000;

/// Minimum number of details of a shape that may be found with a little of its ink covered.
const LOOSE_DETAIL: usize = 5;
/// Share of such a shape's ink that must be there.
const COVERED: f32 = 0.95;

/// Returns the repeats among the strokes that `chosen` selects, the most frequent first. Places are found as connected
/// ink, so a place that touches something is missed rather than miscounted. [`all_repeats`] finds such places too.
pub fn repeats(ink: &Ink, chosen: impl Fn(&Stroke) -> bool) -> Vec<Repeat> {
    let clusters = solid_clusters(clusters(ink, LONGEST, chosen));
    let rows = rows_of_letters(&clusters);
    let mut claimed = ClaimedStrokes::default();
    let mut out = Vec::new();
    for group in most_ink_first(&clusters) {
        let places = claimed.claim_clean(&clusters, &group);
        if places.len() >= FEWEST {
            out.push(repeat(ink, &clusters, &group, &rows, places));
        } else {
            claimed.release(&places);
        }
    }
    sorted(out)
}

/// Returns the repeats among the strokes that `chosen` selects with all their places, including those that touch
/// something, the most frequent first. Every stroke is part of at most one place.
pub fn all_repeats(field: &Field, chosen: impl Fn(&Stroke) -> bool) -> Vec<Repeat> {
    let ink = &field.ink;
    let mut both = clusters(ink, LONGEST, &chosen);
    let seen: FastSet<(Option<u32>, usize)> =
        both.iter().map(|c| (c.strokes.first().copied(), c.strokes.len())).collect();
    let small = clusters(ink, LONGEST_OF_SMALL, &chosen);
    both.extend(small.into_iter().filter(|c| !seen.contains(&(c.strokes.first().copied(), c.strokes.len()))));
    let clusters = solid_clusters(both);
    let rows = rows_of_letters(&clusters);
    let mut finder =
        Finder { field, claimed: ClaimedStrokes::default(), templates: MOST_TEMPLATES, left: MOST_PLACEMENTS };
    let mut out = Vec::new();
    for group in without_neighbors(ink, &clusters, most_ink_first(&clusters)) {
        let mut open = group;
        // A group may contain two shapes of the same measures. Each round takes one.
        for _ in 0..4 {
            if open.is_empty() {
                break;
            }
            let letters = open.iter().filter(|&&n| rows[n]).count() * 2 > open.len();
            let (places, rest) = if letters {
                (finder.claimed.claim_clean(&clusters, &open), Vec::new())
            } else {
                finder.shape(&clusters, &open)
            };
            if places.len() >= FEWEST {
                let kept: Vec<usize> = open.iter().copied().filter(|n| !rest.contains(n)).collect();
                out.push(repeat(ink, &clusters, &kept, &rows, places));
            } else {
                finder.claimed.release(&places);
            }
            if rest.len() == open.len() {
                break;
            }
            open = rest;
        }
    }
    sorted(out)
}

/// One place of a shape.
struct Place {
    bbox: Rect,
    strokes: Vec<u32>,
}

impl Place {
    fn of(cluster: &Cluster) -> Self {
        Self { bbox: cluster.bbox, strokes: cluster.strokes.clone() }
    }
}

/// Returns the clusters that may be symbols, by place.
pub(crate) fn solid_clusters(mut out: Vec<Cluster>) -> Vec<Cluster> {
    out.retain(|c| c.strokes.len() >= FEWEST_STROKES || c.measure.filled > 0.5);
    out.sort_by(|a, b| a.bbox.min.y.total_cmp(&b.bbox.min.y).then(a.bbox.min.x.total_cmp(&b.bbox.min.x)));
    out
}

/// Groups clusters of equal measures, as indexes.
pub(crate) fn groups(clusters: &[Cluster]) -> Vec<Vec<usize>> {
    // Steps are as wide as the tolerances of `Measure::is_similar`, so similar clusters are in the same step or the
    // next.
    let step = |v: f32, least: f32| ((v + least).ln() / 0.022).floor() as i32;
    let mut by_step: FastMap<(u32, i32, i32), Vec<usize>> = FastMap::default();
    let mut out: Vec<Vec<usize>> = Vec::new();
    for (n, c) in clusters.iter().enumerate() {
        let m = &c.measure;
        let (x, y) = (step(m.length, 20.0), step(m.spread, 6.0));
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (m.color, x + dx, y + dy)));
        let near = around.filter_map(|key| by_step.get(&key)).flatten();
        let like = near.copied().filter(|&g: &usize| clusters[out[g][0]].measure.is_similar(m)).min();
        match like {
            Some(group) => out[group].push(n),
            None => {
                by_step.entry((m.color, x, y)).or_default().push(out.len());
                out.push(vec![n]);
            }
        }
    }
    out
}

/// Returns the groups of two or more. A shape with more ink is more specific, and may contain one with less.
fn most_ink_first(clusters: &[Cluster]) -> Vec<Vec<usize>> {
    let mut out = groups(clusters);
    out.retain(|g| g.len() >= 2);
    let ink_of = |g: &Vec<usize>| clusters[g[0]].measure.length;
    out.sort_by(|a, b| ink_of(b).total_cmp(&ink_of(a)).then(a.cmp(b)));
    out
}

/// Returns the cluster of the median ink length.
pub(crate) fn typical(clusters: &[Cluster], group: &[usize]) -> usize {
    let mut by_length: Vec<usize> = group.to_vec();
    by_length.sort_by(|&a, &b| clusters[a].measure.length.total_cmp(&clusters[b].measure.length).then(a.cmp(&b)));
    by_length[by_length.len() / 2]
}

pub(crate) fn specimen(ink: &Ink, cluster: &Cluster) -> Specimen {
    let strokes = cluster.strokes.iter().map(|&i| ink.strokes[i as usize]).collect();
    Specimen::new(collect::of_strokes(strokes), Vec::new())
}

fn repeat(ink: &Ink, clusters: &[Cluster], group: &[usize], rows: &[bool], mut places: Vec<Place>) -> Repeat {
    places.sort_by(|a, b| a.bbox.min.y.total_cmp(&b.bbox.min.y).then(a.bbox.min.x.total_cmp(&b.bbox.min.x)));
    let best = &clusters[typical(clusters, group)];
    let specimen = specimen(ink, best);
    let letters = group.iter().filter(|&&n| rows[n]).count() * 2 > group.len();
    let boxes: Vec<Rect> = places.iter().map(|p| p.bbox).collect();
    Repeat {
        appearance: describe(&best.measure, &specimen, &boxes, letters),
        witnesses: places.iter().map(|p| p.strokes.first().map_or(0, |&i| i as usize)).collect(),
        strokes: places.into_iter().map(|p| p.strokes).collect(),
        places: boxes,
        specimen,
    }
}

fn sorted(mut out: Vec<Repeat>) -> Vec<Repeat> {
    out.sort_by(|a, b| {
        let place = |r: &Repeat| r.places.first().map_or(Point::zero(), |p| p.min);
        let (p, q): (Point, Point) = (place(a), place(b));
        b.places.len().cmp(&a.places.len()).then(p.y.total_cmp(&q.y)).then(p.x.total_cmp(&q.x))
    });
    out
}

/// The strokes that are already part of a place.
#[derive(Default)]
struct ClaimedStrokes(FastSet<u32>);

impl ClaimedStrokes {
    /// Claims the clean places only.
    fn claim_clean(&mut self, clusters: &[Cluster], group: &[usize]) -> Vec<Place> {
        let free: Vec<usize> = group.iter().copied().filter(|&n| self.free(&clusters[n].strokes)).collect();
        for &n in &free {
            self.0.extend(&clusters[n].strokes);
        }
        free.into_iter().map(|n| Place::of(&clusters[n])).collect()
    }

    /// Releases the strokes of a shape with too few places.
    fn release(&mut self, places: &[Place]) {
        for i in places.iter().flat_map(|p| &p.strokes) {
            self.0.remove(i);
        }
    }

    fn free(&self, strokes: &[u32]) -> bool {
        strokes.iter().filter(|i| self.0.contains(i)).count() * 2 <= strokes.len()
    }
}

/// Searches for one shape after another, within a budget for all.
struct Finder<'a> {
    field: &'a Field,
    claimed: ClaimedStrokes,
    templates: usize,
    left: usize,
}

impl Finder<'_> {
    /// Returns all places of the shape that most of a group have, and the members of the group that have another shape.
    fn shape(&mut self, clusters: &[Cluster], group: &[usize]) -> (Vec<Place>, Vec<usize>) {
        let best = typical(clusters, group);
        let template = Template::new(specimen(&self.field.ink, &clusters[best]));
        let round = !template.specimen.ink.rings.is_empty() && template.detail() >= 2;
        let share = if template.detail() >= LOOSE_DETAIL || round { COVERED } else { Criteria::EXACT.share };
        let criteria = Criteria { share, ..Criteria::EXACT };
        let effort = self.field.effort(&template, criteria);
        if self.templates == 0 || effort > self.left {
            return (self.claimed.claim_clean(clusters, group), Vec::new());
        }
        self.templates -= 1;
        self.left -= effort;
        let mut places: Vec<Place> = Vec::new();
        for found in self.field.find(&template, criteria) {
            let strokes: Vec<u32> = found.strokes.iter().map(|(i, _)| *i).collect();
            let inked: f32 = found.strokes.iter().map(|(_, w)| w).sum();
            let used: f32 = found.strokes.iter().filter(|(i, _)| self.claimed.0.contains(i)).map(|(_, w)| w).sum();
            if used * 2.0 > inked {
                continue;
            }
            // A long line that is only in part this shape stays free for others.
            let own = |i: &u32| self.field.ink.strokes[*i as usize].length() <= 1.2 * size(found.bbox);
            let mut strokes: Vec<u32> = strokes.into_iter().filter(own).collect();
            strokes.sort_unstable();
            strokes.dedup();
            self.claimed.0.extend(&strokes);
            places.push(Place { bbox: found.bbox, strokes });
        }
        let at = Middles::new(&places);
        let (same, rest): (Vec<usize>, Vec<usize>) =
            group.iter().copied().partition(|&n| n == best || at.near(&places, clusters[n].bbox));
        // The shape itself may be too plain to be found with its own template.
        for n in same {
            if !at.near(&places, clusters[n].bbox) && self.claimed.free(&clusters[n].strokes) {
                self.claimed.0.extend(&clusters[n].strokes);
                places.push(Place::of(&clusters[n]));
            }
        }
        let rest = rest.into_iter().filter(|&n| self.claimed.free(&clusters[n].strokes)).collect();
        (places, rest)
    }
}

/// Places, by their middles.
struct Middles(FastMap<(i32, i32), Vec<usize>>);

/// Width of a cell in points.
const CELL: f32 = 8.0;

impl Middles {
    fn key(p: Point) -> (i32, i32) {
        ((p.x / CELL).floor() as i32, (p.y / CELL).floor() as i32)
    }

    fn new(places: &[Place]) -> Self {
        let mut map: FastMap<(i32, i32), Vec<usize>> = FastMap::default();
        for (n, place) in places.iter().enumerate() {
            map.entry(Self::key(place.bbox.center())).or_default().push(n);
        }
        Self(map)
    }

    /// Returns whether a place has the box of a cluster.
    fn near(&self, places: &[Place], b: Rect) -> bool {
        let (x, y) = Self::key(b.center());
        let slack = 0.15 * size(b) + 0.5;
        let grown = b.grown(slack);
        (-1..=1)
            .flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)))
            .filter_map(|key| self.0.get(&key))
            .flatten()
            .any(|&n| {
                let p = places[n].bbox;
                grown.contains(p.min) && grown.contains(p.max)
            })
    }
}
