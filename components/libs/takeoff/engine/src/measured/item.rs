//! Measured objects as items of the contract.

use crate::bindings::quantities::{Item, MeasureType, Shape};
use plumbline_geometry::Point;
use plumbline_measurement::quantities::Measure;
use plumbline_notation::{Kind as Measured, System};

use crate::attributes::text;
use crate::confidence::confidence;
use crate::page::Page;

/// Adds a measure to an item.
pub(super) fn with_measure(mut item: Item, measure: &Measure) -> Item {
    item.attributes.extend([text("formula", &measure.formula), text("basis", &measure.basis)]);
    Item {
        measure: match measure.kind {
            Measured::Length => MeasureType::Length,
            Measured::Area => MeasureType::Area,
            Measured::Volume => MeasureType::Volume,
            Measured::Weight => MeasureType::Weight,
        },
        quantity: measure.value,
        unit: measure.unit.code().to_owned(),
        confidence: confidence(measure.confidence),
        ..item
    }
}

/// Returns the system of units of a page's scale, or metric.
pub(super) fn system(page: &Page<'_>) -> System {
    System::of(page.scales.all.first().is_some_and(|scale| scale.imperial))
}

/// Replaces an item's box with an outline in points, if it has at least three.
pub(super) fn with_outline(mut item: Item, page: &Page<'_>, points: &[Point]) -> Item {
    let (width, height) = (page.sheet.width, page.sheet.height);
    let shown = |p: &Point| [f64::from(p.x / width).clamp(0.0, 1.0), f64::from(p.y / height).clamp(0.0, 1.0)];
    if let Some(geometry) = item.geometry.as_mut().filter(|_| points.len() >= 3) {
        geometry.shape = Shape::Polygon(points.iter().flat_map(shown).collect());
    }
    item
}
