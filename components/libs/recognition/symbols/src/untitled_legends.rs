//! Legends without a title or a header: a column of small drawings that differ, each with a description beside it.
//!
//! Such a legend is recognized by its layout: isolated drawings that are aligned and evenly spaced, differ from each other,
//! and have nearly every text beside one of them. Lists of keynotes and revisions repeat one mark, and a plan's symbols
//! touch its walls and wires. The caller checks the descriptions.

use plumbline_geometry::{Rect, rect};
use plumbline_sheet::Sheet;

use crate::captioned;
use crate::legend_layout::{FEWEST, IN_LINE, differ, is_regular, may_describe, stands_alone};
use crate::legend_notes;
use crate::legend_rows::{Legend, LegendRow, overlapping};
use crate::legend_text::{Line, Reading, lines_along};
use crate::matching::Field;
use crate::ruled_tables;
use crate::unruled::{Column, LARGEST_GAP, Side};

/// Returns the legends of a sheet that have no title or header, beside those `found` by their words. A caller keeps
/// those whose descriptions it knows.
pub fn untitled_legends(sheet: &Sheet, field: &Field, found: &[Legend]) -> Vec<Legend> {
    let mut out: Vec<Legend> = Vec::new();
    for reading in [Reading::Right, Reading::Up, Reading::Down] {
        let lines = lines_along(sheet, reading);
        let mut candidates: Vec<Legend> = Vec::new();
        candidates.extend(ruled_tables::legends(sheet.page_number, &lines, reading, field));
        for run in runs(&lines) {
            for side in [Side::Left, Side::Right] {
                candidates.extend(read(sheet.page_number, run.clone(), side, reading, &lines, field));
            }
        }
        candidates.extend(captioned::legends(sheet.page_number, &lines, reading, field));
        candidates.extend(legend_notes::legends(sheet.page_number, &lines, reading, field));
        candidates.sort_by_key(|legend| std::cmp::Reverse(legend.rows.len()));
        for mut legend in candidates {
            legend.turn_back(reading);
            if !found.iter().chain(&out).any(|old| overlapping(old, &legend)) {
                out.push(legend);
            }
        }
    }
    out
}

/// Returns the texts that begin or end in line, have one size and follow each other, from top to bottom.
fn runs(lines: &[Line]) -> Vec<Vec<&Line>> {
    let mut out: Vec<Vec<&Line>> = Vec::new();
    let mut texts: Vec<&Line> = lines.iter().filter(|l| may_describe(l)).collect();
    texts.sort_by(|a, b| a.bbox.min.x.total_cmp(&b.bbox.min.x));
    for column in texts.chunk_by(|a, b| b.bbox.min.x - a.bbox.min.x < IN_LINE / 2.0) {
        let mut column = column.to_vec();
        column.sort_by(|a, b| a.middle.y.total_cmp(&b.middle.y));
        let goes_on = |a: &&Line, b: &&Line| {
            let size = a.size.max(1.0);
            (b.size / size - 1.0).abs() < 0.15 && b.bbox.min.y - a.bbox.max.y < LARGEST_GAP * size
        };
        out.extend(column.chunk_by(goes_on).filter(|run| run.len() >= FEWEST).map(<[&Line]>::to_vec));
    }
    out
}

/// Reads the legend of some texts with drawings on one side of them.
fn read(page: u32, run: Vec<&Line>, side: Side, reading: Reading, lines: &[Line], field: &Field) -> Option<Legend> {
    let top = run[0].bbox.min.y - 2.0 * run[0].size;
    let column = Column::of(run, side, top);
    // Most sheets have many columns of text and few drawings beside them, so positions are checked before all ink.
    let beside = |line: &&&Line| {
        let strip = rect(column.window.min.x, line.bbox.min.y, column.window.max.x, line.bbox.max.y);
        !field.strokes_in(reading.to_sheet(strip)).is_empty()
    };
    if column.run.iter().filter(beside).count() < FEWEST {
        return None;
    }
    let ink = field.ink.inside(reading.to_sheet(column.window)).moved(|p| reading.to_upright(p));
    let rows = column.rows(lines, &ink);
    let area = rows.iter().map(|r| r.area).reduce(Rect::union)?;
    let alone =
        |row: &LegendRow| stands_alone(reading.to_sheet(row.symbol_area), reading.to_sheet(column.window), field);
    let fits = rows.len() >= FEWEST
        && described(&rows, &column)
        && is_regular(&rows, column.size)
        && rows.iter().filter(|row| alone(row)).count() == rows.len()
        && differ(&rows);
    fits.then_some(Legend { page, area, rows, named: false })
}

/// Returns whether nearly every text starts or continues a row.
fn described(rows: &[LegendRow], column: &Column<'_>) -> bool {
    let inside = column.run.iter().filter(|line| rows.iter().any(|row| row.area.contains(line.middle))).count();
    inside * 5 >= column.run.len() * 4
}
