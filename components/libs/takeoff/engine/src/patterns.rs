//! Removes marks of hatches that look like a legend's symbol: soil, gravel, insulation, paving. They are not devices.
//!
//! A hatch repeats one small mark dozens of times, at intervals of about two mark sizes. Devices are much farther
//! apart.

use std::collections::HashMap;

use plumbline_geometry::{Point, Rect};
use plumbline_symbols::Instance;

use crate::symbols::Entry;

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
    let mut index = 0;
    instances.retain(|_| {
        index += 1;
        !drop[index - 1]
    });
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
    let cell = |p: Point| ((p.x / reach).floor() as i32, (p.y / reach).floor() as i32);
    let mut cells: HashMap<(i32, i32), Vec<usize>> = HashMap::new();
    for (n, b) in boxes.iter().enumerate().filter(|(_, b)| size(b) <= LARGEST) {
        cells.entry(cell(b.center())).or_default().push(n);
    }
    let near = |n: usize| -> Vec<usize> {
        let (at, (x, y)) = (boxes[n].center(), cell(boxes[n].center()));
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        let close = |m: &usize| {
            let Point { x: a, y: b, .. } = boxes[*m].center();
            *m != n && (a - at.x).hypot(b - at.y) <= NEAR * size(&boxes[n]).min(size(&boxes[*m]))
        };
        around.filter_map(|key| cells.get(&key)).flatten().copied().filter(close).collect()
    };
    let neighbors: Vec<Vec<usize>> =
        (0..boxes.len()).map(|n| if size(&boxes[n]) <= LARGEST { near(n) } else { Vec::new() }).collect();
    let mut seen = vec![false; boxes.len()];
    let mut out = Vec::new();
    for start in 0..boxes.len() {
        if neighbors[start].len() < NEIGHBORS || std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut cluster = vec![start];
        let mut at = 0;
        while at < cluster.len() {
            // A mark at the edge belongs to the hatch but does not extend it.
            let carries = neighbors[cluster[at]].len() >= NEIGHBORS;
            for &n in neighbors[cluster[at]].iter().filter(|_| carries) {
                if !std::mem::replace(&mut seen[n], true) {
                    cluster.push(n);
                }
            }
            at += 1;
        }
        out.push(cluster);
    }
    out
}
