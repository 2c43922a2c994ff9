//! Finds legends and reads them row by row: the symbol, its description and the other columns.

use plumbline_geometry::{Rect, point, rect};
use plumbline_sheet::Sheet;

use crate::ink::Ink;
use crate::legend_rows::{INSET, Legend, overlapping, row};
use crate::legend_text::{Line, Reading, lines_along, text_in};
use crate::words::{heads_descriptions, heads_symbols, is_legend_title};
use crate::{rulings::Rulings, unruled};

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
