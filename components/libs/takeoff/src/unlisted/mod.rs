//! Devices that no legend names: shapes repeated on a layer, in a block or around letters that say what they are, and
//! shapes that only look like devices (`likely`), which come as a group without a name, so that one review names all.

mod likely;

use std::collections::HashSet;

use plumbline_guest_extractor::quantities::{Attribute, Confidence, Item, ItemSource, MeasureType};
use plumbline_sheet::geometry::contains;
use plumbline_symbols::Instance;
use plumbline_symbols::ink::Stroke;
use plumbline_symbols::looks::{Surroundings, surroundings};
use plumbline_symbols::repeats::{Repeat, all_repeats};
use plumbline_vocabulary::{Class, Kind, Trade, readable};

use self::likely::{Pens, is_likely, is_possible};
use crate::page::Page;
use crate::place::{middle, place};
use crate::profile::trade;

/// Share of a shape's places beside a neighbour at the usual distance from which it is a pattern: a hatch or a ceiling
/// grid. Rows of equal luminaires are regular too, but stand apart.
const PATTERN: f32 = 0.8;

/// What a shape is called, and by what.
struct Name {
    kind: Kind,
    description: String,
}

impl Name {
    /// That of the shape with a number on its page, which nothing names.
    fn none(number: usize) -> Self {
        Self { kind: UNNAMED, description: format!("unnamed symbol {number}") }
    }
}

/// What is counted and not known.
const UNNAMED: Kind = Kind { trade: Trade::Other, category: "unclassified", item_type: "unclassified_count" };

/// The repeated shapes of a page that something names, but for what `instances` explain and nothing is counted in.
pub(crate) fn unlisted(page: &Page<'_>, instances: &[Instance]) -> Vec<Item> {
    let Page { sheet, field, texts, .. } = page;
    // A stroke is known by its path and where it begins.
    let id = |s: &Stroke| (s.path, s.a.map(f32::to_bits));
    let explained: HashSet<(u32, [u32; 2])> = instances
        .iter()
        .flat_map(|i| &i.found.strokes)
        .filter_map(|(n, _)| field.ink.strokes.get(*n as usize).map(id))
        .collect();
    let silent = silent_layers(page);
    let layer = |s: &Stroke| sheet.path_layers.get(s.path as usize).copied().unwrap_or(u32::MAX);
    let chosen = |s: &Stroke| !silent.contains(&layer(s)) && !explained.contains(&id(s));
    let repeats = all_repeats(field, chosen);
    let seen: Vec<(&Repeat, Surroundings)> = repeats
        .iter()
        .filter(|repeat| !is_dress(repeat))
        .map(|repeat| (repeat, surroundings(repeat, sheet, field, texts)))
        .filter(|(_, around)| !around.arrow_like && !around.bubble_like)
        .collect();
    let pens = Pens::of(page, seen.iter().map(|(repeat, _)| *repeat).filter(|repeat| is_possible(page, repeat)));
    let mut out = Vec::new();
    let mut nameless = 0;
    for (n, (repeat, around)) in seen.iter().enumerate() {
        let name = match name(page, around) {
            Some(name) if is_piece(&name.kind) => name,
            Some(_) => continue,
            None if is_possible(page, repeat) && is_likely(page, &pens, repeat, around) => {
                nameless += 1;
                Name::none(nameless)
            }
            None => continue,
        };
        for area in &repeat.places {
            let at = middle(*area);
            let counted = instances.iter().any(|i| contains(i.found.bbox, at));
            if !counted && !page.unnamed.iter().any(|excluded| contains(*excluded, at)) {
                out.push(item(page, n, repeat, around, &name, *area));
            }
        }
    }
    out
}

/// Whether a shape is the drawing's dress: letters drawn as lines, doors, patterns.
fn is_dress(repeat: &Repeat) -> bool {
    let looks = &repeat.looks;
    looks.glyph_like || looks.door_like || looks.regular > PATTERN && looks.adjoining > PATTERN
}

/// The layers whose names say that they hold something else: text, dimensions, lines, other trades' things.
fn silent_layers(page: &Page<'_>) -> HashSet<u32> {
    let words = page.profile.words;
    let silent = |name: &String| match words.of_layer(name) {
        Some(class @ Class::Item(_)) => !words.is_ours(&class),
        Some(Class::Line(_) | Class::Mark) => true,
        // A name that says nothing hides nothing.
        None => false,
    };
    let layers = page.sheet.layers.iter().enumerate();
    layers.filter(|(_, name)| silent(name)).map(|(n, _)| n as u32).collect()
}

/// Ends of the types of things that are measured and not counted: a shape on their layer is a part of one.
const STRETCHES: &[&str] =
    &["_length", "wall", "slab", "_deck", "_on_grade", "_fabric", "sheathing", "barrier", "piling"];

/// Whether a shape of a kind is one piece of it.
fn is_piece(kind: &Kind) -> bool {
    !STRETCHES.iter().any(|end| kind.item_type.ends_with(end))
}

/// What a shape is called: by its block, by its layer, by the letters in it, by the marks beside most of its places.
fn name(page: &Page<'_>, around: &Surroundings) -> Option<Name> {
    let words = page.profile.words;
    let own = |class: Option<Class>, said: String| page.profile.own(class).map(|kind| Name { kind, description: said });
    if let Some(block) = &around.block
        && let Some(name) = own(words.of_block(block), readable(block))
    {
        return Some(name);
    }
    if let Some(layer) = around.layers.first()
        && let Some(name) = own(words.of_layer(layer), format!("on layer {layer}"))
    {
        let description = format!("{} ({})", name.kind.item_type.replace('_', " "), name.description);
        return Some(Name { description, ..name });
    }
    let lettered = around.letters.iter().find_map(|letters| {
        let said = page.document.abbreviation(letters).map(|said| (words.known(said), said.to_owned()));
        let (class, said) = said?;
        own(class, said)
    });
    lettered.or_else(|| {
        let mark = around.letters.iter().find_map(|letters| words.of_mark(letters).filter(|m| m.sure))?;
        own(Some(Class::Item(mark.kind)), format!("{} ({})", mark.kind.item_type.replace('_', " "), mark.prefix))
    })
}

fn item(page: &Page<'_>, shape: usize, repeat: &Repeat, around: &Surroundings, name: &Name, area: [f32; 4]) -> Item {
    let text = |key: &str, value: String| (key.to_owned(), Attribute::Text(value));
    let (geometry, evidence) = place(page.sheet, &page.scales, area);
    let mut attributes = vec![text("color", format!("#{:06x}", repeat.looks.color))];
    attributes.extend(around.layers.first().map(|layer| text("layer", layer.clone())));
    attributes.extend(around.block.as_ref().map(|block| text("block", block.clone())));
    Item {
        key: format!("u{:.0}-{:.0}", area[0] * 10.0, area[1] * 10.0),
        group: Some(format!("shape-{shape}")),
        description: if name.kind == UNNAMED {
            name.description.clone()
        } else {
            format!("{}, shape {}", name.description, shape + 1)
        },
        trade: trade(name.kind.trade),
        category: name.kind.category.to_owned(),
        item_type: name.kind.item_type.to_owned(),
        measure: MeasureType::Count,
        quantity: 1.0,
        unit: "EA".to_owned(),
        tag: around.letters.first().cloned(),
        attributes,
        page_number: page.sheet.page_number,
        geometry: Some(geometry),
        evidence: vec![evidence],
        confidence: Confidence::Low,
        source: ItemSource::Plan,
    }
}

#[cfg(test)]
mod tests {
    use plumbline_vocabulary::lexicon;

    use super::*;

    #[test]
    fn shapes_on_the_layers_of_bars_and_walls_are_no_pieces_of_them() {
        let words = lexicon(plumbline_vocabulary::Discipline::Structural);
        let kind = |layer: &str| match words.of_layer(layer) {
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
