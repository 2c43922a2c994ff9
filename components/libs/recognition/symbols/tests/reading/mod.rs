//! Reading directions of drawn legends.

/// Maps points of a legend drawn to read from left to right to their places on an 800-point sheet.
pub(crate) type Place = fn(f32, f32) -> [f32; 2];

/// Returns the place of a point in a legend that reads from left to right.
pub(crate) fn level(x: f32, y: f32) -> [f32; 2] {
    [x, y]
}

/// Returns the place of a point in a legend that reads upwards: right becomes up, and down becomes right.
pub(crate) fn upwards(x: f32, y: f32) -> [f32; 2] {
    [y, 800.0 - x]
}

/// Returns the place of a point in a legend that reads downwards.
pub(crate) fn downwards(x: f32, y: f32) -> [f32; 2] {
    [800.0 - y, x]
}
