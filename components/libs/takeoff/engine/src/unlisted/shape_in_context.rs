//! A repeated shape of a page and its surroundings.

use plumbline_symbols::glyphs::Agreement;
use plumbline_symbols::{Repeat, Surroundings};

/// A repeated shape of a page and its surroundings.
pub(super) struct ShapeInContext<'a> {
    pub(super) repeat: &'a Repeat,
    pub(super) around: Surroundings,
    /// The standard symbols of the discipline that the shape resembles.
    pub(super) agreements: Vec<Agreement>,
    /// Whether the shape's pen draws little else.
    pub(super) has_own_pen: bool,
    /// Whether the shape may be a device without further evidence.
    pub(super) likely: bool,
}
