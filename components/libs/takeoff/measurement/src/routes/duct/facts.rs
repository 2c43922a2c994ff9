//! The facts about a duct: its width on the plan and the size written beside it.

use plumbline_notation::DuctSize;

/// A size with its text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) size: DuctSize,
}

/// The facts about a run that is drawn with both edges.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Facts {
    /// The distance between the edges in points.
    pub(crate) width: f32,
    /// The size with its text.
    pub(crate) size: Option<Written>,
    /// Whether the size comes from a neighbor.
    pub(crate) inferred: bool,
}
