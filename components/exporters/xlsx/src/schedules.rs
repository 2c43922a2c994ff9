//! The Schedules sheet: the drawing's own tables, one under the other.

use crate::cells;
use crate::style::Style;
use crate::workbook::Failure;
use plumbline_guest_exporter::quantities::{Attribute, Schedule};
use plumbline_guest_exporter::{Header, Name, Rows, for_each_schedule};
use rust_xlsxwriter::{Worksheet, XlsxError};

/// Columns a schedule may have; far more than a drawing holds, far fewer than Excel does.
const MAX_COLUMNS: usize = 200;

/// The sheet.
pub(crate) struct Schedules {
    pub(crate) sheet: Worksheet,
    pub(crate) count: u32,
}

impl Schedules {
    /// Reads every schedule.
    pub(crate) fn write(rows: &impl Rows, header: &Header, style: &Style) -> Result<Self, Failure> {
        let mut sheet = Worksheet::new();
        sheet.set_name("Schedules")?;
        let mut count = 0;
        let mut row = 0;
        for_each_schedule(rows, |schedule| {
            let needed = row + u32::try_from(schedule.rows.len()).unwrap_or(u32::MAX).saturating_add(3);
            if needed > cells::MAX_ROWS {
                return Err(Failure::TooManyRows { what: "schedule rows" });
            }
            count += 1;
            row = table(&mut sheet, row, &schedule, style)?;
            Ok(())
        })?;
        sheet.set_column_width(0, 12)?;
        sheet.set_column_width(1, 36)?;
        cells::print_setup(&mut sheet, header);
        Ok(Self { sheet, count })
    }
}

/// Writes one schedule from `row` on and returns the row where the next begins.
fn table(sheet: &mut Worksheet, mut row: u32, schedule: &Schedule, style: &Style) -> Result<u32, XlsxError> {
    let title = schedule.title.clone().unwrap_or_else(|| format!("{} schedule", cells::label(schedule.kind.name())));
    sheet.write_string_with_format(row, 0, title, &style.heading)?;
    sheet.write_string_with_format(row, 2, format!("Page {}", schedule.page_number), &style.label)?;
    row += 1;

    let keys = keys(schedule);
    sheet.write_string_with_format(row, 0, "Tag", &style.header)?;
    sheet.write_string_with_format(row, 1, "Description", &style.header)?;
    for (column, key) in (2u16..).zip(&keys) {
        sheet.write_string_with_format(row, column, *key, &style.header)?;
    }
    row += 1;

    for line in &schedule.rows {
        cells::text(sheet, row, 0, &line.tag, style)?;
        cells::text(sheet, row, 1, &line.description, style)?;
        for (column, key) in (2u16..).zip(&keys) {
            match line.attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value) {
                Some(Attribute::Text(text)) => cells::text(sheet, row, column, text, style)?,
                Some(Attribute::Number(number)) => {
                    sheet.write_number_with_format(row, column, *number, style.quantity(*number))?;
                }
                Some(Attribute::Flag(flag)) => {
                    cells::text(sheet, row, column, if *flag { "Yes" } else { "No" }, style)?;
                }
                None => {}
            }
        }
        row += 1;
    }
    Ok(row + 1)
}

/// The columns beside tag and description: those of the drawing in its order, then any other that a row names.
fn keys(schedule: &Schedule) -> Vec<&str> {
    let named: Vec<&str> =
        schedule.rows.iter().flat_map(|row| row.attributes.iter().map(|(name, _)| name.as_str())).collect();
    let mut keys: Vec<&str> = Vec::new();
    let columns = schedule.columns.iter().map(String::as_str).filter(|column| named.contains(column));
    for key in columns.chain(named.iter().copied()) {
        if !keys.contains(&key) && keys.len() < MAX_COLUMNS {
            keys.push(key);
        }
    }
    keys
}
