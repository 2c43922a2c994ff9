//! A spatial index of device boxes.

use std::collections::HashMap;

/// Width of an index cell in points, about the size of a symbol.
const CELL: f32 = 8.0;

/// Largest distance from a wire's end to a device's box, in points. Some wires stop short of the symbol.
pub(crate) const REACH: f32 = 1.5;

/// Largest distance of a symbol's own ink outside its box, in points: half a line width.
const EDGE: f32 = 0.3;

/// Largest distance from the end of a wire that points at a device to the device, as a share of the device's longer
/// side. The gap may contain letters of the symbol, or be the gap of a dashed line.
const SHORT_OF: f32 = 0.6;
/// Longest device side for the search straight ahead, in points.
const LONGEST_SIDE: f32 = 25.0;

/// Largest distance from a box's edge to a line drawn to it, in points. A dash may end within [`REACH`] by chance.
const AT_EDGE: f32 = 0.5;

/// Longest side of a device's box, in points. Larger boxes are regions and contain whole wires.
const LARGEST: f32 = 120.0;

/// An index of device boxes.
pub(crate) struct Devices<'a> {
    boxes: &'a [[f32; 4]],
    cells: HashMap<(i32, i32), Vec<u32>>,
}

fn cell(x: f32, y: f32) -> (i32, i32) {
    ((x / CELL).floor() as i32, (y / CELL).floor() as i32)
}

fn area(b: [f32; 4]) -> f32 {
    (b[2] - b[0]) * (b[3] - b[1])
}

impl<'a> Devices<'a> {
    pub(crate) fn of(boxes: &'a [[f32; 4]]) -> Self {
        let mut cells: HashMap<(i32, i32), Vec<u32>> = HashMap::new();
        let usable = |b: &[f32; 4]| b.iter().all(|v| v.is_finite()) && (b[2] - b[0]).max(b[3] - b[1]) <= LARGEST;
        for (n, b) in (0u32..).zip(boxes).filter(|(_, b)| usable(b)) {
            let (from, to) = (cell(b[0] - REACH, b[1] - REACH), cell(b[2] + REACH, b[3] + REACH));
            for at in (from.1..=to.1).flat_map(|y| (from.0..=to.0).map(move |x| (x, y))) {
                cells.entry(at).or_default().push(n);
            }
        }
        Self { boxes, cells }
    }

    /// Returns the smallest device whose box is within `reach` (at most [`REACH`]) of a point.
    pub(crate) fn at(&self, p: [f32; 2], reach: f32) -> Option<usize> {
        let near =
            |b: [f32; 4]| p[0] >= b[0] - reach && p[0] <= b[2] + reach && p[1] >= b[1] - reach && p[1] <= b[3] + reach;
        let here = self.cells.get(&cell(p[0], p[1]))?.iter().map(|&n| n as usize).filter(|&n| near(self.boxes[n]));
        here.min_by(|&a, &b| area(self.boxes[a]).total_cmp(&area(self.boxes[b])).then(a.cmp(&b)))
    }

    /// Returns the first device straight ahead of a point, within the distance that [`SHORT_OF`] allows.
    pub(crate) fn ahead(&self, p: [f32; 2], onward: [f32; 2]) -> Option<usize> {
        let steps = (SHORT_OF * LONGEST_SIDE / REACH) as u32;
        (1..=steps).map(|n| n as f32 * REACH).find_map(|far| {
            let device = self.at([p[0] + far * onward[0], p[1] + far * onward[1]], 0.0)?;
            let b = self.boxes[device];
            (far <= SHORT_OF * (b[2] - b[0]).max(b[3] - b[1])).then_some(device)
        })
    }

    /// Returns whether a point is on the edge of a device's box.
    pub(crate) fn is_at_edge(&self, device: usize, p: [f32; 2]) -> bool {
        let b = self.boxes[device];
        let inside = [p[0] - b[0], b[2] - p[0], p[1] - b[1], b[3] - p[1]].into_iter().fold(f32::INFINITY, f32::min);
        inside.abs() <= AT_EDGE
    }

    /// Returns whether a single device's box contains all points, as for the symbol's own ink and letters.
    pub(crate) fn contain(&self, points: impl Iterator<Item = [f32; 2]> + Clone) -> bool {
        let here = points.clone().next().and_then(|p| self.cells.get(&cell(p[0], p[1])));
        let holds = |b: [f32; 4], p: [f32; 2]| {
            p[0] >= b[0] - EDGE && p[0] <= b[2] + EDGE && p[1] >= b[1] - EDGE && p[1] <= b[3] + EDGE
        };
        here.is_some_and(|here| here.iter().any(|&n| points.clone().all(|p| holds(self.boxes[n as usize], p))))
    }
}
