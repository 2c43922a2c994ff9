//! The bill of quantities: equal items and routes added up, written as tab-separated text.
//!
//! This module does not call the host, so it can be tested natively.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::bindings::plumbline::drawing::quantities::{Attribute, Discipline, RouteSystem, Trade};
use crate::bindings::plumbline::exporter1_0_0::rows::{Header, ItemRow, ReviewStatus, RouteRow};
use crate::bindings::plumbline::exporter2_0_0::rows::Maker;

const COLUMNS: [&str; 8] = ["Trade", "Category", "Type", "Description", "Pages", "Count", "Quantity", "Unit"];

/// The properties that all rows of a line share: trade, category, type, description, unit.
type Key = [String; 5];

struct Line {
    key: Key,
    pages: Vec<u32>,
    count: u64,
    quantity: f64,
}

/// The lines, in the order of their first rows.
#[derive(Default)]
pub struct Bill {
    lines: Vec<Line>,
    places: HashMap<Key, usize>,
}

impl Bill {
    /// Adds an item, unless a reviewer rejected it.
    pub fn add_item(&mut self, item: &ItemRow) {
        if item.review_status == ReviewStatus::Rejected {
            return;
        }
        let key = [trade(item.trade), &item.category, &item.item_type, &item.description, &item.unit];
        self.add(key.map(str::to_owned), item.page_number, item.effective_quantity);
    }

    /// Adds a measured run.
    pub fn add_route(&mut self, route: &RouteRow) {
        let size = route.attributes.iter().find_map(|(name, value)| match value {
            Attribute::Text(text) if name == "size" => Some(text.as_str()),
            _ => None,
        });
        let system = system(route.system);
        let key = [trade(route.trade), "routes", system, size.unwrap_or(system), &route.unit];
        self.add(key.map(str::to_owned), route.page_number, route.quantity);
    }

    fn add(&mut self, key: Key, page: u32, quantity: f64) {
        let place = *self.places.entry(key.clone()).or_insert(self.lines.len());
        if place == self.lines.len() {
            self.lines.push(Line { key, pages: vec![], count: 0, quantity: 0.0 });
        }
        let line = &mut self.lines[place];
        // Rows come page by page.
        if line.pages.last() != Some(&page) {
            line.pages.push(page);
        }
        line.count += 1;
        line.quantity += quantity;
    }

    /// Returns the whole file.
    pub fn text(&self, header: &Header, makers: &[Maker]) -> String {
        let mut text = String::new();
        row(&mut text, ["Bill of quantities", &header.project_name]);
        row(&mut text, ["Reference", header.project_reference.as_deref().unwrap_or_default()]);
        row(&mut text, ["Drawing", &header.document_filename]);
        row(&mut text, ["Discipline", discipline(header.discipline)]);
        row(&mut text, ["Completed", &header.completed_at]);
        for maker in makers {
            row(&mut text, ["Made by", &format!("{} {} {}", maker.role, maker.id, maker.version)]);
        }
        text.push('\n');
        row(&mut text, COLUMNS);
        for line in &self.lines {
            let [trade, category, kind, description, unit] = &line.key;
            let pages: Vec<String> = line.pages.iter().map(u32::to_string).collect();
            let (pages, count, quantity) = (pages.join(", "), line.count.to_string(), number(line.quantity));
            row(&mut text, [trade, category, kind, description, &pages, &count, &quantity, unit]);
        }
        text
    }
}

fn row<const N: usize>(text: &mut String, cells: [&str; N]) {
    for (index, value) in cells.into_iter().enumerate() {
        let tab = if index == 0 { "" } else { "\t" };
        // Writing to a string cannot fail.
        let _ = write!(text, "{tab}{}", cell(value));
    }
    text.push('\n');
}

/// Returns a value that stays one cell and that a spreadsheet does not run as a formula. Drawings are untrusted input.
fn cell(value: &str) -> String {
    let plain: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if plain.starts_with(['=', '+', '-', '@']) { format!("'{plain}") } else { plain }
}

/// Formats a number with at most four decimals, which hide the noise of a unit conversion.
fn number(value: f64) -> String {
    format!("{value:.4}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn trade(trade: Trade) -> &'static str {
    match trade {
        Trade::Electrical => "electrical",
        Trade::Mechanical => "mechanical",
        Trade::Plumbing => "plumbing",
        Trade::FireProtection => "fire protection",
        Trade::Structural => "structural",
        Trade::Architectural => "architectural",
        Trade::Civil => "civil",
        Trade::Process => "process",
        Trade::Other => "other",
    }
}

fn discipline(discipline: Discipline) -> &'static str {
    match discipline {
        Discipline::Electrical => "electrical",
        Discipline::Mechanical => "mechanical",
        Discipline::Plumbing => "plumbing",
        Discipline::FireProtection => "fire protection",
        Discipline::Process => "process",
        Discipline::Structural => "structural",
        Discipline::MultiDiscipline => "multi discipline",
    }
}

fn system(system: RouteSystem) -> &'static str {
    match system {
        RouteSystem::Conduit => "conduit",
        RouteSystem::Feeder => "feeder",
        RouteSystem::BranchCircuit => "branch circuit",
        RouteSystem::CableTray => "cable tray",
        RouteSystem::Duct => "duct",
        RouteSystem::Pipe => "pipe",
        RouteSystem::Other => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bindings::plumbline::drawing::quantities::{Confidence, ItemSource, MeasureType, UnitSystem};

    fn header() -> Header {
        Header {
            takeoff_id: "tko_1".into(),
            project_name: "Café «Größe»".into(),
            project_reference: Some("2026-041".into()),
            project_address: None,
            document_filename: "P-101.pdf".into(),
            discipline: Discipline::Plumbing,
            completed_at: "2026-11-21T08:00:00Z".into(),
            units: UnitSystem::Metric,
            include_evidence: false,
            document_url: None,
            component: "plumbing 0.1.0".into(),
        }
    }

    fn item(description: &str, page: u32, quantity: f64) -> ItemRow {
        ItemRow {
            id: "itm_1".into(),
            group: None,
            description: description.into(),
            trade: Trade::Plumbing,
            category: "drains".into(),
            item_type: "floor_drain".into(),
            measure: MeasureType::Count,
            extracted_quantity: quantity,
            quantity_override: None,
            effective_quantity: quantity,
            unit: "EA".into(),
            tag: None,
            attributes: vec![],
            sheet_number: None,
            sheet_title: None,
            page_number: page,
            evidence: vec![],
            confidence: Confidence::High,
            review_status: ReviewStatus::Extracted,
            source: ItemSource::Plan,
            note: None,
        }
    }

    fn pipe(page: u32, quantity: f64) -> RouteRow {
        RouteRow {
            id: "rte_1".into(),
            trade: Trade::Plumbing,
            system: RouteSystem::Pipe,
            quantity,
            unit: "M".into(),
            page_number: page,
            attributes: vec![("size".into(), Attribute::Text("DN 100".into()))],
            confidence: Confidence::Medium,
            starts_at: None,
            ends_at: None,
            segments: 2,
        }
    }

    #[test]
    fn equal_rows_become_one_line_and_rejected_ones_none() {
        let mut bill = Bill::default();
        bill.add_item(&item("Floor drain", 1, 1.0));
        bill.add_item(&item("Floor drain", 1, 1.0));
        bill.add_item(&item("Floor drain", 3, 1.0));
        bill.add_item(&ItemRow { review_status: ReviewStatus::Rejected, ..item("Floor drain", 3, 1.0) });
        bill.add_route(&pipe(2, 12.34));
        bill.add_route(&pipe(2, 0.1));
        let maker =
            Maker { role: "extractor".into(), id: "plumbing".into(), version: "0.1.0".into(), digest: "5f".into() };
        assert_eq!(
            bill.text(&header(), &[maker]),
            "Bill of quantities\tCafé «Größe»\nReference\t2026-041\nDrawing\tP-101.pdf\nDiscipline\tplumbing\n\
             Completed\t2026-11-21T08:00:00Z\nMade by\textractor plumbing 0.1.0\n\n\
             Trade\tCategory\tType\tDescription\tPages\tCount\tQuantity\tUnit\n\
             plumbing\tdrains\tfloor_drain\tFloor drain\t1, 3\t3\t3\tEA\n\
             plumbing\troutes\tpipe\tDN 100\t2\t2\t12.44\tM\n"
        );
    }

    #[test]
    fn text_of_a_drawing_stays_in_its_cell_and_is_no_formula() {
        let mut bill = Bill::default();
        bill.add_item(&item("=HYPERLINK(\"x\")\tFD\r\n2", 1, 1.0));
        let text = bill.text(&header(), &[]);
        let line = text.lines().last().unwrap();
        assert_eq!(line, "plumbing\tdrains\tfloor_drain\t'=HYPERLINK(\"x\") FD  2\t1\t1\t1\tEA");
    }
}
