//! A spatial index of boxes.

use plumbline_geometry::{Point, Rect};
use rstar::{AABB, RTree, primitives::GeomWithData, primitives::Rectangle};

type Entry = GeomWithData<Rectangle<[f32; 2]>, u32>;

/// Boxes (x-min, y-min, x-max, y-max), indexed by position.
#[derive(Debug)]
pub(crate) struct Areas {
    boxes: Vec<Rect>,
    tree: RTree<Entry>,
}

impl Areas {
    pub(crate) fn new(boxes: Vec<Rect>) -> Self {
        let finite = |b: &Rect| b.is_finite();
        let entries = boxes
            .iter()
            .enumerate()
            .filter(|(_, b)| finite(b))
            .map(|(i, b)| Entry::new(Rectangle::from_corners(b.min.into(), b.max.into()), i as u32))
            .collect();
        Self { tree: RTree::bulk_load(entries), boxes }
    }

    /// Returns the boxes that share a point with `area`.
    pub(crate) fn touching(&self, area: Rect) -> impl Iterator<Item = (usize, Rect)> {
        let envelope = AABB::from_corners(area.min.into(), area.max.into());
        self.tree.locate_in_envelope_intersecting(&envelope).map(|e| (e.data as usize, self.boxes[e.data as usize]))
    }

    /// Returns whether a point is in one of the boxes.
    pub(crate) fn hold(&self, p: Point) -> bool {
        self.touching(Rect::between(p, p)).next().is_some()
    }

    /// Returns whether there are no boxes.
    pub(crate) fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }
}
