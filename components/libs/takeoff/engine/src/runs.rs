//! Converts measured runs to routes of the contract.

use crate::bindings::quantities::{Attribute, Discipline, Geometry, Item, Route, RouteEndpoint, RouteSystem, Shape};
use crate::vocabulary::{Class, Line};
use plumbline_measurement::routes;
use plumbline_symbols::LegendRow;

use crate::attributes::{flag, number, text};
use crate::confidence::confidence;
use crate::page::Page;
use crate::surroundings::shows_pipes;

/// Returns the line class that a legend row shows, by the color of the line across its cell. Conductor ticks and
/// letters on the line may have more ink, but are short. Black and gray are not distinctive, because walls have them
/// too. A row in such a color has no class.
pub(crate) fn line_class(row: &LegendRow, line: &Line) -> Option<routes::LineClass> {
    // For each color, the tenths of the cell's width that it reaches and the amount of its ink.
    let width = row.specimen.size.width.max(1.0);
    let tenth = |x: f32| ((x / width + 0.5) * 10.0).floor().clamp(0.0, 9.0) as u32;
    let mut by_color: std::collections::BTreeMap<u32, (u16, f32)> = std::collections::BTreeMap::new();
    for s in &row.specimen.ink.strokes {
        let (reached, ink) = by_color.entry(s.color).or_default();
        for t in tenth(s.a.x.min(s.b.x))..=tenth(s.a.x.max(s.b.x)) {
            *reached |= 1 << t;
        }
        *ink += s.length();
    }
    let order = |(reached, ink): (u16, f32)| (reached.count_ones(), ink);
    let (color, _) = by_color.into_iter().max_by(|a, b| {
        let (a, b) = (order(a.1), order(b.1));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    })?;
    let channels = [color >> 16 & 0xff, color >> 8 & 0xff, color & 0xff];
    let spread = channels.iter().max()? - channels.iter().min()?;
    (spread > 0x30).then(|| routes::LineClass {
        system: line.system,
        description: Some(row.description.clone()),
        color: Some(color),
        layer: None,
        linetype: None,
        width: None,
    })
}

/// Returns a run's system. On a structural sheet, runs with sizes like those of conductors are bars. Fire protection
/// sheets draw wires and pipes, so a line without a name is `Other`, unless the sheet shows pipes.
fn system_of(discipline: Discipline, found: routes::RouteSystem, known: bool) -> RouteSystem {
    match (discipline, found) {
        (Discipline::Structural, routes::RouteSystem::Conduit) => RouteSystem::Other,
        (Discipline::FireProtection, _) if !known => RouteSystem::Other,
        (_, found) => found.into(),
    }
}

fn endpoint(end: &routes::Endpoint) -> RouteEndpoint {
    RouteEndpoint { kind: end.kind.into(), tag: end.tag.clone(), item_key: end.key.clone(), count: None }
}

/// Returns the kind of route end that an item's type makes.
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

/// Returns what a route carries, according to its legend, its own label or its layer.
fn line_of(page: &Page<'_>, route: &routes::Route) -> Option<Line> {
    let words = page.profile.words;
    let of = |class: Option<Class>| match class {
        Some(Class::Line(line)) => Some(line),
        _ => None,
    };
    let legend = || route.description.as_deref().and_then(|d| of(words.known(d)));
    let label = || route.label.as_deref().and_then(|l| words.pipe_label(l));
    let layer = || route.layer.as_deref().and_then(|l| of(words.classify_layer(l)));
    legend().or_else(label).or_else(layer)
}

/// Converts the routes of a page to the contract's routes.
pub(crate) fn to_wit(page: &Page<'_>, items: &[Item], found: &[routes::Route]) -> Vec<Route> {
    let Page { sheet, scales, .. } = page;
    let pipes = shows_pipes(page, items);
    found
        .iter()
        .map(|r| {
            let mut attributes: Vec<(String, Attribute)> = Vec::new();
            let mut set = |key: &str, value: Option<String>| {
                attributes.extend(value.map(|v| text(key, v)));
            };
            set("color", Some(r.color_name()));
            set("layer", r.layer.clone());
            set("linetype", Some(r.linetype.name().to_owned()));
            set("size", r.size.clone());
            set("circuit", r.circuit.clone());
            set("description", r.description.clone());
            set("tied_with", r.rival.clone());
            let line = line_of(page, r);
            set("network", r.network.clone());
            set("system_label", r.label.clone());
            set("system", line.and_then(|l| l.name).map(str::to_owned).or_else(|| r.label.clone()));
            set("wires", r.wires.clone());
            set("callout", r.callout.as_ref().map(|c| c.text.clone()));
            if let Some(callout) = &r.callout {
                attributes.push(number("cable", callout.number));
                attributes.push(number("cables", callout.count));
            }
            if r.size_inferred {
                attributes.push(flag("size_inferred", true));
            }
            attributes.extend(r.plan_width_mm.map(|w| number("plan_width_mm", (w * 10.0).round() / 10.0)));
            if let Some(drop) = &r.drop {
                attributes.push(text("drop_reason", &drop.reason));
                attributes.extend(drop.length.map(|l| number("drop", (l * 1000.0).round() / 1000.0)));
            }
            attributes.push(number("width_mm", (r.width_mm * 100.0).round() / 100.0));
            let points: Vec<f64> = r
                .points
                .iter()
                .flat_map(|p| [f64::from(p.x / sheet.width), f64::from(p.y / sheet.height)])
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
                trade: line_of(page, r).map_or_else(|| page.profile.trade(), |l| l.trade.into()),
                system: system_of(page.profile.discipline, r.system, r.named || pipes),
                quantity: r.length,
                unit: r.unit.code().to_owned(),
                page_number: sheet.page_number,
                attributes,
                confidence: confidence(r.confidence),
                starts_at: Some(endpoint(&r.starts_at)),
                ends_at: Some(endpoint(&r.ends_at)),
                segments: r.segments,
                geometry,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_no_conduit() {
        let conduit = routes::RouteSystem::Conduit;
        assert_eq!(system_of(Discipline::Structural, conduit, true), RouteSystem::Other);
        assert_eq!(system_of(Discipline::Electrical, conduit, false), RouteSystem::Conduit);
    }
}
