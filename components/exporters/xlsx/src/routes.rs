//! The Routes sheet: one row a measured run. Its routes are read twice, as items are.

use crate::attributes::Attributes;
use crate::cells::{self, MAX_ROWS};
use crate::frame;
use crate::rows::SheetRows;
use crate::style::Style;
use crate::workbook::Failure;
use plumbline_guest_exporter::quantities::RouteSystem;
use plumbline_guest_exporter::{Header, Name, Rows, endpoint_text, for_each_route, label};
use rust_xlsxwriter::{Worksheet, XlsxError};
use std::collections::BTreeMap;

/// The first row of routes, 1 for the first of the sheet.
pub(crate) const FIRST_ROW: u32 = 2;

/// Headings and widths, the latter in characters.
const COLUMNS: [(&str, f64); 10] = [
    ("System", 17.0),
    ("Trade", 14.0),
    ("From", 24.0),
    ("To", 24.0),
    ("Length", 12.0),
    ("Unit", 7.0),
    ("Page", 8.0),
    ("Confidence", 13.0),
    ("Segments", 12.0),
    ("ID", 31.0),
];
const LINK: u16 = 10;

/// What the other sheets need to know of the routes, and what their own sheet does before it is written.
#[derive(Default)]
pub(crate) struct Routes {
    pub(crate) count: u32,
    /// By system and unit: quantity and number of routes.
    pub(crate) totals: BTreeMap<(String, String), (f64, u32)>,
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
            routes.attributes.survey(&route.attributes);
            let total = routes.totals.entry((system_text(route.system), route.unit)).or_default();
            total.0 += route.quantity;
            total.1 += 1;
            Ok(())
        })?;
        Ok(routes)
    }

    /// The sheet without its rows.
    pub(crate) fn frame(&self, header: &Header, style: &Style) -> Result<Worksheet, XlsxError> {
        let mut sheet = Worksheet::new();
        sheet.set_name("Routes")?;
        frame::linked_sample(&mut sheet, FIRST_ROW - 1, header, style)?;
        let mut columns = COLUMNS.to_vec();
        if header.include_evidence {
            columns.push(("Evidence", 11.0));
        }
        cells::finish_table(&mut sheet, header, &columns, &self.attributes.headings(), self.count, style)?;
        Ok(sheet)
    }

    /// Reads every route again and writes its row.
    pub(crate) fn write(&self, rows: &impl Rows, header: &Header, out: &mut SheetRows<'_>) -> Result<(), Failure> {
        for_each_route(rows, |route| {
            out.row(|row| {
                row.text(0, &system_text(route.system));
                row.text(1, &label(route.trade.name()));
                row.text(2, &label(&endpoint_text(route.starts_at.as_ref())));
                row.text(3, &label(&endpoint_text(route.ends_at.as_ref())));
                row.number(4, route.quantity);
                row.text(5, &route.unit);
                row.number(6, f64::from(route.page_number));
                row.text(7, &label(route.confidence.name()));
                row.number(8, f64::from(route.segments));
                row.text(9, &route.id);
                let mut first_attribute = LINK;
                if header.include_evidence {
                    row.link(LINK, route.page_number, &format!("p. {}", route.page_number));
                    first_attribute += 1;
                }
                self.attributes.write(row, first_attribute, &route.attributes);
            })
            .map_err(Failure::from)
        })
    }
}

/// A system in words; also what the summary's formulas compare with.
fn system_text(system: RouteSystem) -> String {
    label(system.name())
}
