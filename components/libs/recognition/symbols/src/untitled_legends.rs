//! Legends without a title or a header: a column of small drawings that differ, each with a description beside it.
//!
//! Such a legend is recognized by its layout: isolated drawings that are aligned and evenly spaced, differ from each other,
//! and have nearly every text beside one of them. Lists of keynotes and revisions repeat one mark, and a plan's symbols
//! touch its walls and wires. The caller checks the descriptions.

use plumbline_geometry::{Point, Rect, Size, rect};
use plumbline_sheet::Sheet;

use crate::captioned;
use crate::legend::{Legend, LegendRow, Line, Reading, lines_along, overlapping};
use crate::legend_notes;
use crate::matching::{Field, ShapeMatcher};
use crate::ruled_tables;
use crate::unruled::{Column, LARGEST_GAP, Side};

/// Minimum number of rows of a legend without a title: many drawings have three texts in line by chance.
pub(crate) const FEWEST: usize = 4;

/// Minimum number of letters of a description. A name in a script without spaces is shorter.
const SHORTEST: usize = 4;
const SHORTEST_UNSPACED: usize = 2;

/// Maximum difference in points between the edges of texts that are in line.
const IN_LINE: f32 = 2.0;

/// Maximum share by which the distance between two rows may differ from the median.
const UNEVEN: f32 = 0.35;

/// Tallest and widest drawing of a row, in text heights.
const TALLEST: f32 = 5.0;
const WIDEST: f32 = 14.0;

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

/// Returns whether a text may describe a symbol: it has a word or more and is not a number or a sentence.
pub(crate) fn may_describe(line: &Line) -> bool {
    let letters = line.text.chars().filter(|c| c.is_alphabetic()).count();
    let unspaced = line.text.chars().filter(|c| *c >= '\u{2e80}').count();
    let digits = line.text.chars().filter(|c| c.is_ascii_digit()).count();
    (letters >= SHORTEST || unspaced >= SHORTEST_UNSPACED) && letters > digits && line.text.chars().count() <= 120
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

/// Returns whether a row's drawing has the size of a symbol beside a text.
pub(crate) fn is_small(row: &LegendRow, size: f32) -> bool {
    let a = row.symbol_area;
    let Size { width: w, height: h, .. } = a.size();
    w <= WIDEST * size && h <= TALLEST * size && w.max(h) >= 0.5 * size
}

/// Returns whether rows are laid out like a legend's: drawings of symbol size, in line and evenly spaced.
pub(crate) fn is_regular(rows: &[LegendRow], size: f32) -> bool {
    let middle = |a: Rect| a.center();
    if !rows.iter().all(|row| is_small(row, size)) {
        return false;
    }
    let places = |of: &dyn Fn(Rect) -> f32| -> Vec<f32> { rows.iter().map(|r| of(r.symbol_area)).collect() };
    let lined_up = in_line(&places(&|a| middle(a).x), size)
        || in_line(&places(&|a| a.min.x), IN_LINE)
        || in_line(&places(&|a| a.max.x), IN_LINE);
    lined_up && even(&places(&|a| middle(a).y))
}

/// Returns whether most of some positions across a line are within a distance of the median.
pub(crate) fn in_line(places: &[f32], within: f32) -> bool {
    let usual = median(places.to_vec());
    places.iter().filter(|p| (**p - usual).abs() <= within).count() * 5 >= places.len() * 4
}

/// Returns whether most of some positions along a line are evenly spaced. Wrapped descriptions take more room.
pub(crate) fn even(places: &[f32]) -> bool {
    let steps: Vec<f32> = places.windows(2).map(|w| w[1] - w[0]).collect();
    let usual = median(steps.clone());
    let even = steps.iter().filter(|s| (**s - usual).abs() <= UNEVEN * usual).count();
    usual > 0.0 && even * 3 >= steps.len() * 2
}

fn median(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Returns whether nothing but a table's rulings leads from a drawing out of the column. A plan's symbols are
/// connected.
pub(crate) fn stands_alone(symbol: Rect, window: Rect, field: &Field) -> bool {
    let inside = |p: Point| window.contains(p);
    field.strokes_in(symbol).into_iter().map(|i| &field.ink.strokes[i as usize]).all(|s| {
        let level = (s.a.x - s.b.x).abs() < 0.3 || (s.a.y - s.b.y).abs() < 0.3;
        inside(s.a) && inside(s.b) || level && !s.bbox().overlaps(symbol)
    })
}

/// Returns whether at least half of the drawings, and three or more, are different.
pub(crate) fn differ(rows: &[LegendRow]) -> bool {
    let mut kinds: Vec<ShapeMatcher> = Vec::new();
    for row in rows.iter().filter(|row| !row.specimen.ink.strokes.is_empty()) {
        if !kinds.iter().any(|kind| kind.matches(&row.specimen)) {
            kinds.push(ShapeMatcher::of(&row.specimen));
        }
    }
    kinds.len() >= FEWEST - 1 && kinds.len() * 2 >= rows.len()
}
