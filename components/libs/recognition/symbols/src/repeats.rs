//! Shapes that are drawn again and again without a legend to name them.
//!
//! Clean instances, which touch nothing, come out as clusters of touching strokes. They give the templates with which
//! [`Field::find`] finds the instances that touch wires, walls or each other.

use plumbline_geometry::{Buckets, Point, Rect};

use crate::appearance::{Appearance, describe, rows_of_letters};
use crate::clusters::{Cluster, LONGEST, LONGEST_OF_SMALL, clusters};
use crate::fast::FastSet;
use crate::groups::{groups, solid_clusters, specimen, typical};
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

/// Returns the groups of two or more. A shape with more ink is more specific, and may contain one with less.
fn most_ink_first(clusters: &[Cluster]) -> Vec<Vec<usize>> {
    let mut out = groups(clusters);
    out.retain(|g| g.len() >= 2);
    let ink_of = |g: &Vec<usize>| clusters[g[0]].measure.length;
    out.sort_by(|a, b| ink_of(b).total_cmp(&ink_of(a)).then(a.cmp(b)));
    out
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
            let own = |i: &u32| self.field.ink.strokes[*i as usize].length() <= 1.2 * found.bbox.longer_side();
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
struct Middles(Buckets<usize>);

/// Width of a cell in points.
const CELL: f32 = 8.0;

impl Middles {
    fn new(places: &[Place]) -> Self {
        Self(Buckets::of_points(CELL, places.iter().map(|place| place.bbox.center()).zip(0..)))
    }

    /// Returns whether a place has the box of a cluster.
    fn near(&self, places: &[Place], b: Rect) -> bool {
        let grown = b.grown(0.15 * b.longer_side() + 0.5);
        let mut near = self.0.around(b.center()).map(|n| places[n].bbox);
        near.any(|p| grown.contains(p.min) && grown.contains(p.max))
    }
}
