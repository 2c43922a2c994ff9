//! Columns of tables that rule only their rows: a column ends where no row has text.

use plumbline_geometry::{Rect, rect};

use crate::tables::faces::Face;
use crate::tables::text::{Reading, Word, box_to_frame, box_to_sheet, lines, main_turn};

/// The minimum gap between the texts of different columns, in text heights.
const COLUMN_GAP: f32 = 1.0;
/// The minimum number of gutters. A numbered list has one.
const FEWEST_GUTTERS: usize = 2;
/// The minimum number of rows with text in several columns.
const FEWEST_ROWS: usize = 3;
/// The distance within which sides are the same, in points.
const SAME_SIDE: f32 = 2.0;

/// A cell and the indices of its words.
type Filled = (Face, Vec<usize>);

/// Splits the cells of a table at the gutters if each of its rows is one cell.
pub(crate) fn split_at_gutters(set: Vec<Filled>, words: &[Word]) -> Vec<Filled> {
    let turn = main_turn(set.iter().flat_map(|(_, w)| w).map(|&w| &words[w]));
    let frames: Vec<Rect<Reading>> = set.iter().map(|(f, _)| box_to_frame(turn, f.area)).collect();
    let Some(first) = frames.first() else { return set };
    if frames.iter().any(|f| (f.min.x - first.min.x).abs() > SAME_SIDE || (f.max.x - first.max.x).abs() > SAME_SIDE) {
        return set;
    }
    let chunks = |inside: &[usize]| lines(inside.iter().map(|&w| &words[w]).filter(|w| w.turn == turn), COLUMN_GAP);
    let several: Vec<bool> = set
        .iter()
        .map(|(_, inside)| {
            let chunks = chunks(inside);
            chunks.windows(2).any(|w| w[1].from > w[0].to)
        })
        .collect();
    if several.iter().filter(|s| **s).count() < FEWEST_ROWS {
        return set;
    }
    let rows = set.iter().zip(&several).filter(|(_, s)| **s);
    let mut spans: Vec<(f32, f32, f32)> =
        rows.flat_map(|((_, inside), _)| chunks(inside)).map(|l| (l.from, l.to, l.size)).collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut gutters: Vec<f32> = Vec::new();
    let mut reached = f32::NEG_INFINITY;
    for (from, to, size) in spans {
        if reached.is_finite() && from - reached >= 0.8 * size {
            gutters.push((from + reached) / 2.0);
        }
        reached = reached.max(to);
    }
    if gutters.len() < FEWEST_GUTTERS {
        return set;
    }
    let mut out = Vec::with_capacity(set.len() * (gutters.len() + 1));
    for (((face, inside), frame), several) in set.into_iter().zip(frames).zip(several) {
        if !several {
            out.push((face, inside));
            continue;
        }
        let mut left = frame.min.x;
        for right in gutters.iter().copied().chain([frame.max.x]) {
            let middle = |w: &usize| (words[*w].from + words[*w].to) / 2.0;
            let own = inside.iter().filter(|w| (left..right).contains(&middle(w))).copied().collect();
            // Back to the sheet: the inverse of a rotation is the opposite rotation.
            let area = box_to_sheet(turn, rect(left, frame.min.y, right, frame.max.y));
            out.push((Face { area, ..face }, own));
            left = right;
        }
    }
    out
}
