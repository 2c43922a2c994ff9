//! The style of the workbook: every cell format, made once.

use rust_xlsxwriter::{Color, Format, FormatAlign, FormatBorder};

/// Dark blue of headers.
const DARK_BLUE: Color = Color::RGB(0x1F3A5F);
/// Gray of labels and rules.
const GRAY: Color = Color::RGB(0x6B7280);
const LIGHT_GRAY: Color = Color::RGB(0xD9DEE5);

/// Formats of the workbook.
pub(crate) struct Style {
    /// The project's name.
    pub(crate) title: Format,
    /// A heading above a table.
    pub(crate) heading: Format,
    /// Labels of facts, and remarks.
    pub(crate) label: Format,
    pub(crate) fact: Format,
    /// A warning, which wraps within its merged cells.
    pub(crate) remark: Format,
    pub(crate) date_time: Format,
    /// Header row of a table.
    pub(crate) header: Format,
    pub(crate) text: Format,
    /// Descriptions, notes and lists: long texts, which wrap.
    pub(crate) wrapped: Format,
    /// The label and the number of the sum below a table.
    pub(crate) total: Format,
    /// Whole numbers.
    pub(crate) whole: Format,
    /// Measured quantities.
    pub(crate) measure: Format,
    pub(crate) link: Format,
    /// Conditional format for low confidence.
    pub(crate) doubtful: Format,
    /// Conditional format for items rejected in review.
    pub(crate) rejected: Format,
}

impl Style {
    pub(crate) fn new() -> Self {
        let cell = Format::new()
            .set_align(FormatAlign::Top)
            .set_border_bottom(FormatBorder::Thin)
            .set_border_bottom_color(LIGHT_GRAY);
        Self {
            title: Format::new().set_bold().set_font_size(18).set_font_color(DARK_BLUE),
            heading: Format::new().set_bold().set_font_size(13).set_font_color(DARK_BLUE),
            label: Format::new().set_font_color(GRAY).set_align(FormatAlign::Top),
            fact: Format::new().set_align(FormatAlign::Left).set_align(FormatAlign::Top),
            remark: Format::new().set_align(FormatAlign::Left).set_align(FormatAlign::Top).set_text_wrap(),
            date_time: Format::new().set_num_format("yyyy-mm-dd hh:mm \"UTC\"").set_align(FormatAlign::Left),
            header: Format::new()
                .set_bold()
                .set_font_color(Color::White)
                .set_background_color(DARK_BLUE)
                .set_align(FormatAlign::VerticalCenter)
                .set_align(FormatAlign::Left)
                .set_indent(1),
            // The indent separates a text from a number that ends in the column before it.
            text: cell.clone().set_align(FormatAlign::Left).set_indent(1),
            wrapped: cell.clone().set_align(FormatAlign::Left).set_indent(1).set_text_wrap(),
            total: cell.clone().set_bold().set_num_format("#,##0.00"),
            whole: cell.clone().set_num_format("#,##0"),
            measure: cell.clone().set_num_format("#,##0.00"),
            link: cell
                .set_align(FormatAlign::Left)
                .set_indent(1)
                .set_font_color(Color::RGB(0x0B5CAD))
                .set_underline(rust_xlsxwriter::FormatUnderline::Single),
            doubtful: Format::new().set_background_color(Color::RGB(0xFFE8B3)),
            rejected: Format::new().set_font_color(GRAY).set_font_strikethrough(),
        }
    }

    /// Returns the formats of cells in streamed rows, in the order of the columns of a template's sample: text, whole
    /// number, measure, link, heading, header, label, wrapped text and total.
    pub(crate) fn samples(&self) -> [&Format; 9] {
        [
            &self.text,
            &self.whole,
            &self.measure,
            &self.link,
            &self.heading,
            &self.header,
            &self.label,
            &self.wrapped,
            &self.total,
        ]
    }
}
