//! Finds devices that no legend names: shapes named by their block, layer, letters, tags or standard symbol (`naming`,
//! from `evidence` and `tags`), parts of the building known by their shape (`by_shape`), and shapes that only look like
//! devices (`likely`). The latter form unnamed groups, so that one review names all devices of a group.

mod by_shape;
mod codes;
mod drawing_marks;
mod evidence;
mod group;
mod item;
mod layers;
mod lettering;
mod likely;
mod name_evidence;
mod naming;
mod rescaled;
mod shape_classes;
mod shape_in_context;
mod shape_labels;
mod shape_texts;
mod tags;

use std::collections::{BTreeSet, HashSet};

use crate::bindings::quantities::{Confidence, Item};
use crate::vocabulary::Kind;
use plumbline_geometry::{Point, Rect};
use plumbline_symbols::glyphs;
use plumbline_symbols::ink::Stroke;
use plumbline_symbols::repeats::{Repeat, all_repeats};
use plumbline_symbols::{Instance, Shape, Surroundings, parts_of_larger, surroundings};

use self::by_shape::by_shape;
use self::codes::own;
use self::drawing_marks::is_drawing_mark;
use self::group::{Group, Place};
use self::item::item;
use self::layers::{remove_trade_layer_names, unrelated_layers};
use self::lettering::{Lettering, SplitRepeats};
use self::likely::{Pens, is_likely, is_possible};
use self::naming::Name;
pub use self::naming::evidence_kinds;
use self::rescaled::Rescaled;
use self::shape_classes::{ShapeClass, alike, shape_classes};
use self::shape_in_context::ShapeInContext;
use self::shape_labels::ShapeLabels;
pub(crate) use self::shape_texts::shape_texts;
use self::tags::type_letters;
use crate::attributes::{number, text};
use crate::legend_columns::column_key;
use crate::page::Page;
use crate::patterns::hatched;
use crate::symbol_sizes::SMALLEST;
use crate::symbols::Symbols;

/// Share of a shape's area inside another shape above which it is part of that shape.
const PART: f32 = 0.8;

/// Returns symbols of legend rows at other scales: repeated shapes with the shape of a row that was not found on the
/// page.
pub(crate) fn rescaled_legend_symbols(page: &Page<'_>, symbols: &Symbols) -> Vec<Item> {
    let rows = Rescaled::of(symbols);
    if rows.is_empty() {
        return Vec::new();
    }
    let mut numbers = Numbers::of(page);
    let mut out = Vec::new();
    for repeat in &all_repeats(page.field, |_| true) {
        let marks = hatched(&repeat.places, !repeat.appearance.has_circle);
        for ((place, entry), _) in repeat.places.iter().zip(rows.at(page, repeat)).zip(marks).filter(|(_, mark)| !mark)
        {
            let Some(entry) = entry.filter(|_| !is_counted(page, &symbols.instances, place.center())) else { continue };
            let name = Name::of(entry.kind, entry.row.description.clone());
            let group =
                Group { name, number: numbers.of_shape(repeat), letters: None, shape: None, places: Vec::new() };
            let mut item = item(page, &group, &Place::of(*place));
            item.group = Some(format!("legend-{}-{}", entry.page, entry.index));
            item.description.clone_from(&entry.row.description);
            item.tag = entry.row.specimen.letters.first().map(|letters| letters.text.clone());
            item.attributes.extend(entry.row.columns.iter().map(|(header, value)| text(column_key(header), value)));
            item.attributes.push(number("legend_page", entry.page));
            out.push(item);
        }
    }
    out
}

/// Returns whether a point is inside an instance, or inside an area where nothing is counted.
fn is_counted(page: &Page<'_>, instances: &[Instance], at: Point) -> bool {
    instances.iter().any(|i| i.found.bbox.contains(at))
        || page.excluded_without_legend.iter().any(|area| area.contains(at))
}

/// Assigns numbers to shapes. A shape has the same number on all pages of the document.
struct Numbers {
    shapes: Vec<Shape>,
    /// The highest number so far. A shape that no survey contains, because it touches other ink everywhere, gets the
    /// next.
    last: usize,
}

impl Numbers {
    fn of(page: &Page<'_>) -> Self {
        let shapes = page.document.shapes();
        Self { last: shapes.len(), shapes }
    }

    fn of_shape(&mut self, repeat: &Repeat) -> usize {
        let known = self.shapes.iter().position(|shape| shape.matches(&repeat.appearance));
        known.map(|n| n + 1).unwrap_or_else(|| {
            self.last += 1;
            self.last
        })
    }
}

/// Returns the repeated shapes of a page that may be devices. Skips the ink of `instances` and excluded areas.
pub(crate) fn unlisted(page: &Page<'_>, instances: &[Instance]) -> Vec<Item> {
    let Page { sheet, field, .. } = page;
    // A stroke is identified by its path and its start.
    let id = |s: &Stroke| (s.path, s.a.to_array().map(f32::to_bits));
    let explained: HashSet<(u32, [u32; 2])> = instances
        .iter()
        .flat_map(|i| &i.found.strokes)
        .filter_map(|(n, _)| field.ink.strokes.get(*n as usize).map(id))
        .collect();
    let unrelated = unrelated_layers(page);
    let layer = |s: &Stroke| sheet.path_layers.get(s.path as usize).copied().unwrap_or(u32::MAX);
    let chosen = |s: &Stroke| !unrelated.contains(&layer(s)) && !explained.contains(&id(s));
    let SplitRepeats { repeats, letters } = Lettering::of(sheet).separate_letters(all_repeats(field, chosen));
    let mut numbers = Numbers::of(page);
    let mut groups: Vec<Group<'_>> = Vec::new();
    for repeat in &repeats {
        if let Some(part) = by_shape(page, repeat) {
            let name = Name::of(part.kind, part.name.to_owned());
            let places = part.places.into_iter().map(Place::of).collect();
            groups.push(Group { name, number: numbers.of_shape(repeat), letters: None, shape: None, places });
        }
    }
    let mut shapes = shapes_in_context(page, &repeats);
    let mut labels = ShapeLabels::of(page, &shapes);
    mark_likely(page, &mut shapes, &letters, &repeats, &parts_of_larger(field, &repeats, chosen));
    labels.give_letters(page, &shapes);
    let classes = shape_classes(page, &shapes);
    let pens = pens_of_named(&shapes, &classes, |class| labels.name(page, &shapes, class, &BTreeSet::new()));
    let mut names: Vec<Option<Name>> = classes.iter().map(|class| labels.name(page, &shapes, class, &pens)).collect();
    remove_trade_layer_names(&shapes, &classes, &mut names);
    for (class, name) in classes.into_iter().zip(names) {
        let first = &shapes[class.first];
        // Letters and hatches on a layer of devices are smaller than devices.
        let sized = first.repeat.appearance.size.long >= SMALLEST;
        let named = name.filter(|name| sized && is_piece(&name.kind));
        let kept: Vec<(usize, usize)> =
            class.places.into_iter().filter(|&(n, _)| named.is_some() || shapes[n].likely).collect();
        if first.repeat.appearance.glyph_like || kept.is_empty() {
            continue;
        }
        let at = |(n, place): (usize, usize)| Place {
            area: shapes[n].repeat.places[place],
            labels: labels.at(page, n, place),
            letters: labels.letters_at(n, place),
        };
        let places = kept.into_iter().map(at).collect();
        let (name, number) = (named.unwrap_or_else(Name::none), numbers.of_shape(first.repeat));
        groups.push(Group { name, number, letters: class.letters, shape: Some(first), places });
    }
    let mut out = Vec::new();
    for (n, group) in groups.iter().enumerate() {
        let is_part = |area: Rect| {
            let within = |other: &Group<'_>| other.places.iter().any(|whole| holds(whole.area, area));
            groups.iter().enumerate().any(|(m, other)| m != n && within(other))
        };
        let counted = |place: &&Place| !is_counted(page, instances, place.area.center()) && !is_part(place.area);
        let boxes: Vec<Rect> = group.places.iter().map(|place| place.area).collect();
        let is_plain = group.shape.is_some_and(|shape| !shape.repeat.appearance.has_circle);
        let marks = hatched(&boxes, is_plain);
        let places = group.places.iter().zip(marks).filter(|(_, mark)| !mark).map(|(place, _)| place);
        out.extend(places.filter(counted).map(|place| item(page, group, place)));
    }
    out
}

/// Returns the repeated shapes that are neither parts of the building nor marks of the drawing. Shapes like letters
/// come last, because each may be a variant of a shape that is separate elsewhere.
fn shapes_in_context<'a>(page: &Page<'_>, repeats: &'a [Repeat]) -> Vec<ShapeInContext<'a>> {
    let Page { sheet, field, texts, .. } = page;
    let mut all: Vec<(&Repeat, Surroundings)> = repeats
        .iter()
        .filter(|repeat| by_shape(page, repeat).is_none())
        .map(|repeat| (repeat, surroundings(repeat, sheet, field, texts)))
        .filter(|(repeat, around)| !is_drawing_mark(page, repeat, around))
        .collect();
    all.sort_by_key(|(repeat, _)| repeat.appearance.glyph_like);
    // The meaning of a glyph's words is the same for all shapes.
    let ours: HashSet<&str> = glyphs::all().map(|glyph| glyph.name).filter(|name| own(page, name).is_some()).collect();
    let agreements = |repeat: &Repeat| match is_possible(page, repeat) && !repeat.appearance.glyph_like {
        true => {
            let letters: BTreeSet<String> =
                repeat.places.iter().filter_map(|area| type_letters(&page.texts, *area)).collect();
            glyphs::agreements(&repeat.specimen, &letters, |glyph| ours.contains(glyph.name))
        }
        false => Vec::new(),
    };
    let one = |(repeat, around): (&'a Repeat, Surroundings)| {
        let agreements = agreements(repeat);
        ShapeInContext { repeat, around, agreements, has_own_pen: false, likely: false }
    };
    all.into_iter().map(one).collect()
}

/// Determines which shapes may be devices without further evidence.
fn mark_likely(
    page: &Page<'_>,
    shapes: &mut [ShapeInContext<'_>],
    letters: &[Repeat],
    repeats: &[Repeat],
    parts: &[bool],
) {
    let apart = shapes.partition_point(|one| !one.repeat.appearance.glyph_like);
    // Letters count as repeating ink, because the sheets that the weights come from do not separate them.
    let possible =
        shapes[..apart].iter().map(|one| one.repeat).chain(letters).filter(|repeat| is_possible(page, repeat));
    let mut pens = Pens::of(page, possible);
    pens.record_devices(page, &shapes[..apart]);
    let part = |repeat: &Repeat| repeats.iter().position(|other| std::ptr::eq(other, repeat)).is_some_and(|n| parts[n]);
    for one in shapes {
        one.has_own_pen = pens.is_own(page, one.repeat);
        one.likely = is_possible(page, one.repeat)
            && is_likely(page, &pens, one)
            && !is_detail(one.repeat, repeats)
            && !part(one.repeat);
    }
}

/// Returns the colors of shapes that have a name and a pen of their own.
fn pens_of_named(
    shapes: &[ShapeInContext<'_>],
    classes: &[ShapeClass],
    name: impl Fn(&ShapeClass) -> Option<Name>,
) -> BTreeSet<u32> {
    let own =
        |class: &&ShapeClass| shapes[class.first].has_own_pen && !shapes[class.first].repeat.appearance.glyph_like;
    let named = |class: &&ShapeClass| name(class).is_some_and(|name| name.confidence == Confidence::Medium);
    classes.iter().filter(own).filter(named).map(|class| shapes[class.first].repeat.appearance.color).collect()
}

/// Returns whether a shape is mostly inside another repeated shape, like the window of a car.
fn is_detail(repeat: &Repeat, all: &[Repeat]) -> bool {
    let within = |other: &Repeat, area: &Rect| other.places.iter().any(|whole| holds(*whole, *area));
    let most = PART * repeat.places.len() as f32;
    let larger =
        all.iter().filter(|other| other.appearance.size.long > repeat.appearance.size.long && !alike(other, repeat));
    larger.filter(|other| repeat.places.iter().filter(|area| within(other, area)).count() as f32 >= most).count() > 0
}

/// Returns whether a shape is part of a larger one, like a basin in a counter.
fn holds(whole: Rect, part: Rect) -> bool {
    let area = |b: Rect| b.width().max(0.0) * b.height().max(0.0);
    area(whole) > area(part) && whole.common_area(part) > PART * area(part)
}

/// Ends of type names that are measured, not counted. A shape on their layer is only a part of such an object.
const STRETCHES: &[&str] =
    &["_length", "wall", "slab", "_deck", "_on_grade", "_fabric", "sheathing", "barrier", "piling"];

/// Returns whether a shape of a kind is one piece of it.
fn is_piece(kind: &Kind) -> bool {
    !STRETCHES.iter().any(|end| kind.item_type.ends_with(end))
}

#[cfg(test)]
mod tests {
    use crate::vocabulary::{Class, Trade, lexicon};

    use super::*;

    #[test]
    fn shapes_on_the_layers_of_bars_and_walls_are_no_pieces_of_them() {
        let words = lexicon(crate::vocabulary::Discipline::Structural);
        let kind = |layer: &str| match words.classify_layer(layer) {
            Some(Class::Item(kind)) => kind,
            _ => Kind { trade: Trade::Other, category: "", item_type: "none" },
        };
        for layer in ["S-STEM-WALL", "REBARS", "S-SLAB"] {
            assert!(!is_piece(&kind(layer)), "{layer}");
        }
        for layer in ["S-COLS", "S-PILE", "S-ABLT"] {
            assert!(is_piece(&kind(layer)), "{layer}");
        }
    }
}
