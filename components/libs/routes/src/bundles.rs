//! Lines that run side by side under one text: `(3) 3/4"C` beside three lines is one conduit each.

use rstar::AABB;

use crate::assign::{Pieces, piece};
use crate::find::Found;
use crate::graph::foot;
use crate::labels::Label;

/// Lines of one bundle are at most this far apart, in heights of the label.
const APART: f32 = 2.5;
/// A bundle reaches at most so many times as far to each side.
const MOST_LINES: f32 = 8.0;
/// Sine of the greatest angle between lines of one bundle: 6°.
const PARALLEL: f32 = 0.1;

/// A piece of a run: run, way and piece.
pub(crate) type Piece = (u32, u32, u32);

/// The pieces that run beside one at a label, itself among them, from one side to the other.
pub(crate) fn bundle(tree: &Pieces, found: &[Found], label: &Label, own: Piece) -> Vec<Piece> {
    let line = piece(found, own);
    let (dx, dy) = (line[2] - line[0], line[3] - line[1]);
    let length = dx.hypot(dy).max(f32::MIN_POSITIVE);
    let across = [-dy / length, dx / length];
    let (t, _) = foot(&line, label.middle);
    let at = [line[0] + t * dx, line[1] + t * dy];
    let reach = MOST_LINES * APART * label.size;
    let around = AABB::from_corners([at[0] - reach, at[1] - reach], [at[0] + reach, at[1] + reach]);
    let key = &found[own.0 as usize].key;
    let mut offsets: Vec<(f32, Piece)> = Vec::new();
    for hit in tree.locate_in_envelope_intersecting(&around).filter(|hit| found[hit.data.0 as usize].key == *key) {
        let s = piece(found, hit.data);
        let (ex, ey) = (s[2] - s[0], s[3] - s[1]);
        let turned = (dx * ey - dy * ex).abs() / (length * ex.hypot(ey).max(f32::MIN_POSITIVE));
        let (t, off) = foot(&s, at);
        let beside = t > 0.0 && t < 1.0;
        if turned <= PARALLEL && off <= reach && (beside || hit.data == own) {
            let foot = [s[0] + t * ex - at[0], s[1] + t * ey - at[1]];
            offsets.push((foot[0] * across[0] + foot[1] * across[1], hit.data));
        }
    }
    offsets.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let Some(mut from) = offsets.iter().position(|(_, p)| *p == own) else { return vec![own] };
    let mut to = from;
    let close = |a: usize, b: usize| (offsets[b].0 - offsets[a].0).abs() <= APART * label.size;
    while from > 0 && close(from - 1, from) {
        from -= 1;
    }
    while to + 1 < offsets.len() && close(to, to + 1) {
        to += 1;
    }
    offsets[from..=to].iter().map(|(_, piece)| *piece).collect()
}
