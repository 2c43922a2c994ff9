//! Finds at which scale a symbol stands on the plan when it is not the legend's own: legends are often plotted smaller
//! or larger than the plan.

use plumbline_sheet::geometry::contains;

use crate::fast::Hypotenuse as _;
use crate::ink::Feature;
use crate::matching::{Criteria, Field, Placement};
use crate::placing::lay;
use crate::template::Template;

/// Scales that are looked at.
pub const SCALES: std::ops::RangeInclusive<f32> = 0.3..=4.0;

/// Smallest symbol, in points, that is recognised at another scale: below, the tolerance explains anything.
const SMALLEST: f32 = 3.5;

/// Fewest details a symbol needs to be recognised at another scale: any rectangle is like some other.
const LEAST_DETAIL: usize = 3;

/// Scales that differ by less than this share are one.
const SAME: f32 = 0.025;

/// A place of a template: a small line fits tens of thousands, so the strokes that explain it are not kept.
#[derive(Debug)]
struct Place {
    placement: Placement,
    /// Share of the template's ink that the sheet has there.
    share: f32,
}

/// Where a template was found at other scales than its own.
#[derive(Debug, Default)]
pub struct Scaled {
    found: Vec<Place>,
    /// Middle of the line that the matches were laid by, in the template.
    by: [f32; 2],
}

impl Scaled {
    /// The scales with the number of places, the most frequent first.
    pub fn scales(&self) -> Vec<(f32, usize)> {
        tally(&self.found)
    }

    /// The matches at about the scale of a group, as they lie at a scale of it, with the line they were laid by where it was.
    fn at(&self, scale: f32, group: f32) -> impl Iterator<Item = Placement> {
        // The same matches for every scale of the group, or the one with the most would win.
        let near = move |m: &&Place| (m.placement.scale / group - 1.0).abs() < 2.0 * UNSURE;
        self.found.iter().filter(near).map(move |m| {
            let (before, after) = (m.placement.apply(self.by), Placement { scale, ..m.placement }.apply(self.by));
            let at = [m.placement.at[0] + before[0] - after[0], m.placement.at[1] + before[1] - after[1]];
            Placement { at, scale: 1.0, ..m.placement }
        })
    }
}

impl Field {
    /// Where the template is found at scales other than 1, outside some areas.
    pub fn scaled(&self, template: &Template, criteria: Criteria, excluded: &[[f32; 4]]) -> Scaled {
        if template.detail() < LEAST_DETAIL {
            return Scaled::default();
        }
        let [w, h] = template.specimen.size;
        let size = w.max(h);
        let near = self.near(template, criteria);
        let mut found: Vec<Place> = Vec::new();
        let mut check = |placement: Placement| {
            let fits = SCALES.contains(&placement.scale)
                && (placement.scale - 1.0).abs() > SAME
                && placement.scale * size >= SMALLEST
                && !excluded.iter().any(|&area| contains(area, placement.at));
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
                    let middle = Placement { at: [0.0, 0.0], turn, mirror: false, scale }.apply(ours.center);
                    let at = [theirs.center[0] - middle[0], theirs.center[1] - middle[1]];
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
            lay(ours, theirs, &mut placements);
            placements.drain(..).for_each(&mut check);
        }
        Scaled { found, by: [(ours.a[0] + ours.b[0]) / 2.0, (ours.a[1] + ours.b[1]) / 2.0] }
    }

    /// The longest line whose colour is rarest on the sheet, so that few places need to be tried and the scale is
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

/// Scales by how often they occur; of each the one measured at the best match.
fn tally(found: &[Place]) -> Vec<(f32, usize)> {
    let mut groups: Vec<(f32, f32, Vec<[f32; 2]>)> = Vec::new();
    let mut best_first: Vec<&Place> = found.iter().collect();
    best_first.sort_by(|a, b| b.share.total_cmp(&a.share));
    for m in best_first {
        let scale = m.placement.scale;
        let at = m.placement.at;
        match groups.iter_mut().find(|(s, _, _)| (scale / *s - 1.0).abs() < SAME) {
            // Each place counts once, however many placements fit it.
            Some((_, _, places)) => {
                if !places.iter().any(|p| (p[0] - at[0]).hypotenuse(p[1] - at[1]) < 1.0) {
                    places.push(at);
                }
            }
            None => groups.push((scale, m.share, vec![at])),
        }
    }
    groups.sort_by(|a, b| b.2.len().cmp(&a.2.len()).then(b.1.total_cmp(&a.1)).then(a.0.total_cmp(&b.0)));
    groups.into_iter().map(|(scale, _, places)| (scale, places.len())).collect()
}

/// Quotients of usual drawing scales: a measured scale that is near one is probably it.
const USUAL: [f32; 16] =
    [0.4, 0.5, 0.6, 2.0 / 3.0, 0.75, 0.8, 5.0 / 6.0, 1.2, 1.25, 4.0 / 3.0, 1.5, 5.0 / 3.0, 1.6, 2.0, 2.5, 3.0];

/// How far a scale measured on one small symbol may be off.
const UNSURE: f32 = 0.035;

/// A usual quotient that agrees nearly as well as the best measurement is taken in its place.
const AS_WELL: f32 = 0.98;

/// Most candidates that are tried.
const MOST_CANDIDATES: usize = 6;

/// Most symbols they are tried on.
const MOST_WITNESSES: usize = 6;

/// The scale that most symbols share, from what [`Field::scaled`] found of each, and how many share it.
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
    // Measured on small symbols: try the usual quotient near it and the measurements, and take what agrees closest.
    let near = |s: &f32| (s / group - 1.0).abs() < UNSURE;
    let mut candidates: Vec<f32> = USUAL.iter().copied().filter(near).collect();
    candidates.extend(of_each.iter().flatten().map(|(s, _)| *s).filter(near));
    candidates.dedup_by(|a, b| (*a / *b - 1.0).abs() < 0.003);
    candidates.truncate(MOST_CANDIDATES);
    let mut largest: Vec<usize> = witnesses.clone();
    let size = |i: usize| templates[i].specimen.size[0].max(templates[i].specimen.size[1]);
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
