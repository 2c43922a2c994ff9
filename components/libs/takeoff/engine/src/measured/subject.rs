//! A measured object as an item of the contract: its description and its place, and the conversions of its values.

use plumbline_extractor::quantities::{Attribute, Evidence, Geometry, Item, ItemSource, MeasureType};
use plumbline_geometry::Point;
use plumbline_measurement::quantities::Measure;
use plumbline_notation::{Kind as Measured, System};
use plumbline_vocabulary::Kind;

use crate::confidence::confidence;
use crate::page::Page;

/// The description and the place of a measured object.
pub(super) struct Subject {
    pub(super) key: String,
    pub(super) group: String,
    pub(super) description: String,
    pub(super) kind: Kind,
    pub(super) tag: Option<String>,
    pub(super) geometry: Option<Geometry>,
    pub(super) evidence: Vec<Evidence>,
    pub(super) source: ItemSource,
    pub(super) attributes: Vec<(String, Attribute)>,
}

impl Subject {
    /// Converts the subject and its measure to an item.
    pub(super) fn item(self, page: &Page<'_>, measure: &Measure) -> Item {
        let mut attributes = self.attributes;
        attributes.push(("formula".to_owned(), Attribute::Text(measure.formula.clone())));
        attributes.push(("basis".to_owned(), Attribute::Text(measure.basis.clone())));
        Item {
            key: self.key,
            group: Some(self.group),
            description: self.description,
            trade: self.kind.trade.into(),
            category: self.kind.category.to_owned(),
            item_type: self.kind.item_type.to_owned(),
            measure: match measure.kind {
                Measured::Length => MeasureType::Length,
                Measured::Area => MeasureType::Area,
                Measured::Volume => MeasureType::Volume,
                Measured::Weight => MeasureType::Weight,
            },
            quantity: measure.value,
            unit: measure.unit.code().to_owned(),
            tag: self.tag,
            attributes,
            page_number: page.sheet.page_number,
            geometry: self.geometry,
            evidence: self.evidence,
            confidence: confidence(measure.confidence),
            source: self.source,
        }
    }
}

/// Returns the system of units of a page's scale, or metric.
pub(super) fn system(page: &Page<'_>) -> System {
    System::of(page.scales.all.first().is_some_and(|scale| scale.imperial))
}

/// Converts an outline in points to the contract's polygon. Returns `None` for fewer than three points.
pub(super) fn outline(page: &Page<'_>, points: &[Point]) -> Option<Vec<f64>> {
    let (width, height) = (page.sheet.width, page.sheet.height);
    let shown = |p: &Point| [f64::from(p.x / width).clamp(0.0, 1.0), f64::from(p.y / height).clamp(0.0, 1.0)];
    (points.len() >= 3).then(|| points.iter().flat_map(shown).collect())
}
