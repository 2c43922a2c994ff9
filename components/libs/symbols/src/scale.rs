//! Finds at which scale a symbol stands on the plan when it is not the legend's own: legends are often plotted smaller
//! or larger than the plan.

use std::collections::BTreeMap;

use plumbline_sheet::geometry::contains;

use crate::ink::{Feature, FeatureKind};
use crate::matching::{Criteria, Field, Match, Placement, lay};
use crate::template::Template;

/// Scales that are looked at.
pub const SCALES: std::ops::RangeInclusive<f32> = 0.3..=4.0;

/// Smallest symbol, in points, that is recognised at another scale: below, the tolerance explains anything.
const SMALLEST: f32 = 3.5;

/// Fewest details a symbol needs to be recognised at another scale: any rectangle is like some other.
const LEAST_DETAIL: usize = 3;

/// Scales that differ by less than this share are one.
const SAME: f32 = 0.025;

impl Field {
    /// The scales at which the template is found outside some areas, the most frequent first, 1 left out.
    pub fn scales(&self, template: &Template, criteria: Criteria, excluded: &[[f32; 4]]) -> Vec<f32> {
        if template.detail() < LEAST_DETAIL {
            return Vec::new();
        }
        let [w, h] = template.specimen.size;
        let size = w.max(h);
        let mut found: Vec<Match> = Vec::new();
        let mut check = |placement: Placement| {
            let fits = SCALES.contains(&placement.scale)
                && (placement.scale - 1.0).abs() > SAME
                && placement.scale * size >= SMALLEST
                && !excluded.iter().any(|&area| contains(area, placement.at));
            // The tolerance must stay small beside the symbol.
            let tolerance = criteria.tolerance.min(0.05 * size * placement.scale).max(0.15);
            if fits {
                found.extend(self.compare(template, placement, Criteria { tolerance, ..criteria }));
            }
        };
        match self.widest_anchor(template) {
            Some(ours) => {
                let (from, to) = (ours.length * SCALES.start(), ours.length * SCALES.end());
                let mut placements = Vec::new();
                for theirs in self.ink.features_of(ours.kind, from, to).filter(|g| self.fits(ours, g, criteria)) {
                    placements.clear();
                    lay(ours, theirs, &mut placements);
                    placements.drain(..).for_each(&mut check);
                }
            }
            None => {
                let Some(ours) = template.rings.first() else { return Vec::new() };
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
            }
        }
        tally(&found)
    }

    /// The longest line whose colour is rarest on the sheet, so that few places need to be tried and the scale is
    /// measured well.
    fn widest_anchor<'a>(&self, template: &'a Template) -> Option<&'a Feature> {
        let longest = template.features.iter().map(|f| f.length).fold(0.0, f32::max);
        let mut counts: BTreeMap<(u32, bool), usize> = BTreeMap::new();
        for f in &self.ink.features {
            *counts.entry((f.color, f.kind == FeatureKind::Line)).or_default() += 1;
        }
        template
            .features
            .iter()
            .filter(|f| f.length >= 0.4 * longest)
            .min_by_key(|f| counts.get(&(f.color, f.kind == FeatureKind::Line)).copied().unwrap_or(0))
    }
}

/// Scales by how often they occur; of each the one measured at the best match.
fn tally(found: &[Match]) -> Vec<f32> {
    let mut groups: Vec<(f32, f32, Vec<[f32; 2]>)> = Vec::new();
    let mut best_first: Vec<&Match> = found.iter().collect();
    best_first.sort_by(|a, b| b.share.total_cmp(&a.share));
    for m in best_first {
        let scale = m.placement.scale;
        let at = m.placement.at;
        match groups.iter_mut().find(|(s, _, _)| (scale / *s - 1.0).abs() < SAME) {
            // Each place counts once, however many placements fit it.
            Some((_, _, places)) => {
                if !places.iter().any(|p| (p[0] - at[0]).hypot(p[1] - at[1]) < 1.0) {
                    places.push(at);
                }
            }
            None => groups.push((scale, m.share, vec![at])),
        }
    }
    groups.sort_by(|a, b| b.2.len().cmp(&a.2.len()).then(b.1.total_cmp(&a.1)).then(a.0.total_cmp(&b.0)));
    groups.into_iter().map(|(scale, _, _)| scale).collect()
}
