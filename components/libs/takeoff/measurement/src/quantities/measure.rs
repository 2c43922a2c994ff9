//! A quantity with its formula.

use crate::routes::Confidence;
use plumbline_notation::{Kind, Unit, format_number};
use serde::{Deserialize, Serialize};

/// A measured quantity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// The kind of quantity, that of the unit.
    pub kind: Kind,
    /// The quantity, in [`Measure::unit`].
    pub value: f64,
    /// The unit.
    pub unit: Unit,
    /// The computation with its numbers: `2×(24+12) in × 35.2 ft ÷ 12 = 211.2 ft²`.
    pub formula: String,
    /// The readings that it is based on, and the source of values from a table.
    pub basis: String,
    /// The confidence.
    pub confidence: Confidence,
}

impl Measure {
    /// Creates a measure whose formula is `computation = value unit`.
    pub fn new(value: f64, unit: Unit, computation: &str, basis: impl Into<String>, confidence: Confidence) -> Self {
        let formula = format!("{computation} = {} {}", format_number(value), unit.sign());
        Self { kind: unit.kind(), value, unit, formula, basis: basis.into(), confidence }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_ends_in_the_value_and_its_unit() {
        let m = Measure::new(12.5, Unit::SquareMeter, "2.5 m × 5 m", "text", Confidence::High);
        assert_eq!(m.formula, "2.5 m × 5 m = 12.5 m²");
        assert_eq!(m.kind, Kind::Area);
    }
}
