//! Finds a legend's symbols on a sheet: each symbol at its scale there, each piece of ink explaining one instance only,
//! and equal shapes distinguished by their letters.

use plumbline_geometry::{Rect, Size};

use crate::ink::Ink;
use crate::letters::{LetterMatch, TextSpots, letter_score};
use crate::matching::{Criteria, Field, Match, ShapeMatcher};
use crate::scale::{Scaled, shared_scale};
use crate::template::{Specimen, Template};

/// A symbol to search for.
#[derive(Debug, Clone, Default)]
pub struct Symbol {
    /// The whole legend cell.
    pub whole: Specimen,
    /// The parts of the cell, searched for if the whole is not found.
    pub parts: Vec<Specimen>,
    /// Whether several may share one node, as the levers of switches do. Each counts.
    pub shares_node: bool,
}

/// How well an instance agrees with its symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// The whole symbol.
    Exact,
    /// Nine tenths of it, or all of it at a scale that no other symbol confirms.
    Loose,
    /// The shape only.
    Shape,
}

/// A symbol found on a sheet.
#[derive(Debug, Clone)]
pub struct Instance {
    /// Index of the symbol.
    pub symbol: usize,
    /// Place on the sheet.
    pub found: Match,
    /// Size relative to the legend's.
    pub scale: f32,
    /// How well it agrees.
    pub tier: Tier,
    /// Another symbol of the legend that would fit as well.
    pub rival: Option<usize>,
    /// Points of ink explained, minus missing ink. The higher of two overlapping instances is the more specific.
    weight: f32,
    letters: f32,
}

impl Instance {
    /// Creates an instance that is known to be where its ink is, without a search.
    pub fn certain(symbol: usize, found: Match) -> Self {
        let weight = found.strokes.iter().map(|(_, length)| length).sum();
        Self { symbol, found, scale: 1.0, tier: Tier::Exact, rival: None, weight, letters: 0.0 }
    }
}

/// Minimum number of details for a match that is not exact.
const LOOSE_DETAIL: usize = 4;

/// Minimum number of details for a match in another color.
const SHAPE_DETAIL: usize = 6;

/// Minimum number of details for a match in which the letters may differ.
const LETTERED_DETAIL: usize = 8;

/// Minimum number of symbols that make a scale certain.
const CONFIRMED: usize = 3;

/// Smallest symbol in points. Smaller ones are dots of a hatch.
const SMALLEST: f32 = 1.5;

/// Finds the symbols outside the excluded areas.
pub fn recognize(field: &Field, symbols: &[Symbol], texts: &TextSpots, excluded: &[Rect]) -> Vec<Instance> {
    let wholes: Vec<Template> = symbols.iter().map(|s| Template::new(s.whole.clone())).collect();
    let of_each: Vec<Scaled> = wholes.iter().map(|t| field.scaled(t, Criteria::LOOSE, excluded)).collect();
    let shared = shared_scale(field, &wholes, &of_each);
    let mut all = Vec::new();
    for (i, symbol) in symbols.iter().enumerate() {
        let search = SymbolSearch { field, texts, excluded, shared, symbol: i };
        let mut found = search.find_at_any_scale(&symbol.whole, &of_each[i].scales());
        let settled = |found: &[Instance]| found.iter().any(|f| f.tier == Tier::Exact);
        if !settled(&found) && symbol.whole.letters.iter().any(|l| l.inside) {
            // Letters drawn as lines may be elsewhere in the symbol, or be different.
            if let Some(core) = symbol.whole.without_inner_letters() {
                found.extend(
                    search
                        .find_at_known_scales(&core)
                        .into_iter()
                        .map(|f| Instance { tier: f.tier.max(Tier::Loose), ..f }),
                );
            }
            if wholes[i].detail() >= LETTERED_DETAIL {
                found.extend(search.find(&wholes[i], Criteria::LETTERS_APART, 1.0, Tier::Shape));
            }
        }
        if found.is_empty() {
            for part in distinct(&symbol.parts) {
                let scaled = field.scaled(&Template::new(part.clone()), Criteria::LOOSE, excluded);
                found.extend(search.find_at_any_scale(part, &scaled.scales()));
            }
        }
        if found.is_empty() && wholes[i].detail() >= SHAPE_DETAIL {
            found = search.find(&wholes[i], Criteria::COLORLESS, 1.0, Tier::Shape);
        }
        all.extend(found);
    }
    let sharing: Vec<bool> = symbols.iter().map(|s| s.shares_node).collect();
    resolve(all, &sharing, &field.ink)
}

/// Returns the parts that do not repeat an earlier one.
fn distinct(parts: &[Specimen]) -> Vec<&Specimen> {
    let mut kept: Vec<(&Specimen, ShapeMatcher)> = Vec::new();
    for part in parts {
        let template = Template::new(part.clone());
        // A bare line or the empty rest of a cell is not a symbol.
        if template.detail() < 2 && template.specimen.ink.rings.is_empty() {
            continue;
        }
        if !kept.iter().any(|(_, drawn)| drawn.matches(part)) {
            kept.push((part, ShapeMatcher::of(part)));
        }
    }
    kept.into_iter().map(|(part, _)| part).collect()
}

struct SymbolSearch<'a> {
    field: &'a Field,
    texts: &'a TextSpots,
    excluded: &'a [Rect],
    shared: Option<(f32, usize)>,
    symbol: usize,
}

impl SymbolSearch<'_> {
    /// Searches at the usual scales and, if that finds no exact match, at the symbol's own scale. An exact match
    /// settles the scale. Anything less may be a similarity to another symbol.
    fn find_at_any_scale(&self, specimen: &Specimen, scales: &[(f32, usize)]) -> Vec<Instance> {
        let mut out = self.find_at_known_scales(specimen);
        if !out.iter().any(|f| f.tier == Tier::Exact) {
            out.extend(self.find_at_own_scale(specimen, scales));
        }
        out
    }

    /// Searches at the legend's scale and at the scale the symbols share.
    fn find_at_known_scales(&self, specimen: &Specimen) -> Vec<Instance> {
        let criteria = |t: &Template| if t.detail() >= LOOSE_DETAIL { Criteria::LOOSE } else { Criteria::EXACT };
        let template = Template::new(specimen.clone());
        let mut out = self.find(&template, criteria(&template), 1.0, Tier::Exact);
        if let Some((scale, confirmed)) = self.shared {
            let template = Template::new(specimen.scaled(scale));
            let tier = if confirmed >= CONFIRMED { Tier::Exact } else { Tier::Loose };
            out.extend(self.find(&template, criteria(&template), scale, tier));
        }
        out
    }

    /// Searches at the most frequent scale of this symbol. A single place counts only if the symbol is rich enough in
    /// detail to rule out chance, or if the scale is near the one that others share.
    fn find_at_own_scale(&self, specimen: &Specimen, scales: &[(f32, usize)]) -> Vec<Instance> {
        let Some(&(scale, places)) = scales.first() else { return Vec::new() };
        let template = Template::new(specimen.scaled(scale));
        let near = self.shared.is_some_and(|(shared, _)| (scale / shared - 1.0).abs() < 0.04);
        let rich = template.detail() >= SHAPE_DETAIL;
        match places {
            0 => Vec::new(),
            1 if !near && !rich => Vec::new(),
            1 => self.find(&template, Criteria::EXACT, scale, Tier::Loose),
            _ => self.find(&template, Criteria::LOOSE, scale, Tier::Loose),
        }
    }

    fn find(&self, template: &Template, criteria: Criteria, scale: f32, best: Tier) -> Vec<Instance> {
        let Size { width: w, height: h, .. } = template.specimen.size;
        if w.max(h) < SMALLEST || template.specimen.ink.strokes.is_empty() {
            return Vec::new();
        }
        // A bare line or an empty circle occurs in every drawing.
        let drawn = &template.specimen.ink;
        let bare = template.detail() < 2 && !drawn.strokes.iter().any(|s| s.filled);
        if bare && !template.specimen.letters.iter().any(|l| l.inside) {
            return Vec::new();
        }
        let mut out = Vec::new();
        for found in self.field.find(template, criteria) {
            if self.excluded.iter().any(|&area| area.contains(found.placement.at)) {
                continue;
            }
            let near = letter_score(&template.specimen, &found, template.detail(), self.texts);
            let (score, missing) = match near {
                LetterMatch::Conflict => continue,
                LetterMatch::Score { score, inside_missing } => (score, inside_missing),
            };
            let tier = if found.share >= Criteria::EXACT.share && !missing { best } else { best.max(Tier::Loose) };
            let found_share = found.share;
            out.push(Instance {
                symbol: self.symbol,
                found,
                scale,
                tier,
                rival: None,
                // Missing ink counts against a symbol more than present ink counts for it.
                weight: template.weight * (3.0 * found_share - 2.0),
                letters: score,
            });
        }
        out
    }
}

/// Returns the share of two boxes' union that they have in common.
fn likeness(a: Rect, b: Rect) -> f32 {
    let common = a.common_area(b);
    let area = |r: Rect| r.width().max(0.1) * r.height().max(0.1);
    common / (area(a) + area(b) - common).max(1e-6)
}

/// Minimum likeness of two boxes that are one place.
const SAME_PLACE: f32 = 0.7;

/// Difference below which letter scores are equal.
const SAME_SCORE: f32 = 0.2;

/// Keeps one instance for each piece of ink: of two at one place the one whose letters fit, otherwise the one with more
/// ink; of two that overlap the one with more ink. `sharing` marks the symbols of which several may share a node.
fn resolve(mut all: Vec<Instance>, sharing: &[bool], ink: &Ink) -> Vec<Instance> {
    let order = |i: &Instance| (i.found.bbox.min.y, i.found.bbox.min.x);
    all.sort_by(|a, b| {
        b.weight
            .total_cmp(&a.weight)
            .then(a.tier.cmp(&b.tier))
            .then(a.symbol.cmp(&b.symbol))
            .then(order(a).0.total_cmp(&order(b).0))
            .then(order(a).1.total_cmp(&order(b).1))
    });
    let buckets = Buckets::new(&all);
    let mut gone = vec![false; all.len()];
    // Equal places come first, so that a shape is named by its letters before it competes with its neighbors.
    for i in 0..all.len() {
        for &j in buckets.around(&all[i]).iter().filter(|&&j| j > i) {
            if gone[i] || gone[j] || likeness(all[i].found.bbox, all[j].found.bbox) < SAME_PLACE {
                continue;
            }
            let by_letters = all[j].letters - all[i].letters;
            let alike = (all[i].weight / all[j].weight.max(1e-3) - 1.0).abs() < 0.1;
            if by_letters > SAME_SCORE && (alike || all[j].letters > 0.0) {
                gone[i] = true;
            } else {
                gone[j] = true;
                if alike && by_letters.abs() <= SAME_SCORE && all[i].symbol != all[j].symbol {
                    all[i].rival = Some(all[j].symbol);
                }
            }
        }
    }
    let mut claimed: std::collections::HashMap<u32, Vec<usize>> = std::collections::HashMap::new();
    let mut kept = Vec::new();
    for i in 0..all.len() {
        if gone[i] {
            continue;
        }
        let mine = &all[i];
        let taken: f32 = mine
            .found
            .strokes
            .iter()
            .filter(|(stroke, _)| {
                claimed
                    .get(stroke)
                    .is_some_and(|owners| owners.iter().any(|&o| all[o].found.bbox.overlaps(mine.found.bbox)))
            })
            .map(|(_, weight)| weight)
            .sum();
        let total: f32 = mine.found.strokes.iter().map(|(_, weight)| weight).sum();
        let at_node = || sharing[mine.symbol] && is_one_more(mine, &all, &claimed, ink);
        if taken > 0.5 * total && !at_node() {
            continue;
        }
        for (stroke, _) in &mine.found.strokes {
            claimed.entry(*stroke).or_default().push(i);
        }
        kept.push(i);
    }
    let mut out: Vec<Instance> = kept.into_iter().map(|i| all[i].clone()).collect();
    out.sort_by(|a, b| order(a).0.total_cmp(&order(b).0).then(order(a).1.total_cmp(&order(b).1)));
    out
}

/// Minimum ink of a lever, in points.
const LEVER: f32 = 4.0;

/// Returns whether an instance shares nothing with others but the round node of one of its own symbol, and no other
/// instance uses its straight lines.
fn is_one_more(
    mine: &Instance,
    all: &[Instance],
    claimed: &std::collections::HashMap<u32, Vec<usize>>,
    ink: &Ink,
) -> bool {
    let own = |stroke: u32| !claimed.contains_key(&stroke);
    let lines = || mine.found.strokes.iter().filter(|(stroke, _)| !ink.strokes[*stroke as usize].curved);
    let of_kind =
        |stroke: &u32| claimed.get(stroke).is_none_or(|owners| owners.iter().all(|o| all[*o].symbol == mine.symbol));
    lines().all(|(stroke, _)| own(*stroke))
        && lines().map(|(_, weight)| weight).sum::<f32>() >= LEVER
        && mine.found.strokes.iter().all(|(stroke, _)| of_kind(stroke))
}

/// Instances by place.
struct Buckets(std::collections::HashMap<(i32, i32), Vec<usize>>);

/// Width of a bucket in points.
const BUCKET: f32 = 12.0;

impl Buckets {
    fn key(instance: &Instance) -> (i32, i32) {
        let at = instance.found.placement.at;
        ((at.x / BUCKET) as i32, (at.y / BUCKET) as i32)
    }

    fn new(all: &[Instance]) -> Self {
        let mut map: std::collections::HashMap<(i32, i32), Vec<usize>> = std::collections::HashMap::new();
        for (i, instance) in all.iter().enumerate() {
            map.entry(Self::key(instance)).or_default().push(i);
        }
        Self(map)
    }

    /// Returns the instances whose middle is within about one bucket, in order.
    fn around(&self, instance: &Instance) -> Vec<usize> {
        let (x, y) = Self::key(instance);
        let mut out: Vec<usize> = (-1..=1)
            .flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)))
            .filter_map(|key| self.0.get(&key))
            .flatten()
            .copied()
            .collect();
        out.sort_unstable();
        out
    }
}
