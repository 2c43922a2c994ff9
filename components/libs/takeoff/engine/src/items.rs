//! Converts the symbols found on a page to items of the contract.

use std::collections::{BTreeMap, BTreeSet};

use crate::bindings::quantities::{Attribute, Confidence, Item};
use crate::vocabulary::readable;
use plumbline_geometry::{Axis, Point};
use plumbline_sheet::Sheet;
use plumbline_symbols::ink::Stroke;
use plumbline_symbols::{Field, Instance, Letters, Tier};

use crate::attributes::{flag, number, replace, text};
use crate::blocks::is_generated_name;
use crate::entry::{Entry, UNNAMED};
use crate::labels::{Labels, is_panel};
use crate::legend_columns::column_key;
use crate::page::Page;
use crate::place::item_at;
use crate::schedules::reference;
use crate::symbols::Symbols;
use crate::tag::is_rating;

fn confidence(instance: &Instance) -> Confidence {
    match (instance.tier, instance.rival.is_some()) {
        (Tier::Exact, false) => Confidence::High,
        (Tier::Exact, true) | (Tier::Loose, false) => Confidence::Medium,
        _ => Confidence::Low,
    }
}

/// Returns the color and the layer of most of an instance's ink.
fn drawn_with(instance: &Instance, field: &Field, layers: &[u32], sheet: &Sheet) -> (Option<u32>, Option<String>) {
    let mut colors: BTreeMap<u32, f32> = BTreeMap::new();
    let mut on: BTreeMap<u32, f32> = BTreeMap::new();
    for &(index, weight) in &instance.found.strokes {
        let Some(stroke) = field.ink.strokes.get(index as usize) else { continue };
        *colors.entry(stroke.color).or_default() += weight;
        if let Some(&layer) = layers.get(stroke.path as usize) {
            *on.entry(layer).or_default() += weight;
        }
    }
    let most = |m: &BTreeMap<u32, f32>| m.iter().max_by(|a, b| a.1.total_cmp(b.1)).map(|(k, _)| *k);
    let layer = most(&on).and_then(|l| sheet.layers.get(l as usize)).cloned();
    (most(&colors), layer)
}

/// Returns the named blocks that share a legend row, each with the row's entry. The row says what they are, and the
/// block's name says which one. A row that states a quantity counts them together, so its blocks are not variants.
fn variants(found: &Symbols) -> BTreeSet<(usize, &str)> {
    let named = found.instances.iter().zip(&found.blocks).filter_map(|(instance, name)| {
        let name = name.as_deref().filter(|name| !is_generated_name(name))?;
        let entry = &found.entries[instance.symbol];
        (entry.block.is_none() && !entry.states_quantity()).then_some((instance.symbol, name))
    });
    let mut all: BTreeSet<(usize, &str)> = named.collect();
    let mut of_entry: BTreeMap<usize, usize> = BTreeMap::new();
    for (entry, _) in &all {
        *of_entry.entry(*entry).or_default() += 1;
    }
    all.retain(|(entry, _)| of_entry[entry] > 1);
    all
}

/// Returns the items of a page, in the order of the symbols. `said` has the labels of each symbol.
pub(crate) fn items(page: &Page<'_>, found: &Symbols, said: &[Labels]) -> Vec<Item> {
    let Symbols { entries, instances, blocks, .. } = found;
    let variants = variants(found);
    let drawn: Vec<(Option<u32>, Option<String>)> =
        instances.iter().map(|i| drawn_with(i, page.field, &page.sheet.path_layers, page.sheet)).collect();
    let mut out = Vec::new();
    for (n, instance) in instances.iter().enumerate() {
        let entry = &entries[instance.symbol];
        let (color, layer) = &drawn[n];
        let variant = blocks[n].as_deref().filter(|name| variants.contains(&(instance.symbol, *name)));
        let mut attributes: Vec<(String, Attribute)> = Vec::new();
        let mut set = |key: &str, value: Option<String>| {
            if let Some(value) = value.filter(|v| !v.is_empty() && v != "-" && v != "--") {
                attributes.push(text(key, value));
            }
        };
        set("color", color.map(|c| format!("#{c:06x}")));
        set("layer", layer.clone());
        for (header, value) in &entry.row.columns {
            set(&column_key(header), Some(value.clone()));
        }
        // Two rows of the legend look alike. A reviewer decides between them.
        set(
            "tied_with",
            instance.rival.and_then(|rival| entries.get(rival)).map(|rival| rival.row.description.clone()),
        );
        set("schedule_row", said[n].listed.clone());
        set("block", blocks.get(n).cloned().flatten());
        match &entry.other_sheet {
            // The page number would be another document's.
            Some(sheet) => attributes.push(text("legend_sheet", sheet)),
            None if entry.block.is_none() => attributes.push(number("legend_page", entry.page)),
            None => {}
        }
        if let Some((page_number, summary, _)) = said[n].listed.as_deref().and_then(|tag| page.document.row_of(tag)) {
            attributes.push(("schedule_id".to_owned(), reference(page_number, &summary.key)));
        }
        if entry.kind.category == "lighting" && said[n].listed.is_none() && page.document.lists_fixtures() {
            attributes.push(flag("unscheduled", true));
        }
        let ratings = entry.row.specimen.letters.iter().filter(|l| is_rating(&l.text));
        for letters in ratings.filter(|l| stand_at(page, instance, l)) {
            replace(&mut attributes, text("rating", &letters.text));
        }
        // A text at the symbol is more specific than the legend.
        said[n].attributes.iter().for_each(|own| replace(&mut attributes, own.clone()));
        let b = instance.found.bbox;
        out.push(Item {
            key: format!("s{}-{:.0}-{:.0}", entry.index, b.min.x * 10.0, b.min.y * 10.0),
            group: Some(match entry.block.as_deref().or(variant) {
                Some(name) => format!("block-{name}"),
                None => format!("legend-{}-{}", entry.page, entry.index),
            }),
            description: match variant.map(readable) {
                Some(name) if name != entry.row.description => format!("{} ({name})", entry.row.description),
                _ => entry.row.description.clone(),
            },
            tag: said[n].listed.clone().or_else(|| tag(page, instance, entry, &said[n])),
            attributes,
            confidence: if entry.kind == UNNAMED { Confidence::Low } else { confidence(instance) },
            ..item_at(page, entry.kind, b)
        });
    }
    out
}

/// Returns the tag of an instance: the legend's letters if they are also written at the instance, or else its label.
fn tag(page: &Page<'_>, instance: &Instance, entry: &Entry, said: &Labels) -> Option<String> {
    // A panel's name comes from the panel, not from the legend.
    if is_panel(entry) {
        return said.tag.clone();
    }
    // Letters inside the symbol name it. Letters beside it may be a note.
    let specimen = &entry.row.specimen;
    let (within, beside): (Vec<&Letters>, Vec<&Letters>) =
        specimen.letters.iter().partition(|l| is_enclosed(l.at, &specimen.ink.strokes));
    for letters in within.into_iter().chain(beside) {
        // `Bz-02` names one of the devices that the legend shows as `BZ`.
        if let Some(own) = said.tag.as_deref().filter(|own| is_one_of(own, &letters.text)) {
            return Some(own.to_owned());
        }
        // Numbers and ratings distinguish rows of the legend. They do not name the device.
        if !letters.text.chars().any(char::is_alphabetic) || is_rating(&letters.text) {
            continue;
        }
        if stand_at(page, instance, letters) {
            return Some(letters.text.clone());
        }
    }
    said.tag.clone()
}

/// Returns whether there are strokes on all four sides of a point.
fn is_enclosed(at: Point, strokes: &[Stroke]) -> bool {
    // Returns whether strokes cross the line through the point along an axis, before the point and after it.
    let crossed = |along: Axis| {
        let across = along.other();
        let crossings = strokes.iter().filter_map(|s| {
            let (a, b) = (across.of(s.a) - across.of(at), across.of(s.b) - across.of(at));
            ((a <= 0.0) != (b <= 0.0)).then(|| along.of(s.a) + (along.of(s.b) - along.of(s.a)) * a / (a - b))
        });
        let (before, beyond): (Vec<f32>, Vec<f32>) = crossings.partition(|v| *v < along.of(at));
        !before.is_empty() && !beyond.is_empty()
    };
    crossed(Axis::X) && crossed(Axis::Y)
}

/// Returns whether the letters that a legend shows at a symbol are also written at an instance of it.
fn stand_at(page: &Page<'_>, instance: &Instance, letters: &Letters) -> bool {
    let b = instance.found.bbox;
    let by = if letters.inside { 1.0 } else { 0.8 * b.width().hypot(b.height()) + 4.0 };
    let near = page.texts.within(b.grown(by));
    near.iter().any(|&i| page.texts.all()[i].text.eq_ignore_ascii_case(&letters.text))
}

/// Returns whether a tag numbers one device of a kind: the kind's letters, then digits.
fn is_one_of(tag: &str, letters: &str) -> bool {
    let stem = letters.trim_end_matches('-');
    let rest = tag.get(stem.len()..).map(|rest| rest.trim_start_matches('-'));
    stem.chars().any(char::is_alphabetic)
        && tag.get(..stem.len()).is_some_and(|start| start.eq_ignore_ascii_case(stem))
        && rest.is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::{Rect, point};
    use plumbline_symbols::ink::Stroke;
    use plumbline_symbols::{Instance, Match, Placement};

    use super::{is_enclosed, is_one_of, variants};
    use crate::blocks::row_of;
    use crate::entry::{Entry, UNNAMED};
    use crate::symbols::Symbols;

    #[test]
    fn blocks_that_share_a_row_of_a_legend_are_its_variants() {
        let found = |columns: Vec<(String, String)>, blocks: &[&str]| -> Vec<String> {
            let mut row = row_of("OUTLET");
            row.columns = columns;
            let entry = Entry { page: 1, index: 0, row, kind: UNNAMED, block: None, legend: 0, other_sheet: None };
            let placement = Placement { at: point(0.0, 0.0), turn: 0.0, mirror: false, scale: 1.0 };
            let at = || Match { placement, bbox: Rect::default(), share: 1.0, strokes: Vec::new() };
            let instances = blocks.iter().map(|_| Instance::certain(0, at())).collect();
            let blocks = blocks.iter().map(|name| Some((*name).to_owned())).collect();
            let symbols = Symbols {
                entries: vec![entry],
                instances,
                blocks,
                lines: Vec::new(),
                listed: true,
                patterns: Vec::new(),
            };
            variants(&symbols).into_iter().map(|(_, name)| name.to_owned()).collect()
        };
        assert_eq!(found(Vec::new(), &["SINGLE", "DOUBLE", "SINGLE"]), ["DOUBLE", "SINGLE"]);
        assert!(found(Vec::new(), &["SINGLE", "SINGLE", "*U12"]).is_empty());
        // The row states a quantity, so it counts them together.
        assert!(found(vec![("QTY".into(), "3".into())], &["SINGLE", "DOUBLE"]).is_empty());
    }

    #[test]
    fn letters_are_enclosed_by_strokes_on_all_sides() {
        let stroke = |a: [f32; 2], b: [f32; 2]| Stroke {
            a: a.into(),
            b: b.into(),
            color: 0,
            curved: false,
            filled: false,
            path: 0,
        };
        let frame = [
            stroke([0.0, 0.0], [10.0, 0.0]),
            stroke([10.0, 0.0], [10.0, 5.0]),
            stroke([10.0, 5.0], [0.0, 5.0]),
            stroke([0.0, 5.0], [0.0, 0.0]),
        ];
        assert!(is_enclosed(point(5.0, 2.5), &frame));
        assert!(!is_enclosed(point(12.0, 2.5), &frame) && !is_enclosed(point(5.0, 7.0), &frame));
    }

    #[test]
    fn letters_with_a_number_are_one_device_of_their_kind() {
        assert!(is_one_of("Bz-02", "BZ") && is_one_of("TD-3", "TD-") && is_one_of("T-D5", "T-D"));
        assert!(
            !is_one_of("BZ", "BZ") && !is_one_of("13W", "13W") && !is_one_of("BZ-A", "BZ") && !is_one_of("12", "1")
        );
    }
}
