//! The Summary sheet: facts about the takeoff, and its totals as formulas over the other sheets.

use crate::cells;
use crate::drawing::{scales, warning};
use crate::items::Items;
use crate::routes::{Routes, size_of};
use crate::rows::SheetRows;
use crate::style::Style;
use crate::template;
use plumbline_exporter::{
    ComponentRef, Drawing, Header, Lines, Name, Warning, category_name, components_text, item_type_name, label,
};
use rust_xlsxwriter::{ExcelDateTime, Url, Worksheet, XlsxError};
use std::io;

/// Characters per line of a warning, which spans the columns from C to J.
const WARNING_WIDTH: usize = 130;

/// The last column of its tables.
const LAST_COLUMN: u16 = 9;

/// Creates the sheet with its facts. Also returns the row at which the totals are inserted, starting at 1.
pub(crate) fn template(
    header: &Header,
    components: &[ComponentRef],
    drawing: Option<&Drawing>,
    (items, routes, schedules): (&Items, &Routes, u32),
    style: &Style,
) -> Result<(Worksheet, u32), XlsxError> {
    let mut sheet = Worksheet::new();
    sheet.set_name("Summary")?;
    for (column, width) in (0u16..).zip([7.0, 14.0, 18.0, 46.0, 12.0, 7.0, 8.0, 18.0, 22.0, 20.0]) {
        sheet.set_column_width(column, width)?;
    }
    cells::print_setup(&mut sheet, header);
    let found = format!("{} items, {} routes, {schedules} schedules", items.count, routes.count);
    let confidence = confidence_text(confidence(items, routes));
    let scales = drawing.map(scales).unwrap_or_default();
    // The expiry of links is shown only if the workbook has links.
    let links_until = drawing.and_then(|drawing| drawing.links_until.clone()).filter(|_| header.document_url.is_some());
    let links_until = links_until.unwrap_or_default();
    let row = facts(&mut sheet, header, components, [found, confidence, scales, links_until], style)?;
    let row = warnings(&mut sheet, row, drawing.map_or(&[], |drawing| &drawing.warnings), style)?;
    template::sample(&mut sheet, row, style)?;
    // Long facts extend over the columns on the right. The printed page ends with the table.
    sheet.set_print_area(0, 0, row + rows(items, routes) - 1, LAST_COLUMN)?;
    Ok((sheet, row + 1))
}

/// Writes the totals.
pub(crate) fn write(items: &Items, routes: &Routes, out: &mut SheetRows<'_>) -> io::Result<()> {
    item_totals(items, out)?;
    out.skip();
    route_totals(routes, out)
}

/// Writes the facts at the top of the sheet and returns the next free row.
fn facts(
    sheet: &mut Worksheet,
    header: &Header,
    components: &[ComponentRef],
    [found, confidence, scales, links_until]: [String; 4],
    style: &Style,
) -> Result<u32, XlsxError> {
    sheet.set_row_height(0, 28)?;
    sheet.write_string_with_format(0, 0, &header.project_name, &style.title)?;
    let facts = [
        ("Reference", header.project_reference.clone()),
        ("Address", header.project_address.clone()),
        ("Document", Some(header.document_filename.clone())),
        ("Links valid until", Some(links_until)),
        ("Discipline", Some(label(header.discipline.name()))),
        ("Completed", Some(header.completed_at.clone())),
        ("Units", Some(label(header.units.name()))),
        ("Found", Some(found)),
        ("Confidence", Some(confidence)),
        ("Scale", Some(scales)),
        ("Takeoff", Some(header.takeoff_id.clone())),
        ("Made by", Some(components_text(components))),
    ];
    let mut row = 1;
    for (name, value) in facts {
        let Some(value) = value.filter(|value| !value.is_empty()) else { continue };
        sheet.write_string_with_format(row, 0, name, &style.label)?;
        match (name, &header.document_url, ExcelDateTime::parse_from_str(&value)) {
            ("Completed" | "Links valid until", _, Ok(date_time)) => {
                sheet.write_datetime_with_format(row, 2, &date_time, &style.date_time)?;
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

/// Writes the warnings of the takeoff below the facts and returns the next free row.
fn warnings(sheet: &mut Worksheet, row: u32, warnings: &[Warning], style: &Style) -> Result<u32, XlsxError> {
    if warnings.is_empty() {
        return Ok(row);
    }
    // The facts end with an empty row, which moves below the warnings.
    let mut row = row - 1;
    sheet.write_string_with_format(row, 0, "Warnings", &style.label)?;
    for one in warnings {
        let text = warning(one);
        sheet.merge_range(row, 2, row, LAST_COLUMN, &text, &style.remark)?;
        // Excel does not adjust the height of merged cells.
        let lines = text.chars().count().div_ceil(WARNING_WIDTH).clamp(1, 20);
        sheet.set_row_height(row, 15 * lines as u32)?;
        row += 1;
    }
    Ok(row + 1)
}

/// Writes the lines of the estimate: equal items, added up.
fn item_totals(items: &Items, out: &mut SheetRows<'_>) -> io::Result<()> {
    out.row(|row| row.heading(0, "Estimate"))?;
    if items.count == 0 {
        return out.row(|row| row.label(0, "No items were found."));
    }
    if items.lines.rejected > 0 {
        let remark = format!("Items rejected in review, listed but not counted: {}", items.lines.rejected);
        out.row(|row| row.label(0, &remark))?;
    }
    headings(
        &["Line", "Trade", "Category", "Description", "Quantity", "Unit", "Items", "Type", "Sheets", "Confidence"],
        out,
    )?;
    // The last row of the Items sheet. Its first is 2, under the header.
    let last = items.count + 1;
    let lines = format!("Items!$A$2:$A${last}");
    let review = format!("Items!$N$2:$N${last},\"<>Rejected\"");
    for (number, (key, line)) in (1u32..).zip(&items.lines.all) {
        out.row(|row| {
            let row_number = row.number;
            row.number(0, f64::from(number));
            row.text(1, &label(key.trade()));
            row.wrapped(2, &category_name(key.trade(), &key.category));
            row.wrapped(3, &key.description);
            // By line number, not by description: SUMIFS interprets wildcards and comparisons in a text criterion.
            row.formula(4, &format!("SUMIFS(Items!$D$2:$D${last},{lines},$A{row_number},{review})"), line.quantity);
            row.text(5, &key.unit);
            row.formula(6, &format!("COUNTIFS({lines},$A{row_number},{review})"), line.count as f64);
            row.wrapped(7, &item_type_name(key.trade(), &key.item_type));
            row.wrapped(8, &line.sheets.text());
            row.wrapped(9, &confidence_text(line.confidence));
        })?;
    }
    Ok(())
}

/// Writes routes by system, size and unit, and the length of all by unit.
fn route_totals(routes: &Routes, out: &mut SheetRows<'_>) -> io::Result<()> {
    if routes.count == 0 {
        return Ok(());
    }
    out.row(|row| row.heading(0, "Measured routes"))?;
    headings(&["Line", "Trade", "System", "Size", "Length", "Unit", "Routes", " ", " ", "Confidence"], out)?;
    let last = routes.count + 1;
    let lines = format!("Routes!$A$2:$A${last}");
    for (number, (key, line)) in (1u32..).zip(&routes.lines.all) {
        out.row(|row| {
            let row_number = row.number;
            row.number(0, f64::from(number));
            row.text(1, &label(key.trade()));
            row.wrapped(2, &label(&key.item_type));
            row.wrapped(3, size_of(key));
            // By line number, as for items: SUMIFS interprets a size such as 3/4 as a date.
            row.formula(4, &format!("SUMIFS(Routes!$D$2:$D${last},{lines},$A{row_number})"), line.quantity);
            row.text(5, &key.unit);
            row.formula(6, &format!("COUNTIFS({lines},$A{row_number})"), line.count as f64);
            row.blank(7);
            row.blank(8);
            row.wrapped(9, &confidence_text(line.confidence));
        })?;
    }
    for (unit, length) in routes.by_unit() {
        out.row(|row| {
            let formula = format!("SUMIFS(Routes!$D$2:$D${last},Routes!$E$2:$E${last},$F{})", row.number);
            row.total_label(2, "Total");
            row.total(4, &formula, length);
            row.text(5, unit);
        })?;
    }
    Ok(())
}

/// Returns the number of rows that [`write`] inserts.
fn rows(items: &Items, routes: &Routes) -> u32 {
    let count = |lines: &Lines| u32::try_from(lines.all.len()).unwrap_or(u32::MAX);
    let remark = u32::from(items.lines.rejected > 0);
    // Each table has a heading and a header row, and an empty row separates the tables.
    let item_rows = 2 + remark + count(&items.lines);
    let route_rows = if routes.count == 0 { 0 } else { 2 + count(&routes.lines) + routes.by_unit().len() as u32 };
    item_rows.saturating_add(1).saturating_add(route_rows)
}

/// Returns the numbers of items and routes with high, medium and low confidence.
fn confidence(items: &Items, routes: &Routes) -> [u64; 3] {
    let lines = items.lines.all.values().chain(routes.lines.all.values());
    lines.fold([0; 3], |sum, line| std::array::from_fn(|level| sum[level] + line.confidence[level]))
}

/// Returns `12 high, 3 low`; empty if nothing was counted.
fn confidence_text(counts: [u64; 3]) -> String {
    let levels = counts.into_iter().zip(["high", "medium", "low"]).filter(|(count, _)| *count > 0);
    levels.map(|(count, level)| format!("{count} {level}")).collect::<Vec<_>>().join(", ")
}

/// Writes the header row of a table.
fn headings(names: &[&str], out: &mut SheetRows<'_>) -> io::Result<()> {
    out.row(|row| {
        for (column, name) in (0u16..).zip(names) {
            row.header(column, name);
        }
    })
}
