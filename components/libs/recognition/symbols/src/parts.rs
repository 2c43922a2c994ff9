//! Splits ink into separate parts.

use plumbline_geometry::{DisjointSets, Point, Rect, point};

use crate::contact::touch;
use crate::ink::Ink;

/// Strokes whose boxes are farther apart than this, in points, belong to different parts: about the width of the gaps
/// within symbols at usual plot scales.
const GAP: f32 = 3.0;

/// The gap for cells in which nothing is [`GAP`] apart: letters drawn beside a symbol.
const NARROW_GAP: f32 = 0.9;

/// Maximum number of strokes of ink that is split. Ink with more is a plan or a hatch, not a legend's cell, and stays
/// whole.
const MOST_IN_PARTS: usize = 4000;

/// Returns the parts of some ink, from left to right. Meant for a legend's cell, not for a sheet: the cost grows with
/// the square of the number of parts.
pub(crate) fn parts(ink: &Ink) -> Vec<Ink> {
    let wide = parts_by(ink, GAP);
    if wide.len() > 1 { wide } else { parts_by(ink, NARROW_GAP) }
}

fn parts_by(ink: &Ink, gap: f32) -> Vec<Ink> {
    if ink.strokes.len() > MOST_IN_PARTS {
        return vec![ink.clone()];
    }
    // The boxes of the parts found up to now, and the part of each stroke. Parts that meet later are merged.
    let mut boxes: Vec<Rect> = Vec::new();
    let mut parent: Vec<usize> = Vec::new();
    let near = |a: Rect, b: Rect| {
        a.min.x - gap <= b.max.x && b.min.x - gap <= a.max.x && a.min.y - gap <= b.max.y && b.min.y - gap <= a.max.y
    };
    for s in &ink.strokes {
        let mut grown = s.bbox();
        loop {
            let hit = (0..boxes.len()).find(|&i| parent[i] == i && near(boxes[i], grown));
            let Some(i) = hit else { break };
            grown = grown.union(boxes[i]);
            parent[i] = boxes.len();
        }
        parent.push(boxes.len());
        boxes.push(grown);
    }
    let mut roots: Vec<usize> = (0..boxes.len()).filter(|&i| parent[i] == i).collect();
    roots.sort_by(|&a, &b| boxes[a].min.x.total_cmp(&boxes[b].min.x).then(boxes[a].min.y.total_cmp(&boxes[b].min.y)));
    roots.into_iter().map(|i| ink.inside(boxes[i]).with_margin(boxes[i], ink)).collect()
}

impl Ink {
    /// Adds the rings centered in `area`. Rounding can leave a ring's edge just outside the box of its strokes.
    fn with_margin(mut self, area: Rect, whole: &Ink) -> Ink {
        let holds = |p: Point| area.contains(p);
        self.rings = whole.rings.iter().filter(|r| holds(r.center)).copied().collect();
        self
    }
}

/// Distance in points below which an end of a stroke touches another stroke.
const TOUCH: f32 = 0.25;

/// Maximum number of strokes of a specimen that is taken apart: each stroke is compared with each.
const MOST_STROKES: usize = 800;

/// Returns the ink without the letters drawn within it: pieces that touch nothing else and are lower than two thirds of
/// the piece around them. Returns `None` if there are none.
pub(crate) fn without_inner_pieces(ink: &Ink) -> Option<Ink> {
    let strokes = &ink.strokes;
    if strokes.len() > MOST_STROKES {
        return None;
    }
    let mut piece = DisjointSets::new(strokes.len());
    for i in 0..strokes.len() {
        for j in i + 1..strokes.len() {
            if touch(&strokes[i], &strokes[j], TOUCH) {
                piece.join(i, j);
            }
        }
    }
    let pieces = piece.groups(1);
    let bbox = |piece: &Vec<usize>| piece.iter().map(|i| strokes[*i].bbox()).reduce(Rect::union).unwrap_or_default();
    let outer = pieces.iter().map(bbox).max_by(|a, b| a.height().total_cmp(&b.height()))?;
    let is_inner = |b: Rect| {
        let within = b.min.x > outer.min.x && b.min.y > outer.min.y && b.max.x < outer.max.x && b.max.y < outer.max.y;
        within && b.height() < 0.67 * outer.height()
    };
    let (inner, rest): (Vec<Vec<usize>>, Vec<Vec<usize>>) = pieces.into_iter().partition(|piece| is_inner(bbox(piece)));
    if inner.is_empty() {
        return None;
    }
    let dropped: Vec<Rect> = inner.iter().map(bbox).collect();
    let of_dropped = |p: Point, q: Point| {
        dropped.iter().any(|b| {
            let b = b.grown(0.05);
            b.contains(p) && b.contains(q)
        })
    };
    let mut kept: Vec<usize> = rest.into_iter().flatten().collect();
    kept.sort_unstable();
    let kept = Ink {
        strokes: kept.into_iter().map(|i| strokes[i]).collect(),
        features: ink.features.iter().filter(|f| !of_dropped(f.a, f.b)).copied().collect(),
        rings: ink
            .rings
            .iter()
            .filter(|r| !of_dropped(point(r.center.x - r.radius, r.center.y), point(r.center.x + r.radius, r.center.y)))
            .copied()
            .collect(),
    };
    Some(kept)
}
