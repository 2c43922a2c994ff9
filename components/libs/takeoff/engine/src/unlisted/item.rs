//! Converts a place of a shape to an item of the contract.

use crate::bindings::quantities::{Attribute, Item};

use super::group::{Group, Place};
use super::naming::Name;
use super::shape_in_context::ShapeInContext;
use super::tags::{is_type, variant_at};
use crate::attributes::{replace, text};
use crate::entry::UNNAMED;
use crate::page::Page;
use crate::place::item_at;

/// The attribute with the evidence for an item's name.
const NAMED_BY: &str = "named_by";

/// Returns the item at a place of a group.
pub(super) fn item(page: &Page<'_>, group: &Group<'_>, at: &Place) -> Item {
    let area = at.area;
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
        tag: at.labels.listed.clone().or_else(|| variant.as_ref().map(|v| v.letters.clone())).or_else(letters),
        attributes,
        confidence: *confidence,
        ..item_at(page, kind, area)
    }
}

fn attributes(group: &Group<'_>, at: &Place) -> Vec<(String, Attribute)> {
    let mut out = Vec::new();
    if let Some(ShapeInContext { repeat, around, .. }) = group.shape {
        out.push(text("color", format!("#{:06x}", repeat.appearance.color)));
        out.extend(around.layers.first().map(|layer| text("layer", layer)));
        out.extend(around.block.as_ref().map(|block| text("block", block)));
    }
    out.extend(group.name.evidence.as_ref().map(|by| text(NAMED_BY, by)));
    at.labels.attributes.iter().for_each(|own| replace(&mut out, own.clone()));
    out
}
