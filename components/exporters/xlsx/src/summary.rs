//! The Summary sheet: whose takeoff this is, and its totals as formulas over the other sheets.

use crate::cells;
use crate::frame;
use crate::items::Items;
use crate::routes::Routes;
use crate::rows::SheetRows;
use crate::style::Style;
use plumbline_guest_exporter::{Header, Maker, Name, label, makers_text};
use rust_xlsxwriter::{ExcelDateTime, Url, Worksheet, XlsxError};
use std::io;

/// The sheet with its facts, and the row from which its totals are put in, 1 for the first of the sheet.
pub(crate) fn frame(
    header: &Header,
    makers: &[Maker],
    (items, routes, schedules): (&Items, &Routes, u32),
    style: &Style,
) -> Result<(Worksheet, u32), XlsxError> {
    let mut sheet = Worksheet::new();
    sheet.set_name("Summary")?;
    for (column, width) in (0u16..).zip([7.0, 14.0, 18.0, 52.0, 14.0, 8.0, 10.0, 18.0, 24.0]) {
        sheet.set_column_width(column, width)?;
    }
    cells::print_setup(&mut sheet, header);
    let found = format!("{} items, {} routes, {schedules} schedules", items.count, routes.count);
    let row = facts(&mut sheet, header, makers, found, style)?;
    frame::sample(&mut sheet, row, style)?;
    Ok((sheet, row + 1))
}

/// Writes the totals.
pub(crate) fn write(items: &Items, routes: &Routes, out: &mut SheetRows<'_>) -> io::Result<()> {
    item_totals(items, out)?;
    out.skip();
    route_totals(routes, out)
}

/// The head of the sheet; returns the next free row.
fn facts(
    sheet: &mut Worksheet,
    header: &Header,
    makers: &[Maker],
    found: String,
    style: &Style,
) -> Result<u32, XlsxError> {
    sheet.set_row_height(0, 28)?;
    sheet.write_string_with_format(0, 0, &header.project_name, &style.title)?;
    let facts = [
        ("Reference", header.project_reference.clone()),
        ("Address", header.project_address.clone()),
        ("Document", Some(header.document_filename.clone())),
        ("Discipline", Some(label(header.discipline.name()))),
        ("Completed", Some(header.completed_at.clone())),
        ("Units", Some(label(header.units.name()))),
        ("Found", Some(found)),
        ("Takeoff", Some(header.takeoff_id.clone())),
        ("Made by", Some(makers_text(makers))),
    ];
    let mut row = 1;
    for (name, value) in facts {
        let Some(value) = value.filter(|value| !value.is_empty()) else { continue };
        sheet.write_string_with_format(row, 0, name, &style.label)?;
        match (name, &header.document_url, ExcelDateTime::parse_from_str(&value)) {
            ("Completed", _, Ok(moment)) => {
                sheet.write_datetime_with_format(row, 2, &moment, &style.moment)?;
            }
            ("Document", Some(url), _)
                if sheet.write_url(row, 2, Url::new(url.clone()).set_text(value.clone())).is_ok() => {}
            _ => {
                sheet.write_string_with_format(row, 2, value, &style.fact)?;
            }
        }
        row += 1;
    }
    Ok(row + 1)
}

/// The lines of the estimate: items that are the same thing, added up.
fn item_totals(items: &Items, out: &mut SheetRows<'_>) -> io::Result<()> {
    out.row(|row| row.heading(0, "Estimate"))?;
    if items.count == 0 {
        return out.row(|row| row.label(0, "No items were found."));
    }
    if items.lines.rejected > 0 {
        let remark = format!("Rejected in review, listed but not counted here: {}", items.lines.rejected);
        out.row(|row| row.label(0, &remark))?;
    }
    headings(&["Line", "Trade", "Category", "Description", "Quantity", "Unit", "Items", "Type", "Sheets"], out)?;
    // The last row of the Items sheet; its first is 2, under the header.
    let last = items.count + 1;
    let lines = format!("Items!$A$2:$A${last}");
    let review = format!("Items!$N$2:$N${last},\"<>Rejected\"");
    for (number, (key, line)) in (1u32..).zip(&items.lines.all) {
        out.row(|row| {
            let this = row.number;
            row.number(0, f64::from(number));
            row.text(1, &label(key.trade()));
            row.text(2, &key.category);
            row.text(3, &key.description);
            // By line number, not by description: SUMIFS reads wildcards and comparisons in a text it compares with.
            row.formula(4, &format!("SUMIFS(Items!$D$2:$D${last},{lines},$A{this},{review})"), line.quantity);
            row.text(5, &key.unit);
            row.formula(6, &format!("COUNTIFS({lines},$A{this},{review})"), line.count as f64);
            row.text(7, &label(&key.item_type));
            row.text(8, &line.sheets.text());
        })?;
    }
    Ok(())
}

/// Routes by system and unit.
fn route_totals(routes: &Routes, out: &mut SheetRows<'_>) -> io::Result<()> {
    if routes.count == 0 {
        return Ok(());
    }
    out.row(|row| row.heading(0, "Measured routes"))?;
    headings(&[" ", "System", " ", " ", "Length", "Unit", "Routes"], out)?;
    let last = routes.count + 1;
    for ((system, unit), (quantity, count)) in &routes.totals {
        out.row(|row| {
            let this = row.number;
            let criteria = format!("Routes!$A$2:$A${last},$B{this},Routes!$F$2:$F${last},$F{this}");
            row.blank(0);
            row.text(1, system);
            row.blank(2);
            row.blank(3);
            row.formula(4, &format!("SUMIFS(Routes!$E$2:$E${last},{criteria})"), *quantity);
            row.text(5, unit);
            row.formula(6, &format!("COUNTIFS({criteria})"), f64::from(*count));
        })?;
    }
    Ok(())
}

/// The header row of a table.
fn headings(names: &[&str], out: &mut SheetRows<'_>) -> io::Result<()> {
    out.row(|row| {
        for (column, name) in (0u16..).zip(names) {
            row.header(column, name);
        }
    })
}
