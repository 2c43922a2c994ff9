//! The Routes sheet: one row per route, and the total of each unit. Routes are read twice, like items.

use crate::attributes::Attributes;
use crate::cells::{self, MAX_ROWS};
use crate::failure::Failure;
use crate::rows::SheetRows;
use crate::style::Style;
use plumbline_exporter::quantities::Attribute;
use plumbline_exporter::{
    Header, LineKey, Lines, Name, RouteRow, Rows, attribute_text, endpoint_text, for_each_route, label,
};
use rust_xlsxwriter::{Worksheet, XlsxError};
use std::collections::BTreeMap;

/// The first row of routes. Rows start at 1.
pub(crate) const FIRST_ROW: u32 = 2;

/// The attribute with its own column.
const SIZE: &str = "size";

/// Column numbers, with the letters used in formulas. The print area ends at `CONFIDENCE`.
mod column {
    pub(super) const LINE: u16 = 0; // A
    pub(super) const SYSTEM: u16 = 1; // B
    pub(super) const SIZE: u16 = 2; // C
    pub(super) const LENGTH: u16 = 3; // D
    pub(super) const UNIT: u16 = 4; // E
    pub(super) const FROM: u16 = 5; // F
    pub(super) const TO: u16 = 6; // G
    pub(super) const TRADE: u16 = 7; // H
    pub(super) const PAGE: u16 = 8; // I
    pub(super) const CONFIDENCE: u16 = 9; // J
    pub(super) const SEGMENTS: u16 = 10; // K
    pub(super) const ID: u16 = 11; // L
    pub(super) const EVIDENCE: u16 = 12; // M, only with evidence
}

/// Headings and widths in characters.
const COLUMNS: [(&str, f64); 12] = [
    ("Line", 7.0),
    ("System", 20.0),
    ("Size", 14.0),
    ("Length", 12.0),
    ("Unit", 7.0),
    ("From", 24.0),
    ("To", 24.0),
    ("Trade", 14.0),
    ("Page", 8.0),
    ("Confidence", 13.0),
    ("Segments", 12.0),
    ("ID", 31.0),
];
const EVIDENCE: (&str, f64) = ("Evidence", 11.0);

/// Facts about the routes that the other sheets need, and the layout of their own sheet.
#[derive(Default)]
pub(crate) struct Routes {
    pub(crate) count: u32,
    /// Routes of equal trade, system, size and unit, numbered 1, 2, … in this order.
    pub(crate) lines: Lines,
    attributes: Attributes,
}

impl Routes {
    /// Reads every route.
    pub(crate) fn survey(rows: &impl Rows) -> Result<Self, Failure> {
        let mut routes = Self::default();
        for_each_route(rows, |route| {
            if routes.count == MAX_ROWS {
                return Err(Failure::TooManyRows { what: "routes" });
            }
            routes.count += 1;
            routes.attributes.survey(&other_attributes(&route));
            routes.lines.add_route(&route);
            Ok(())
        })?;
        Ok(routes)
    }

    /// Returns the length of all routes by unit.
    pub(crate) fn by_unit(&self) -> BTreeMap<&str, f64> {
        let mut units = BTreeMap::new();
        for (key, line) in &self.lines.all {
            *units.entry(key.unit.as_str()).or_default() += line.quantity;
        }
        units
    }

    /// Creates the sheet without its rows.
    pub(crate) fn template(&self, header: &Header, style: &Style) -> Result<Worksheet, XlsxError> {
        let attributes = self.attributes.headings();
        let mut sheet = cells::table("Routes", &COLUMNS, EVIDENCE, &attributes, self.count, header, style)?;
        // One row of totals per unit follows the routes and an empty row.
        let last = self.count + 1 + self.by_unit().len() as u32;
        sheet.set_print_area(0, 0, last, column::CONFIDENCE)?;
        Ok(sheet)
    }

    /// Reads every route again and writes its row, then the totals.
    pub(crate) fn write(&self, rows: &impl Rows, header: &Header, out: &mut SheetRows<'_>) -> Result<(), Failure> {
        let numbers: BTreeMap<&LineKey, u32> = self.lines.all.keys().zip(1..).collect();
        for_each_route(rows, |route| {
            let line = numbers.get(&LineKey::for_route(&route)).copied().unwrap_or_default();
            out.row(|row| {
                row.number(column::LINE, f64::from(line));
                row.text(column::SYSTEM, &label(route.system.name()));
                row.text(column::SIZE, &size(&route));
                row.number(column::LENGTH, route.quantity);
                row.text(column::UNIT, &route.unit);
                row.wrapped(column::FROM, &label(&endpoint_text(route.starts_at.as_ref())));
                row.wrapped(column::TO, &label(&endpoint_text(route.ends_at.as_ref())));
                row.text(column::TRADE, &label(route.trade.name()));
                row.number(column::PAGE, f64::from(route.page_number));
                row.text(column::CONFIDENCE, &label(route.confidence.name()));
                row.number(column::SEGMENTS, f64::from(route.segments));
                row.text(column::ID, &route.id);
                let mut first_attribute = column::EVIDENCE;
                if header.include_evidence {
                    row.link(column::EVIDENCE, route.page_number, &format!("p. {}", route.page_number));
                    first_attribute += 1;
                }
                self.attributes.write(row, first_attribute, &other_attributes(&route));
            })
            .map_err(Failure::from)
        })?;
        out.skip();
        let last = self.count + 1;
        for (unit, length) in self.by_unit() {
            out.row(|row| {
                let formula = format!("SUMIFS($D$2:$D${last},$E$2:$E${last},$E{})", row.number);
                row.total_label(column::SYSTEM, "Total");
                row.total(column::LENGTH, &formula, length);
                row.text(column::UNIT, unit);
            })?;
        }
        Ok(())
    }
}

/// Returns the size of a route; empty if it is not known.
fn size(route: &RouteRow) -> String {
    let size = route.attributes.iter().find(|(key, _)| key == SIZE);
    size.map(|(_, value)| attribute_text(value)).unwrap_or_default()
}

/// Returns the size of a line's routes; empty if it is not known.
pub(crate) fn size_of(key: &LineKey) -> &str {
    let rest = key.description.strip_prefix(&label(&key.item_type)).unwrap_or_default();
    rest.strip_prefix(", ").unwrap_or_default()
}

/// Returns the attributes without their own column.
fn other_attributes(route: &RouteRow) -> Vec<(String, Attribute)> {
    route.attributes.iter().filter(|(key, _)| key != SIZE).cloned().collect()
}
