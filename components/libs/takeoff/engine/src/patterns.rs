//! Removes marks of hatches that look like a legend's symbol: soil, gravel, insulation, paving. They are not devices.
//!
//! A hatch repeats one small mark dozens of times, at intervals of about two mark sizes. Devices are much farther
//! apart.

use plumbline_geometry::{Buckets, Point, Rect, reached, remove_marked};
use plumbline_symbols::Instance;

use crate::entry::Entry;

/// Largest mark of a hatch on paper, in points. Arrays of solar modules are larger.
const LARGEST: f32 = 12.0;
/// Largest distance between adjacent marks of a hatch, as a multiple of the mark's size.
const NEAR: f32 = 2.5;
/// Fewest neighbors of a mark inside a hatch.
const NEIGHBORS: usize = 2;
/// Fewest marks of a hatch around a mark of the same shape that make it part of the hatch. See [`AMONG`].
const AROUND: usize = 3;
/// The radius for [`AROUND`], as a multiple of the mark's size.
const AMONG: f32 = 5.0;
/// Fewest marks of a hatch.
const FEWEST: usize = 30;
/// Fewest marks of a hatch if the mark has a circle, as most devices have.
const FEWEST_ROUND: usize = 80;

/// A legend row whose symbol a hatch repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// The index of the row's entry.
    pub(crate) entry: usize,
    /// The number of marks that were removed.
    pub(crate) count: usize,
}

/// Removes the instances that are marks of a hatch. Returns the affected rows, each with its number of marks.
pub(crate) fn drop_patterns(entries: &[Entry], instances: &mut Vec<Instance>) -> Vec<Pattern> {
    let mut out = Vec::new();
    let mut drop = vec![false; instances.len()];
    for (entry, of) in entries.iter().enumerate() {
        let own: Vec<usize> = (0..instances.len()).filter(|n| instances[*n].symbol == entry).collect();
        let boxes: Vec<Rect> = own.iter().map(|n| instances[*n].found.bbox).collect();
        let marks = hatched(&boxes, of.row.specimen.ink.rings.is_empty());
        let count = marks.iter().filter(|mark| **mark).count();
        own.iter().zip(marks).for_each(|(n, mark)| drop[*n] = mark);
        if count > 0 {
            out.push(Pattern { entry, count });
        }
    }
    remove_marked(instances, |n| drop[n]);
    out
}

/// Returns which boxes of one shape are marks of a hatch: those close to many others, and the few slightly apart from
/// these. `is_plain` means that the shape has no circle.
pub(crate) fn hatched(boxes: &[Rect], is_plain: bool) -> Vec<bool> {
    let fewest = if is_plain { FEWEST } else { FEWEST_ROUND };
    let mut out = vec![false; boxes.len()];
    if boxes.len() < fewest {
        return out;
    }
    for cluster in clusters(boxes).into_iter().filter(|cluster| cluster.len() >= fewest) {
        for n in cluster {
            out[n] = true;
        }
    }
    let marks: Vec<usize> = (0..boxes.len()).filter(|n| out[*n]).collect();
    let among = |b: &Rect| {
        let (at, reach) = (b.center(), AMONG * b.width().max(b.height()));
        let near = |n: &&usize| {
            let Point { x, y, .. } = boxes[**n].center();
            (x - at.x).hypot(y - at.y) <= reach
        };
        marks.iter().filter(near).take(AROUND).count() == AROUND
    };
    let strays: Vec<usize> = (0..boxes.len()).filter(|n| !out[*n] && among(&boxes[*n])).collect();
    strays.into_iter().for_each(|n| out[n] = true);
    out
}

/// Returns groups of small boxes that each have neighbors close by.
fn clusters(boxes: &[Rect]) -> Vec<Vec<usize>> {
    let size = |b: &Rect| b.width().max(b.height());
    let reach = NEAR * boxes.iter().map(size).filter(|s| *s <= LARGEST).fold(1.0, f32::max);
    let small = (0..boxes.len()).filter(|n| size(&boxes[*n]) <= LARGEST);
    let cells = Buckets::of_points(reach, small.map(|n| (boxes[n].center(), n)));
    let near = |n: usize| -> Vec<usize> {
        let at = boxes[n].center();
        let close = |m: &usize| {
            let Point { x: a, y: b, .. } = boxes[*m].center();
            *m != n && (a - at.x).hypot(b - at.y) <= NEAR * size(&boxes[n]).min(size(&boxes[*m]))
        };
        cells.around(at).filter(close).collect()
    };
    let neighbors: Vec<Vec<usize>> =
        (0..boxes.len()).map(|n| if size(&boxes[n]) <= LARGEST { near(n) } else { Vec::new() }).collect();
    let mut seen = vec![false; boxes.len()];
    let mut out = Vec::new();
    for start in 0..boxes.len() {
        if neighbors[start].len() < NEIGHBORS || seen[start] {
            continue;
        }
        // A mark at the edge belongs to the hatch but does not extend it.
        let carries = |n: usize| neighbors[n].len() >= NEIGHBORS;
        out.push(reached(start, &mut seen, |n| neighbors[n].iter().copied().filter(move |_| carries(n))));
    }
    out
}
