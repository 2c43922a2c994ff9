//! Assigns the texts of a page to the places of its shapes, and derives names from them.

use std::collections::{BTreeMap, BTreeSet};

use crate::vocabulary::{Class, Kind};
use plumbline_symbols::annotations::{Assigned, Kind as LabelKind, Kinds, Label, SymbolBox, assign};

use super::codes::{by_code, own};
use super::evidence::{by_pen, is_named, name_evidence};
use super::likely::is_possible;
use super::naming::{Name, Named, best_name, by_layer_alone};
use super::shape_classes::ShapeClass;
use super::shape_in_context::ShapeInContext;
use super::shape_texts::tags_by_page;
use super::tags::{Tags, beside, circuit_marks, distance, letters_of};
use crate::labels::{Labels, read};
use crate::page::Page;

/// The index of a shape and of one of its places.
type Spot = (usize, usize);

/// The texts at the places of the shapes of a page.
pub(super) struct ShapeLabels {
    /// The labels of each shape and place.
    labels: Vec<Vec<Vec<Assigned>>>,
    /// The letters inside or beside each place.
    letters: BTreeMap<Spot, BTreeSet<String>>,
}

impl ShapeLabels {
    /// Assigns the texts of the page to the shapes that may be symbols.
    pub(super) fn of(page: &Page<'_>, shapes: &[ShapeInContext<'_>]) -> Self {
        let takes_part = |one: &ShapeInContext<'_>| {
            let possible = is_possible(page, one.repeat) || is_named(page, &one.around);
            possible && !one.repeat.appearance.glyph_like
        };
        let parts: Vec<bool> = shapes.iter().map(takes_part).collect();
        let places = |n: usize| if parts[n] { &shapes[n].repeat.places[..] } else { &[] };
        let boxes: Vec<SymbolBox> = (0..shapes.len())
            .flat_map(|n| places(n).iter().map(move |&area| (n as u32, area)))
            .map(|(class, area)| SymbolBox { area, accepts: ACCEPTED, class })
            .collect();
        let mut all = assign(&boxes, page.notes, &page.known, &page.excluded_without_legend);
        circuits_for_marks(&mut all);
        let mut all = all.into_iter();
        let labels = (0..shapes.len()).map(|n| all.by_ref().take(places(n).len()).collect()).collect();
        Self { labels, letters: BTreeMap::new() }
    }

    /// Assigns each text that may be letters to the nearest place of the shapes that may be devices. Prefers shapes of
    /// the letters' category: `GFCI` belongs to a receptacle if one is near.
    pub(super) fn give_letters(&mut self, page: &Page<'_>, shapes: &[ShapeInContext<'_>]) {
        let mut near: BTreeMap<usize, Vec<(f32, Spot)>> = BTreeMap::new();
        for (n, one) in shapes.iter().enumerate().filter(|(_, one)| one.likely || is_named(page, &one.around)) {
            for (place, &area) in one.repeat.places.iter().enumerate() {
                for text in beside(&page.texts, area) {
                    let away = distance(area, page.texts.all()[text].middle);
                    near.entry(text).or_default().push((away, (n, place)));
                }
            }
        }
        let category = |kind: Kind| (kind.trade, kind.category);
        let of_shape = |n: usize| own(page, shapes[n].agreements.first()?.glyph.name).map(category);
        for (text, mut places) in near {
            let letters = letters_of(&page.texts.all()[text].text);
            let means = letters.iter().find_map(|letters| by_code(page, letters)).map(category);
            let fits = |n: usize| means.is_some() && of_shape(n) == means;
            places.sort_by(|a, b| fits(b.1.0).cmp(&fits(a.1.0)).then(a.0.total_cmp(&b.0)));
            if let Some((_, at)) = places.first() {
                self.letters.entry(*at).or_default().extend(letters);
            }
        }
    }

    /// Returns the letters inside or beside a place.
    pub(super) fn letters_at(&self, shape: usize, place: usize) -> BTreeSet<String> {
        self.letters.get(&(shape, place)).cloned().unwrap_or_default()
    }

    /// Returns the name of a class of shapes from all its labels. `pens` are the colors that only devices have.
    pub(super) fn name(
        &self,
        page: &Page<'_>,
        shapes: &[ShapeInContext<'_>],
        class: &ShapeClass,
        pens: &BTreeSet<u32>,
    ) -> Option<Name> {
        let first = &shapes[class.first];
        let here = self.tags(page, shapes, class);
        let named = self.by_tags(page, shapes, class, pens, &here);
        // The whole document uses one name: the one from the page whose texts give the most evidence.
        let on_pages = tags_by_page(page, |shape| shape.matches(&first.repeat.appearance), class.letters.as_ref());
        let by_page = on_pages.iter().filter_map(|(number, tags)| {
            let named = self.by_tags(page, shapes, class, pens, tags)?;
            Some((*number, named))
        });
        let most = by_page.reduce(|a, b| if b.1.points > a.1.points { b } else { a });
        // The page's own texts are read more closely than those of other pages.
        let most = most.filter(|(_, other)| {
            named.as_ref().is_none_or(|own| own.name.kind != other.name.kind || own.points < other.points)
        });
        match (named, most) {
            (_, Some((number, other))) if number != page.sheet.page_number => Some(other.name.written_on(number)),
            (Some(own), _) => Some(own.name),
            (None, Some((_, other))) => Some(other.name),
            (None, None) => by_layer_alone(&name_evidence(page, first, &here)),
        }
    }

    /// Returns the name that tags give, from this page or another.
    fn by_tags(
        &self,
        page: &Page<'_>,
        shapes: &[ShapeInContext<'_>],
        class: &ShapeClass,
        pens: &BTreeSet<u32>,
        tags: &Tags,
    ) -> Option<Named> {
        let first = &shapes[class.first];
        let mut evidence = name_evidence(page, first, tags);
        if pens.contains(&first.repeat.appearance.color) {
            let pen = by_pen(page, first, tags, &evidence);
            evidence.extend(pen);
        }
        let likely = class.places.iter().any(|&(n, _)| shapes[n].likely);
        best_name(&evidence, |kind| page.profile.own(Some(Class::Item(kind))).is_some()).filter(|named| {
            likely || is_named(page, &first.around) || named.points >= SURE && is_possible(page, first.repeat)
        })
    }

    /// Returns the tags at the places of a class of shapes.
    fn tags(&self, page: &Page<'_>, shapes: &[ShapeInContext<'_>], class: &ShapeClass) -> Tags {
        let mut tags = Tags::default();
        for &(n, place) in &class.places {
            let said = self.labels[n].get(place).map_or(&[][..], Vec::as_slice);
            tags.add(page, shapes[n].repeat.places[place], said, &self.letters_at(n, place));
        }
        tags
    }

    /// Returns the labels at a place that are attributes.
    pub(super) fn at(&self, page: &Page<'_>, shape: usize, place: usize) -> Labels {
        self.labels[shape].get(place).map_or_else(Labels::default, |said| read(page, said))
    }
}

/// The kinds of labels that an unexplained shape may have.
const ACCEPTED: Kinds = Kinds::of(&[
    LabelKind::Circuit,
    LabelKind::Address,
    LabelKind::Mark,
    LabelKind::Equipment,
    LabelKind::Rating,
    LabelKind::SwitchLeg,
]);

/// Fewest points of a name that make a device of a shape that is otherwise not a likely one.
const SURE: f32 = 3.0;

/// Converts the marks that are circuits to circuit labels.
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
