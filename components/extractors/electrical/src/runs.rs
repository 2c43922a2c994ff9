//! Measured runs as routes of the contract.

use plumbline_guest_extractor::quantities::{
    Attribute, Confidence, EndpointType, Geometry, Route, RouteEndpoint, RouteSystem, Shape, Trade,
};
use plumbline_routes as routes;
use plumbline_sheet::Sheet;

use plumbline_symbols::LegendRow;

use crate::classify::System;
use crate::scales::Scales;

/// The line class that a legend's row shows: the colour of most of its ink. Black and grey say nothing, as walls have
/// them too; such a row names no class.
pub(crate) fn line_class(row: &LegendRow, means: System) -> Option<routes::LineClass> {
    let mut by_color: std::collections::BTreeMap<u32, f32> = std::collections::BTreeMap::new();
    for s in &row.specimen.ink.strokes {
        *by_color.entry(s.color).or_default() += s.length();
    }
    let (color, _) = by_color.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let channels = [color >> 16 & 0xff, color >> 8 & 0xff, color & 0xff];
    let spread = channels.iter().max()? - channels.iter().min()?;
    (spread > 0x30).then(|| routes::LineClass {
        system: match means {
            System::Conduit => routes::RouteSystem::Conduit,
            System::Feeder => routes::RouteSystem::Feeder,
            System::BranchCircuit => routes::RouteSystem::BranchCircuit,
            System::CableTray => routes::RouteSystem::CableTray,
        },
        description: Some(row.description.clone()),
        color: Some(color),
        layer: None,
        linetype: None,
        width: None,
    })
}

fn system(system: routes::RouteSystem) -> RouteSystem {
    match system {
        routes::RouteSystem::Conduit => RouteSystem::Conduit,
        routes::RouteSystem::Feeder => RouteSystem::Feeder,
        routes::RouteSystem::BranchCircuit => RouteSystem::BranchCircuit,
        routes::RouteSystem::CableTray => RouteSystem::CableTray,
        routes::RouteSystem::Duct => RouteSystem::Duct,
        routes::RouteSystem::Pipe => RouteSystem::Pipe,
        routes::RouteSystem::Other => RouteSystem::Other,
    }
}

fn endpoint(end: &routes::Endpoint) -> RouteEndpoint {
    let kind = match end.kind {
        routes::EndKind::Panel => EndpointType::Panel,
        routes::EndKind::Equipment => EndpointType::Equipment,
        routes::EndKind::Device => EndpointType::Device,
        routes::EndKind::DeviceGroup => EndpointType::DeviceGroup,
        routes::EndKind::Junction => EndpointType::Junction,
        routes::EndKind::Riser => EndpointType::Riser,
        routes::EndKind::Unknown => EndpointType::Unknown,
    };
    RouteEndpoint { kind, tag: end.tag.clone(), item_key: end.key.clone(), count: None }
}

/// What a route ends at, from an item's type.
pub(crate) fn end_kind(item_type: &str) -> routes::EndKind {
    match item_type {
        "panelboard" => routes::EndKind::Panel,
        "junction_box" => routes::EndKind::Junction,
        "transformer" | "equipment_connection" | "power_source" | "disconnect_switch" | "meter" => {
            routes::EndKind::Equipment
        }
        _ => routes::EndKind::Device,
    }
}

/// The routes of a page.
pub(crate) fn to_wit(sheet: &Sheet, scales: &Scales, found: &[routes::Route]) -> Vec<Route> {
    found
        .iter()
        .map(|r| {
            let mut attributes: Vec<(String, Attribute)> = Vec::new();
            let mut set = |key: &str, value: Option<String>| {
                attributes.extend(value.map(|v| (key.to_owned(), Attribute::Text(v))));
            };
            set("color", Some(r.color_name()));
            set("layer", r.layer.clone());
            set("linetype", Some(r.linetype.name().to_owned()));
            set("size", r.size.clone());
            set("circuit", r.circuit.clone());
            set("description", r.description.clone());
            attributes.push(("width_mm".to_owned(), Attribute::Number((r.width_mm * 100.0).round() / 100.0)));
            let points: Vec<f64> = r
                .points
                .iter()
                .flat_map(|p| [f64::from(p[0] / sheet.width), f64::from(p[1] / sheet.height)])
                .map(|v| v.clamp(0.0, 1.0))
                .collect();
            let start = r.points.first().copied().unwrap_or_default();
            let geometry = (points.len() >= 4).then(|| Geometry {
                page_number: sheet.page_number,
                shape: Shape::Polyline(points),
                scale: scales.geometry_at(start, sheet.width),
            });
            Route {
                key: r.key.clone(),
                item_key: None,
                trade: Trade::Electrical,
                system: system(r.system),
                quantity: r.length,
                unit: r.unit.code().to_owned(),
                page_number: sheet.page_number,
                attributes,
                confidence: match r.confidence {
                    routes::Confidence::High => Confidence::High,
                    routes::Confidence::Medium => Confidence::Medium,
                    routes::Confidence::Low => Confidence::Low,
                },
                starts_at: Some(endpoint(&r.starts_at)),
                ends_at: Some(endpoint(&r.ends_at)),
                segments: r.segments,
                geometry,
            }
        })
        .collect()
}
