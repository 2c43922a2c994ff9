//! Shares the texts at the places of a page's shapes with the other pages. A shape without tags then has the name that
//! its tags give it elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_geometry::Rect;
use plumbline_symbols::annotations::Label;
use plumbline_symbols::{Shape, TextSpots};

use super::tags::{Tags, beside, circuit_marks, distance, letters_of, type_letters};
use crate::document::ShapeTexts;
use crate::page::Page;
use crate::symbol_sizes::{LARGEST_FIXTURE, SMALLEST};

/// Longest text that may be a tag, in characters.
const LONGEST: usize = 12;
/// Most texts of one class in a survey.
const MOST_TEXTS: usize = 120;

/// The number of places of a class, and of places with each text.
#[derive(Default)]
struct Counts<'a> {
    places: u32,
    texts: BTreeMap<&'a str, u32>,
}

/// Returns the texts at the places of a page's shapes. Each text belongs to the nearest place.
pub(crate) fn shape_texts(texts: &TextSpots, shapes: &[(Shape, Vec<Rect>)]) -> Vec<ShapeTexts> {
    let sized = |b: &Rect| (SMALLEST..=LARGEST_FIXTURE).contains(&b.width().max(b.height()));
    let places: Vec<(usize, Rect)> = shapes
        .iter()
        .enumerate()
        .flat_map(|(n, (_, places))| places.iter().filter(|place| sized(place)).map(move |place| (n, *place)))
        .collect();
    let mut nearest: BTreeMap<usize, (f32, usize)> = BTreeMap::new();
    for (place, (_, area)) in places.iter().enumerate() {
        for text in beside(texts, *area) {
            let away = distance(*area, texts.all()[text].middle);
            let best = nearest.entry(text).or_insert((away, place));
            if away < best.0 {
                *best = (away, place);
            }
        }
    }
    let mut at: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
    for (text, (_, place)) in nearest {
        let text = texts.all()[text].text.as_str();
        if text.chars().count() <= LONGEST {
            at.entry(place).or_default().insert(text);
        }
    }
    let mut classes: BTreeMap<(usize, Option<String>), Counts<'_>> = BTreeMap::new();
    for (place, (shape, area)) in places.iter().enumerate() {
        let counts = classes.entry((*shape, type_letters(texts, *area))).or_default();
        counts.places += 1;
        for text in at.get(&place).into_iter().flatten() {
            *counts.texts.entry(text).or_default() += 1;
        }
    }
    let one = |((shape, letters), counts): ((usize, Option<String>), Counts<'_>)| {
        let mut texts: Vec<(String, u32)> = counts.texts.into_iter().map(|(text, n)| (text.to_owned(), n)).collect();
        texts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        texts.truncate(MOST_TEXTS);
        ShapeTexts { shape: shape as u32, letters, places: counts.places, texts }
    };
    classes.into_iter().map(one).filter(|written| !written.texts.is_empty()).collect()
}

impl Tags {
    /// Returns the tags of a shape on another page. `circuits` are the marks of that page that are circuits.
    fn of(page: &Page<'_>, written: &ShapeTexts, circuits: &BTreeSet<&str>) -> Self {
        let mut tags = Self { places: written.places as usize, ..Self::default() };
        for (text, count) in &written.texts {
            let count = *count as usize;
            let said = plumbline_symbols::annotations::read(text, &page.known);
            let is = |of: fn(&Label) -> bool| if said.iter().any(of) { count } else { 0 };
            let circuit = circuits.contains(text.as_str());
            tags.circuits += if circuit { count } else { is(|label| matches!(label, Label::Circuit { .. })) };
            tags.legs += is(|label| matches!(label, Label::SwitchLeg { .. }));
            for label in &said {
                match label {
                    Label::Rating { unit, .. } => *tags.units.entry(unit).or_default() += count,
                    Label::Equipment { tag: mark } | Label::Mark { text: mark } if !circuit => {
                        tags.marks.extend(std::iter::repeat_n(mark.clone(), count));
                    }
                    _ => {}
                }
            }
            for letters in letters_of(text) {
                *tags.letters.entry(letters).or_default() += count;
            }
        }
        if let Some(letters) = &written.letters {
            tags.inside.insert(letters.clone(), tags.places);
        }
        // A place may have two texts of one kind.
        let most = tags.places;
        tags.circuits = tags.circuits.min(most);
        tags.legs = tags.legs.min(most);
        tags.units.values_mut().chain(tags.letters.values_mut()).for_each(|count| *count = (*count).min(most));
        tags
    }
}

/// Returns the tags of a shape with certain letters inside, by page of the document. The result is empty if only this
/// page has any.
pub(super) fn tags_by_page(
    page: &Page<'_>,
    shape: impl Fn(&Shape) -> bool,
    letters: Option<&String>,
) -> Vec<(u32, Tags)> {
    let mut out = Vec::new();
    for survey in &page.document.surveys {
        let of_shape = |written: &&ShapeTexts| {
            survey.shapes.get(written.shape as usize).is_some_and(&shape) && written.letters.as_ref() == letters
        };
        let own: Vec<&ShapeTexts> = survey.texts.iter().filter(of_shape).collect();
        if own.is_empty() {
            continue;
        }
        let marks = survey.texts.iter().flat_map(|w| w.texts.iter()).flat_map(|(text, n)| {
            // Counted once for each occurrence.
            std::iter::repeat_n(text.as_str(), *n as usize)
        });
        let circuits = circuit_marks(marks);
        out.extend(own.into_iter().map(|written| (survey.page, Tags::of(page, written, &circuits))));
    }
    if out.iter().all(|(number, _)| *number == page.sheet.page_number) { Vec::new() } else { out }
}
