//! A spatial index of boxes.

use rstar::{AABB, RTree, primitives::GeomWithData, primitives::Rectangle};

type Entry = GeomWithData<Rectangle<[f32; 2]>, u32>;

/// Boxes (x-min, y-min, x-max, y-max), indexed by position.
#[derive(Debug)]
pub(crate) struct Areas {
    boxes: Vec<[f32; 4]>,
    tree: RTree<Entry>,
}

impl Areas {
    pub(crate) fn new(boxes: Vec<[f32; 4]>) -> Self {
        let finite = |b: &[f32; 4]| b.iter().all(|v| v.is_finite());
        let entries = boxes
            .iter()
            .enumerate()
            .filter(|(_, b)| finite(b))
            .map(|(i, b)| Entry::new(Rectangle::from_corners([b[0], b[1]], [b[2], b[3]]), i as u32))
            .collect();
        Self { tree: RTree::bulk_load(entries), boxes }
    }

    /// Returns the boxes that share a point with `area`.
    pub(crate) fn touching(&self, area: [f32; 4]) -> impl Iterator<Item = (usize, [f32; 4])> {
        let envelope = AABB::from_corners([area[0], area[1]], [area[2], area[3]]);
        self.tree.locate_in_envelope_intersecting(&envelope).map(|e| (e.data as usize, self.boxes[e.data as usize]))
    }

    /// Returns whether a point is in one of the boxes.
    pub(crate) fn hold(&self, p: [f32; 2]) -> bool {
        self.touching([p[0], p[1], p[0], p[1]]).next().is_some()
    }

    /// Returns whether there are no boxes.
    pub(crate) fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }
}
