//! The sizes of symbols on paper.

use crate::bindings::quantities::Discipline;
use plumbline_symbols::appearance::Sides;

/// Length of the longer side of the smallest symbols, in points.
pub(crate) const SMALLEST: f32 = 3.8;
/// Length of the longer side of the largest symbols, for disciplines that draw symbols instead of true sizes.
const LARGEST_SYMBOL: f32 = 27.0;
/// Length of the longer side of the largest symbols, for disciplines that draw fixtures and equipment to scale.
pub(crate) const LARGEST_FIXTURE: f32 = 48.0;
/// Smallest shorter side, in points. Thinner shapes are lines with ends.
const THINNEST: f32 = 1.4;

/// Returns whether a discipline's drawings show fixtures and equipment to scale, seen from above.
pub(crate) fn is_drawn_to_scale(discipline: Discipline) -> bool {
    matches!(
        discipline,
        Discipline::Plumbing | Discipline::Mechanical | Discipline::Structural | Discipline::MultiDiscipline
    )
}

/// Returns whether an object of this size may be a symbol of a discipline's drawings.
pub(crate) fn is_symbol_sized(discipline: Discipline, Sides { long, short }: Sides) -> bool {
    let largest = if is_drawn_to_scale(discipline) { LARGEST_FIXTURE } else { LARGEST_SYMBOL };
    (SMALLEST..=largest).contains(&long) && short >= THINNEST
}
