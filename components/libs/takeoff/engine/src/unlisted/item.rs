//! Converts a place of a shape to an item of the contract.

use plumbline_extractor::quantities::{Attribute, Item, ItemSource, MeasureType};

use super::naming::{Name, UNNAMED};
use super::tags::{is_type, variant_at};
use super::{Group, Place, ShapeInContext};
use crate::page::Page;
use crate::place::place;

/// The attribute with the evidence for an item's name.
const NAMED_BY: &str = "named_by";

/// Returns the item at a place of a group.
pub(super) fn item(page: &Page<'_>, group: &Group<'_>, at: &Place) -> Item {
    let area = at.area;
    let (geometry, evidence) = place(page.sheet, &page.scales, area);
    let Name { kind, description, confidence, .. } = &group.name;
    let variant = variant_at(page, *kind, &at.letters);
    let number = group.number;
    let (kind, description) = match &variant {
        Some(variant) => (variant.kind, variant.name),
        None => (*kind, description.as_str()),
    };
    let mut attributes = attributes(group, at);
    if let (Some(variant), Some((_, Attribute::Text(by)))) =
        (&variant, attributes.iter_mut().find(|(key, _)| key == NAMED_BY))
    {
        by.push_str(&format!("; {} here", variant.letters));
    }
    // Short letters name a type. Other letters in most places are the tag of each device.
    let inside = || group.shape?.around.letters.iter().find(|letters| !is_type(letters)).cloned();
    let letters = || group.letters.clone().or_else(inside);
    let of_letters = variant.as_ref().map(|variant| &variant.letters).or(group.letters.as_ref());
    Item {
        key: format!("u{:.0}-{:.0}", area.min.x * 10.0, area.min.y * 10.0),
        group: Some(match of_letters {
            Some(letters) => format!("shape-{number}-{letters}"),
            None => format!("shape-{number}"),
        }),
        // Shapes with the same name stay apart until a reviewer merges them. They may be doors of two widths.
        description: match (kind, &group.letters) {
            (UNNAMED, Some(letters)) => format!("{description} {number} {letters}"),
            (UNNAMED, None) => format!("{description} {number}"),
            _ => format!("{description}, shape {number}"),
        },
        trade: kind.trade.into(),
        category: kind.category.to_owned(),
        item_type: kind.item_type.to_owned(),
        measure: MeasureType::Count,
        quantity: 1.0,
        unit: "EA".to_owned(),
        tag: at.labels.listed.clone().or_else(|| variant.as_ref().map(|v| v.letters.clone())).or_else(letters),
        attributes,
        page_number: page.sheet.page_number,
        geometry: Some(geometry),
        evidence: vec![evidence],
        confidence: *confidence,
        source: ItemSource::Plan,
    }
}

fn attributes(group: &Group<'_>, at: &Place) -> Vec<(String, Attribute)> {
    let text = |key: &str, value: String| (key.to_owned(), Attribute::Text(value));
    let mut out = Vec::new();
    if let Some(ShapeInContext { repeat, around, .. }) = group.shape {
        out.push(text("color", format!("#{:06x}", repeat.appearance.color)));
        out.extend(around.layers.first().map(|layer| text("layer", layer.clone())));
        out.extend(around.block.as_ref().map(|block| text("block", block.clone())));
    }
    out.extend(group.name.evidence.as_ref().map(|by| text(NAMED_BY, by.clone())));
    for (key, value) in &at.labels.attributes {
        out.retain(|(other, _)| other != key);
        out.push((key.clone(), value.clone()));
    }
    out
}
