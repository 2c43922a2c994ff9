//! What is written beside the places of a shape: circuits, switch legs, ratings, letters that are the same everywhere.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_notes::{Assigned, Kind as Says, Kinds, Label, SymbolBox, assign};
use plumbline_symbols::Repeat;
use plumbline_vocabulary::{Class, Kind};

use super::likely::is_possible;
use super::naming::{Name, agreed, by_layer_alone};
use super::witnesses::{by_pen, is_named, variant, witnesses};
use super::{Place, Seen};
use crate::labels::{Labels, read};
use crate::page::Page;
use crate::place::middle;

/// Longest text that may be a device's letters, in characters.
const LONGEST_LETTERS: usize = 8;
/// How far from a device its letters stand, in its sizes.
const BESIDE: f32 = 0.8;
/// Highest number of a circuit: panelboards have up to 84.
const LAST_CIRCUIT: u32 = 96;
/// Panels that one sheet's devices are fed from, at most.
const MOST_PANELS: usize = 6;

/// What is written at the places of a shape. Numbers of places.
#[derive(Debug, Default)]
pub(super) struct Tags {
    /// All places.
    pub(super) places: usize,
    /// With a circuit.
    pub(super) circuits: usize,
    /// With a switch leg.
    pub(super) legs: usize,
    /// With a rating, by its unit.
    pub(super) units: BTreeMap<&'static str, usize>,
    /// With letters, in capitals, in the shape or close to it.
    pub(super) letters: BTreeMap<String, usize>,
    /// The tags of equipment and other marks, each as written.
    pub(super) marks: Vec<String>,
}

impl Tags {
    /// Share of the places.
    pub(super) fn share(&self, count: usize) -> f32 {
        count as f32 / self.places.max(1) as f32
    }

    /// Adds what is written at the places of a shape.
    fn add(&mut self, page: &Page<'_>, repeat: &Repeat, said: &[Vec<Assigned>]) {
        self.places += repeat.places.len();
        for said in said {
            let has = |kind: Says| usize::from(said.iter().any(|one| one.label.kind() == kind));
            self.circuits += has(Says::Circuit);
            self.legs += has(Says::SwitchLeg);
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
        }
        for place in &repeat.places {
            let by = BESIDE * (place[2] - place[0]).max(place[3] - place[1]);
            let near = page.texts.within([place[0] - by, place[1] - by, place[2] + by, place[3] + by]);
            let letters: BTreeSet<String> = near.iter().flat_map(|&i| letters_of(&page.texts.all()[i].text)).collect();
            for letters in letters {
                *self.letters.entry(letters).or_default() += 1;
            }
        }
    }
}

/// What is written at the places of the shapes of a page.
pub(super) struct Said(Vec<Vec<Vec<Assigned>>>);

impl Said {
    /// Gives the texts of the page to the shapes that may be symbols.
    pub(super) fn of(page: &Page<'_>, seen: &[Seen<'_>]) -> Self {
        let takes_part = |one: &Seen<'_>| {
            let possible = is_possible(page, one.repeat) || is_named(page, &one.around);
            possible && !one.repeat.looks.glyph_like
        };
        let parts: Vec<bool> = seen.iter().map(takes_part).collect();
        let places = |n: usize| if parts[n] { &seen[n].repeat.places[..] } else { &[] };
        let boxes: Vec<SymbolBox> = (0..seen.len())
            .flat_map(|n| places(n).iter().map(move |&area| (n as u32, area)))
            .map(|(class, area)| SymbolBox { area, accepts: SAID, class })
            .collect();
        let mut all = assign(&boxes, &page.notes, &page.known, &page.unnamed);
        circuits_for_marks(&mut all);
        let mut all = all.into_iter();
        Self((0..seen.len()).map(|n| all.by_ref().take(places(n).len()).collect()).collect())
    }

    /// The name of some shapes that are alike, by all that is said of them. `pens` are the colours of devices only.
    pub(super) fn name(
        &self,
        page: &Page<'_>,
        seen: &[Seen<'_>],
        sort: &[usize],
        pens: &BTreeSet<u32>,
    ) -> Option<Name> {
        let first = &seen[sort[0]];
        let mut tags = Tags::default();
        for &n in sort {
            tags.add(page, seen[n].repeat, &self.0[n]);
        }
        let mut witnesses = witnesses(page, first, &tags);
        if pens.contains(&first.repeat.looks.color) {
            let pen = by_pen(page, first, &witnesses);
            witnesses.extend(pen);
        }
        let likely = sort.iter().any(|&n| seen[n].likely);
        agreed(&witnesses, |kind| page.profile.own(Some(Class::Item(kind))).is_some())
            .filter(|named| {
                likely || is_named(page, &first.around) || named.points >= SURE && is_possible(page, first.repeat)
            })
            .map(|named| named.name)
            .or_else(|| by_layer_alone(&witnesses))
    }

    /// Whether a circuit, a rating or another tag stands at most places of a shape.
    pub(super) fn is_tagged(&self, shape: usize) -> bool {
        let said = &self.0[shape];
        said.iter().filter(|said| !said.is_empty()).count() * 2 > said.len()
    }

    /// What the texts at a place say that is worth an attribute.
    pub(super) fn at(&self, page: &Page<'_>, shape: usize, place: usize) -> Labels {
        self.0[shape].get(place).map_or_else(Labels::default, |said| read(page, said))
    }
}

/// What may be said of a shape that nothing explains.
const SAID: Kinds =
    Kinds::of(&[Says::Circuit, Says::Address, Says::Mark, Says::Equipment, Says::Rating, Says::SwitchLeg]);

/// Points of a name that make a device of a shape which by itself is not likely one.
const SURE: f32 = 3.0;

/// Writes the marks that are circuits as such.
fn circuits_for_marks(all: &mut [Vec<Assigned>]) {
    let mark = |one: &Assigned| match &one.label {
        Label::Mark { text } | Label::Equipment { tag: text } => Some(text.clone()),
        _ => None,
    };
    let marks: Vec<String> = all.iter().flatten().filter_map(mark).collect();
    let circuits = circuit_marks(marks.iter().map(String::as_str));
    for one in all.iter_mut().flatten() {
        if let Some(text) = mark(one).filter(|text| circuits.contains(text.as_str()))
            && let Some((panel, numbers)) = text.rsplit_once('-')
        {
            let numbers = numbers.split([',', '/', '&']).map(|n| n.trim().to_owned()).collect();
            one.label = Label::Circuit { panel: Some(panel.to_owned()), numbers };
        }
    }
}

/// Panel and number of a mark that is written as circuits are: `L1-9`, `U-4`, `A-12,14`.
fn as_circuit(mark: &str) -> Option<(&str, u32)> {
    let (panel, numbers) = mark.trim().rsplit_once('-')?;
    let first = numbers.split([',', '/', '&']).next()?.trim();
    let number: u32 = first.parse().ok()?;
    let letters = panel.chars().take_while(char::is_ascii_uppercase).count();
    let rest = &panel[letters..];
    let named = (1..=4).contains(&letters) && rest.len() <= 2 && rest.chars().all(|c| c.is_ascii_alphanumeric());
    (named && (1..=LAST_CIRCUIT).contains(&number)).then_some((panel, number))
}

/// The marks that are circuits: of few panels with many numbers, some of which several devices share.
pub(super) fn circuit_marks<'a>(marks: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut panels: BTreeSet<&str> = BTreeSet::new();
    let mut of_panels: BTreeMap<&str, usize> = BTreeMap::new();
    for mark in marks {
        if let Some((panel, _)) = as_circuit(mark) {
            panels.insert(panel);
            *of_panels.entry(mark).or_default() += 1;
        }
    }
    // Equipment has a number each; a circuit feeds several devices.
    let shared = of_panels.values().filter(|n| **n >= 2).count();
    if panels.len() <= MOST_PANELS && shared >= 2 { of_panels.into_keys().collect() } else { BTreeSet::new() }
}

/// Indexes of the texts in a place or close to it.
fn beside(page: &Page<'_>, area: [f32; 4]) -> Vec<usize> {
    let by = BESIDE * (area[2] - area[0]).max(area[3] - area[1]);
    page.texts.within([area[0] - by, area[1] - by, area[2] + by, area[3] + by])
}

/// What the letters at one of a group's places make of its device; letters belong to the nearest place.
pub(super) fn variant_at(page: &Page<'_>, kind: Kind, area: [f32; 4], places: &[Place]) -> Option<Variant> {
    let away = |area: [f32; 4], at: [f32; 2]| {
        let [x, y] = middle(area);
        (x - at[0]).hypot(y - at[1])
    };
    let nearest = |at: [f32; 2]| places.iter().all(|other| away(other.area, at) >= away(area, at));
    let own = beside(page, area).into_iter().filter(|&i| nearest(page.texts.all()[i].middle));
    own.flat_map(|i| letters_of(&page.texts.all()[i].text)).find_map(|letters| {
        let (kind, name) = variant(page, kind, &letters)?;
        Some(Variant { kind, name, letters })
    })
}

/// A special kind of a group's device.
pub(super) struct Variant {
    pub(super) kind: Kind,
    pub(super) name: &'static str,
    /// What says so.
    pub(super) letters: String,
}

/// A text that may be a device's letters, and the parts of one such as `C5/TV`; `$` is how switches are written.
fn letters_of(text: &str) -> Vec<String> {
    let text = text.trim();
    let short = text.chars().count() <= LONGEST_LETTERS;
    let worded = |text: &str| text.chars().any(|c| c.is_alphabetic() || c == '$');
    if !short || text.chars().any(char::is_lowercase) {
        return Vec::new();
    }
    let parts = text.split(['/', ' ']).filter(|part| part.len() > 1 && *part != text);
    parts.chain([text]).filter(|part| worded(part)).map(str::to_owned).collect()
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
