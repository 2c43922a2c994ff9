//! Converts boxes in points to the contract's geometry, evidence and items.

use crate::bindings::quantities::{Confidence, Evidence, Geometry, Item, ItemSource, MeasureType, Shape};
use crate::vocabulary::Kind;
use plumbline_geometry::Rect;
use plumbline_sheet::Sheet;

use crate::page::Page;
use crate::scales::Scales;

/// Normalizes a box in points to the page's width and height.
pub(crate) fn normalized(sheet: &Sheet, b: Rect) -> (f64, f64, f64, f64) {
    let x = |v: f32| (f64::from(v) / f64::from(sheet.width)).clamp(0.0, 1.0);
    let y = |v: f32| (f64::from(v) / f64::from(sheet.height)).clamp(0.0, 1.0);
    (x(b.min.x), y(b.min.y), x(b.max.x), y(b.max.y))
}

/// Returns the geometry and the evidence of something within a box.
pub(crate) fn place(sheet: &Sheet, scales: &Scales, b: Rect) -> (Geometry, Evidence) {
    let bbox = normalized(sheet, b);
    let scale = scales.geometry_at(b.center(), sheet.width);
    (
        Geometry { page_number: sheet.page_number, shape: Shape::Bbox(bbox), scale },
        Evidence { page_number: sheet.page_number, bbox },
    )
}

/// Returns one item of a kind on the plan, without a name and a place.
pub(crate) fn item_of(page: &Page<'_>, kind: Kind) -> Item {
    Item {
        key: String::new(),
        group: None,
        description: String::new(),
        trade: kind.trade.into(),
        category: kind.category.to_owned(),
        item_type: kind.item_type.to_owned(),
        measure: MeasureType::Count,
        quantity: 1.0,
        unit: "EA".to_owned(),
        tag: None,
        attributes: Vec::new(),
        page_number: page.sheet.page_number,
        geometry: None,
        evidence: Vec::new(),
        confidence: Confidence::Low,
        source: ItemSource::Plan,
    }
}

/// Returns one item of a kind within a box, without a name.
pub(crate) fn item_at(page: &Page<'_>, kind: Kind, b: Rect) -> Item {
    let (geometry, evidence) = place(page.sheet, &page.scales, b);
    Item { geometry: Some(geometry), evidence: vec![evidence], ..item_of(page, kind) }
}
