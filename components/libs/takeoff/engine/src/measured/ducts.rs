//! Computes the surface and sheet metal of measured ducts.

use crate::bindings::quantities::Item;
use crate::vocabulary::{Kind, Trade};
use plumbline_geometry::Rect;
use plumbline_measurement::quantities::{duct_surface, duct_weight};
use plumbline_measurement::routes::{Confidence, Route, RouteSystem, Unit};
use plumbline_notation::{DuctSize, Length, LengthUnit, Shape};

use super::item::with_measure;
use crate::attributes::{flag, text};
use crate::page::Page;
use crate::place::item_at;

/// The allowance for seams and waste is zero. Estimators add what their shop needs. The formula states the allowance.
const ALLOWANCE: f64 = 0.0;

/// Returns the surface and the weight of each duct with a size.
pub(super) fn ducts(page: &Page<'_>, routes: &[Route]) -> Vec<Item> {
    let mut out = Vec::new();
    for route in routes.iter().filter(|r| r.system == RouteSystem::Duct) {
        let Some(size) = &route.duct_size else { continue };
        let unit = match route.unit {
            Unit::Meter => LengthUnit::Meter,
            Unit::Foot => LengthUnit::Foot,
        };
        let length = Length::new(route.length, unit);
        let surface = Some(duct_surface(size, length, ALLOWANCE));
        let weight = duct_weight(size, length, None, ALLOWANCE);
        for (what, measure) in [("surface", surface), ("sheet metal", weight)] {
            let Some(mut measure) = measure else { continue };
            // The measure is at most as certain as the run, and as a size inferred from its neighbors.
            measure.confidence = measure.confidence.min(route.confidence);
            if route.size_inferred {
                measure.confidence = measure.confidence.min(Confidence::Medium);
            }
            let shown = route.size.clone().unwrap_or_else(|| size.to_string());
            let Some(area) = Rect::around(route.points.iter().copied()) else { continue };
            let item = Item {
                key: format!("{}-{}", route.key, what.replace(' ', "-")),
                group: Some(format!("duct-{what}-{shown}")),
                description: format!("Duct {shown}, {what}"),
                attributes: vec![
                    text("size", shown),
                    text("route", &route.key),
                    flag("size_inferred", route.size_inferred),
                ],
                ..item_at(page, kind(size, what), area)
            };
            out.push(with_measure(item, &measure));
        }
    }
    out
}

fn kind(size: &DuctSize, what: &str) -> Kind {
    let item_type = match (what, size.shape) {
        ("sheet metal", _) => "sheet_metal",
        (_, Shape::Rectangular { .. }) => "rectangular_duct",
        (_, Shape::Round { .. }) => "round_duct",
        (_, Shape::FlatOval { .. }) => "oval_duct",
    };
    Kind { trade: Trade::Mechanical, category: "ductwork", item_type }
}
