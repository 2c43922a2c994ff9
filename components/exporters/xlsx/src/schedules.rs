//! The Schedules sheet: the drawing's own tables, one under the other.

use crate::cells;
use crate::style::Style;
use crate::workbook::Failure;
use plumbline_guest_exporter::quantities::Schedule;
use plumbline_guest_exporter::{Header, Name, Rows, attribute_text, for_each_schedule};
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
        let mut widths = Vec::new();
        for_each_schedule(rows, |schedule| {
            let needed = row + u32::try_from(schedule.rows.len()).unwrap_or(u32::MAX).saturating_add(3);
            if needed > cells::MAX_ROWS {
                return Err(Failure::TooManyRows { what: "schedule rows" });
            }
            count += 1;
            row = table(&mut sheet, row, &schedule, &mut widths, style)?;
            Ok(())
        })?;
        for (column, letters) in (0u16..).zip(&widths) {
            sheet.set_column_width(column, (*letters as f64 * 1.15 + 3.0).clamp(8.0, 48.0))?;
        }
        cells::print_setup(&mut sheet, header);
        Ok(Self { sheet, count })
    }
}

/// Writes one schedule from `row` on and returns the row where the next begins. `widths` grow to the longest text of
/// each column in letters.
fn table(
    sheet: &mut Worksheet,
    mut row: u32,
    schedule: &Schedule,
    widths: &mut Vec<usize>,
    style: &Style,
) -> Result<u32, XlsxError> {
    let title = schedule.title.clone().unwrap_or_else(|| format!("{} schedule", cells::label(schedule.kind.name())));
    sheet.write_string_with_format(row, 0, format!("{title} (page {})", schedule.page_number), &style.heading)?;
    row += 1;

    let keys = keys(schedule);
    for (column, heading) in (0u16..).zip(["Tag", "Description"].into_iter().chain(keys.iter().copied())) {
        sheet.write_string_with_format(row, column, heading, &style.header)?;
        widen(widths, column, heading);
    }
    row += 1;

    for line in &schedule.rows {
        for (column, value) in [(0, &line.tag), (1, &line.description)] {
            widen(widths, column, value);
            cells::text(sheet, row, column, value, style)?;
        }
        for (column, key) in (2u16..).zip(&keys) {
            if let Some((_, value)) = line.attributes.iter().find(|(name, _)| name == key) {
                widen(widths, column, &attribute_text(value));
                cells::attribute(sheet, row, column, value, style)?;
            }
        }
        row += 1;
    }
    Ok(row + 1)
}

fn widen(widths: &mut Vec<usize>, column: u16, text: &str) {
    let column = usize::from(column);
    if widths.len() <= column {
        widths.resize(column + 1, 0);
    }
    widths[column] = widths[column].max(text.chars().count());
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
