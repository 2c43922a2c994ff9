//! A standard symbol.

/// A standard symbol, in its own units: x to the right, y down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    /// Meaning, in terms of the vocabulary.
    pub name: &'static str,
    /// The standard that defines it, or where it is common.
    pub standard: &'static str,
    /// How specific it is without other evidence.
    pub specificity: Specificity,
    /// Letters within it, one of which must be present. If empty, any letters or none may be.
    pub letters: &'static [&'static str],
    /// Lines.
    pub marks: &'static [Mark],
}

/// How specific a glyph is without other evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Specificity {
    /// Drawn for one thing, as a circle with two lines across it is for a duplex receptacle.
    High,
    /// Drawn for a few things. Names one together with a tag, a layer or a word.
    Medium,
    /// So plain that many things look like it.
    Low,
}

/// A line of a glyph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mark {
    /// Straight lines from point to point.
    Lines(&'static [[f32; 2]]),
    /// The outline of a filled area.
    Filled(&'static [[f32; 2]]),
    /// A circle: center and radius.
    Circle([f32; 2], f32),
    /// A filled circle: center and radius.
    Dot([f32; 2], f32),
    /// An arc: center, radius, start and extent in degrees, clockwise on the page.
    Arc([f32; 2], f32, [f32; 2]),
}
