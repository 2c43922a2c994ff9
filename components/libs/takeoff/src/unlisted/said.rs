//! The texts of a page, given to the places of its shapes, and the names that they make.

use std::collections::BTreeSet;

use plumbline_notes::{Assigned, Kind as Says, Kinds, Label, SymbolBox, assign};
use plumbline_vocabulary::Class;

use super::Seen;
use super::likely::is_possible;
use super::naming::{Name, agreed, by_layer_alone};
use super::sorts::Sort;
use super::tags::{Tags, circuit_marks};
use super::witnesses::{by_pen, is_named, witnesses};
use crate::labels::{Labels, read};
use crate::page::Page;

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
    pub(super) fn name(&self, page: &Page<'_>, seen: &[Seen<'_>], sort: &Sort, pens: &BTreeSet<u32>) -> Option<Name> {
        let first = &seen[sort.first];
        let tags = self.tags(page, seen, sort);
        let mut witnesses = witnesses(page, first, &tags);
        if pens.contains(&first.repeat.looks.color) {
            let pen = by_pen(page, first, &tags, &witnesses);
            witnesses.extend(pen);
        }
        let likely = sort.places.iter().any(|&(n, _)| seen[n].likely);
        agreed(&witnesses, |kind| page.profile.own(Some(Class::Item(kind))).is_some())
            .filter(|named| {
                likely || is_named(page, &first.around) || named.points >= SURE && is_possible(page, first.repeat)
            })
            .map(|named| named.name)
            .or_else(|| by_layer_alone(&witnesses))
    }

    /// What is written at the places of a sort.
    fn tags(&self, page: &Page<'_>, seen: &[Seen<'_>], sort: &Sort) -> Tags {
        let mut tags = Tags::default();
        for &(n, place) in &sort.places {
            tags.add(page, seen[n].repeat.places[place], self.0[n].get(place).map_or(&[], Vec::as_slice));
        }
        tags
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
