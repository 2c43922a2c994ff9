//! The Summary sheet: whose takeoff this is, and its totals as formulas over the other sheets.

use crate::cells;
use crate::items::Items;
use crate::routes::Routes;
use crate::style::Style;
use plumbline_guest_exporter::{Header, Maker, Name, label, makers_text};
use rust_xlsxwriter::{ExcelDateTime, Url, Worksheet, XlsxError};

/// Makes the sheet.
pub(crate) fn summary(
    header: &Header,
    makers: &[Maker],
    items: &Items,
    routes: &Routes,
    schedules: u32,
    style: &Style,
) -> Result<Worksheet, XlsxError> {
    let mut sheet = Worksheet::new();
    sheet.set_name("Summary")?;
    for (column, width) in (0u16..).zip([7.0, 14.0, 18.0, 52.0, 14.0, 8.0, 10.0, 18.0, 24.0]) {
        sheet.set_column_width(column, width)?;
    }
    cells::print_setup(&mut sheet, header);
    let row = facts(&mut sheet, header, makers, items, routes, schedules, style)?;
    let row = item_totals(&mut sheet, row, items, style)?;
    route_totals(&mut sheet, row, routes, style)?;
    Ok(sheet)
}

/// The head of the sheet; returns the next free row.
fn facts(
    sheet: &mut Worksheet,
    header: &Header,
    makers: &[Maker],
    items: &Items,
    routes: &Routes,
    schedules: u32,
    style: &Style,
) -> Result<u32, XlsxError> {
    sheet.set_row_height(0, 28)?;
    sheet.write_string_with_format(0, 0, &header.project_name, &style.title)?;
    let found = format!("{} items, {} routes, {schedules} schedules", items.count, routes.count);
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

/// The lines of the estimate: items that are the same thing, added up. Returns the next free row.
fn item_totals(sheet: &mut Worksheet, mut row: u32, items: &Items, style: &Style) -> Result<u32, XlsxError> {
    sheet.write_string_with_format(row, 0, "Estimate", &style.heading)?;
    row += 1;
    if items.count == 0 {
        sheet.write_string_with_format(row, 0, "No items were found.", &style.label)?;
        return Ok(row + 2);
    }
    if items.lines.rejected > 0 {
        let remark = format!("Rejected in review, listed but not counted here: {}", items.lines.rejected);
        sheet.write_string_with_format(row, 0, remark, &style.label)?;
        row += 1;
    }
    for (column, heading) in
        (0u16..).zip(["Line", "Trade", "Category", "Description", "Quantity", "Unit", "Items", "Type", "Sheets"])
    {
        sheet.write_string_with_format(row, column, heading, &style.header)?;
    }
    row += 1;
    // The last row of the Items sheet; its first is 2, under the header.
    let last = items.count + 1;
    let lines = format!("Items!$A$2:$A${last}");
    let review = format!("Items!$N$2:$N${last},\"<>Rejected\"");
    for (number, (key, line)) in (1u32..).zip(&items.lines.all) {
        let this = row + 1;
        sheet.write_number_with_format(row, 0, number, &style.whole)?;
        cells::text(sheet, row, 1, &label(key.trade()), style)?;
        cells::text(sheet, row, 2, &key.category, style)?;
        cells::text(sheet, row, 3, &key.description, style)?;
        // By line number, not by description: SUMIFS reads wildcards and comparisons in a text it compares with.
        let quantity = format!("=SUMIFS(Items!$D$2:$D${last},{lines},$A{this},{review})");
        cells::formula(sheet, row, 4, &quantity, line.quantity, style)?;
        cells::text(sheet, row, 5, &key.unit, style)?;
        let count = format!("=COUNTIFS({lines},$A{this},{review})");
        cells::formula(sheet, row, 6, &count, line.count as f64, style)?;
        cells::text(sheet, row, 7, &label(&key.item_type), style)?;
        cells::text(sheet, row, 8, &line.sheets.text(), style)?;
        row += 1;
    }
    Ok(row + 1)
}

/// Routes by system and unit.
fn route_totals(sheet: &mut Worksheet, mut row: u32, routes: &Routes, style: &Style) -> Result<(), XlsxError> {
    if routes.count == 0 {
        return Ok(());
    }
    sheet.write_string_with_format(row, 0, "Measured routes", &style.heading)?;
    row += 1;
    for (column, heading) in (0u16..).zip(["", "System", "", "", "Length", "Unit", "Routes"]) {
        sheet.write_string_with_format(row, column, heading, &style.header)?;
    }
    row += 1;
    let last = routes.count + 1;
    for ((system, unit), (quantity, count)) in &routes.totals {
        let this = row + 1;
        cells::text(sheet, row, 1, system, style)?;
        for column in [0, 2, 3] {
            sheet.write_blank(row, column, &style.text)?;
        }
        let criteria = format!("Routes!$A$2:$A${last},$B{this},Routes!$F$2:$F${last},$F{this}");
        cells::formula(sheet, row, 4, &format!("=SUMIFS(Routes!$E$2:$E${last},{criteria})"), *quantity, style)?;
        cells::text(sheet, row, 5, unit, style)?;
        cells::formula(sheet, row, 6, &format!("=COUNTIFS({criteria})"), f64::from(*count), style)?;
        row += 1;
    }
    Ok(())
}
