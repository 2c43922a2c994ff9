//! Splits ink into parts that stand apart.

use crate::ink::Ink;

/// Strokes whose boxes are farther apart than this, in points, belong to different parts: about the width of the gaps
/// within symbols at usual plot scales.
const GAP: f32 = 3.0;

/// The same where nothing is as far apart: letters drawn beside a symbol.
const NARROW_GAP: f32 = 0.9;

/// The parts of some ink, from left to right. Meant for a legend's cell, not for a sheet: its cost grows with the
/// square of the number of parts.
pub(crate) fn parts(ink: &Ink) -> Vec<Ink> {
    let wide = parts_by(ink, GAP);
    if wide.len() > 1 { wide } else { parts_by(ink, NARROW_GAP) }
}

fn parts_by(ink: &Ink, gap: f32) -> Vec<Ink> {
    // Boxes of parts so far, and which part each stroke went to; parts that meet later are merged.
    let mut boxes: Vec<[f32; 4]> = Vec::new();
    let mut parent: Vec<usize> = Vec::new();
    let near =
        |a: [f32; 4], b: [f32; 4]| a[0] - gap <= b[2] && b[0] - gap <= a[2] && a[1] - gap <= b[3] && b[1] - gap <= a[3];
    for s in &ink.strokes {
        let mut grown = [s.a[0].min(s.b[0]), s.a[1].min(s.b[1]), s.a[0].max(s.b[0]), s.a[1].max(s.b[1])];
        loop {
            let hit = (0..boxes.len()).find(|&i| parent[i] == i && near(boxes[i], grown));
            let Some(i) = hit else { break };
            grown = plumbline_sheet::geometry::union(grown, boxes[i]);
            parent[i] = boxes.len();
        }
        parent.push(boxes.len());
        boxes.push(grown);
    }
    let mut roots: Vec<usize> = (0..boxes.len()).filter(|&i| parent[i] == i).collect();
    roots.sort_by(|&a, &b| boxes[a][0].total_cmp(&boxes[b][0]).then(boxes[a][1].total_cmp(&boxes[b][1])));
    roots.into_iter().map(|i| ink.inside(boxes[i]).with_margin(boxes[i], ink)).collect()
}

impl Ink {
    /// Rounding can leave a ring's edge just outside the box of its strokes; takes such rings along.
    fn with_margin(mut self, area: [f32; 4], whole: &Ink) -> Ink {
        let holds = |p: [f32; 2]| plumbline_sheet::geometry::contains(area, p);
        self.rings = whole.rings.iter().filter(|r| holds(r.center)).copied().collect();
        self
    }
}
