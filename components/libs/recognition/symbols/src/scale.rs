//! Finds the scale of a symbol on the plan if it is not the legend's: legends are often plotted smaller or larger than
//! the plan.

use plumbline_geometry::{Point, Rect, Size, halfway, point};

use crate::ink::Feature;
use crate::matching::{Criteria, Field, Placement};
use crate::placement::align;
use crate::template::Template;

/// Scales that are considered.
pub const SCALES: std::ops::RangeInclusive<f32> = 0.3..=4.0;

/// Smallest symbol in points that is recognized at another scale. Below it, the tolerance explains anything.
const SMALLEST: f32 = 3.5;

/// Minimum number of details of a symbol that is recognized at another scale. Any rectangle is like some other.
const LEAST_DETAIL: usize = 3;

/// Share below which two scales are the same.
const SAME: f32 = 0.025;

/// A place of a template, without the strokes that explain it: a small line fits at tens of thousands of places.
#[derive(Debug)]
struct Place {
    placement: Placement,
    /// Share of the template's ink that the sheet has there.
    share: f32,
}

/// The places where a template was found at other scales than its own.
#[derive(Debug, Default)]
pub struct Scaled {
    found: Vec<Place>,
    /// Middle of the line by which the matches were placed, in the template.
    by: Point,
}

impl Scaled {
    /// Returns the scales with the number of places of each, the most frequent first.
    pub fn scales(&self) -> Vec<(f32, usize)> {
        tally(&self.found)
    }

    /// Returns the matches at about the scale of `group`, placed at `scale` so that the line they were placed by stays
    /// put.
    fn at(&self, scale: f32, group: f32) -> impl Iterator<Item = Placement> {
        // Every scale of the group gets the same matches. Otherwise the scale with the most would win.
        let near = move |m: &&Place| (m.placement.scale / group - 1.0).abs() < 2.0 * UNSURE;
        self.found.iter().filter(near).map(move |m| {
            let (before, after) = (m.placement.apply(self.by), Placement { scale, ..m.placement }.apply(self.by));
            let at = point(m.placement.at.x + before.x - after.x, m.placement.at.y + before.y - after.y);
            Placement { at, scale: 1.0, ..m.placement }
        })
    }
}

impl Field {
    /// Finds the template at scales other than 1, outside some areas.
    pub fn scaled(&self, template: &Template, criteria: Criteria, excluded: &[Rect]) -> Scaled {
        if template.detail() < LEAST_DETAIL {
            return Scaled::default();
        }
        let Size { width: w, height: h, .. } = template.specimen.size;
        let size = w.max(h);
        let near = self.near(template, criteria);
        let mut found: Vec<Place> = Vec::new();
        let mut check = |placement: Placement| {
            let fits = SCALES.contains(&placement.scale)
                && (placement.scale - 1.0).abs() > SAME
                && placement.scale * size >= SMALLEST
                && !excluded.iter().any(|&area| area.contains(placement.at));
            // The tolerance must stay small beside the symbol.
            let tolerance = criteria.tolerance.min(0.05 * size * placement.scale).max(0.15);
            if fits {
                let hit = self.compare(template, placement, Criteria { tolerance, ..criteria }, &near);
                found.extend(hit.map(|m| Place { placement, share: m.share }));
            }
        };
        let Some(ours) = self.widest_anchor(template) else {
            let Some(ours) = template.rings.first() else { return Scaled::default() };
            for theirs in self.ink.rings_of(ours.radius * SCALES.start(), ours.radius * SCALES.end()) {
                if theirs.filled != ours.filled || (criteria.color && theirs.color != ours.color) {
                    continue;
                }
                let scale = theirs.radius / ours.radius;
                for i in 0..8 {
                    let turn = i as f32 * std::f32::consts::FRAC_PI_4;
                    let middle = Placement { at: Point::zero(), turn, mirror: false, scale }.apply(ours.center);
                    let at = (theirs.center - middle).to_point();
                    check(Placement { at, turn, mirror: false, scale });
                }
            }
            return Scaled { found, by: ours.center };
        };
        let (from, to) = (ours.length * SCALES.start(), ours.length * SCALES.end());
        let mut placements = Vec::new();
        // A piece of a line says nothing about its scale.
        for theirs in self.features_like(ours, (from, to), criteria).filter(|f| !f.piece) {
            placements.clear();
            align(ours, theirs, &mut placements);
            placements.drain(..).for_each(&mut check);
        }
        Scaled { found, by: halfway(ours.a, ours.b) }
    }

    /// Returns the longest line of the rarest color on the sheet, so that few places are tried and the scale is
    /// measured well.
    fn widest_anchor<'a>(&self, template: &'a Template) -> Option<&'a Feature> {
        let longest = template.features.iter().filter(|f| !f.piece).map(|f| f.length).fold(0.0, f32::max);
        template
            .features
            .iter()
            .filter(|f| !f.piece && f.length >= 0.4 * longest)
            .min_by_key(|f| self.features_of_color(f.color, f.kind))
    }
}

/// Returns the scales by how often they occur, each measured at its best match.
fn tally(found: &[Place]) -> Vec<(f32, usize)> {
    let mut groups: Vec<(f32, f32, Vec<Point>)> = Vec::new();
    let mut best_first: Vec<&Place> = found.iter().collect();
    best_first.sort_by(|a, b| b.share.total_cmp(&a.share));
    for m in best_first {
        let scale = m.placement.scale;
        let at = m.placement.at;
        match groups.iter_mut().find(|(s, _, _)| (scale / *s - 1.0).abs() < SAME) {
            // Each place counts once, even if several placements fit it.
            Some((_, _, places)) => {
                if !places.iter().any(|p| (*p - at).length() < 1.0) {
                    places.push(at);
                }
            }
            None => groups.push((scale, m.share, vec![at])),
        }
    }
    groups.sort_by(|a, b| b.2.len().cmp(&a.2.len()).then(b.1.total_cmp(&a.1)).then(a.0.total_cmp(&b.0)));
    groups.into_iter().map(|(scale, _, places)| (scale, places.len())).collect()
}

/// Ratios of common drawing scales. A measured scale near one is probably that one.
const USUAL: [f32; 16] =
    [0.4, 0.5, 0.6, 2.0 / 3.0, 0.75, 0.8, 5.0 / 6.0, 1.2, 1.25, 4.0 / 3.0, 1.5, 5.0 / 3.0, 1.6, 2.0, 2.5, 3.0];

/// Maximum error of a scale measured on one small symbol, as a share.
const UNSURE: f32 = 0.035;

/// A common ratio is preferred if it agrees at least this well, relative to the best measurement.
const AS_WELL: f32 = 0.98;

/// Maximum number of candidates to try.
const MOST_CANDIDATES: usize = 6;

/// Maximum number of symbols on which the candidates are tried.
const MOST_WITNESSES: usize = 6;

/// Returns the scale that most symbols share, from the places in `found`, and how many share it.
pub fn shared_scale(field: &Field, templates: &[Template], found: &[Scaled]) -> Option<(f32, usize)> {
    let of_each: Vec<Vec<(f32, usize)>> = found.iter().map(Scaled::scales).collect();
    let supporters = |scale: f32| -> Vec<usize> {
        (0..of_each.len()).filter(|&i| of_each[i].iter().any(|(s, _)| (s / scale - 1.0).abs() < UNSURE)).collect()
    };
    let places = |scale: f32| -> usize {
        let near = of_each.iter().flatten().filter(|(s, _)| (s / scale - 1.0).abs() < UNSURE);
        near.map(|(_, n)| *n).sum()
    };
    let measured = of_each.iter().flatten().map(|(s, _)| *s);
    let group = measured.max_by(|&a, &b| {
        let rank = |s| (supporters(s).len(), places(s));
        rank(a).cmp(&rank(b)).then(b.total_cmp(&a))
    })?;
    let witnesses = supporters(group);
    if witnesses.len() < 2 {
        return None;
    }
    // Scales measured on small symbols are imprecise, so the common ratios nearby compete with the measurements.
    let near = |s: &f32| (s / group - 1.0).abs() < UNSURE;
    let mut candidates: Vec<f32> = USUAL.iter().copied().filter(near).collect();
    candidates.extend(of_each.iter().flatten().map(|(s, _)| *s).filter(near));
    candidates.dedup_by(|a, b| (*a / *b - 1.0).abs() < 0.003);
    candidates.truncate(MOST_CANDIDATES);
    let mut largest: Vec<usize> = witnesses.clone();
    let size = |i: usize| templates[i].specimen.size.width.max(templates[i].specimen.size.height);
    largest.sort_by(|&a, &b| size(b).total_cmp(&size(a)).then(a.cmp(&b)));
    largest.truncate(MOST_WITNESSES);
    let strict = Criteria { tolerance: 0.3, ..Criteria::LOOSE };
    let agreement = |scale: f32| -> f32 {
        let of = |&i: &usize| {
            let template = Template::new(templates[i].specimen.scaled(scale));
            let matches = field.at(&template, strict, found[i].at(scale, group));
            matches.iter().map(|m| 10.0 * m.share - 8.0).sum::<f32>()
        };
        largest.iter().map(of).sum()
    };
    let tried: Vec<(f32, f32)> = candidates.into_iter().map(|s| (agreement(s), s)).collect();
    let best = tried.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)))?;
    let usual = tried.iter().copied().find(|(agrees, s)| USUAL.contains(s) && *agrees >= AS_WELL * best.0);
    Some((usual.unwrap_or(best).1, witnesses.len()))
}
