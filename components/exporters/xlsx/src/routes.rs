//! The Routes sheet: one row a measured run.

use crate::attributes::Attributes;
use crate::cells::{self, Links, MAX_ROWS};
use crate::style::Style;
use crate::workbook::Failure;
use plumbline_guest_exporter::quantities::RouteSystem;
use plumbline_guest_exporter::{Header, Name, Rows, endpoint_text, for_each_route};
use rust_xlsxwriter::Worksheet;
use std::collections::BTreeMap;

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

/// The sheet and its totals by system and unit: quantity and number of routes.
pub(crate) struct Routes {
    pub(crate) sheet: Worksheet,
    pub(crate) count: u32,
    pub(crate) totals: BTreeMap<(String, String), (f64, u32)>,
}

impl Routes {
    /// Reads every route.
    pub(crate) fn write(rows: &impl Rows, header: &Header, style: &Style) -> Result<Self, Failure> {
        let mut routes = Self { sheet: Worksheet::new(), count: 0, totals: BTreeMap::new() };
        routes.sheet.set_name("Routes")?;
        let first_attribute = if header.include_evidence { LINK + 1 } else { LINK };
        let mut attributes = Attributes::new(first_attribute);
        let mut links = Links::new(LINK);

        for_each_route(rows, |route| {
            if routes.count == MAX_ROWS {
                return Err(Failure::TooManyRows { what: "routes" });
            }
            routes.count += 1;
            let row = routes.count;
            let system = system_text(route.system);
            let texts = [
                (0, system.clone()),
                (1, cells::label(route.trade.name())),
                (2, cells::label(&endpoint_text(route.starts_at.as_ref()))),
                (3, cells::label(&endpoint_text(route.ends_at.as_ref()))),
                (5, route.unit.clone()),
                (7, cells::label(route.confidence.name())),
                (9, route.id.clone()),
            ];
            let sheet = &mut routes.sheet;
            for (column, value) in texts {
                cells::text(sheet, row, column, &value, style)?;
            }
            sheet.write_number_with_format(row, 4, route.quantity, style.quantity(route.quantity))?;
            sheet.write_number_with_format(row, 6, route.page_number, &style.whole)?;
            sheet.write_number_with_format(row, 8, route.segments, &style.whole)?;
            if header.include_evidence {
                links.write(sheet, row, header, route.page_number, &format!("p. {}", route.page_number), style)?;
            }
            attributes.write(sheet, row, &route.attributes, style)?;

            let total = routes.totals.entry((system, route.unit)).or_default();
            total.0 += route.quantity;
            total.1 += 1;
            Ok(())
        })?;

        let mut columns = COLUMNS.to_vec();
        if header.include_evidence {
            columns.push(("Evidence", 11.0));
        }
        cells::finish_table(&mut routes.sheet, header, &columns, &attributes.headings(), routes.count, style)?;
        Ok(routes)
    }
}

/// A system in words; also what the summary's formulas compare with.
fn system_text(system: RouteSystem) -> String {
    cells::label(system.name())
}
