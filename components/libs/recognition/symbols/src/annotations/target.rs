//! The ink that a mark refers to: connected strokes at the tip of its leader or next to it.

use crate::ink::Stroke;
use plumbline_geometry::{Point, Rect, Size, halfway, point, rect};

use crate::annotations::lines::center;
use crate::annotations::linework::Pieces;
use crate::annotations::page::Page;
use crate::annotations::shape::{distance, to_segment};

/// The maximum length of a line in the ink, in heights of the font. Longer lines belong to the building.
const LONGEST: f32 = 10.0;

/// The maximum size of the marked thing, in heights of the font.
const LARGEST: f32 = 10.0;

/// The maximum number of pieces of ink considered for one mark.
const MOST_PIECES: usize = 600;

/// The ink without texts, frames and leaders.
pub(crate) struct UnclaimedInk<'a> {
    pieces: &'a Pieces,
    out: Vec<bool>,
}

impl<'a> UnclaimedInk<'a> {
    pub(crate) fn of(page: &Page, pieces: &'a Pieces) -> Self {
        let mut out = vec![false; pieces.strokes.len()];
        let own: std::collections::HashSet<u32> =
            page.frames.iter().flat_map(|f| f.polylines.iter().map(|&c| c as u32)).collect();
        for (i, s) in pieces.strokes.iter().enumerate() {
            if own.contains(&s.path) {
                out[i] = true;
                continue;
            }
            // Letters drawn as strokes.
            let middle = halfway(s.a, s.b);
            let near = page.lines.touching(rect(middle.x, middle.y, middle.x, middle.y));
            out[i] = near.iter().any(|&l| {
                let line = &page.lines.all()[l];
                distance(s.a, s.b) <= 1.2 * line.size
                    && distance(center(line), middle) <= distance(line.start, line.end)
            });
        }
        Self { pieces, out }
    }

    /// Returns the box of the connected ink nearest to an area.
    pub(crate) fn cluster(&self, area: Rect, size: f32, reach: f32, leader: Option<&[Point]>) -> Option<Rect> {
        let wanted = |s: &Stroke| {
            distance(s.a, s.b) <= LONGEST * size
                && !leader.is_some_and(|path| {
                    path.windows(2).any(|w| to_segment(s.a, w[0], w[1]) < 0.3 && to_segment(s.b, w[0], w[1]) < 0.3)
                })
        };
        let start = self.nearest(area, reach * size, &wanted)?;
        let mut seen = vec![start];
        let mut bbox = box_of(&self.pieces.strokes[start as usize]);
        let mut at = 0;
        while at < seen.len() && seen.len() < MOST_PIECES {
            let s = self.pieces.strokes[seen[at] as usize];
            at += 1;
            let steps = (distance(s.a, s.b) / 1.5).ceil().max(1.0) as usize;
            for step in 0..=steps {
                let t = step as f32 / steps as f32;
                let p = s.a + (s.b - s.a) * t;
                for &i in self.pieces.grid.near(p) {
                    let other = &self.pieces.strokes[i as usize];
                    let joins = !self.out[i as usize] && to_segment(p, other.a, other.b) <= 0.8;
                    if joins && wanted(other) && other.color == s.color && !seen.contains(&i) {
                        bbox = bbox.union(box_of(other));
                        // Ink that keeps extending is the building.
                        if bbox.width().max(bbox.height()) > LARGEST * size {
                            return None;
                        }
                        seen.push(i);
                    }
                }
            }
        }
        Some(bbox)
    }

    /// Returns the piece nearest to an area.
    fn nearest(&self, area: Rect, reach: f32, wanted: &impl Fn(&Stroke) -> bool) -> Option<u32> {
        let mut best: Option<(f32, u32)> = None;
        let mut far = 0.0;
        while far <= reach {
            let ring = area.grown(far);
            let Size { width: w, height: h, .. } = ring.size();
            let around = 2.0 * (w + h);
            let steps = (around / 1.5).ceil().max(4.0) as usize;
            for step in 0..steps {
                let t = step as f32 / steps as f32 * around;
                let p = match t {
                    t if t < w => point(ring.min.x + t, ring.min.y),
                    t if t < w + h => point(ring.max.x, ring.min.y + t - w),
                    t if t < 2.0 * w + h => point(ring.max.x - (t - w - h), ring.max.y),
                    t => point(ring.min.x, ring.max.y - (t - 2.0 * w - h)),
                };
                for &i in self.pieces.grid.near(p) {
                    let s = &self.pieces.strokes[i as usize];
                    if self.out[i as usize] || !wanted(s) {
                        continue;
                    }
                    let d = crate::annotations::shape::segment_to_box(s.a, s.b, area);
                    if best.is_none_or(|(b, n)| (d, i) < (b, n)) {
                        best = Some((d, i));
                    }
                }
            }
            if best.is_some_and(|(d, _)| d <= far + 0.8) {
                break;
            }
            far += 1.5;
        }
        best.filter(|(d, _)| *d <= reach).map(|(_, i)| i)
    }
}

fn box_of(s: &Stroke) -> Rect {
    Rect::between(s.a, s.b)
}
