//! A workbook whose large sheets are templates: everything except their rows, which are inserted when the file is
//! written.
//!
//! rust_xlsxwriter makes the formats, the sheets' properties and the small sheets. A template has one sample row
//! instead of its rows. The sample row has the numbers of the formats, and its link has the address of the document.

use crate::failure::Failure;
use crate::rows::{CellFormats, SheetRows};
use crate::style::Style;
use plumbline_exporter::{Header, page_link};
use rust_xlsxwriter::{Url, Worksheet, XlsxError};
use std::io::{self, BufWriter, Cursor, Read as _, Write};
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{ZipArchive, ZipWriter};

/// Column of the link in the sample row, the same as that of the link's format in [`Style::samples`].
const LINK: u16 = 3;
/// Bytes that the compressor is given at once, as many as its own buffer holds.
const PIECE_BYTES: usize = 32 << 10;
/// Compression of deflate, 1 to 9. A workbook of 100,000 items takes a fifth less time than with 3 and is 2 % larger;
/// with 1 it would be half as large again and hardly faster.
const COMPRESSION: i64 = 2;

/// Writes the sample row at `row`, where the sheet's rows will start. 0 is the first row of the sheet.
pub(crate) fn sample(sheet: &mut Worksheet, row: u32, style: &Style) -> Result<(), XlsxError> {
    for (column, format) in (0u16..).zip(style.samples()) {
        sheet.write_blank(row, column, format)?;
    }
    Ok(())
}

/// Writes the sample row of a sheet whose rows link to pages of the document if the export includes evidence.
pub(crate) fn linked_sample(sheet: &mut Worksheet, row: u32, header: &Header, style: &Style) -> Result<(), XlsxError> {
    sample(sheet, row, style)?;
    let Some(link) = page_link(header, 0).filter(|_| header.include_evidence) else { return Ok(()) };
    match sheet.write_url_with_format(row, LINK, Url::new(link).set_text("p. 0"), &style.link) {
        // An address that Excel does not support (too long, or an unknown scheme) is not linked.
        Err(XlsxError::MaxUrlLengthExceeded | XlsxError::UnknownUrlType(_)) => Ok(()),
        other => other.map(|_| ()),
    }
}

/// A sheet without its rows.
pub(crate) struct SheetTemplate<F> {
    /// The sheet's number in the workbook, starting at 1.
    pub(crate) sheet: usize,
    /// The row at which its rows are inserted, starting at 1.
    pub(crate) first_row: u32,
    /// Writes the rows.
    pub(crate) rows: F,
}

/// Copies a workbook to `out` and inserts the rows of its templates. `document_url` is the address that its links lead
/// to.
pub(crate) fn insert_rows<F>(
    workbook: Vec<u8>,
    templates: Vec<SheetTemplate<F>>,
    document_url: Option<&str>,
    out: impl Write,
) -> Result<(), Failure>
where
    F: FnOnce(&mut SheetRows<'_>) -> Result<(), Failure>,
{
    let mut archive = ZipArchive::new(Cursor::new(workbook))?;
    let mut zip = ZipWriter::new_stream(out);
    let mut templates: Vec<(String, SheetTemplate<F>)> = templates
        .into_iter()
        .map(|template| (format!("xl/worksheets/sheet{}.xml", template.sheet), template))
        .collect();
    for index in 0..archive.len() {
        let mut part = archive.by_index(index)?;
        let name = part.name()?.into_owned();
        // The file contains neither the time nor the machine, so the same takeoff gives the same bytes. Parts are
        // compressed again: a raw copy would declare that sizes follow the part, as in a stream, but would not write
        // them.
        zip.start_file(name.clone(), SimpleFileOptions::default().compression_level(Some(COMPRESSION)))?;
        match templates.iter().position(|(template, _)| *template == name) {
            None if name.ends_with(".rels") => {
                let mut xml = String::new();
                part.read_to_string(&mut xml)?;
                zip.write_all(restore_address(&xml, document_url).as_bytes())?;
            }
            None => {
                io::copy(&mut part, &mut zip)?;
            }
            Some(found) => {
                let mut xml = String::new();
                part.read_to_string(&mut xml)?;
                insert_sheet_rows(&xml, templates.swap_remove(found).1, &mut zip)?;
            }
        }
    }
    zip.finish()?;
    Ok(())
}

fn insert_sheet_rows<F, W: Write>(
    xml: &str,
    template: SheetTemplate<F>,
    out: &mut ZipWriter<StreamWriter<W>>,
) -> Result<(), Failure>
where
    F: FnOnce(&mut SheetRows<'_>) -> Result<(), Failure>,
{
    // The compressor clears its buffer for each piece that it is given, however small.
    let mut out = BufWriter::with_capacity(PIECE_BYTES, out);
    let parts = Parts::of(xml, template.first_row).ok_or(Failure::SheetTemplate)?;
    // The extent of the rows is not known yet. It is optional, so it is left out.
    let (before, after) = parts.before.split_once("<dimension ").unwrap_or((parts.before, ""));
    out.write_all(before.as_bytes())?;
    out.write_all(after.split_once("/>").map_or("", |(_, after)| after).as_bytes())?;
    let widths = widths(parts.before);
    let mut rows = SheetRows::new(&mut out, parts.formats, parts.link.is_some(), widths, template.first_row);
    (template.rows)(&mut rows)?;
    let links = rows.finish();
    out.write_all(parts.between.as_bytes())?;
    links.write(parts.link.unwrap_or_default(), &mut out)?;
    out.write_all(parts.after.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Restores the address of the document in the links of a part. rust_xlsxwriter escapes each `%` of an address that has
/// none of the escapes that Excel itself writes. A signed address is valid only as it was signed.
fn restore_address(xml: &str, address: Option<&str>) -> String {
    let Some(address) = address else { return xml.to_owned() };
    let attribute = |text: &str| text.replace('&', "&amp;");
    xml.replace(&attribute(&address.replace('%', "%25")), &attribute(address))
}

/// Reads the widths of the columns, in characters. Columns without a width of their own have no limit.
fn widths(xml: &str) -> Vec<f64> {
    let mut widths = Vec::new();
    for column in xml.split("<col ").skip(1) {
        let attribute =
            |name: &str| column.split_once(&format!("{name}=\""))?.1.split_once('"').map(|(value, _)| value);
        let number = |name: &str| attribute(name).and_then(|value| value.parse::<usize>().ok());
        let (Some(first), Some(last)) = (number("min"), number("max")) else { continue };
        let width = attribute("width").and_then(|value| value.parse().ok()).unwrap_or(f64::INFINITY);
        // Excel has 16,384 columns.
        let last = last.min(16_384);
        if widths.len() < last {
            widths.resize(last, f64::INFINITY);
        }
        for known in &mut widths[first.saturating_sub(1).min(last)..last] {
            *known = width;
        }
    }
    widths
}

/// The XML of a template, split into parts.
#[derive(Debug, PartialEq)]
struct Parts<'a> {
    /// The XML before the sample row.
    before: &'a str,
    /// The XML from the end of the rows to the links.
    between: &'a str,
    /// The XML after the links.
    after: &'a str,
    formats: CellFormats,
    /// The attributes of the sample's link, without its cell and the page at the end.
    link: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn of(xml: &'a str, first_row: u32) -> Option<Self> {
        let (before, rest) = xml.split_at(xml.find(&format!("<row r=\"{first_row}\""))?);
        let (sample, rest) = rest.split_at(rest.find("</sheetData>")?);
        let format_id = |column: char| -> Option<u32> {
            let (_, after) = sample.split_once(&format!("r=\"{column}{first_row}\" s=\""))?;
            after.split_once('"')?.0.parse().ok()
        };
        let formats = CellFormats {
            text: format_id('A')?,
            whole: format_id('B')?,
            measure: format_id('C')?,
            link: format_id('D')?,
            heading: format_id('E')?,
            header: format_id('F')?,
            label: format_id('G')?,
            wrapped: format_id('H')?,
            total: format_id('I')?,
        };
        let linked = || {
            let (between, links) = rest.split_once("<hyperlinks>")?;
            let (links, after) = links.split_once("</hyperlinks>")?;
            let link = links.strip_prefix(&format!("<hyperlink ref=\"D{first_row}\""))?.strip_suffix("0\"/>")?;
            Some((between, after, Some(link)))
        };
        // A sheet whose rows do not link keeps its own links.
        let (between, after, link) = linked().unwrap_or((rest, "", None));
        Some(Self { before, between, after, formats, link })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "<row r=\"2\" spans=\"1:6\"><c r=\"A2\" s=\"11\"/><c r=\"B2\" s=\"12\"/><c r=\"C2\" s=\"13\"/>\
                          <c r=\"D2\" s=\"14\" t=\"s\"><v>3</v></c><c r=\"E2\" s=\"15\"/><c r=\"F2\" s=\"16\"/>\
                          <c r=\"G2\" s=\"17\"/><c r=\"H2\" s=\"18\"/><c r=\"I2\" s=\"19\"/></row>";

    #[test]
    fn a_template_is_split_at_its_sample() {
        let xml = format!(
            "<head/><sheetData>{SAMPLE}</sheetData><filter/><hyperlinks><hyperlink ref=\"D2\" r:id=\"rId1\" \
             location=\"page=0\"/></hyperlinks><tail/>"
        );
        let formats = CellFormats {
            text: 11,
            whole: 12,
            measure: 13,
            link: 14,
            heading: 15,
            header: 16,
            label: 17,
            wrapped: 18,
            total: 19,
        };
        let link = Some(" r:id=\"rId1\" location=\"page=");
        let expected =
            Parts { before: "<head/><sheetData>", between: "</sheetData><filter/>", after: "<tail/>", formats, link };
        assert_eq!(Parts::of(&xml, 2), Some(expected));
    }

    #[test]
    fn columns_have_their_widths() {
        let xml = "<sheetFormatPr/><cols><col min=\"1\" max=\"1\" width=\"7.7\" customWidth=\"1\"/>\
                   <col min=\"3\" max=\"4\" width=\"42.5\"/></cols><sheetData>";
        assert_eq!(widths(xml), [7.7, f64::INFINITY, 42.5, 42.5]);
        assert!(widths("<sheetData>").is_empty());
    }

    #[test]
    fn a_template_without_links_has_none_and_one_without_a_sample_is_none() {
        for rest in ["</sheetData><tail/>", "</sheetData><hyperlinks><hyperlink ref=\"A1\"/></hyperlinks><tail/>"] {
            let xml = format!("<sheetData>{SAMPLE}{rest}");
            let parts = Parts::of(&xml, 2).expect("parts");
            assert_eq!((parts.between, parts.after, parts.link), (rest, "", None));
        }
        let xml = format!("<sheetData>{SAMPLE}</sheetData>");
        assert_eq!(Parts::of(&xml, 1), None);
    }
}
