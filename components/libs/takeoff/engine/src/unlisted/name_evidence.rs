//! A piece of evidence for the name of a shape.

use crate::vocabulary::Kind;

/// The source of evidence. Repeated evidence from one source counts once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    Block,
    Layer,
    Letters,
    Marks,
    Circuits,
    Legs,
    Rating,
    Glyph,
    Pen,
}

impl Source {
    /// Returns whether the source describes the shape, and not only the sheet, its layers and its wiring.
    pub(super) fn is_of_shape(self) -> bool {
        !matches!(self, Self::Layer | Self::Circuits | Self::Legs | Self::Pen)
    }
}

/// Evidence from one source.
#[derive(Debug, Clone)]
pub(super) struct NameEvidence {
    pub(super) source: Source,
    /// The kind that it names.
    pub(super) kind: Kind,
    /// The weight of the evidence.
    pub(super) points: f32,
    /// The text of the evidence, for the items.
    pub(super) text: String,
    /// The name that it gives.
    pub(super) name: String,
}
