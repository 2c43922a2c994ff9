//! The rows of a large sheet, written directly to the output, because rust_xlsxwriter would keep the sheet in memory.
//!
//! Texts are in their cells (`inlineStr`) and not in the workbook's table of strings, which would have to be kept until
//! the end. The formats of cells are set when the rest of the sheet is made ([`crate::style::Style::samples`]).

use plumbline_exporter::quantities::Attribute;
use plumbline_exporter::truncate;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Maximum characters of a cell.
const MAX_TEXT: usize = 32_767;

/// Most links on a sheet. Further links are written as text.
const MAX_LINKS: usize = 65_530;

/// Height of a line of text, in points.
const LINE_HEIGHT: u32 = 15;

/// Lines that a row shows at most: Excel's highest row has 409 points.
const MAX_LINES: u32 = 27;

/// Part of a wrapped column that its indent takes, in characters.
const INDENT: f64 = 2.0;

/// The numbers of the workbook's cell formats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CellFormats {
    pub(crate) text: u32,
    pub(crate) whole: u32,
    pub(crate) measure: u32,
    pub(crate) link: u32,
    pub(crate) heading: u32,
    pub(crate) header: u32,
    pub(crate) label: u32,
    pub(crate) wrapped: u32,
    pub(crate) total: u32,
}

/// Writer of a sheet's rows.
pub(crate) struct SheetRows<'a> {
    out: &'a mut dyn Write,
    formats: CellFormats,
    /// Whether the sheet's template has a link to the document, which the links of rows are based on.
    linked: bool,
    /// Widths of the columns, in characters.
    widths: Vec<f64>,
    /// The number of the next row, starting at 1.
    next: u32,
    /// The row being written. The buffer is reused.
    xml: String,
    links: Links,
}

/// Cells that link to pages of the document.
#[derive(Default)]
pub(crate) struct Links {
    column: u16,
    /// Row and page of each link.
    pages: Vec<(u32, u32)>,
}

impl<'a> SheetRows<'a> {
    pub(crate) fn new(
        out: &'a mut dyn Write,
        formats: CellFormats,
        linked: bool,
        widths: Vec<f64>,
        first: u32,
    ) -> Self {
        Self { out, formats, linked, widths, next: first, xml: String::new(), links: Links::default() }
    }

    /// Writes a row with the cells that `cells` adds, from left to right.
    pub(crate) fn row(&mut self, cells: impl FnOnce(&mut Row<'_>)) -> io::Result<()> {
        self.xml.clear();
        let number_text = self.next.to_string();
        let mut row = Row {
            xml: &mut self.xml,
            number: self.next,
            number_text: &number_text,
            formats: self.formats,
            links: self.linked.then_some(&mut self.links),
            widths: &self.widths,
            lines: 1,
        };
        cells(&mut row);
        // Excel fits rows without a height to their wrapped texts, LibreOffice does not.
        let height = match row.lines.min(MAX_LINES) {
            1 => String::new(),
            lines => format!(" ht=\"{}\"", lines * LINE_HEIGHT),
        };
        write!(self.out, "<row r=\"{}\"{height}>", self.next)?;
        self.next += 1;
        self.xml.push_str("</row>");
        self.out.write_all(self.xml.as_bytes())
    }

    /// Leaves a row empty.
    pub(crate) fn skip(&mut self) {
        self.next += 1;
    }

    /// Returns the links of the rows, which a sheet lists after its rows.
    pub(crate) fn finish(self) -> Links {
        self.links
    }
}

impl Links {
    /// Writes the links. `sample` has the attributes of the template's own link without its cell and page.
    pub(crate) fn write(self, sample: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.pages.is_empty() {
            return Ok(());
        }
        let mut column = String::new();
        push_column(self.column, &mut column);
        out.write_all(b"<hyperlinks>")?;
        for (row, page) in self.pages {
            write!(out, "<hyperlink ref=\"{column}{row}\"{sample}{page}\"/>")?;
        }
        out.write_all(b"</hyperlinks>")
    }
}

/// A row being written. Its cells must be added from left to right.
pub(crate) struct Row<'a> {
    xml: &'a mut String,
    /// Its number on the sheet, starting at 1.
    pub(crate) number: u32,
    number_text: &'a str,
    formats: CellFormats,
    links: Option<&'a mut Links>,
    widths: &'a [f64],
    /// Lines of its longest wrapped text.
    lines: u32,
}

impl Row<'_> {
    /// Writes a text. A text over Excel's limit is cut and ends in "...". An empty text leaves the cell empty.
    pub(crate) fn text(&mut self, column: u16, value: &str) {
        self.string(column, value, self.formats.text);
    }

    /// Writes a long text that wraps within its column.
    pub(crate) fn wrapped(&mut self, column: u16, value: &str) {
        if let Some(width) = self.widths.get(usize::from(column)) {
            self.lines = self.lines.max(lines(value, width - INDENT));
        }
        self.string(column, value, self.formats.wrapped);
    }

    /// Writes the label of a total.
    pub(crate) fn total_label(&mut self, column: u16, value: &str) {
        self.string(column, value, self.formats.total);
    }

    /// Writes the formula of a total, without its equals sign, and its result.
    pub(crate) fn total(&mut self, column: u16, formula: &str, result: f64) {
        self.calculated(column, formula, round_noise(result), self.formats.total);
    }

    /// Writes a heading above a table.
    pub(crate) fn heading(&mut self, column: u16, value: &str) {
        self.string(column, value, self.formats.heading);
    }

    /// Writes a cell of a table's header row.
    pub(crate) fn header(&mut self, column: u16, value: &str) {
        self.string(column, value, self.formats.header);
    }

    /// Writes a remark.
    pub(crate) fn label(&mut self, column: u16, value: &str) {
        self.string(column, value, self.formats.label);
    }

    /// Writes an empty cell in the format of texts.
    pub(crate) fn blank(&mut self, column: u16) {
        self.begin(column, self.formats.text);
        self.xml.push_str("/>");
    }

    /// Writes a number, shown without decimals if it is whole.
    pub(crate) fn number(&mut self, column: u16, value: f64) {
        if value.is_finite() {
            self.begin(column, self.format_id(value));
            self.xml.push_str("><v>");
            push_number(value, self.xml);
            self.xml.push_str("</v></c>");
        }
    }

    /// Writes a formula, without its equals sign, and its result.
    pub(crate) fn formula(&mut self, column: u16, formula: &str, result: f64) {
        let result = round_noise(result);
        self.calculated(column, formula, result, self.format_id(result));
    }

    fn calculated(&mut self, column: u16, formula: &str, result: f64, format_id: u32) {
        self.begin(column, format_id);
        self.xml.push_str("><f>");
        escape(formula, self.xml);
        self.xml.push_str("</f><v>");
        push_number(result, self.xml);
        self.xml.push_str("</v></c>");
    }

    /// Writes an attribute by its type: a number as a number, a boolean as Yes or No.
    pub(crate) fn attribute(&mut self, column: u16, value: &Attribute) {
        match value {
            Attribute::Text(value) => self.text(column, value),
            Attribute::Flag(flag) => self.text(column, if *flag { "Yes" } else { "No" }),
            Attribute::Number(number) => self.number(column, *number),
        }
    }

    /// Writes a text that links to a page of the document, up to Excel's limit. All links of a sheet are in one column.
    pub(crate) fn link(&mut self, column: u16, page: u32, shown: &str) {
        match &mut self.links {
            Some(links) if links.pages.len() < MAX_LINKS => {
                links.column = column;
                links.pages.push((self.number, page));
                self.string(column, shown, self.formats.link);
            }
            _ => self.text(column, shown),
        }
    }

    /// Begins a cell's tag. A large takeoff has millions of cells, so what is the same in a row is formatted once.
    fn begin(&mut self, column: u16, format_id: u32) {
        self.xml.push_str("<c r=\"");
        push_column(column, self.xml);
        self.xml.push_str(self.number_text);
        self.xml.push_str("\" s=\"");
        self.xml.push_str(itoa::Buffer::new().format(format_id));
        self.xml.push('"');
    }

    fn format_id(&self, value: f64) -> u32 {
        if value.fract() == 0.0 { self.formats.whole } else { self.formats.measure }
    }

    fn string(&mut self, column: u16, value: &str, format_id: u32) {
        if value.is_empty() {
            return;
        }
        self.begin(column, format_id);
        self.xml.push_str(" t=\"inlineStr\"><is><t");
        // Spaces at the ends would be lost. Said in every cell, this would be a quarter of the sheet.
        if value.starts_with(char::is_whitespace) || value.ends_with(char::is_whitespace) {
            self.xml.push_str(" xml:space=\"preserve\"");
        }
        self.xml.push('>');
        // Characters are only counted if there may be too many.
        if value.len() > MAX_TEXT {
            escape(&truncate(value, MAX_TEXT), self.xml)
        } else {
            escape(value, self.xml)
        }
        self.xml.push_str("</t></is></c>");
    }
}

/// Estimates how many lines a text takes in a column of `width` digits. A row may become too high, but never too low: a
/// text that runs over the next row cannot be read.
fn lines(text: &str, width: f64) -> u32 {
    let width = width.max(1.0);
    // No letter is wider than 1.7 digits for each of its bytes.
    if text.len() as f64 * 1.7 <= width && !text.contains('\n') {
        return 1;
    }
    let mut lines = 0;
    for paragraph in text.split('\n') {
        let mut used = 0.0;
        lines += 1;
        for word in paragraph.split_inclusive(' ') {
            let shown: f64 = word.trim_end().chars().map(advance).sum();
            if used > 0.0 && used + shown > width {
                lines += 1;
                used = 0.0;
            }
            // A word that is longer than a line is broken.
            lines += (shown / width).ceil().max(1.0) as u32 - 1;
            used += word.chars().map(advance).sum::<f64>() % width;
        }
    }
    lines
}

/// Returns the width of a letter as a multiple of a digit's, as in the fonts of spreadsheets.
fn advance(letter: char) -> f64 {
    match letter {
        ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | 'i' | 'j' | 'l' | 'I' => 0.6,
        'M' | 'W' | 'm' | 'w' | '@' | '%' => 1.7,
        'A'..='Z' | '\u{c0}'..='\u{de}' | '\u{391}'..='\u{3a9}' | '\u{410}'..='\u{42f}' => 1.25,
        // Scripts of East Asia.
        '\u{1100}'..='\u{11ff}'
        | '\u{2e80}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{1f300}'.. => 2.1,
        _ => 1.05,
    }
}

/// Removes the noise that sums of decimals leave (0.30000000000000004).
fn round_noise(value: f64) -> f64 {
    let rounded = (value * 1e9).round() / 1e9;
    // Beyond 2^53 / 1e9 the rounding itself would add noise.
    if value.abs() < 1e6 { rounded } else { value }
}

/// Appends a number in the shortest form that reads back as the same value.
fn push_number(value: f64, xml: &mut String) {
    // Most quantities are whole, and integers are written many times faster. Up to 2^53, each is a number of its own.
    if value.fract() == 0.0 && value.abs() < 9e15 {
        xml.push_str(itoa::Buffer::new().format(value as i64));
    } else {
        let _ = write!(xml, "{value}");
    }
}

/// Appends the letters of a column: 0 is A, 26 is AA.
fn push_column(column: u16, xml: &mut String) {
    if let Some(before) = (column / 26).checked_sub(1) {
        push_column(before, xml);
    }
    xml.push(char::from(b'A' + (column % 26) as u8));
}

/// Appends `text` as XML. Characters that XML does not allow are written as Office does, `_x0001_`. Text of that form
/// is escaped so that it stays unchanged (ECMA-376 part 1, 22.9.2.19).
fn escape(text: &str, xml: &mut String) {
    // Most texts have nothing to escape. 0xef begins U+FFFE, U+FFFF and other characters.
    if !text.bytes().any(|byte| matches!(byte, b'&' | b'<' | b'>' | b'_' | ..b' ' | 0xef)) {
        xml.push_str(text);
        return;
    }
    for (at, letter) in text.char_indices() {
        match letter {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '_' if is_escape(&text.as_bytes()[at..]) => xml.push_str("_x005F_"),
            '\t' | '\n' => xml.push(letter),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                let _ = write!(xml, "_x{:04X}_", u32::from(letter));
            }
            _ => xml.push(letter),
        }
    }
}

/// Returns whether a text starts with an escape such as `_x000D_`.
fn is_escape(text: &[u8]) -> bool {
    matches!(text, [b'_', b'x', digits @ .., ] if digits.len() >= 5 && digits[..4].iter().all(u8::is_ascii_hexdigit) && digits[4] == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_lose_their_noise_and_nothing_else() {
        assert_eq!(round_noise(0.1 + 0.2), 0.3);
        assert_eq!(round_noise(12.345_678_9), 12.345_678_9);
        assert_eq!(round_noise(123_456_789.125), 123_456_789.125);
    }

    const LOOKS: CellFormats =
        CellFormats { text: 1, whole: 2, measure: 3, link: 4, heading: 5, header: 6, label: 7, wrapped: 8, total: 9 };

    #[test]
    fn columns_have_letters() {
        let name = |column| {
            let mut name = String::new();
            push_column(column, &mut name);
            name
        };
        assert_eq!([0, 25, 26, 51, 52, 701, 702].map(name), ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }

    #[test]
    fn texts_are_escaped_as_office_does() {
        let mut xml = String::new();
        escape("<a & b>\u{1}\r\n_x000D_ _x00_ 🙂\u{ffff}_x", &mut xml);
        assert_eq!(xml, "&lt;a &amp; b&gt;_x0001__x000D_\n_x005F_x000D_ _x00_ 🙂_xFFFF__x");
    }

    #[test]
    fn rows_are_numbered_and_links_come_after_them() -> io::Result<()> {
        let mut out = Vec::new();
        let mut rows = SheetRows::new(&mut out, LOOKS, true, vec![], 2);
        rows.row(|row| {
            row.text(0, "");
            row.number(1, 0.5);
            row.number(2, f64::NAN);
            row.link(27, 7, "p. 7");
        })?;
        rows.skip();
        rows.row(|row| row.formula(0, "IF(B4=\"\",1,2)", 0.1 + 0.2))?;
        let mut links = Vec::new();
        rows.finish().write(" r:id=\"rId1\" location=\"page=", &mut links)?;
        let expected = "<hyperlinks><hyperlink ref=\"AB2\" r:id=\"rId1\" location=\"page=7\"/></hyperlinks>";
        assert_eq!(String::from_utf8_lossy(&links), expected);
        assert_eq!(
            String::from_utf8_lossy(&out),
            "<row r=\"2\"><c r=\"B2\" s=\"3\"><v>0.5</v></c><c r=\"AB2\" s=\"4\" t=\"inlineStr\"><is>\
             <t>p. 7</t></is></c></row>\
             <row r=\"4\"><c r=\"A4\" s=\"3\"><f>IF(B4=\"\",1,2)</f><v>0.3</v></c></row>"
        );
        Ok(())
    }

    #[test]
    fn rows_are_as_high_as_their_wrapped_texts() -> io::Result<()> {
        let mut out = Vec::new();
        let mut rows = SheetRows::new(&mut out, LOOKS, false, vec![f64::INFINITY, 20.0], 1);
        for text in ["Short", "RECESSED 2X4 LED LUMINAIRE, SEE LUMINAIRE SCHEDULE", &"x".repeat(10_000)] {
            rows.row(|row| row.wrapped(1, text))?;
        }
        rows.row(|row| row.wrapped(0, "A column without a width does not wrap, however long its text is"))?;
        let xml = String::from_utf8_lossy(&out).into_owned();
        let heights: Vec<Option<&str>> = xml
            .split("<row ")
            .skip(1)
            .map(|row| Some(row.split_once('>')?.0.split_once("ht=\"")?.1.trim_end_matches('"')))
            .collect();
        assert_eq!(heights, [None, Some("60"), Some("405"), None]);
        Ok(())
    }

    #[test]
    fn past_the_last_link_comes_text() -> io::Result<()> {
        let mut out = Vec::new();
        let mut rows = SheetRows::new(&mut out, LOOKS, true, vec![], 2);
        for _ in 0..=MAX_LINKS {
            rows.row(|row| row.link(0, 1, "p"))?;
        }
        assert_eq!(rows.finish().pages.len(), MAX_LINKS);
        assert_eq!(String::from_utf8_lossy(&out).matches("s=\"1\"").count(), 1);
        Ok(())
    }
}
