//! Finds lines side by side that share one text: `(3) 3/4"C` beside three lines means one conduit each.

use plumbline_geometry::{Rect, Segment, VectorExt as _, vector};

use crate::routes::candidate::CandidateRun;
use crate::routes::graph::foot;
use crate::routes::labels::Label;
use crate::routes::pieces::{Piece, Pieces, piece};

/// Largest distance between adjacent lines of a bundle, in label heights.
const APART: f32 = 2.5;
/// Most lines of a bundle on each side of the label's own line.
const MOST_LINES: f32 = 8.0;
/// Sine of the largest angle between lines of one bundle: 6°.
const PARALLEL: f32 = 0.1;

/// Returns the pieces that a label applies to: those that its leader crosses, if their number is the label's. Otherwise,
/// the adjacent pieces on both sides of its own piece.
pub(crate) fn bundle(tree: &Pieces, found: &[CandidateRun], label: &Label, own: Piece) -> Vec<Piece> {
    let crossed = crossed(tree, found, label, own);
    if crossed.len() == label.count as usize {
        return crossed;
    }
    let line = piece(found, own);
    let step = line.vector();
    let length = step.hypot().max(f32::MIN_POSITIVE);
    let across = vector(-step.y / length, step.x / length);
    let (t, _) = foot(&line, label.middle);
    let at = line.from + step * t;
    let reach = MOST_LINES * APART * label.size;
    let key = &found[own.0 as usize].key;
    let mut offsets: Vec<(f32, Piece)> = Vec::new();
    for hit in tree.touching(Rect::new(at, at).grown(reach)).filter(|hit| found[hit.0 as usize].key == *key) {
        let s = piece(found, hit);
        let (t, off) = foot(&s, at);
        let beside = t > 0.0 && t < 1.0;
        if is_parallel(s, line) && off <= reach && (beside || hit == own) {
            offsets.push(((s.from + s.vector() * t - at).dot(across), hit));
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

/// Returns the pieces of one kind that a label's leader crosses, including the label's own piece. The leader may be a
/// bracket or a tick over several lines.
fn crossed(tree: &Pieces, found: &[CandidateRun], label: &Label, own: Piece) -> Vec<Piece> {
    let mut out = vec![own];
    let (key, target) = (&found[own.0 as usize].key, piece(found, own));
    for w in label.leader.iter().flat_map(|path| path.windows(2)) {
        let stroke = Segment::new(w[0], w[1]);
        for hit in tree.touching(Rect::between(w[0], w[1])) {
            let s = piece(found, hit);
            let alike = found[hit.0 as usize].key == *key && is_parallel(s, target);
            if alike && stroke.crosses(s) && !out.contains(&hit) {
                out.push(hit);
            }
        }
    }
    out
}

fn is_parallel(s: Segment, t: Segment) -> bool {
    let (u, v) = (s.vector(), t.vector());
    u.cross(v).abs() <= PARALLEL * u.hypot() * v.hypot()
}
