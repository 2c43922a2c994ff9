//! The workbook: its sheets in order, its properties, and its output.

use crate::failure::Failure;
use crate::items::{self, Items};
use crate::pictures::Pictures;
use crate::routes::{self, Routes};
use crate::rows::SheetRows;
use crate::schedules::{self, Schedules};
use crate::style::Style;
use crate::summary;
use crate::template::{SheetTemplate, insert_rows};
use plumbline_exporter::{ChunkWriter, Original, Output, Rows, Warning};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook};
use std::io;

/// Writes the workbook and returns the output.
///
/// # Errors
/// An error if there are more rows than a sheet can contain; the output's error text.
pub fn write<O: Output>(rows: &(impl Rows + Original), output: O) -> Result<O, String> {
    let mut chunks = ChunkWriter::new(output);
    workbook(rows, &mut chunks).map_err(|failure| failure.to_string())?;
    chunks.finish()
}

/// Reads the rows twice: first for the parts before them (totals, columns, widths), then to write them.
fn workbook(rows: &(impl Rows + Original), out: impl io::Write) -> Result<(), Failure> {
    let header = rows.header();
    let items = Items::survey(rows)?;
    let routes = Routes::survey(rows)?;
    let schedules = Schedules::survey(rows)?;
    rows.rewind();
    let pictures = Pictures::draw(rows, &header);
    rows.rewind();

    let style = Style::new();
    let mut workbook = Workbook::new();
    let found = (&items, &routes, schedules.count);
    let mut facts = rows.drawing();
    if let (Some(facts), Some(message)) = (&mut facts, pictures.remark.clone()) {
        facts.warnings.push(Warning { code: String::new(), message, pages: vec![] });
    }
    let (sheet, totals_row) = summary::template(&header, &rows.components(), facts.as_ref(), found, &style)?;
    workbook.push_worksheet(sheet);
    workbook.push_worksheet(items.template(&header, &style)?);
    let mut large = vec![(StreamedSheet::Summary, totals_row), (StreamedSheet::Items, items::FIRST_ROW)];
    if routes.count > 0 {
        workbook.push_worksheet(routes.template(&header, &style)?);
        large.push((StreamedSheet::Routes, routes::FIRST_ROW));
    }
    if schedules.count > 0 {
        workbook.push_worksheet(schedules.template(&header, &style)?);
        large.push((StreamedSheet::Schedules, schedules::FIRST_ROW));
    }
    for sheet in pictures.sheets(&header)? {
        workbook.push_worksheet(sheet);
    }
    let mut properties = DocProperties::new().set_title(&header.project_name).set_subject(&header.document_filename);
    // Not the time of writing, so that the same takeoff gives the same bytes.
    if let Ok(date_time) = ExcelDateTime::parse_from_str(&header.completed_at) {
        properties = properties.set_creation_datetime(&date_time);
    }
    workbook.set_properties(&properties);

    let (header, items, routes) = (&header, &items, &routes);
    let templates = (1..).zip(large).map(|(sheet, (which, first_row))| SheetTemplate {
        sheet,
        first_row,
        rows: move |out: &mut SheetRows<'_>| match which {
            StreamedSheet::Summary => summary::write(items, routes, out).map_err(Failure::from),
            StreamedSheet::Items => items.write(rows, header, out),
            StreamedSheet::Routes => routes.write(rows, header, out),
            StreamedSheet::Schedules => Schedules::write(rows, out),
        },
    });
    insert_rows(workbook.save_to_buffer()?, templates.collect(), header.document_url.as_deref(), out)
}

/// The sheets whose rows are not kept.
#[derive(Clone, Copy)]
enum StreamedSheet {
    Summary,
    Items,
    Routes,
    Schedules,
}
