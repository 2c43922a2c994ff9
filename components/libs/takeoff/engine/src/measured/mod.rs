//! Measures quantities beyond counts: areas, volumes and weights, each with its formula.
//!
//! - `ducts`: surface and weight of measured ducts; `bars`: the weights of bar lists; `concrete`: slabs and footings;
//! - `rooms`: floor areas.

mod bars;
mod concrete;
mod ducts;
mod rooms;

use plumbline_extractor::quantities::{
    Attribute, Confidence, Discipline, Evidence, Geometry, Item, ItemSource, MeasureType,
};
use plumbline_geometry::Point;
use plumbline_measurement::quantities::Measure;
use plumbline_measurement::routes::Route;
use plumbline_notation::{Kind as Measured, System};
use plumbline_vocabulary::Kind;

use crate::page::Page;

/// Returns all quantities beyond counts of a page. `found` are its counted items.
pub(crate) fn measured(page: &Page<'_>, found: &[Item], routes: &[Route]) -> Vec<Item> {
    let wants = |disciplines: &[Discipline]| disciplines.contains(&page.profile.discipline);
    let mut out = Vec::new();
    if wants(&[Discipline::Mechanical, Discipline::MultiDiscipline]) {
        out.extend(ducts::ducts(page, routes));
    }
    if wants(&[Discipline::Structural, Discipline::MultiDiscipline]) {
        out.extend(bars::bars(page));
        out.extend(concrete::labeled_slabs(page));
        out.extend(concrete::scheduled_footings(page, found));
    }
    if wants(&[Discipline::MultiDiscipline]) {
        out.extend(rooms::rooms(page));
    }
    out
}

/// The description and the place of a measured object.
struct Subject {
    key: String,
    group: String,
    description: String,
    kind: Kind,
    tag: Option<String>,
    geometry: Option<Geometry>,
    evidence: Vec<Evidence>,
    source: ItemSource,
    attributes: Vec<(String, Attribute)>,
}

impl Subject {
    /// Converts the subject and its measure to an item.
    fn item(self, page: &Page<'_>, measure: &Measure) -> Item {
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

/// Converts a library's confidence to the contract's.
pub(crate) fn confidence(confidence: plumbline_measurement::routes::Confidence) -> Confidence {
    match confidence {
        plumbline_measurement::routes::Confidence::High => Confidence::High,
        plumbline_measurement::routes::Confidence::Medium => Confidence::Medium,
        plumbline_measurement::routes::Confidence::Low => Confidence::Low,
    }
}

/// Returns the system of units of a page's scale, or metric.
fn system(page: &Page<'_>) -> System {
    System::of(page.scales.all.first().is_some_and(|scale| scale.imperial))
}

/// Converts the contract's confidence to a library's.
fn library_confidence(confidence: Confidence) -> plumbline_measurement::routes::Confidence {
    match confidence {
        Confidence::High => plumbline_measurement::routes::Confidence::High,
        Confidence::Medium => plumbline_measurement::routes::Confidence::Medium,
        Confidence::Low => plumbline_measurement::routes::Confidence::Low,
    }
}

/// Converts an outline in points to the contract's polygon. Returns `None` for fewer than three points.
fn outline(page: &Page<'_>, points: &[Point]) -> Option<Vec<f64>> {
    let (width, height) = (page.sheet.width, page.sheet.height);
    let shown = |p: &Point| [f64::from(p.x / width).clamp(0.0, 1.0), f64::from(p.y / height).clamp(0.0, 1.0)];
    (points.len() >= 3).then(|| points.iter().flat_map(shown).collect())
}
