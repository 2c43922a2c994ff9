//! Collects the texts beside the places of a shape: circuits, switch legs, ratings, and letters common to all places.

use std::collections::{BTreeMap, BTreeSet};

use crate::vocabulary::Kind;
use plumbline_geometry::{Point, Rect};
use plumbline_symbols::TextSpots;
use plumbline_symbols::annotations::{Assigned, Kind as LabelKind, Label};

use super::codes::variant;
use crate::page::Page;

/// Longest text that may be a device's letters, in characters.
const LONGEST_LETTERS: usize = 8;
/// Longest letters that name a type, in characters.
const LONGEST_TYPE: usize = 5;
/// Largest distance of letters from their device, as a multiple of the device's size.
const BESIDE: f32 = 0.8;
/// Highest circuit number. Panelboards have up to 84 circuits.
const LAST_CIRCUIT: u32 = 96;
/// Most panels that feed the devices of one sheet.
const MOST_PANELS: usize = 6;

/// Weight of the distance between the middles, relative to the distance between the borders.
const MIDDLES: f32 = 0.1;

/// The texts at the places of a shape, as numbers of places.
#[derive(Debug, Default)]
pub(super) struct Tags {
    /// The number of all places.
    pub(super) places: usize,
    /// The number of places with a circuit.
    pub(super) circuits: usize,
    /// The number of places with a switch leg.
    pub(super) legs: usize,
    /// The number of places with a rating, by unit.
    pub(super) units: BTreeMap<&'static str, usize>,
    /// The number of places with letters inside the shape or close to it, by the letters in capitals.
    pub(super) letters: BTreeMap<String, usize>,
    /// The number of places with letters inside the shape.
    pub(super) inside: BTreeMap<String, usize>,
    /// The tags of equipment and other marks, each as written.
    pub(super) marks: Vec<String>,
}

impl Tags {
    /// Returns a count as a share of the places.
    pub(super) fn share(&self, count: usize) -> f32 {
        count as f32 / self.places.max(1) as f32
    }

    /// Adds the labels at a place of a shape, and the letters that were assigned to it.
    pub(super) fn add(&mut self, page: &Page<'_>, area: Rect, said: &[Assigned], letters: &BTreeSet<String>) {
        self.places += 1;
        let has = |kind: LabelKind| usize::from(said.iter().any(|one| one.label.kind() == kind));
        self.circuits += has(LabelKind::Circuit);
        self.legs += has(LabelKind::SwitchLeg);
        let mut units: BTreeSet<&'static str> = BTreeSet::new();
        for one in said {
            match &one.label {
                Label::Rating { unit, .. } => {
                    units.insert(unit);
                }
                Label::Equipment { tag: text } | Label::Mark { text } => self.marks.push(text.clone()),
                _ => {}
            }
        }
        for unit in units {
            *self.units.entry(unit).or_default() += 1;
        }
        for letters in letters {
            *self.letters.entry(letters.clone()).or_default() += 1;
        }
        for letters in all_letters(&page.texts, area) {
            *self.inside.entry(letters).or_default() += 1;
        }
    }

    /// Returns whether most of the places have these letters inside.
    pub(super) fn holds(&self, letters: &str) -> bool {
        self.inside.iter().any(|(own, &n)| own.eq_ignore_ascii_case(letters) && self.share(n) > MOST)
    }
}

/// Share of a shape's places above which a text belongs to the shape.
pub(super) const MOST: f32 = 0.5;

/// Returns the letters inside a place, without duplicates.
fn all_letters(texts: &TextSpots, area: Rect) -> BTreeSet<String> {
    texts.within(area).into_iter().flat_map(|i| letters_of(&texts.all()[i].text)).collect()
}

/// Returns whether letters name a type: they are few and have no digits.
pub(super) fn is_type(letters: &str) -> bool {
    letters.chars().count() <= LONGEST_TYPE && letters.chars().all(|c| c.is_alphabetic() || c == '/')
}

/// Returns the letters inside a place that name a type.
pub(super) fn type_letters(texts: &TextSpots, area: Rect) -> Option<String> {
    let inside = all_letters(texts, area).into_iter();
    inside.filter(|text| is_type(text)).max_by_key(|text| text.chars().count())
}

/// Returns the panel and the number of a mark that is written like a circuit: `L1-9`, `U-4`, `A-12,14`.
fn as_circuit(mark: &str) -> Option<(&str, u32)> {
    let (panel, numbers) = mark.trim().rsplit_once('-')?;
    let first = numbers.split([',', '/', '&']).next()?.trim();
    let number: u32 = first.parse().ok()?;
    let letters = panel.chars().take_while(char::is_ascii_uppercase).count();
    let rest = &panel[letters..];
    let named = (1..=4).contains(&letters) && rest.len() <= 2 && rest.chars().all(|c| c.is_ascii_alphanumeric());
    (named && (1..=LAST_CIRCUIT).contains(&number)).then_some((panel, number))
}

/// Returns the marks that are circuits: they have few panels and many numbers, and several devices share some of them.
pub(super) fn circuit_marks<'a>(marks: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut panels: BTreeSet<&str> = BTreeSet::new();
    let mut of_panels: BTreeMap<&str, usize> = BTreeMap::new();
    for mark in marks {
        if let Some((panel, _)) = as_circuit(mark) {
            panels.insert(panel);
            *of_panels.entry(mark).or_default() += 1;
        }
    }
    // Each piece of equipment has its own number. A circuit feeds several devices.
    let shared = of_panels.values().filter(|n| **n >= 2).count();
    if panels.len() <= MOST_PANELS && shared >= 2 { of_panels.into_keys().collect() } else { BTreeSet::new() }
}

/// Returns the indices of the texts inside a place or close to it.
pub(super) fn beside(texts: &TextSpots, area: Rect) -> Vec<usize> {
    let by = BESIDE * area.width().max(area.height());
    texts.within(area.grown(by))
}

/// Returns the variant of the group's device that the letters at a place name.
pub(super) fn variant_at(page: &Page<'_>, kind: Kind, letters: &BTreeSet<String>) -> Option<Variant> {
    letters.iter().find_map(|letters| {
        let (kind, name) = variant(page, kind, letters)?;
        Some(Variant { kind, name, letters: letters.clone() })
    })
}

/// A special kind of a group's device.
pub(super) struct Variant {
    pub(super) kind: Kind,
    pub(super) name: &'static str,
    /// The letters that name it.
    pub(super) letters: String,
}

/// Returns the texts that may be a device's letters: the whole, and its parts if it is like `C5/TV`. `$` means switch.
pub(super) fn letters_of(text: &str) -> Vec<String> {
    let text = text.trim();
    let short = text.chars().count() <= LONGEST_LETTERS;
    // Three-way and four-way switches have a number.
    let worded = |text: &str| text.chars().any(|c| c.is_alphabetic() || c == '$') || matches!(text, "3" | "4");
    if !short || text.chars().any(char::is_lowercase) {
        return Vec::new();
    }
    let parts = text.split(['/', ' ']).filter(|part| part.len() > 1 && *part != text);
    parts.chain([text]).filter(|part| worded(part)).map(str::to_owned).collect()
}

/// Returns the distance of a text from a place, for ranking.
pub(super) fn distance(area: Rect, at: Point) -> f32 {
    let Point { x, y, .. } = area.center();
    area.distance(at) + MIDDLES * (x - at.x).hypot(y - at.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_few_panels_that_devices_share_are_circuits_and_tags_of_equipment_are_none() {
        let circuits = ["L1-9", "L1-9", "L1-11", "L1-11", "U-4", "U-6", "EF-1"];
        assert!(circuit_marks(circuits.into_iter()).contains("U-6"));
        assert!(circuit_marks(["EF-1", "EF-2", "AHU-1", "P-3"].into_iter()).is_empty());
        assert!(circuit_marks(["A101", "B-200", "B-200", "C-150", "C-150"].into_iter()).is_empty());
    }
}
