//! The sizes of dashes, gaps and letters in a line, as drafted on paper.

/// Longest gap of a dash pattern, in points (7 mm on paper, as long as a gap with letters in it).
pub(crate) const LONGEST_GAP: f32 = 20.0;
/// Longest dash, in points (40 mm on paper).
pub(crate) const LONGEST_DASH: f32 = 115.0;
/// Size below which a piece is a letter or a small symbol, in points.
pub(crate) const LETTER: f32 = 14.0;
/// Cosine of the largest angle between a dash and the gap after it: 11°, for dashes along arcs.
pub(crate) const AHEAD: f32 = 0.98;
