//! A spatial index of device boxes.

use plumbline_geometry::{Buckets, Point, Rect, Vector};

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
    boxes: &'a [Rect],
    cells: Buckets<u32>,
}

impl<'a> Devices<'a> {
    pub(crate) fn of(boxes: &'a [Rect]) -> Self {
        let usable = |b: &Rect| b.is_finite() && b.width().max(b.height()) <= LARGEST;
        let areas = (0u32..).zip(boxes).filter(|(_, b)| usable(b)).map(|(n, b)| (b.grown(REACH), n));
        Self { boxes, cells: Buckets::of_areas(CELL, areas) }
    }

    /// Returns the smallest device whose box is within `reach` (at most [`REACH`]) of a point.
    pub(crate) fn at(&self, p: Point, reach: f32) -> Option<usize> {
        let near = |n: &usize| self.boxes[*n].grown(reach).contains(p);
        let here = self.cells.at(p).iter().map(|&n| n as usize).filter(near);
        here.min_by(|&a, &b| self.boxes[a].area().total_cmp(&self.boxes[b].area()).then(a.cmp(&b)))
    }

    /// Returns the first device straight ahead of a point, within the distance that [`SHORT_OF`] allows.
    pub(crate) fn ahead(&self, p: Point, onward: Vector) -> Option<usize> {
        let steps = (SHORT_OF * LONGEST_SIDE / REACH) as u32;
        (1..=steps).map(|n| n as f32 * REACH).find_map(|far| {
            let device = self.at(p + onward * far, 0.0)?;
            let b = self.boxes[device];
            (far <= SHORT_OF * b.width().max(b.height())).then_some(device)
        })
    }

    /// Returns whether a point is on the edge of a device's box.
    pub(crate) fn is_at_edge(&self, device: usize, p: Point) -> bool {
        let b = self.boxes[device];
        let inside =
            [p.x - b.min.x, b.max.x - p.x, p.y - b.min.y, b.max.y - p.y].into_iter().fold(f32::INFINITY, f32::min);
        inside.abs() <= AT_EDGE
    }

    /// Returns whether a single device's box contains all points, as for the symbol's own ink and letters.
    pub(crate) fn contain(&self, points: impl Iterator<Item = Point> + Clone) -> bool {
        let here = points.clone().next().map_or(&[][..], |p| self.cells.at(p));
        here.iter().map(|&n| self.boxes[n as usize].grown(EDGE)).any(|b| points.clone().all(|p| b.contains(p)))
    }
}
