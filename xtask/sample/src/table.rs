//! Ruled tables.

use crate::canvas::{Align, Label, Sheet};
use crate::pen::Pen;
use kurbo::Rect;

/// A column: heading, width in points, alignment of its cells.
pub(crate) struct Column {
    pub(crate) head: &'static str,
    pub(crate) width: f64,
    pub(crate) align: Align,
}

/// Creates a column.
pub(crate) const fn column(head: &'static str, width: f64, align: Align) -> Column {
    Column { head, width, align }
}

/// Draws a table with a title line, extra lines of facts below it, a header row and body rows, and returns its box.
pub(crate) fn draw(
    sheet: &mut Sheet,
    (x, y): (f64, f64),
    title: &str,
    facts: &[&str],
    columns: &[Column],
    rows: &[Vec<String>],
    row_height: f64,
) -> Rect {
    let (heavy, light) = (Pen::line(1.4), Pen::line(0.5));
    let width: f64 = columns.iter().map(|column| column.width).sum();
    let title_height = 24.0;
    let head = y + title_height + facts.len() as f64 * 14.0 + if facts.is_empty() { 0.0 } else { 4.0 };
    let body = head + row_height * 1.3;
    let bottom = body + rows.len() as f64 * row_height;
    sheet.text(&Label::new(title, 11.0).bold().center(), (x + width / 2.0, y + title_height / 2.0));
    for (index, fact) in facts.iter().enumerate() {
        sheet.text(&Label::new(fact, 7.5), (x + 8.0, y + title_height + 8.0 + index as f64 * 14.0));
    }
    if !facts.is_empty() {
        sheet.line(&light, (x, y + title_height), (x + width, y + title_height));
    }
    sheet.line(&heavy, (x, head), (x + width, head));
    sheet.line(&heavy, (x, body), (x + width, body));
    for index in 1..rows.len() {
        let line = body + index as f64 * row_height;
        sheet.line(&light, (x, line), (x + width, line));
    }
    let mut left = x;
    for (index, column) in columns.iter().enumerate() {
        if index > 0 {
            sheet.line(&light, (left, head), (left, bottom));
        }
        let middle = left + column.width / 2.0;
        sheet.text(&Label::new(column.head, 7.0).bold().center(), (middle, (head + body) / 2.0));
        for (line, row) in rows.iter().enumerate() {
            let Some(cell) = row.get(index).filter(|cell| !cell.is_empty()) else { continue };
            let y = body + (line as f64 + 0.5) * row_height;
            match column.align {
                Align::Left => sheet.text(&Label::new(cell, 7.0), (left + 5.0, y)),
                Align::Center => sheet.text(&Label::new(cell, 7.0).center(), (middle, y)),
                Align::Right => sheet.text(&Label::new(cell, 7.0).right(), (left + column.width - 5.0, y)),
            }
        }
        left += column.width;
    }
    sheet.rect(&heavy, x, y, width, bottom - y);
    Rect::new(x, y, x + width, bottom)
}
