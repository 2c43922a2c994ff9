//! Symbols found on a page as items of the contract.

use std::collections::BTreeMap;

use plumbline_guest_extractor::quantities::{
    Attribute, Confidence, Evidence, Geometry, Item, ItemSource, MeasureType, Shape,
};
use plumbline_sheet::Sheet;
use plumbline_sheet::geometry::contains;
use plumbline_symbols::{Field, Instance, LegendRow, TextSpots, Tier};

use crate::classify::{DEVICE, Kind};
use crate::labels::{Bearer, circuit, lettered, nearest_texts, type_tags};
use crate::scales::Scales;

/// A row of some page's legend that stands for something that is counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<'a> {
    /// Page of the legend.
    pub(crate) page: u32,
    /// Index of the row within the document, for the group's name.
    pub(crate) index: usize,
    /// The row.
    pub(crate) row: &'a LegendRow,
    /// What it stands for.
    pub(crate) kind: Kind,
    /// The block it was made of, when no legend has it.
    pub(crate) block: Option<&'a str>,
}

/// Normalises a box in points.
pub(crate) fn normalised(sheet: &Sheet, b: [f32; 4]) -> (f64, f64, f64, f64) {
    let x = |v: f32| (f64::from(v) / f64::from(sheet.width)).clamp(0.0, 1.0);
    let y = |v: f32| (f64::from(v) / f64::from(sheet.height)).clamp(0.0, 1.0);
    (x(b[0]), y(b[1]), x(b[2]), y(b[3]))
}

/// The middle of a box.
pub(crate) fn middle(b: [f32; 4]) -> [f32; 2] {
    [(b[0] + b[2]) / 2.0, (b[1] + b[3]) / 2.0]
}

/// Geometry and evidence of something within a box.
pub(crate) fn place(sheet: &Sheet, scales: &Scales, b: [f32; 4]) -> (Geometry, Evidence) {
    let bbox = normalised(sheet, b);
    let scale = scales.geometry_at(middle(b), sheet.width);
    (
        Geometry { page_number: sheet.page_number, shape: Shape::Bbox(bbox), scale },
        Evidence { page_number: sheet.page_number, bbox },
    )
}

/// The attribute key for a legend's column, and its value's meaning where the contract has a word for it.
fn column_key(header: &str) -> String {
    let h = header.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|w| h.contains(w));
    if has(&["mont", "mount", "height", "altura", "aff", "höhe", "hoogte", "hauteur", "取付"]) {
        "mounting".to_owned()
    } else if has(&["model", "part", "catalog", "cat.", "type no", "型番", "型式", "référence", "artikel"]) {
        "model".to_owned()
    } else if has(&["manufact", "fabric", "marca", "make", "hersteller", "fabrikant"]) {
        "manufacturer".to_owned()
    } else if has(&["quant", "qty", "cant", "anzahl", "aantal", "数量"]) {
        // What the legend claims, not what was counted.
        "legend_quantity".to_owned()
    } else if has(&["rating", "watt", "amp", "volt", "potencia"]) {
        "rating".to_owned()
    } else if has(&["size", "tamaño", "dimens", "caja", "box", "größe", "maat"]) {
        "size".to_owned()
    } else {
        let slug: String = h.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        slug.split('_').filter(|p| !p.is_empty()).collect::<Vec<_>>().join("_")
    }
}

fn confidence(instance: &Instance) -> Confidence {
    match (instance.tier, instance.ambiguous) {
        (Tier::Exact, false) => Confidence::High,
        (Tier::Exact, true) | (Tier::Loose, false) => Confidence::Medium,
        _ => Confidence::Low,
    }
}

/// Which columns of the sheet's paths an instance is drawn with: colour and layer of most of its ink.
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

/// What the page's items are made of.
pub(crate) struct Context<'a> {
    pub(crate) sheet: &'a Sheet,
    pub(crate) field: &'a Field,
    pub(crate) texts: &'a TextSpots,
    pub(crate) scales: &'a Scales,
    /// Names of panels known from schedules.
    pub(crate) panels: &'a [String],
    /// Luminaire types known from schedules.
    pub(crate) fixtures: &'a [String],
    /// Legends and schedules: what is written in them belongs to no symbol.
    pub(crate) excluded: &'a [[f32; 4]],
}

/// The items of a page, by place. `blocks` are the names of the instances' blocks, where they have one.
pub(crate) fn items(
    context: &Context<'_>,
    entries: &[Entry<'_>],
    instances: &[Instance],
    blocks: &[Option<&str>],
) -> Vec<Item> {
    let boxes: Vec<[f32; 4]> = instances.iter().map(|i| i.found.bbox).collect();
    let tags: Vec<Option<String>> = instances.iter().map(|i| tag(i, &entries[i.symbol], context.texts)).collect();
    let bearers: Vec<Bearer> = instances.iter().map(|i| bearer(&entries[i.symbol].kind)).collect();
    let types = type_tags(&boxes, &bearers, context.texts, |t| {
        context.fixtures.contains(&t.text) && !context.excluded.iter().any(|area| contains(*area, t.middle))
    });
    // Panels that stand on the plan name circuits too.
    let mut panels = context.panels.to_vec();
    for (instance, tag) in instances.iter().zip(&tags) {
        if entries[instance.symbol].kind.item_type == "panelboard" {
            panels.extend(tag.clone());
        }
    }
    let all = context.texts.all();
    let drawn: Vec<(Option<u32>, Option<String>)> =
        instances.iter().map(|i| drawn_with(i, context.field, &context.sheet.path_layers, context.sheet)).collect();
    let circuits = nearest_texts(&boxes, context.texts, |t| {
        circuit(&all[t].text, &panels).is_some()
            || lettered(&all[t].text) && panels.iter().any(|p| all[t].text.starts_with(p.as_str()))
    });
    let mut out = Vec::new();
    for (n, instance) in instances.iter().enumerate() {
        let entry = &entries[instance.symbol];
        let (color, layer) = &drawn[n];
        let mut attributes: Vec<(String, Attribute)> = Vec::new();
        let mut set = |key: &str, value: Option<String>| {
            if let Some(value) = value.filter(|v| !v.is_empty() && v != "-" && v != "--") {
                attributes.push((key.to_owned(), Attribute::Text(value)));
            }
        };
        set("color", color.map(|c| format!("#{c:06x}")));
        set("layer", layer.clone());
        for (header, value) in &entry.row.columns {
            set(&column_key(header), Some(value.clone()));
        }
        if entry.kind.item_type != "panelboard"
            && let Some(found) = circuits[n].and_then(|t| circuit(&all[t].text, &panels))
        {
            set("circuit", Some(found.text));
            set("panel", found.panel);
        }
        set("schedule_row", types[n].clone());
        set("block", blocks.get(n).copied().flatten().map(str::to_owned));
        if entry.block.is_none() {
            attributes.push(("legend_page".to_owned(), Attribute::Number(f64::from(entry.page))));
        }
        let b = instance.found.bbox;
        let (geometry, evidence) = place(context.sheet, context.scales, b);
        out.push(Item {
            key: format!("s{}-{:.0}-{:.0}", entry.index, b[0] * 10.0, b[1] * 10.0),
            group: Some(match entry.block {
                Some(name) => format!("block-{name}"),
                None => format!("legend-{}-{}", entry.page, entry.index),
            }),
            description: entry.row.description.clone(),
            trade: entry.kind.trade(),
            category: entry.kind.category.to_owned(),
            item_type: entry.kind.item_type.to_owned(),
            measure: MeasureType::Count,
            quantity: 1.0,
            unit: "EA".to_owned(),
            tag: types[n].clone().or_else(|| tags[n].clone()),
            attributes,
            page_number: context.sheet.page_number,
            geometry: Some(geometry),
            evidence: vec![evidence],
            confidence: confidence(instance),
            source: ItemSource::Plan,
        });
    }
    out
}

/// Whether a kind of symbol may bear a luminaire's type. A symbol whose words nobody knows may be a luminaire; a switch
/// or a receptacle beside one is not.
fn bearer(kind: &Kind) -> Bearer {
    if kind.category == "lighting" {
        Bearer::First
    } else if *kind == DEVICE {
        Bearer::Second
    } else {
        Bearer::No
    }
}

/// The tag of an instance: the letters that its legend shows and that stand there too, or else what is written in it.
fn tag(instance: &Instance, entry: &Entry<'_>, texts: &TextSpots) -> Option<String> {
    let b = instance.found.bbox;
    let diagonal = (b[2] - b[0]).hypot(b[3] - b[1]);
    let grown = |by: f32| [b[0] - by, b[1] - by, b[2] + by, b[3] + by];
    // A panel's name is its own, not its legend's.
    if entry.kind.item_type == "panelboard" {
        let close = texts.within(grown(0.6 * diagonal));
        let named =
            |t: &&str| t.chars().any(char::is_alphanumeric) && circuit(t, &[]).is_none() && !t.contains(['.', ' ']);
        return close
            .into_iter()
            .map(|i| &texts.all()[i])
            .filter(|t| t.text.chars().count() <= 10 && named(&t.text.as_str()))
            .filter(|t| t.text.chars().any(char::is_alphabetic))
            .min_by(|x, y| {
                let d = |p: [f32; 2]| (p[0] - middle(b)[0]).hypot(p[1] - middle(b)[1]);
                d(x.middle).total_cmp(&d(y.middle))
            })
            .map(|t| t.text.clone());
    }
    for letters in &entry.row.specimen.letters {
        let by = if letters.inside { 1.0 } else { 0.8 * diagonal + 4.0 };
        let near = texts.within(grown(by));
        if near.iter().any(|&i| texts.all()[i].text.eq_ignore_ascii_case(&letters.text)) {
            return Some(letters.text.clone());
        }
    }
    // A room's name or a level that a symbol happens to be drawn over reaches beyond it.
    let around = grown(1.0);
    let whole = |t: [f32; 4]| contains(around, [t[0], t[1]]) && contains(around, [t[2], t[3]]);
    texts
        .within(b)
        .into_iter()
        .map(|i| &texts.all()[i])
        .find(|t| whole(t.bbox) && may_be_tag(&t.text))
        .map(|t| t.text.clone())
}

/// Whether a text may be a tag: one short word that is not a dimension or a level (`2.10`, `+0.10`).
fn may_be_tag(text: &str) -> bool {
    let number = text.parse::<f32>().is_ok() && text.contains(['.', ',', '+']);
    text.chars().count() <= 10 && !text.contains(' ') && !number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimensions_and_levels_are_no_tags() {
        for text in ["A1", "12", "EF-1", "22.5W", "S"] {
            assert!(may_be_tag(text), "{text}");
        }
        for text in ["2.10", "+0.10", "-3.25", "+3", "OPEN OFFICE", "ESTACIONAMIENTO"] {
            assert!(!may_be_tag(text), "{text}");
        }
    }
}
