//! The Schedules sheet: the drawing's own tables, one below another.

use crate::cells;
use crate::rows::SheetRows;
use crate::style::Style;
use crate::template;
use crate::workbook::Failure;
use plumbline_exporter::quantities::Schedule;
use plumbline_exporter::{Header, Name, Rows, attribute_text, for_each_schedule, label};
use rust_xlsxwriter::{Worksheet, XlsxError};
use std::io;

/// The first row of schedules. Rows start at 1.
pub(crate) const FIRST_ROW: u32 = 1;

/// Most columns of a schedule: far more than a drawing has, far fewer than Excel allows.
const MAX_COLUMNS: usize = 200;

/// Facts about the schedules that the other sheets need, and the layout of their own sheet.
#[derive(Default)]
pub(crate) struct Schedules {
    pub(crate) count: u32,
    /// Number of rows of the sheet.
    rows: u32,
    /// The longest text of each column, in characters.
    widths: Vec<usize>,
}

impl Schedules {
    /// Reads every schedule.
    pub(crate) fn survey(rows: &impl Rows) -> Result<Self, Failure> {
        let mut schedules = Self::default();
        for_each_schedule(rows, |schedule| {
            schedules.rows =
                schedules.rows.saturating_add(u32::try_from(schedule.rows.len()).unwrap_or(u32::MAX)).saturating_add(3);
            if schedules.rows > cells::MAX_ROWS {
                return Err(Failure::TooManyRows { what: "schedule rows" });
            }
            schedules.count += 1;
            schedules.measure(&schedule);
            Ok(())
        })?;
        Ok(schedules)
    }

    /// Updates the widths with a schedule's columns.
    fn measure(&mut self, schedule: &Schedule) {
        let keys = keys(schedule);
        for (column, heading) in (0u16..).zip(["Tag", "Description"].into_iter().chain(keys.iter().copied())) {
            fit_width(&mut self.widths, column, heading);
        }
        for line in &schedule.rows {
            fit_width(&mut self.widths, 0, &line.tag);
            fit_width(&mut self.widths, 1, &line.description);
            for (column, key) in (2u16..).zip(&keys) {
                if let Some((_, value)) = line.attributes.iter().find(|(name, _)| name == key) {
                    fit_width(&mut self.widths, column, &attribute_text(value));
                }
            }
        }
    }

    /// Creates the sheet without its rows.
    pub(crate) fn template(&self, header: &Header, style: &Style) -> Result<Worksheet, XlsxError> {
        let mut sheet = Worksheet::new();
        sheet.set_name("Schedules")?;
        template::sample(&mut sheet, FIRST_ROW - 1, style)?;
        for (column, letters) in (0u16..).zip(&self.widths) {
            sheet.set_column_width(column, (*letters as f64 * 1.15 + 3.0).clamp(8.0, 48.0))?;
        }
        cells::print_setup(&mut sheet, header);
        let last_column = u16::try_from(self.widths.len()).unwrap_or(u16::MAX).saturating_sub(1);
        // The last row is the empty one below the last schedule.
        sheet.set_print_area(0, 0, self.rows.saturating_sub(2), last_column)?;
        Ok(sheet)
    }

    /// Reads every schedule again and writes its rows.
    pub(crate) fn write(rows: &impl Rows, out: &mut SheetRows<'_>) -> Result<(), Failure> {
        for_each_schedule(rows, |schedule| table(out, &schedule).map_err(Failure::from))
    }
}

/// Writes one schedule and an empty row below it.
fn table(out: &mut SheetRows<'_>, schedule: &Schedule) -> io::Result<()> {
    let title = schedule.title.clone().unwrap_or_else(|| format!("{} schedule", label(schedule.kind.name())));
    out.row(|row| row.heading(0, &format!("{title} (page {})", schedule.page_number)))?;

    let keys = keys(schedule);
    out.row(|row| {
        for (column, heading) in (0u16..).zip(["Tag", "Description"].into_iter().chain(keys.iter().copied())) {
            row.header(column, heading);
        }
    })?;
    for line in &schedule.rows {
        out.row(|row| {
            row.text(0, &line.tag);
            row.wrapped(1, &line.description);
            for (column, key) in (2u16..).zip(&keys) {
                if let Some((_, value)) = line.attributes.iter().find(|(name, _)| name == key) {
                    row.attribute(column, value);
                }
            }
        })?;
    }
    out.skip();
    Ok(())
}

fn fit_width(widths: &mut Vec<usize>, column: u16, text: &str) {
    let column = usize::from(column);
    if widths.len() <= column {
        widths.resize(column + 1, 0);
    }
    widths[column] = widths[column].max(text.chars().count());
}

/// Returns the columns besides tag and description: those of the drawing in its order, then any other in a row.
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
