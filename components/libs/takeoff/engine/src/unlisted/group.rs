//! Shapes that are counted under one name, and their places.

use std::collections::BTreeSet;

use plumbline_geometry::Rect;

use super::naming::Name;
use super::shape_in_context::ShapeInContext;
use crate::labels::Labels;

/// One shape, or several similar shapes.
pub(super) struct Group<'a> {
    pub(super) name: Name,
    pub(super) number: usize,
    /// The letters that all places have.
    pub(super) letters: Option<String>,
    /// The most frequent shape of the group. Parts of the building have none.
    pub(super) shape: Option<&'a ShapeInContext<'a>>,
    pub(super) places: Vec<Place>,
}

/// A place of a shape.
pub(super) struct Place {
    pub(super) area: Rect,
    /// The labels at the place.
    pub(super) labels: Labels,
    /// The letters inside the place or beside it.
    pub(super) letters: BTreeSet<String>,
}

impl Place {
    pub(super) fn of(area: Rect) -> Self {
        Self { area, labels: Labels::default(), letters: BTreeSet::new() }
    }
}
