//! Writing cells within Excel's limits, and the parts that every table sheet shares.

use crate::style::Style;
use plumbline_guest_exporter::quantities::{Attribute, UnitSystem};
use plumbline_guest_exporter::{Header, page_link};
use rust_xlsxwriter::{Formula, Url, Worksheet, XlsxError};

// Half of the cells are names in words.
pub(crate) use plumbline_guest_exporter::label;

/// Rows that fit on a sheet under its header row.
pub(crate) const MAX_ROWS: u32 = 1_048_575;

/// Characters that fit in a cell.
const MAX_TEXT: usize = 32_767;

/// Links that fit on a sheet. What comes after is written as text.
const MAX_LINKS: u32 = 65_530;

/// Writes a text; one that passes Excel's limit is cut and ends in "…". An empty text leaves the cell empty.
pub(crate) fn text(sheet: &mut Worksheet, row: u32, column: u16, value: &str, style: &Style) -> Result<(), XlsxError> {
    if value.is_empty() {
        return Ok(());
    }
    if value.chars().count() > MAX_TEXT {
        let cut: String = value.chars().take(MAX_TEXT - 1).chain(['…']).collect();
        sheet.write_string_with_format(row, column, cut, &style.text)?;
    } else {
        sheet.write_string_with_format(row, column, value, &style.text)?;
    }
    Ok(())
}

/// Writes an attribute as what it is: a number as a number, a flag as Yes or No.
pub(crate) fn attribute(
    sheet: &mut Worksheet,
    row: u32,
    column: u16,
    value: &Attribute,
    style: &Style,
) -> Result<(), XlsxError> {
    match value {
        Attribute::Text(value) => text(sheet, row, column, value, style),
        Attribute::Flag(flag) => text(sheet, row, column, if *flag { "Yes" } else { "No" }, style),
        Attribute::Number(number) => {
            sheet.write_number_with_format(row, column, *number, style.quantity(*number)).map(|_| ())
        }
    }
}

/// Writes a formula together with its result.
pub(crate) fn formula(
    sheet: &mut Worksheet,
    row: u32,
    column: u16,
    formula: &str,
    result: f64,
    style: &Style,
) -> Result<(), XlsxError> {
    let result = tidy(result);
    let formula = Formula::new(formula).set_result(result.to_string());
    sheet.write_formula_with_format(row, column, formula, style.quantity(result))?;
    Ok(())
}

/// Removes the noise that sums of decimals leave (0.30000000000000004).
pub(crate) fn tidy(value: f64) -> f64 {
    let rounded = (value * 1e9).round() / 1e9;
    // Beyond 2^53 / 1e9 the rounding itself would be the noise.
    if value.abs() < 1e6 { rounded } else { value }
}

/// Writes links to pages of the document, up to Excel's limit.
pub(crate) struct Links {
    column: u16,
    written: u32,
}

impl Links {
    pub(crate) fn new(column: u16) -> Self {
        Self { column, written: 0 }
    }

    pub(crate) fn write(
        &mut self,
        sheet: &mut Worksheet,
        row: u32,
        header: &Header,
        page_number: u32,
        shown: &str,
        style: &Style,
    ) -> Result<(), XlsxError> {
        if let Some(link) = page_link(header, page_number).filter(|_| self.written < MAX_LINKS) {
            self.written += 1;
            let url = Url::new(link).set_text(shown);
            match sheet.write_url_with_format(row, self.column, url, &style.link) {
                // An address that Excel cannot hold (too long, or a scheme it does not know) is still worth its text.
                Err(XlsxError::MaxUrlLengthExceeded | XlsxError::UnknownUrlType(_)) => {}
                other => return other.map(|_| ()),
            }
        }
        text(sheet, row, self.column, shown, style)
    }
}

/// What every table sheet has: its header row frozen, repeated in print, and filters over its rows. `columns` are
/// headings with widths in characters; `attributes` the headings that follow.
pub(crate) fn finish_table(
    sheet: &mut Worksheet,
    header: &Header,
    columns: &[(&str, f64)],
    attributes: &[String],
    rows: u32,
    style: &Style,
) -> Result<(), XlsxError> {
    sheet.set_row_height(0, 22)?;
    let attributes = attributes.iter().map(|heading| (heading.as_str(), heading_width(heading)));
    let mut last_column = 0;
    for (column, (heading, width)) in (0u16..).zip(columns.iter().copied().chain(attributes)) {
        sheet.write_string_with_format(0, column, heading, &style.header)?;
        sheet.set_column_width(column, width)?;
        last_column = column;
    }
    sheet.set_freeze_panes(1, 0)?;
    sheet.autofilter(0, 0, rows, last_column)?;
    sheet.set_repeat_rows(0, 0)?;
    print_setup(sheet, header);
    Ok(())
}

/// Width in characters of a column whose heading comes from the drawing: bold letters and the filter button need some
/// more than the letters.
fn heading_width(heading: &str) -> f64 {
    let letters = u16::try_from(heading.chars().count()).unwrap_or(u16::MAX);
    (f64::from(letters) * 1.2 + 4.0).clamp(12.0, 40.0)
}

/// Landscape, as wide as one page, with the project above and the page number below.
pub(crate) fn print_setup(sheet: &mut Worksheet, header: &Header) {
    // Paper sizes of the file format: 1 is Letter, 9 is A4.
    let paper = if header.units == UnitSystem::Imperial { 1 } else { 9 };
    // "&" begins a code in headers and footers.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_lose_their_noise_and_nothing_else() {
        assert_eq!(tidy(0.1 + 0.2), 0.3);
        assert_eq!(tidy(12.345_678_9), 12.345_678_9);
        assert_eq!(tidy(123_456_789.125), 123_456_789.125);
    }
}
