//! Legends whose descriptions are below their symbols, side by side. They have no title either, so they are recognized
//! like columns ([`crate::untitled_legends`]).

use plumbline_geometry::{Axis, Rect, rect};

use crate::legend::{Legend, LegendRow, Line, Reading, row};
use crate::matching::Field;
use crate::untitled_legends::{FEWEST, differ, even, in_line, may_describe, stands_alone};

/// Tallest and widest drawing above its description, in text heights.
const TALLEST: f32 = 7.0;
const WIDEST: f32 = 14.0;

/// Maximum distance between a drawing and the description below it, in text heights.
const FARTHEST: f32 = 4.0;

/// Maximum leading between the lines of a description, in text heights.
const LEADING: f32 = 1.8;

/// Returns the legends of drawings with descriptions below them.
pub(crate) fn legends(page: u32, lines: &[Line], reading: Reading, field: &Field) -> Vec<Legend> {
    levels(lines).into_iter().filter_map(|level| read(page, &level, reading, lines, field)).collect()
}

/// Returns the texts of one size on one level, from left to right.
fn levels(lines: &[Line]) -> Vec<Vec<&Line>> {
    let mut texts: Vec<&Line> = lines.iter().filter(|l| may_describe(l)).collect();
    texts.sort_by(|a, b| a.middle.y.total_cmp(&b.middle.y));
    let level =
        |a: &&Line, b: &&Line| b.middle.y - a.middle.y < 0.2 * a.size && (b.size / a.size.max(1.0) - 1.0).abs() < 0.15;
    let mut out = Vec::new();
    for texts in texts.chunk_by(level).filter(|texts| texts.len() >= FEWEST) {
        let mut texts = texts.to_vec();
        texts.sort_by(|a, b| a.middle.x.total_cmp(&b.middle.x));
        out.push(texts);
    }
    out
}

fn read(page: u32, level: &[&Line], reading: Reading, lines: &[Line], field: &Field) -> Option<Legend> {
    // Only texts that are the first line below a drawing count. Others have nothing above them.
    let captioned: Vec<(&Line, LegendRow)> =
        level.iter().filter_map(|line| Some((*line, captioned(line, reading, lines, field)?))).collect();
    if captioned.len() < FEWEST || captioned.len() * 5 < level.len() * 4 {
        return None;
    }
    let size = captioned[0].0.size;
    let rows: Vec<LegendRow> = captioned.into_iter().map(|(_, row)| row).collect();
    let middles = |axis: Axis| -> Vec<f32> { rows.iter().map(|r| axis.of(r.symbol_area.center())).collect() };
    let fits = in_line(&middles(Axis::Y), size) && even(&middles(Axis::X)) && differ(&rows);
    let area = rows.iter().map(|r| r.area).reduce(Rect::union)?;
    fits.then_some(Legend { page, area, rows, named: false })
}

/// Returns the row of a text and the isolated drawing above its center.
fn captioned(line: &Line, reading: Reading, lines: &[Line], field: &Field) -> Option<LegendRow> {
    let (size, middle) = (line.size, line.middle.x);
    let half = WIDEST * size / 2.0;
    let window =
        rect(middle - half, line.bbox.min.y - (TALLEST + FARTHEST) * size, middle + half, line.bbox.min.y - 0.3);
    let on_sheet = reading.to_sheet(window);
    if field.strokes_in(on_sheet).is_empty() {
        return None;
    }
    let ink = field.ink.inside(on_sheet).moved(|p| reading.to_upright(p));
    // The part directly above the text. Its neighbors' drawings are to the side.
    let over = |b: &Rect| b.center().x - middle;
    let parts = crate::parts::parts(&ink);
    let mut near: Vec<Rect> = parts.iter().filter_map(crate::ink::Ink::bbox).collect();
    near.retain(|b| {
        over(b).abs() <= 2.0 * size && line.bbox.min.y - b.max.y <= FARTHEST * size && b.height() <= TALLEST * size
    });
    let symbol = near.into_iter().reduce(Rect::union)?;
    if !stands_alone(reading.to_sheet(symbol), on_sheet, field) {
        return None;
    }
    let mut text = line.text.clone();
    let mut low = line;
    let below = |of: &Line| {
        lines.iter().find(|l| {
            let step = l.middle.y - of.middle.y;
            step > 0.5 * size
                && step < LEADING * size
                && (l.middle.x - middle).abs() < size
                && (l.size / size - 1.0).abs() < 0.15
        })
    };
    while let Some(next) = below(low) {
        text = format!("{text} {}", next.text);
        low = next;
    }
    let around = symbol.grown(0.3);
    let area = around.union(line.bbox).union(low.bbox);
    row(around, area, text, Vec::new(), lines, &ink)
}
