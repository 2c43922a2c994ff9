//! Shared settings of table sheets: headings, filters and print setup.

use crate::style::Style;
use crate::template;
use plumbline_exporter::Header;
use plumbline_exporter::quantities::UnitSystem;
use rust_xlsxwriter::{Worksheet, XlsxError};

/// Most rows on a sheet below its header row.
pub(crate) const MAX_ROWS: u32 = 1_048_575;

/// Creates a table sheet without its rows: a header row that is frozen and repeated in print, and filters over its rows.
/// `columns` are headings with widths in characters. They are followed by the column `evidence`, if the export includes
/// evidence, and the headings `attributes`.
pub(crate) fn table(
    name: &str,
    columns: &[(&str, f64)],
    evidence: (&str, f64),
    attributes: &[String],
    rows: u32,
    header: &Header,
    style: &Style,
) -> Result<Worksheet, XlsxError> {
    let mut sheet = Worksheet::new();
    sheet.set_name(name)?;
    template::linked_sample(&mut sheet, 1, header, style)?;
    sheet.set_row_height(0, 22)?;
    let evidence = header.include_evidence.then_some(evidence);
    let attributes = attributes.iter().map(|heading| (heading.as_str(), heading_width(heading)));
    let mut last_column = 0;
    for (column, (heading, width)) in (0u16..).zip(columns.iter().copied().chain(evidence).chain(attributes)) {
        sheet.write_string_with_format(0, column, heading, &style.header)?;
        sheet.set_column_width(column, width)?;
        last_column = column;
    }
    sheet.set_freeze_panes(1, 0)?;
    sheet.autofilter(0, 0, rows, last_column)?;
    sheet.set_repeat_rows(0, 0)?;
    print_setup(&mut sheet, header);
    Ok(sheet)
}

/// Returns the width in characters of a column whose heading comes from the drawing, with space for bold letters and
/// the filter button.
fn heading_width(heading: &str) -> f64 {
    let letters = u16::try_from(heading.chars().count()).unwrap_or(u16::MAX);
    (f64::from(letters) * 1.2 + 4.0).clamp(12.0, 40.0)
}

/// Sets landscape, the width of one page, the project in the header and the page number in the footer.
pub(crate) fn print_setup(sheet: &mut Worksheet, header: &Header) {
    // Paper sizes of the file format: 1 is Letter, 9 is A4.
    let paper = if header.units == UnitSystem::Imperial { 1 } else { 9 };
    // "&" starts a code in headers and footers.
    let project: String = header.project_name.replace('&', "&&").chars().take(120).collect();
    sheet
        .set_paper_size(paper)
        .set_landscape()
        .set_print_fit_to_pages(1, 0)
        .set_margins(0.4, 0.4, 0.7, 0.6, 0.3, 0.3)
        .set_header(format!("&L{project}&R&A"))
        .set_footer("&RPage &P of &N")
        .set_screen_gridlines(false);
}
