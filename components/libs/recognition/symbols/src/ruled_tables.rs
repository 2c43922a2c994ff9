//! Ruled tables of drawings and descriptions whose header is unknown or missing.
//!
//! Rulings separate the rows, so rows may differ in height and descriptions may wrap.

use std::collections::BTreeMap;

use plumbline_geometry::{Rect, Size, point, rect};

use crate::ink::Ink;
use crate::legend::{INSET, Legend, LegendRow, Line, Reading, row, text_in};
use crate::matching::Field;
use crate::rulings::Rulings;
use crate::unruled::Side;
use crate::untitled_legends::{FEWEST, differ, may_describe, stands_alone};

/// Widest and tallest cell of a description, in text heights.
const WIDEST_TEXT: f32 = 120.0;
const TALLEST: f32 = 20.0;

/// Widest cell of a drawing, in heights of the text beside it.
const WIDEST_SYMBOL: f32 = 30.0;

/// Distance in points below which the edges of two cells are one ruling.
const SHARED: f32 = 3.0;

/// Returns the legends among a sheet's ruled tables.
pub(crate) fn legends(page: u32, lines: &[Line], reading: Reading, field: &Field) -> Vec<Legend> {
    let texts: Vec<&Line> = lines.iter().filter(|l| may_describe(l)).collect();
    if texts.len() < FEWEST {
        return Vec::new();
    }
    let rulings = Rulings::placed(&field.ink, |p| reading.to_upright(p));
    let sheet = Tables { page, lines, rulings: &rulings, reading, field };
    let mut out = Vec::new();
    for column in columns(&texts, &rulings) {
        let mut end = f32::NEG_INFINITY;
        for (line, cell) in column {
            if line.middle.y < end {
                continue;
            }
            let levels = rulings.rows_below(rect(cell.min.x, cell.min.y, cell.max.x, cell.min.y));
            end = levels.last().map_or(end, |(_, low)| *low);
            out.extend([Side::Left, Side::Right].into_iter().filter_map(|side| sheet.below(line, cell, &levels, side)));
        }
    }
    out
}

/// A header, with the left and right side of its cell.
type Head = (String, f32, f32);

/// A text and its cell.
type Celled<'a> = (&'a Line, Rect);

/// Returns the texts in ruled cells, grouped by the cells' sides, from top to bottom.
fn columns<'a>(texts: &[&'a Line], rulings: &Rulings) -> Vec<Vec<Celled<'a>>> {
    let mut columns: BTreeMap<(i32, i32), Vec<Celled<'a>>> = BTreeMap::new();
    for line in texts {
        let Some(cell) = rulings.cell(line.middle) else { continue };
        let Size { width: w, height: h, .. } = cell.size();
        if w <= WIDEST_TEXT * line.size && h <= TALLEST * line.size {
            columns.entry((cell.min.x.round() as i32, cell.max.x.round() as i32)).or_default().push((*line, cell));
        }
    }
    let mut out: Vec<Vec<Celled<'a>>> = columns.into_values().filter(|texts| texts.len() >= FEWEST).collect();
    out.iter_mut().for_each(|texts| texts.sort_by(|a, b| a.0.middle.y.total_cmp(&b.0.middle.y)));
    out
}

/// A sheet's ruled tables.
struct Tables<'a> {
    page: u32,
    lines: &'a [Line],
    rulings: &'a Rulings,
    reading: Reading,
    field: &'a Field,
}

impl Tables<'_> {
    /// Reads the legend whose first description is in a cell of a table's rows, with the drawings on one side of it.
    fn below(&self, line: &Line, text: Rect, levels: &[(f32, f32)], side: Side) -> Option<Legend> {
        let beside = match side {
            Side::Left => text.min.x - SHARED,
            Side::Right => text.max.x + SHARED,
        };
        let symbol = self.rulings.cell(point(beside, line.middle.y))?;
        let gap = if side == Side::Left { text.min.x - symbol.max.x } else { symbol.min.x - text.max.x };
        let (left, right) = (symbol.min.x, symbol.max.x);
        if gap.abs() > SHARED || right - left > WIDEST_SYMBOL * line.size {
            return None;
        }
        let inner = |x0: f32, x1: f32, (top, low): (f32, f32)| rect(x0, top, x1, low).grown(-INSET);
        let (first, last) = (levels.first()?, levels.last()?);
        if self.field.strokes_in(self.reading.to_sheet(inner(left, right, (first.0, last.1)))).is_empty() {
            return None;
        }
        let ink = self.field.ink.inside(self.reading.to_sheet(inner(left, right, (first.0, last.1))));
        let ink = ink.moved(|p| self.reading.to_upright(p));
        let described: Vec<((f32, f32), String)> = levels
            .iter()
            .map(|level| (*level, text_in(inner(text.min.x, text.max.x, *level), self.lines)))
            .filter(|(_, said)| !said.is_empty())
            .collect();
        let is_drawn = |level: (f32, f32)| !ink.inside(inner(left, right, level)).strokes.is_empty();
        let head = described.first().map(|(level, _)| *level).filter(|level| !is_drawn(*level));
        let others = head.map(|level| self.heads(level, text.max.x)).unwrap_or_default();
        let drawn = |(level, said): &((f32, f32), String)| {
            let area = rect(left.min(text.min.x), level.0, right.max(text.max.x), level.1);
            let mut row = self.drawn_row(inner(left, right, *level), area, said, &ink)?;
            let value = |(name, x0, x1): &Head| (name.clone(), text_in(inner(*x0, *x1, *level), self.lines));
            row.columns = others.iter().map(value).filter(|(_, value)| !value.is_empty()).collect();
            Some(row)
        };
        let rows: Vec<LegendRow> = described.iter().filter_map(drawn).collect();
        let fits = rows.len() >= FEWEST && rows.len() * 4 >= described.len() * 3 && differ(&rows);
        let area = rows.iter().map(|r| r.area).reduce(Rect::union)?;
        fits.then_some(Legend { page: self.page, area, rows, named: false })
    }

    /// Returns the headers on a level to the right of a position.
    fn heads(&self, (top, low): (f32, f32), right: f32) -> Vec<Head> {
        let on_level = |l: &&Line| l.middle.y > top && l.middle.y < low && l.middle.x > right;
        let mut out: Vec<Head> = Vec::new();
        for line in self.lines.iter().filter(on_level) {
            let Some(cell) = self.rulings.cell(line.middle) else { continue };
            let same_row = (cell.min.y - top).abs() < SHARED && (cell.max.y - low).abs() < SHARED;
            if same_row
                && cell.width() <= WIDEST_SYMBOL * line.size
                && !out.iter().any(|(_, from, _)| (from - cell.min.x).abs() < 1.0)
            {
                out.push((line.text.clone(), cell.min.x, cell.max.x));
            }
        }
        out
    }

    /// Returns a row whose cell contains a drawing that nothing leads out of.
    fn drawn_row(&self, cell: Rect, area: Rect, said: &str, ink: &Ink) -> Option<LegendRow> {
        let row = row(cell, area, said.to_owned(), Vec::new(), self.lines, ink)?;
        let alone = stands_alone(self.reading.to_sheet(row.symbol_area), self.reading.to_sheet(cell), self.field);
        (alone && !row.specimen.ink.strokes.is_empty()).then_some(row)
    }
}
