//! Legends whose descriptions are below their symbols, side by side. They have no title either, so they are recognized
//! like columns ([`crate::untitled_legends`]).

use plumbline_sheet::geometry::union;

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
    texts.sort_by(|a, b| a.middle[1].total_cmp(&b.middle[1]));
    let level = |a: &&Line, b: &&Line| {
        b.middle[1] - a.middle[1] < 0.2 * a.size && (b.size / a.size.max(1.0) - 1.0).abs() < 0.15
    };
    let mut out = Vec::new();
    for texts in texts.chunk_by(level).filter(|texts| texts.len() >= FEWEST) {
        let mut texts = texts.to_vec();
        texts.sort_by(|a, b| a.middle[0].total_cmp(&b.middle[0]));
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
    let middles = |axis: usize| -> Vec<f32> {
        rows.iter().map(|r| (r.symbol_area[axis] + r.symbol_area[axis + 2]) / 2.0).collect()
    };
    let fits = in_line(&middles(1), size) && even(&middles(0)) && differ(&rows);
    let area = rows.iter().map(|r| r.area).reduce(union)?;
    fits.then_some(Legend { page, area, rows, named: false })
}

/// Returns the row of a text and the isolated drawing above its center.
fn captioned(line: &Line, reading: Reading, lines: &[Line], field: &Field) -> Option<LegendRow> {
    let (size, middle) = (line.size, line.middle[0]);
    let half = WIDEST * size / 2.0;
    let window = [middle - half, line.bbox[1] - (TALLEST + FARTHEST) * size, middle + half, line.bbox[1] - 0.3];
    let on_sheet = reading.to_sheet(window);
    if field.strokes_in(on_sheet).is_empty() {
        return None;
    }
    let ink = field.ink.inside(on_sheet).moved(|p| reading.to_upright(p));
    // The part directly above the text. Its neighbors' drawings are to the side.
    let over = |b: &[f32; 4]| (b[0] + b[2]) / 2.0 - middle;
    let parts = crate::parts::parts(&ink);
    let mut near: Vec<[f32; 4]> = parts.iter().filter_map(crate::ink::Ink::bbox).collect();
    near.retain(|b| {
        over(b).abs() <= 2.0 * size && line.bbox[1] - b[3] <= FARTHEST * size && b[3] - b[1] <= TALLEST * size
    });
    let symbol = near.into_iter().reduce(union)?;
    if !stands_alone(reading.to_sheet(symbol), on_sheet, field) {
        return None;
    }
    let mut text = line.text.clone();
    let mut low = line;
    let below = |of: &Line| {
        lines.iter().find(|l| {
            let step = l.middle[1] - of.middle[1];
            step > 0.5 * size
                && step < LEADING * size
                && (l.middle[0] - middle).abs() < size
                && (l.size / size - 1.0).abs() < 0.15
        })
    };
    while let Some(next) = below(low) {
        text = format!("{text} {}", next.text);
        low = next;
    }
    let around = [symbol[0] - 0.3, symbol[1] - 0.3, symbol[2] + 0.3, symbol[3] + 0.3];
    let area = union(union(around, line.bbox), low.bbox);
    row(around, area, text, Vec::new(), lines, &ink)
}
