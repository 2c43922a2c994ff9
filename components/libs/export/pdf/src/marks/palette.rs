//! The colors of groups: distinct from one another and from black linework.

use crate::marks::model::Mark;
use std::collections::HashMap;

/// Red, green and blue, 0..1.
pub(crate) type Color = [f32; 3];

/// Twelve colors that print well and that a color-blind reader can mostly distinguish. The numbers distinguish them
/// anyway.
const COLORS: [Color; 12] = [
    [0.84, 0.10, 0.11],
    [0.09, 0.40, 0.75],
    [0.13, 0.55, 0.13],
    [0.90, 0.45, 0.00],
    [0.48, 0.20, 0.65],
    [0.00, 0.55, 0.60],
    [0.80, 0.12, 0.55],
    [0.55, 0.35, 0.10],
    [0.35, 0.45, 0.10],
    [0.20, 0.25, 0.60],
    [0.75, 0.30, 0.30],
    [0.30, 0.50, 0.55],
];

/// Assigns each group a color in order of first appearance. The colors repeat after twelve.
pub(crate) fn assign(marks: &[Mark]) -> HashMap<&str, Color> {
    let mut colors = HashMap::new();
    for mark in marks {
        let next = COLORS[colors.len() % COLORS.len()];
        colors.entry(mark.group.as_str()).or_insert(next);
    }
    colors
}
