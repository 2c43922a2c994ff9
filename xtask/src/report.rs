//! Items, routes and schedules as tables.

use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{Cell, CellAlignment, Table};
use plumbline_client::types::{AttributeValue as Attribute, ConfidenceBand, Route, RouteSystem, Schedule, TakeoffItem};
use std::collections::BTreeMap;

/// An empty table with a header row.
pub(crate) fn table(heads: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_HORIZONTAL_ONLY).set_header(heads.iter().copied());
    table
}

/// A cell with a number, right-aligned.
pub(crate) fn number(text: impl ToString) -> Cell {
    Cell::new(text.to_string()).set_alignment(CellAlignment::Right)
}

/// What makes items one line of the table.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ItemKind<'a> {
    description: &'a str,
    tag: &'a str,
    page: u32,
    unit: &'a str,
}

/// Items by description, tag and page.
pub(crate) fn items(items: &[TakeoffItem]) -> Table {
    let mut groups: BTreeMap<ItemKind<'_>, Vec<&TakeoffItem>> = BTreeMap::new();
    for item in items {
        let kind = ItemKind {
            description: &item.description,
            tag: item.tag.as_deref().unwrap_or_default(),
            page: item.page_number,
            unit: &item.unit,
        };
        groups.entry(kind).or_default().push(item);
    }
    let mut table = table(&["Item", "Tag", "Page", "Quantity", "Unit", "Confidence"]);
    for (kind, items) in groups {
        let quantity: f64 = items.iter().map(|item| item.effective_quantity).sum();
        let mut bands: BTreeMap<ConfidenceBand, usize> = BTreeMap::new();
        for item in &items {
            *bands.entry(item.confidence.clone()).or_default() += 1;
        }
        let confidence: Vec<String> = match bands.len() {
            1 => bands.into_keys().map(|band| band.to_string()).collect(),
            _ => bands.into_iter().map(|(band, count)| format!("{band} {count}")).collect(),
        };
        table.add_row(vec![
            Cell::new(kind.description),
            Cell::new(kind.tag),
            number(kind.page),
            number(quantity),
            Cell::new(kind.unit),
            Cell::new(confidence.join(", ")),
        ]);
    }
    table
}

/// What makes routes one line of the table.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RouteKind<'a> {
    system: RouteSystem,
    circuit: &'a str,
    size: &'a str,
    layer: &'a str,
    page: u32,
    unit: &'a str,
}

/// Routes by system, circuit, size and layer.
pub(crate) fn routes(routes: &[Route]) -> Table {
    let mut groups: BTreeMap<RouteKind<'_>, Vec<f64>> = BTreeMap::new();
    for route in routes {
        let text = |key: &str| match route.attributes.get(key) {
            Some(Attribute::String(text)) => text.as_str(),
            _ => "",
        };
        let kind = RouteKind {
            system: route.system.clone(),
            circuit: text("circuit"),
            size: text("size"),
            layer: text("layer"),
            page: route.page_number,
            unit: &route.unit,
        };
        groups.entry(kind).or_default().push(route.quantity);
    }
    let mut table = table(&["Route", "Circuit", "Size", "Layer", "Page", "Runs", "Length", "Unit"]);
    for (kind, lengths) in groups {
        table.add_row(vec![
            Cell::new(kind.system),
            Cell::new(kind.circuit),
            Cell::new(kind.size),
            Cell::new(kind.layer),
            number(kind.page),
            number(lengths.len()),
            number(format!("{:.1}", lengths.iter().sum::<f64>())),
            Cell::new(kind.unit),
        ]);
    }
    table
}

/// Schedules with their number of rows.
pub(crate) fn schedules(schedules: &[Schedule]) -> Table {
    let mut table = table(&["Schedule", "Title", "Page", "Rows"]);
    for schedule in schedules {
        table.add_row(vec![
            Cell::new(&schedule.kind),
            Cell::new(schedule.title.as_deref().unwrap_or("")),
            number(schedule.page_number),
            number(schedule.rows.len()),
        ]);
    }
    table
}
