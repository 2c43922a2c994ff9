//! A spatial index of boxes.

use plumbline_geometry::{BoxIndex, Point, Rect};

/// Boxes (x-min, y-min, x-max, y-max), indexed by position.
#[derive(Debug)]
pub(crate) struct Areas {
    boxes: Vec<Rect>,
    index: BoxIndex<u32>,
}

impl Areas {
    pub(crate) fn new(boxes: Vec<Rect>) -> Self {
        let finite = (0u32..).zip(&boxes).filter(|(_, b)| b.is_finite());
        Self { index: BoxIndex::new(finite.map(|(i, b)| (*b, i))), boxes }
    }

    /// Returns the boxes that share a point with `area`.
    pub(crate) fn touching(&self, area: Rect) -> impl Iterator<Item = (usize, Rect)> {
        self.index.touching(area).map(|i| (i as usize, self.boxes[i as usize]))
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
