//! Names a shape from all evidence for its name.
//!
//! Points are added by category, because a general word (receptacle) supports every special kind (duplex receptacle) of
//! its category. A category needs enough points, and more than the next. Then its best special kind gives the name, or
//! the general kind if several special ones are equally good.

use std::collections::{BTreeMap, BTreeSet};

use crate::bindings::quantities::Confidence;
use crate::vocabulary::{Kind, Trade};

use super::name_evidence::{NameEvidence, Source};
use crate::entry::UNNAMED;

/// The name of a shape and its evidence.
pub(super) struct Name {
    pub(super) kind: Kind,
    pub(super) description: String,
    /// Medium if the shape has a name, low if it has none or only its layer gives one.
    pub(super) confidence: Confidence,
    /// The texts of the evidence for the name.
    pub(super) evidence: Option<String>,
}

impl Name {
    pub(super) fn of(kind: Kind, description: String) -> Self {
        Self { kind, description, confidence: Confidence::Medium, evidence: None }
    }

    /// Returns whether only a layer gives the name.
    pub(super) fn is_of_layer_alone(&self) -> bool {
        self.confidence == Confidence::Low && self.kind != UNNAMED
    }

    /// Returns the name with the page whose texts gave it.
    pub(super) fn written_on(self, page: u32) -> Self {
        Self { evidence: self.evidence.map(|by| format!("{by}, on page {page}")), ..self }
    }

    /// Returns the name of a shape without evidence for any name.
    pub(super) fn none() -> Self {
        let description = "unnamed symbol".to_owned();
        Self { kind: UNNAMED, description, confidence: Confidence::Low, evidence: None }
    }
}

/// Fewest points that make a name.
const ENOUGH: f32 = 2.0;
/// Smallest lead of the best category over the next, and of its best special kind over the next of the category.
const MARGIN: f32 = 0.7;

/// Item types that stand for any type of their category.
const GENERAL: &[&str] = &[
    "receptacle",
    "luminaire",
    "switch",
    "communication_outlet",
    "fire_alarm_device",
    "device",
    "sprinkler_head",
    "supply_diffuser",
];

/// A name with its points.
pub(super) struct Named {
    pub(super) name: Name,
    pub(super) points: f32,
}

/// The trade and the category.
type Category = (Trade, &'static str);

fn category(kind: &Kind) -> Category {
    (kind.trade, kind.category)
}

fn is_general(kind: &Kind) -> bool {
    GENERAL.contains(&kind.item_type)
}

/// Returns the points of a category. Each source counts with the most points that it gives to one of its kinds.
fn points_of(of: Category, evidence: &[NameEvidence]) -> f32 {
    let mut by_source: BTreeMap<Source, f32> = BTreeMap::new();
    for w in evidence.iter().filter(|w| category(&w.kind) == of) {
        let most = by_source.entry(w.source).or_default();
        *most = most.max(w.points);
    }
    by_source.into_values().sum()
}

/// Returns the best candidate, its points and the points of the second.
fn ranked<T: Ord + Copy>(mut all: Vec<(T, f32)>) -> Option<(T, f32, f32)> {
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    all.dedup_by(|a, b| a.0 == b.0);
    let (best, points) = *all.first()?;
    Some((best, points, all.get(1).map_or(0.0, |(_, points)| *points)))
}

/// Returns the name that the evidence supports best, or `None` if it is too weak or contradictory.
pub(super) fn best_name(evidence: &[NameEvidence], is_ours: impl Fn(Kind) -> bool) -> Option<Named> {
    let categories = evidence.iter().map(|w| category(&w.kind)).map(|of| (of, points_of(of, evidence)));
    let (best, points, next) = ranked(categories.collect())?;
    if points < ENOUGH || points - next < MARGIN {
        return None;
    }
    let own: Vec<&NameEvidence> = evidence.iter().filter(|w| category(&w.kind) == best).collect();
    let sum = |kind: Kind| own.iter().filter(|w| w.kind == kind).map(|w| w.points).sum::<f32>();
    let special = ranked(own.iter().filter(|w| !is_general(&w.kind)).map(|w| (w.kind, sum(w.kind))).collect());
    let general = ranked(own.iter().filter(|w| is_general(&w.kind)).map(|w| (w.kind, sum(w.kind))).collect());
    let kind = match (special, general) {
        // A strong general word beside a weak special one: the general one is certainly right.
        (Some((kind, own, next)), general) if own - next >= MARGIN => match general {
            Some((general, by_general, _)) if by_general >= ENOUGH && own < by_general - MARGIN => general,
            _ => kind,
        },
        (_, Some((kind, ..))) => kind,
        (Some((kind, ..)), None) => kind,
        (None, None) => return None,
    };
    // Evidence from the sheet's wiring and pens confirms a name but cannot give one.
    if !is_ours(kind) || !own.iter().any(|w| w.source.is_of_shape()) {
        return None;
    }
    let mut supporting: Vec<&&NameEvidence> = own.iter().filter(|w| w.kind == kind || is_general(&w.kind)).collect();
    supporting.sort_by(|a, b| b.points.total_cmp(&a.points));
    let description = supporting.iter().find(|w| w.kind == kind)?.name.clone();
    let mut texts: Vec<&str> = supporting.iter().map(|w| w.text.as_str()).collect();
    texts.dedup();
    let name = Name { evidence: Some(texts.join("; ")), ..Name::of(kind, description) };
    Some(Named { name, points })
}

/// Returns the kinds of evidence in an item's `named_by`, for statistics of how often each kind is right.
pub fn evidence_kinds(named_by: &str) -> BTreeSet<&'static str> {
    // The prefixes of the texts. Evidence without one of these is letters.
    const KINDS: &[(&str, &str)] = &[
        ("block ", "block"),
        ("layer ", "layer"),
        ("glyph ", "glyph"),
        ("schedule lists ", "schedule"),
        ("tags ", "tags"),
        ("circuit tags ", "circuits"),
        ("switch legs ", "switch legs"),
        ("drawn like the named devices", "pen"),
    ];
    const UNITS: &[&str] = &["W at ", "lm at ", "cd at ", "CFM at ", "L/s at ", "m³/h at "];
    let kind = |text: &str| {
        let known = KINDS.iter().find(|(begin, _)| text.starts_with(begin)).map(|(_, kind)| *kind);
        let rating = UNITS.iter().any(|unit| text.starts_with(unit)).then_some("rating");
        known.or(rating).unwrap_or("letters")
    };
    named_by.split("; ").filter(|text| !text.is_empty()).map(kind).collect()
}

/// Returns the name that only a layer gives. Its confidence is low, because a layer often names just the trade.
pub(super) fn by_layer_alone(evidence: &[NameEvidence]) -> Option<Name> {
    let layer = evidence.iter().find(|w| w.source == Source::Layer)?;
    let text = Some(layer.text.clone());
    Some(Name { confidence: Confidence::Low, evidence: text, ..Name::of(layer.kind, layer.name.clone()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_evidence_are_read_from_its_text() {
        let by =
            "glyph NECA 100: receptacle; circuit tags at 7 of 8, on page 2; W at 3 of 4; GFCI at 8 of 8; layer E-LITE";
        let kinds: Vec<&str> = evidence_kinds(by).into_iter().collect();
        assert_eq!(kinds, ["circuits", "glyph", "layer", "letters", "rating"]);
        assert!(evidence_kinds("").is_empty());
    }
}
