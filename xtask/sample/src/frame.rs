//! The frame of every sheet: border, title block, north arrow, drawing title with graphic scale.

use crate::canvas::{Label, Sheet};
use crate::options::Scale;
use crate::pen::Pen;
use crate::shapes::polygon;
use crate::truth::{SheetTruth, Truth};
use kurbo::Circle;

/// The content of the title block.
pub(crate) struct SheetInfo {
    pub(crate) number: &'static str,
    pub(crate) title: &'static str,
    /// The scale, or `None` on sheets without one.
    pub(crate) scale: Option<Scale>,
    /// Whether the sheet has the plan, with drawing title and north arrow.
    pub(crate) is_plan: bool,
}

/// Width of the title block at the right edge.
const BLOCK: f64 = 190.0;
const MARGIN: f64 = 36.0;

/// Draws the frame and adds the sheet to the truth.
pub(crate) fn draw(sheet: &mut Sheet, info: &SheetInfo, truth: &mut Truth) {
    sheet.set_layer("G-ANNO-TTLB");
    let (width, height) = (sheet.width, sheet.height);
    sheet.rect(&Pen::line(2.5), MARGIN, MARGIN, width - 2.0 * MARGIN, height - 2.0 * MARGIN);
    let (left, right) = (width - MARGIN - BLOCK, width - MARGIN);
    let (middle, bottom) = ((left + right) / 2.0, height - MARGIN);
    sheet.line(&Pen::line(1.8), (left, MARGIN), (left, bottom));

    let rule = |sheet: &mut Sheet, y: f64| sheet.line(&Pen::line(0.8), (left, y), (right, y));
    sheet.text(&Label::new("NORTHFIELD + HALE", 13.0).bold().center(), (middle, 80.0));
    sheet.text(&Label::new("CONSULTING ENGINEERS", 8.0).center(), (middle, 98.0));
    sheet.text(&Label::new("48 EXAMPLE STREET, SPRINGFIELD", 6.5).center(), (middle, 114.0));
    rule(sheet, 140.0);
    sheet.shape(&Pen::line(0.8), Circle::new((middle, 225.0), 58.0));
    sheet.shape(&Pen::line(0.5), Circle::new((middle, 225.0), 44.0));
    sheet.text(&Label::new("SAMPLE", 10.0).bold().center(), (middle, 218.0));
    sheet.text(&Label::new("NOT FOR CONSTRUCTION", 5.0).center(), (middle, 231.0));
    rule(sheet, 310.0);
    sheet.text(&Label::new("REVISIONS", 7.0).bold(), (left + 8.0, 322.0));
    rule(sheet, 334.0);
    for (index, (mark, date, text)) in
        [("1", "2026-08-14", "ISSUED FOR PERMIT"), ("2", "2026-10-02", "PANEL LP1 REVISED")].into_iter().enumerate()
    {
        let y = 345.0 + index as f64 * 20.0;
        sheet.text(&Label::new(mark, 7.0), (left + 10.0, y));
        sheet.text(&Label::new(date, 7.0), (left + 30.0, y));
        sheet.text(&Label::new(text, 7.0), (left + 82.0, y));
        rule(sheet, y + 10.0);
    }
    let fields = [
        (bottom - 560.0, "PROJECT", "LINDEN OFFICE BUILDING"),
        (bottom - 490.0, "PROJECT NO.", "26-0417"),
        (bottom - 420.0, "DATE", "2026-10-02"),
        (bottom - 350.0, "DRAWN / CHECKED", "JT / MR"),
        (bottom - 280.0, "SCALE", info.scale.map_or("NONE", Scale::text)),
    ];
    for (y, name, value) in fields {
        rule(sheet, y);
        sheet.text(&Label::new(name, 6.5), (left + 8.0, y + 12.0));
        sheet.text(&Label::new(value, 11.0).center(), (middle, y + 38.0));
    }
    rule(sheet, bottom - 210.0);
    sheet.text(&Label::new("SHEET TITLE", 6.5), (left + 8.0, bottom - 198.0));
    for (index, line) in wrap(info.title, 20).iter().enumerate() {
        sheet.text(&Label::new(line, 13.0).bold().center(), (middle, bottom - 170.0 + index as f64 * 19.0));
    }
    rule(sheet, bottom - 100.0);
    sheet.text(&Label::new("SHEET NO.", 6.5), (left + 8.0, bottom - 88.0));
    sheet.text(&Label::new(info.number, 38.0).bold().center(), (middle, bottom - 46.0));

    if info.is_plan {
        drawing_title(sheet, info);
    }
    truth.sheets.push(SheetTruth {
        page: sheet.page,
        number: info.number.to_owned(),
        title: info.title.to_owned(),
        width_pt: width,
        height_pt: height,
        rotation: 0,
        scale: info.scale.map(|scale| scale.text().to_owned()),
        ratio: info.scale.map(Scale::ratio),
    });
}

fn drawing_title(sheet: &mut Sheet, info: &SheetInfo) {
    sheet.set_layer("A-ANNO-TITL");
    let (x, y) = (210.0, 1090.0);
    sheet.shape(&Pen::line(1.2), Circle::new((x, y), 17.0));
    sheet.text(&Label::new("1", 14.0).bold().center(), (x, y));
    sheet.text(&Label::new(info.title, 13.0).bold(), (x + 26.0, y - 8.0));
    sheet.line(&Pen::line(1.2), (x + 17.0, y + 2.0), (x + 330.0, y + 2.0));
    if let Some(scale) = info.scale {
        sheet.text(&Label::new(&format!("SCALE: {}", scale.text()), 8.0), (x + 26.0, y + 11.0));
        scale_bar(sheet, scale, (x + 400.0, y));
    }
    north_arrow(sheet, (x + 760.0, y - 4.0));
}

/// Draws a bar of alternating fields with the real lengths above it.
fn scale_bar(sheet: &mut Sheet, scale: Scale, (x, y): (f64, f64)) {
    let (marks, unit): (&[f64], _) = match scale {
        Scale::Eighth => (&[0.0, 4.0, 8.0, 16.0, 32.0], "FT"),
        Scale::OneToHundred => (&[0.0, 1.0, 2.0, 5.0, 10.0], "M"),
    };
    let points = |length: f64| length / scale.real_length(1.0);
    for (index, pair) in marks.windows(2).enumerate() {
        let (from, to) = (x + points(pair[0]), x + points(pair[1]));
        let pen = Pen { fill: (index % 2 == 0).then_some([0.0; 3]), ..Pen::line(0.7) };
        sheet.rect(&pen, from, y, to - from, 6.0);
    }
    for length in marks {
        let last = marks.last() == Some(length);
        let text = if last { format!("{length} {unit}") } else { length.to_string() };
        sheet.text(&Label::new(&text, 7.0).center(), (x + points(*length), y - 7.0));
    }
}

fn north_arrow(sheet: &mut Sheet, (x, y): (f64, f64)) {
    sheet.shape(&Pen::line(0.8), Circle::new((x, y), 20.0));
    let half = |side: f64| polygon(&[(x, y - 26.0), (x + side, y + 16.0), (x, y + 9.0)]);
    sheet.path(&Pen { fill: Some([0.0; 3]), ..Pen::line(0.8) }, half(11.0));
    sheet.path(&Pen::line(0.8), half(-11.0));
    sheet.text(&Label::new("N", 10.0).bold().center(), (x, y - 33.0));
}

/// Breaks a text at spaces into lines of at most `limit` characters.
fn wrap(text: &str, limit: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
