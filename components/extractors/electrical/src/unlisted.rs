//! Devices that no legend names: shapes repeated on a layer whose name says what is on it.

use std::sync::LazyLock;

use plumbline_guest_extractor::quantities::{Attribute, Confidence, Item, ItemSource, MeasureType};
use plumbline_sheet::Sheet;
use plumbline_symbols::repeats::repeats;
use plumbline_symbols::{Field, Instance};
use regex::Regex;

use crate::classify::{Class, Kind, known};
use crate::items::{middle, place};
use crate::scales::Scales;

/// Abbreviations of layer standards (US National CAD Standard and its like) for what can be counted.
static ABBREVIATIONS: LazyLock<Vec<(Regex, Kind)>> = LazyLock::new(|| {
    let kind = |category, item_type| Kind { category, item_type };
    let list = [
        (r"LITE?[-_ ]?EMER|EXIT", kind("lighting", "emergency_luminaire")),
        (r"LITE|LIGHT|LTG|LUMIN|ALUMBR|BELEUCHT|ECLAIR|VERLICHT", kind("lighting", "luminaire")),
        (
            r"RCPT|RECEP|OUTLET|POWR[-_ ]?(?:WALL|CEIL|FLOR)|TOMACOR|ENCHUF|STECKD|SOCKET|WCD",
            kind("power", "receptacle"),
        ),
        (r"SWCH|SWIT|INTERRUP|SCHALT|SCHAKEL", kind("switching", "switch")),
        (r"PANL|PNLS?|TABLERO|VERTEIL|SWBD", kind("distribution", "panelboard")),
        (r"JBOX|J[-_ ]BOX|CAJA", kind("boxes", "junction_box")),
        (r"FIRE|ALRM|SMOK|DETEC", kind("fire_alarm", "fire_alarm_device")),
        (r"COMM|DATA|TELE|VOIC", kind("communications", "communication_outlet")),
    ];
    list.into_iter().filter_map(|(p, k)| Some((Regex::new(p).ok()?, k))).collect()
});

/// Layers that hold what is not counted: wires, text, hatches, other trades' backgrounds.
static OTHERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)wire|wiring|circ|cond|tuber|cable|text|txt|anno|note|iden|symb?_?leg|dim|cota|hatch|patt|achur|arq|arch|^A-|^S-|estruct|furn|mueb|door|wall|muro|grid|eje|title|ttlb|ceil-grid|clng|glaz|flor-|viewport").ok()
});

/// What the name of a layer says is drawn on it.
pub(crate) fn kind_of_layer(layer: &str) -> Option<Kind> {
    if OTHERS.as_ref().is_some_and(|r| r.is_match(layer)) {
        return None;
    }
    // Only the last part of a name bound in from another drawing: `E101$0$E-LITE-FIXT`, `plan|E-POWR`.
    let own = layer.rsplit(['|', '$']).next().unwrap_or(layer);
    kind_of_name(own)
}

/// What a name says, by a word of the trade or an abbreviation.
pub(crate) fn kind_of_name(name: &str) -> Option<Kind> {
    if let Some(Class::Item(kind)) = known(&name.replace(['_', '-'], " ")) {
        return Some(kind);
    }
    let upper = name.to_uppercase();
    ABBREVIATIONS.iter().find(|(pattern, _)| pattern.is_match(&upper)).map(|(_, kind)| *kind)
}

/// The repeated shapes of a page on layers that name them, but for what `instances` explain and `excluded` areas hold.
pub(crate) fn unlisted(
    sheet: &Sheet,
    field: &Field,
    scales: &Scales,
    instances: &[Instance],
    excluded: &[[f32; 4]],
) -> Vec<Item> {
    let kinds: Vec<Option<Kind>> = sheet.layers.iter().map(|l| kind_of_layer(l)).collect();
    let layer_of = |path: u32| sheet.path_layers.get(path as usize).copied().unwrap_or(u32::MAX) as usize;
    let mut explained = vec![false; field.ink.strokes.len()];
    for (stroke, _) in instances.iter().flat_map(|i| &i.found.strokes) {
        if let Some(flag) = explained.get_mut(*stroke as usize) {
            *flag = true;
        }
    }
    let explained: std::collections::HashSet<(u32, [u32; 2])> = field
        .ink
        .strokes
        .iter()
        .zip(&explained)
        .filter(|(_, e)| **e)
        .map(|(s, _)| (s.path, s.a.map(f32::to_bits)))
        .collect();
    let mut out = Vec::new();
    for (layer, kind) in kinds.iter().enumerate().filter_map(|(l, k)| Some((l, (*k)?))) {
        let found =
            repeats(&field.ink, |s| layer_of(s.path) == layer && !explained.contains(&(s.path, s.a.map(f32::to_bits))));
        for (n, repeat) in found.iter().enumerate() {
            for (b, &witness) in repeat.places.iter().zip(&repeat.witnesses) {
                let at = middle(*b);
                let inside = |area: &[f32; 4]| plumbline_sheet::geometry::contains(*area, at);
                if excluded.iter().any(inside) || instances.iter().any(|i| inside(&i.found.bbox)) {
                    continue;
                }
                let name = sheet.layers[layer].clone();
                let color = field.ink.strokes.get(witness).map_or(0, |s| s.color);
                let (geometry, evidence) = place(sheet, scales, *b);
                out.push(Item {
                    key: format!("u{layer}-{:.0}-{:.0}", b[0] * 10.0, b[1] * 10.0),
                    group: Some(format!("layer-{layer}-{n}")),
                    description: format!("{} (shape {} on layer {name})", kind.item_type.replace('_', " "), n + 1),
                    trade: kind.trade(),
                    category: kind.category.to_owned(),
                    item_type: kind.item_type.to_owned(),
                    measure: MeasureType::Count,
                    quantity: 1.0,
                    unit: "EA".to_owned(),
                    tag: None,
                    attributes: vec![
                        ("color".to_owned(), Attribute::Text(format!("#{color:06x}"))),
                        ("layer".to_owned(), Attribute::Text(name)),
                    ],
                    page_number: sheet.page_number,
                    geometry: Some(geometry),
                    evidence: vec![evidence],
                    confidence: Confidence::Low,
                    source: ItemSource::Plan,
                });
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classify::in_taxonomy;

    #[test]
    fn every_kind_that_layers_name_is_in_the_taxonomy() {
        for (pattern, kind) in ABBREVIATIONS.iter() {
            assert!(in_taxonomy(*kind), "{pattern}: {kind:?}");
        }
    }

    #[test]
    fn layer_names_say_what_is_on_them() {
        assert_eq!(kind_of_layer("E-LITE-FIXT").unwrap().item_type, "luminaire");
        assert_eq!(kind_of_layer("XREF|E-POWR-RCPT").unwrap().item_type, "receptacle");
        assert_eq!(kind_of_layer("IE_Interruptores").unwrap().item_type, "switch");
        for layer in ["A-WALL", "E-LITE-WIRE", "0", "Muebles", "E-LITE-TEXT", "M-DUCT"] {
            assert_eq!(kind_of_layer(layer), None, "{layer}");
        }
    }
}
