//! Devices that no legend names: shapes repeated on a layer, in a block or around letters that say what they are; parts of
//! the building known by their shape (`by_shape`); and shapes that only look like devices (`likely`), which come as a
//! group without a name, so that one review names all.

mod by_shape;
pub(crate) mod likely;
mod rescaled;

use std::collections::HashSet;

use plumbline_guest_extractor::quantities::{Attribute, Confidence, Discipline, Item, ItemSource, MeasureType};
use plumbline_sheet::geometry::contains;
use plumbline_symbols::ink::Stroke;
use plumbline_symbols::looks::{Surroundings, surroundings};
use plumbline_symbols::repeats::{Repeat, all_repeats};
use plumbline_symbols::{Instance, Shape};
use plumbline_vocabulary::{Class, Kind, Trade, readable};

use self::by_shape::by_shape;
use self::likely::{Pens, SMALLEST, is_likely, is_possible};
use self::rescaled::Rescaled;
use crate::items::column_key;
use crate::page::Page;
use crate::place::{middle, place};
use crate::profile::trade;
use crate::symbols::Symbols;

/// Share of a shape's places beside a neighbour at the usual distance from which it is a pattern: a hatch or a ceiling
/// grid. Rows of equal luminaires are regular too, but stand apart.
const PATTERN: f32 = 0.8;

/// What a shape is called, and by what.
struct Name {
    kind: Kind,
    description: String,
    /// Medium where something names it, low where nothing does.
    confidence: Confidence,
}

impl Name {
    fn of(kind: Kind, description: String) -> Self {
        Self { kind, description, confidence: Confidence::Medium }
    }

    /// That of a shape which nothing names.
    fn none() -> Self {
        Self { kind: UNNAMED, description: "unnamed symbol".to_owned(), confidence: Confidence::Low }
    }
}

/// What is counted and not known.
pub(crate) const UNNAMED: Kind =
    Kind { trade: Trade::Other, category: "unclassified", item_type: "unclassified_count" };

/// Of shapes of the same measures, how far those may differ: a share and points. A plotter draws a circle of other chords
/// in each place, so that one is not always found by the shape of the other.
const ALIKE: (f32, f32) = (0.015, 0.3);

/// Share of a shape within another from which it is a part of it.
const PART: f32 = 0.8;

/// One shape, or several that are alike.
struct Group<'a> {
    name: Name,
    number: usize,
    shapes: Vec<(&'a Repeat, &'a Surroundings)>,
    places: Vec<[f32; 4]>,
}

/// What a legend shows at scales of its own: the repeated shapes of a page that have the shape of a row that was found nowhere.
pub(crate) fn listed_elsewhere(page: &Page<'_>, symbols: &Symbols) -> Vec<Item> {
    let rows = Rescaled::of(symbols);
    if rows.is_empty() {
        return Vec::new();
    }
    let mut numbers = Numbers::of(page);
    let mut out = Vec::new();
    for repeat in &all_repeats(page.field, |_| true) {
        for (place, entry) in repeat.places.iter().zip(rows.at(page, repeat)) {
            let Some(entry) = entry.filter(|_| !is_counted(page, &symbols.instances, middle(*place))) else { continue };
            let name = Name::of(entry.kind, entry.row.description.clone());
            let group = Group { name, number: numbers.of_shape(repeat), shapes: Vec::new(), places: Vec::new() };
            let mut item = item(page, &group, *place);
            item.group = Some(format!("legend-{}-{}", entry.page, entry.index));
            item.description.clone_from(&entry.row.description);
            item.tag = entry.row.specimen.letters.first().map(|letters| letters.text.clone());
            let text = |key: String, value: &str| (key, Attribute::Text(value.to_owned()));
            item.attributes.extend(entry.row.columns.iter().map(|(header, value)| text(column_key(header), value)));
            item.attributes.push(("legend_page".to_owned(), Attribute::Number(f64::from(entry.page))));
            out.push(item);
        }
    }
    out
}

/// Whether something stands at a point already, or nothing is counted there.
fn is_counted(page: &Page<'_>, instances: &[Instance], at: [f32; 2]) -> bool {
    instances.iter().any(|i| contains(i.found.bbox, at)) || page.unnamed.iter().any(|area| contains(*area, at))
}

/// The numbers of shapes: the same on all pages of the document.
struct Numbers {
    shapes: Vec<Shape>,
    /// The next one for a shape that no page tells, for it touches something wherever it stands.
    beyond: usize,
}

impl Numbers {
    fn of(page: &Page<'_>) -> Self {
        let shapes = page.document.shapes();
        Self { beyond: shapes.len(), shapes }
    }

    fn of_shape(&mut self, repeat: &Repeat) -> usize {
        let told = self.shapes.iter().position(|shape| shape.is(&repeat.looks));
        told.map(|n| n + 1).unwrap_or_else(|| {
            self.beyond += 1;
            self.beyond
        })
    }
}

/// The repeated shapes of a page that may be devices, but for what `instances` explain and nothing is counted in.
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
    let mut numbers = Numbers::of(page);
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut seen: Vec<(&Repeat, Surroundings)> = Vec::new();
    for repeat in &repeats {
        if let Some(part) = by_shape(page, repeat) {
            let name = Name::of(part.kind, part.name.to_owned());
            let number = numbers.of_shape(repeat);
            groups.push(Group { name, number, shapes: Vec::new(), places: part.places });
        } else if !is_dress(repeat) {
            // What is like letters may still be one of a kind that stands apart elsewhere: those come last.
            let around = surroundings(repeat, sheet, field, texts);
            if !around.arrow_like && !around.bubble_like {
                seen.push((repeat, around));
            }
        }
    }
    seen.sort_by_key(|(repeat, _)| repeat.looks.glyph_like);
    let apart = seen.partition_point(|(repeat, _)| !repeat.looks.glyph_like);
    let possible = seen[..apart].iter().map(|(repeat, _)| *repeat).filter(|repeat| is_possible(page, repeat));
    let mut pens = Pens::of(page, possible);
    pens.learn(page, &seen[..apart]);
    for (repeat, around) in &seen {
        let name = match name(page, around).filter(|_| !repeat.looks.glyph_like) {
            // Letters and hatches on a layer of devices are smaller than devices.
            Some(name) if is_piece(&name.kind) && repeat.looks.size[0] >= SMALLEST => name,
            None if is_possible(page, repeat)
                && is_likely(page, &pens, repeat, around)
                && !is_detail(repeat, &repeats) =>
            {
                Name::none()
            }
            _ => continue,
        };
        let same = |group: &&mut Group<'_>| {
            group.name.kind == name.kind && group.shapes.first().is_some_and(|(other, _)| alike(other, repeat))
        };
        if let Some(group) = groups.iter_mut().find(same) {
            group.shapes.push((repeat, around));
            group.places.extend(&repeat.places);
        } else if !repeat.looks.glyph_like {
            let number = numbers.of_shape(repeat);
            groups.push(Group { name, number, shapes: vec![(repeat, around)], places: repeat.places.clone() });
        }
    }
    let mut out = Vec::new();
    for (n, group) in groups.iter().enumerate() {
        let is_part = |area: &[f32; 4]| {
            groups.iter().enumerate().any(|(m, other)| m != n && other.places.iter().any(|whole| holds(*whole, *area)))
        };
        let places = group.places.iter().filter(|area| !is_counted(page, instances, middle(**area)) && !is_part(area));
        out.extend(places.map(|area| item(page, group, *area)));
    }
    out
}

/// Whether a shape mostly stands in another that repeats as well: the window of a car.
fn is_detail(repeat: &Repeat, all: &[Repeat]) -> bool {
    let within = |other: &Repeat, area: &[f32; 4]| other.places.iter().any(|whole| holds(*whole, *area));
    let most = PART * repeat.places.len() as f32;
    let larger = all.iter().filter(|other| other.looks.size[0] > repeat.looks.size[0] && !alike(other, repeat));
    larger.filter(|other| repeat.places.iter().filter(|area| within(other, area)).count() as f32 >= most).count() > 0
}

/// Whether a shape is part of a larger one: the basin within its counter.
fn holds(whole: [f32; 4], part: [f32; 4]) -> bool {
    let area = |b: [f32; 4]| (b[2] - b[0]).max(0.0) * (b[3] - b[1]).max(0.0);
    let common = [whole[0].max(part[0]), whole[1].max(part[1]), whole[2].min(part[2]), whole[3].min(part[3])];
    area(whole) > area(part) && area(common) > PART * area(part)
}

/// Whether a shape is the drawing's dress: doors, patterns.
fn is_dress(repeat: &Repeat) -> bool {
    let looks = &repeat.looks;
    looks.door_like || looks.regular > PATTERN && looks.adjoining > PATTERN
}

/// Whether two shapes have the same measures.
fn alike(one: &Repeat, other: &Repeat) -> bool {
    let (a, b) = (&one.looks, &other.looks);
    let near = |x: f32, y: f32| (x - y).abs() <= ALIKE.0 * x.max(y) + ALIKE.1;
    a.color == b.color
        && (a.has_circle, a.filled) == (b.has_circle, b.filled)
        && near(a.ink_length, b.ink_length)
        && near(a.size[0], b.size[0])
        && near(a.size[1], b.size[1])
        && a.detail.abs_diff(b.detail) <= 1
}

/// The layers whose names say that they hold something else: text, dimensions, other trades' things.
fn silent_layers(page: &Page<'_>) -> HashSet<u32> {
    let words = page.profile.words;
    let silent = |name: &String| match words.of_layer(name) {
        Some(class @ Class::Item(_)) => !words.is_ours(&class),
        Some(Class::Mark) => true,
        // Devices may be drawn on the layer of their wiring. A name that says nothing hides nothing.
        Some(Class::Line(_)) | None => is_of_another_trade(name, page.profile.discipline),
    };
    let layers = page.sheet.layers.iter().enumerate();
    layers.filter(|(_, name)| silent(name)).map(|(n, _)| n as u32).collect()
}

/// Whether a layer named as the US National CAD Standard has it (`A-DOOR`, `I-FURN-EXST`, also behind the name of the drawing
/// that it came with) is one of a trade that is not asked for.
fn is_of_another_trade(layer: &str, discipline: Discipline) -> bool {
    let name = layer.rsplit(['|', '$']).next().unwrap_or(layer);
    let Some((letters, group)) = name.split_once('-') else { return false };
    let group: &str = group.split(['-', '_', ' ']).next().unwrap_or_default();
    let ncs = (1..=2).contains(&letters.len()) && group.len() == 4 && group.chars().all(|c| c.is_ascii_alphabetic());
    let own: &[char] = match discipline {
        Discipline::Electrical => &['E', 'T', 'F'],
        Discipline::Mechanical => &['M'],
        Discipline::Plumbing => &['P'],
        Discipline::FireProtection => &['F', 'E'],
        Discipline::Process => &['D', 'M', 'P', 'Q'],
        Discipline::Structural => &['S'],
        Discipline::MultiDiscipline => return false,
    };
    // Everything but general, other and contractors' layers.
    const OTHERS: &str = "ABCDEFHILMPQRSTVW";
    let first = letters.chars().next().map(|c| c.to_ascii_uppercase());
    ncs && first.is_some_and(|c| OTHERS.contains(c) && !own.contains(&c))
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
    let own = |class: Option<Class>, said: String| page.profile.own(class).map(|kind| Name::of(kind, said));
    if let Some(block) = &around.block
        && let Some(name) = own(words.of_block(block), readable(block))
    {
        return Some(name);
    }
    if let Some(layer) = around.layers.first()
        && let Some(name) = own(words.of_layer(layer), format!("on layer {layer}"))
    {
        let description = format!("{} ({})", name.kind.item_type.replace('_', " "), name.description);
        // A layer names the trade better than the thing.
        return Some(Name { description, confidence: Confidence::Low, ..name });
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

fn item(page: &Page<'_>, group: &Group<'_>, area: [f32; 4]) -> Item {
    let text = |key: &str, value: String| (key.to_owned(), Attribute::Text(value));
    let (geometry, evidence) = place(page.sheet, &page.scales, area);
    let mut attributes = Vec::new();
    if let Some((repeat, around)) = group.shapes.first() {
        attributes.push(text("color", format!("#{:06x}", repeat.looks.color)));
        attributes.extend(around.layers.first().map(|layer| text("layer", layer.clone())));
        attributes.extend(around.block.as_ref().map(|block| text("block", block.clone())));
    }
    let Name { kind, description, confidence } = &group.name;
    let number = group.number;
    Item {
        key: format!("u{:.0}-{:.0}", area[0] * 10.0, area[1] * 10.0),
        group: Some(format!("shape-{number}")),
        // Two shapes of one name are two things, until somebody says that they are not: doors of two widths.
        description: match *kind {
            UNNAMED => format!("{description} {number}"),
            _ => format!("{description}, shape {number}"),
        },
        trade: trade(kind.trade),
        category: kind.category.to_owned(),
        item_type: kind.item_type.to_owned(),
        measure: MeasureType::Count,
        quantity: 1.0,
        unit: "EA".to_owned(),
        tag: group.shapes.first().and_then(|(_, around)| around.letters.first().cloned()),
        attributes,
        page_number: page.sheet.page_number,
        geometry: Some(geometry),
        evidence: vec![evidence],
        confidence: *confidence,
        source: ItemSource::Plan,
    }
}

#[cfg(test)]
mod tests {
    use plumbline_vocabulary::lexicon;

    use super::*;

    #[test]
    fn layers_of_other_trades_are_known_by_their_letter() {
        let other = |layer: &str| is_of_another_trade(layer, Discipline::Electrical);
        for layer in ["A-DOOR", "I-FURN", "p-fixt-exst", "X-BASE|A-FLOR-OTLN", "base$0$S-COLS"] {
            assert!(other(layer), "{layer}");
        }
        for layer in ["E-LITE", "T-DATA", "TOMADAS", "0", "G-ANNO-TEXT", "a-bc", "FA-DEVICES"] {
            assert!(!other(layer), "{layer}");
        }
    }

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
