//! Finds legends and reads them row by row: the symbol, its description and the other columns.

use plumbline_geometry::{Point, Rect, point, rect};
use plumbline_sheet::Sheet;
use serde::{Deserialize, Serialize};

use crate::ink::Ink;
use crate::parts::parts;
use crate::template::{Letters, Specimen};
use crate::words::{heads_descriptions, heads_symbols, is_legend_title};
use crate::{rulings::Rulings, unruled};

/// One row of a legend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LegendRow {
    /// The text, with wrapped lines joined.
    pub description: String,
    /// The other columns, by header.
    pub columns: Vec<(String, String)>,
    /// Everything drawn and written in the symbol cell.
    pub specimen: Specimen,
    /// The separate drawings of the cell, if there is more than one: a cell may show variants.
    pub parts: Vec<Specimen>,
    /// The row's box on its sheet.
    pub area: Rect,
    /// The box of the drawing in the symbol cell.
    pub symbol_area: Rect,
}

/// A legend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Legend {
    /// The page number.
    pub page: u32,
    /// The box on the page, in points.
    pub area: Rect,
    /// The rows from top to bottom.
    pub rows: Vec<LegendRow>,
    /// Whether a title or a header names it as a legend.
    pub named: bool,
}

impl Legend {
    /// Turns a legend that was read on a turned sheet back to its place.
    pub(crate) fn turn_back(&mut self, reading: Reading) {
        self.area = reading.to_sheet(self.area);
        for row in &mut self.rows {
            (row.area, row.symbol_area) = (reading.to_sheet(row.area), reading.to_sheet(row.symbol_area));
        }
    }
}

/// A horizontal line of text.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// The text with single spaces.
    pub(crate) text: String,
    /// The text as written.
    pub(crate) raw: String,
    pub(crate) bbox: Rect,
    pub(crate) size: f32,
    pub(crate) middle: Point,
}

/// Returns the legends of a sheet, from top to bottom, including those whose texts read upwards or downwards.
pub fn legends(sheet: &Sheet, ink: &Ink) -> Vec<Legend> {
    let mut found = upright_legends(sheet.page_number, &lines_along(sheet, Reading::Right), ink);
    for reading in [Reading::Up, Reading::Down] {
        let lines = lines_along(sheet, reading);
        if !lines.iter().any(|l| is_legend_title(&l.text) || heads_descriptions(&l.text)) {
            continue;
        }
        // The sheet is turned so that its texts read from left to right. The legends found are turned back.
        let turned = ink.clone().moved(|p| reading.to_upright(p));
        for mut legend in upright_legends(sheet.page_number, &lines, &turned) {
            legend.turn_back(reading);
            push_unless_overlapping(Some(legend), &mut found);
        }
    }
    found.sort_by(|a, b| a.area.min.y.total_cmp(&b.area.min.y).then(a.area.min.x.total_cmp(&b.area.min.x)));
    found
}

/// The direction in which texts read on the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    Right,
    Up,
    Down,
}

impl Reading {
    /// Turns a point of the sheet so that texts of this direction read from left to right.
    pub(crate) fn to_upright(self, p: Point) -> Point {
        match self {
            Self::Right => p,
            Self::Up => point(-p.y, p.x),
            Self::Down => point(p.y, -p.x),
        }
    }

    fn to_upright_box(self, b: Rect) -> Rect {
        let (p, q) = (self.to_upright(b.min), self.to_upright(b.max));
        Rect::between(p, q)
    }

    /// Turns a box back to its place on the sheet.
    pub(crate) fn to_sheet(self, b: Rect) -> Rect {
        match self {
            Self::Right => b,
            Self::Up => Self::Down.to_upright_box(b),
            Self::Down => Self::Up.to_upright_box(b),
        }
    }

    /// Returns whether a text from `start` to `end` reads in this direction.
    fn reads(self, start: Point, end: Point) -> bool {
        let (p, q) = (self.to_upright(start), self.to_upright(end));
        (q.y - p.y).abs() <= 0.05 * (q.x - p.x).abs().max(1.0) && q.x >= p.x
    }
}

/// Returns the legends among texts that read from left to right.
fn upright_legends(page: u32, lines: &[Line], ink: &Ink) -> Vec<Legend> {
    let mut found: Vec<Legend> = Vec::new();
    let lines = &split_header_lines(lines);
    let headers = headers(lines);
    if !headers.is_empty() {
        let rulings = Rulings::of(ink);
        for header in &headers {
            let ruled = ruled(page, header, lines, ink, &rulings);
            let legend = ruled.or_else(|| unruled::below(page, &lines[header.1], Some(&lines[header.0]), lines, ink));
            push_unless_overlapping(legend, &mut found);
        }
    }
    for title in lines.iter().filter(|l| is_legend_title(&l.text)) {
        let legend = unruled::below(page, title, None, lines, ink);
        push_unless_overlapping(legend, &mut found);
    }
    found
}

/// Returns the lines, with each line that contains the headers of several columns cut into words: some programs write a
/// table's row as one text. A word is placed as if all letters had one width.
fn split_header_lines(lines: &[Line]) -> Vec<Line> {
    let mut out = Vec::with_capacity(lines.len());
    for line in lines {
        let words: Vec<&str> = line.text.split(' ').collect();
        let several = words.len() > 1
            && words.iter().any(|word| heads_symbols(word))
            && words.iter().any(|word| heads_descriptions(word) && !heads_symbols(word))
            && !heads_descriptions(&line.text)
            && !heads_symbols(&line.text);
        if !several {
            out.push(line.clone());
            continue;
        }
        let letters = line.text.chars().count().max(1) as f32;
        let width = line.bbox.width() / letters;
        let mut at = 0;
        for word in words {
            let long = word.chars().count();
            let [x0, x1] = [at, at + long].map(|n| line.bbox.min.x + width * n as f32);
            let bbox = rect(x0, line.bbox.min.y, x1, line.bbox.max.y);
            let middle = point((x0 + x1) / 2.0, line.middle.y);
            out.push(Line { text: word.to_owned(), raw: word.to_owned(), bbox, size: line.size, middle });
            at += long + 1;
        }
    }
    out
}

fn push_unless_overlapping(legend: Option<Legend>, found: &mut Vec<Legend>) {
    let Some(legend) = legend else { return };
    if !found.iter().any(|old| overlapping(old, &legend)) {
        found.push(legend);
    }
}

/// Returns whether a symbol of one legend is in a row of the other.
pub(crate) fn overlapping(old: &Legend, new: &Legend) -> bool {
    old.rows.iter().any(|o| new.rows.iter().any(|n| o.area.contains(n.symbol_area.center())))
}

/// Returns the texts of one direction in drawing order, turned so that they read from left to right.
pub(crate) fn lines_along(sheet: &Sheet, reading: Reading) -> Vec<Line> {
    sheet
        .texts()
        .filter(|t| reading.reads(t.start, t.end) && !t.text.trim().is_empty())
        .map(|t| {
            let bbox = reading.to_upright_box(t.bbox);
            Line {
                text: t.text.split_whitespace().collect::<Vec<_>>().join(" "),
                raw: t.text.trim().to_owned(),
                bbox,
                size: t.size,
                middle: bbox.center(),
            }
        })
        .collect()
}

/// Returns pairs (symbol header, description header), as indexes of lines.
fn headers(lines: &[Line]) -> Vec<(usize, usize)> {
    let symbols: Vec<usize> = (0..lines.len()).filter(|&i| heads_symbols(&lines[i].text)).collect();
    (0..lines.len())
        .filter(|&i| heads_descriptions(&lines[i].text))
        .filter_map(|d| {
            let description = &lines[d];
            symbols
                .iter()
                .copied()
                .filter(|&s| {
                    let symbol = &lines[s];
                    (symbol.middle.y - description.middle.y).abs() < 1.5 * symbol.size.max(description.size)
                        && gap(symbol, description) < 60.0 * symbol.size
                })
                // The nearest to the left, otherwise the nearest to the right.
                .min_by(|&a, &b| {
                    let rank = |s: usize| (lines[s].middle.x > description.middle.x, gap(&lines[s], description));
                    let (x, y) = (rank(a), rank(b));
                    x.0.cmp(&y.0).then(x.1.total_cmp(&y.1)).then(a.cmp(&b))
                })
                .map(|s| (s, d))
        })
        .collect()
}

/// Returns the horizontal distance between two texts, or 0 if they overlap.
fn gap(a: &Line, b: &Line) -> f32 {
    (b.bbox.min.x - a.bbox.max.x).max(a.bbox.min.x - b.bbox.max.x).max(0.0)
}

/// Returns the text of the lines within a box, in reading order, joined.
pub(crate) fn text_in(area: Rect, lines: &[Line]) -> String {
    let mut inside: Vec<&Line> = lines.iter().filter(|l| area.contains(l.middle)).collect();
    inside.sort_by(|a, b| a.middle.y.total_cmp(&b.middle.y));
    // Texts whose middles differ by less than half a letter are on one line.
    let mut rows: Vec<Vec<&Line>> = Vec::new();
    for line in inside {
        match rows.last_mut() {
            Some(row) if row.first().is_some_and(|f| (line.middle.y - f.middle.y).abs() < 0.5 * f.size) => {
                row.push(line)
            }
            _ => rows.push(vec![line]),
        }
    }
    let mut words: Vec<&str> = Vec::new();
    for row in &mut rows {
        row.sort_by(|a, b| a.bbox.min.x.total_cmp(&b.bbox.min.x));
        words.extend(row.iter().map(|l| l.text.as_str()));
    }
    words.join(" ")
}

/// Returns the letters within a box.
pub(crate) fn letters_in(area: Rect, lines: &[Line]) -> Vec<Letters> {
    lines
        .iter()
        .filter(|l| area.contains(l.middle))
        .map(|l| Letters { text: l.text.clone(), at: l.middle, size: l.size, inside: false })
        .collect()
}

/// Creates a row from the drawing and the text of a symbol cell. Returns `None` if the cell is empty.
pub(crate) fn row(
    cell: Rect,
    area: Rect,
    description: String,
    columns: Vec<(String, String)>,
    lines: &[Line],
    ink: &Ink,
) -> Option<LegendRow> {
    let drawn = ink.inside(cell);
    let letters = letters_in(cell, lines);
    let symbol_area = drawn.bbox().or_else(|| lines.iter().find(|l| cell.contains(l.middle)).map(|l| l.bbox))?;
    let parts = parts(&drawn);
    let parts = if parts.len() > 1 {
        parts
            .into_iter()
            .map(|part| {
                let near = part.bbox().map(|b| b.grown(1.0));
                let letters = near.map(|b| letters.iter().filter(|l| b.contains(l.at)).cloned().collect());
                Specimen::new(part, letters.unwrap_or_default())
            })
            .collect()
    } else {
        Vec::new()
    };
    Some(LegendRow { description, columns, specimen: Specimen::new(drawn, letters), parts, area, symbol_area })
}

/// Reads the legend below a header whose cells are ruled.
fn ruled(page: u32, header: &(usize, usize), lines: &[Line], ink: &Ink, rulings: &Rulings) -> Option<Legend> {
    let (symbol, description) = (&lines[header.0], &lines[header.1]);
    let header_cell = rulings.cell(description.middle)?;
    let symbol_cell = rulings.cell(symbol.middle)?;
    // A header may span both columns. The first row below shows where the description column begins.
    let first_row = rulings.cell(point(description.middle.x, header_cell.max.y + 2.0))?;
    let after = description.middle.x > symbol.middle.x;
    let parted = after && first_row.min.x > header_cell.min.x + 1.0 && first_row.min.x > symbol.middle.x;
    let text_cell =
        if parted { rect(first_row.min.x, header_cell.min.y, first_row.max.x, header_cell.max.y) } else { header_cell };
    let (left, right) = if after {
        (symbol_cell.min.x, symbol_cell.max.x.min(text_cell.min.x + 1.0))
    } else {
        (symbol_cell.min.x.max(text_cell.max.x - 1.0), symbol_cell.max.x)
    };
    let apart = if after { text_cell.min.x > symbol.middle.x } else { text_cell.max.x < symbol.middle.x };
    if left >= right || text_cell.min.x >= text_cell.max.x || !apart {
        return None;
    }
    let (start, own_end) = (left.min(text_cell.min.x), right.max(text_cell.max.x));
    // Other columns: header cells to the right of the description and between it and the symbol.
    let mut others: Vec<(Rect, String)> = Vec::new();
    for line in lines {
        let level = line.middle.y > text_cell.min.y - 1.0 && line.middle.y < text_cell.max.y + 1.0;
        if !level || header_cell.contains(line.middle) || symbol_cell.contains(line.middle) {
            continue;
        }
        let Some(cell) = rulings.cell(line.middle) else { continue };
        let same_row = (cell.max.y - text_cell.max.y).abs() < 2.0 && (cell.min.y - text_cell.min.y).abs() < 2.0;
        let beside = cell.min.x >= start && cell.min.x <= text_cell.max.x + 8.0 * text_cell.width();
        if same_row && beside && !others.iter().any(|(o, _)| (o.min.x - cell.min.x).abs() < 1.0) {
            others.push((cell, text_in(cell, lines)));
        }
    }
    // A second SYMBOL column begins the next legend.
    others.sort_by(|a, b| a.0.min.x.total_cmp(&b.0.min.x));
    if let Some(next) = others
        .iter()
        .position(|(c, name)| c.min.x > own_end - 1.0 && (heads_symbols(name) || (!after && heads_descriptions(name))))
    {
        others.truncate(next);
    }
    let mut rows = Vec::new();
    let mut bottom = text_cell.max.y;
    for (top, low) in rulings.rows_below(text_cell) {
        let band = |x0: f32, x1: f32| rect(x0 + INSET, top + INSET, x1 - INSET, low - INSET);
        let text = text_in(band(text_cell.min.x, text_cell.max.x), lines);
        let columns = others
            .iter()
            .map(|(c, name)| (name.clone(), text_in(band(c.min.x, c.max.x), lines)))
            .filter(|(_, value)| !value.is_empty())
            .collect();
        let end = others.last().map_or(own_end, |(c, _)| c.max.x.max(own_end));
        if !text.is_empty() {
            rows.extend(row(band(left, right), rect(start, top, end, low), text, columns, lines, ink));
        }
        bottom = low;
    }
    let end = others.last().map_or(own_end, |(c, _)| c.max.x.max(own_end));
    (!rows.is_empty()).then(|| Legend { page, area: rect(start, text_cell.min.y, end, bottom), rows, named: true })
}

/// Distance in points that keeps the rulings themselves out of their cells.
pub(crate) const INSET: f32 = 0.2;
