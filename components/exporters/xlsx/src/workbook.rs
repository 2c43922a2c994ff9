//! The workbook: its sheets in order, its properties, and how it leaves.

use crate::items::Items;
use crate::routes::Routes;
use crate::schedules::Schedules;
use crate::style::Style;
use crate::summary::summary;
use plumbline_guest_exporter::{ChunkWriter, Output, Rows};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, XlsxError};
use std::fmt;
use std::io::Write as _;

/// Why there is no workbook.
#[derive(Debug)]
pub(crate) enum Failure {
    /// More rows than a sheet holds.
    TooManyRows { what: &'static str },
    /// What the library says.
    Workbook(XlsxError),
}

impl From<XlsxError> for Failure {
    fn from(error: XlsxError) -> Self {
        Self::Workbook(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyRows { what } => write!(
                f,
                "a sheet of a workbook holds 1,048,575 rows and there are more {what}; export csv or json instead"
            ),
            Self::Workbook(error) => write!(f, "the workbook could not be written: {error}"),
        }
    }
}

/// Writes the workbook and returns the output.
///
/// # Errors
/// More rows than a sheet holds, or the output's words.
pub fn write<O: Output>(rows: &impl Rows, output: O) -> Result<O, String> {
    let bytes = workbook(rows).map_err(|failure| failure.to_string())?;
    let mut chunks = ChunkWriter::new(output);
    chunks.write_all(&bytes).map_err(|e| e.to_string())?;
    chunks.finish()
}

/// The file's bytes. A zip is written with its sizes filled in afterwards, so the (compressed) file is held whole; the
/// cells are too, since the library's constant-memory mode wants temporary files, which a component has not.
/// Measured: 100,000 items with evidence and three attributes make a file of 9 MB in below 400 MB of component memory.
fn workbook(rows: &impl Rows) -> Result<Vec<u8>, Failure> {
    let header = rows.header();
    let style = Style::new();
    let items = Items::write(rows, &header, &style)?;
    let routes = Routes::write(rows, &header, &style)?;
    let schedules = Schedules::write(rows, &header, &style)?;
    let summary = summary(&header, &items, &routes, schedules.count, &style)?;

    let mut workbook = Workbook::new();
    workbook.push_worksheet(summary);
    workbook.push_worksheet(items.sheet);
    if routes.count > 0 {
        workbook.push_worksheet(routes.sheet);
    }
    if schedules.count > 0 {
        workbook.push_worksheet(schedules.sheet);
    }
    let mut properties = DocProperties::new().set_title(&header.project_name).set_subject(&header.document_filename);
    // Not the time of writing: the same takeoff gives the same bytes.
    if let Ok(moment) = ExcelDateTime::parse_from_str(&header.completed_at) {
        properties = properties.set_creation_datetime(&moment);
    }
    workbook.set_properties(&properties);
    Ok(workbook.save_to_buffer()?)
}
