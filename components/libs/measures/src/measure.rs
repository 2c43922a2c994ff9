//! A quantity with the formula it came from.

use plumbline_routes::Confidence;
use plumbline_units::{Kind, Unit, figures};
use serde::{Deserialize, Serialize};

/// A measured quantity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// What it measures; that of the unit.
    pub kind: Kind,
    /// The quantity in [`Measure::unit`].
    pub value: f64,
    /// Its unit.
    pub unit: Unit,
    /// How it was computed, with the numbers put in: `2×(24+12) in × 35.2 ft ÷ 12 = 211.2 ft²`.
    pub formula: String,
    /// What was read where, and the source of what was looked up in a table.
    pub basis: String,
    /// How sure it is.
    pub confidence: Confidence,
}

impl Measure {
    /// A measure whose formula is `computation = value unit`.
    pub fn new(value: f64, unit: Unit, computation: &str, basis: impl Into<String>, confidence: Confidence) -> Self {
        let formula = format!("{computation} = {} {}", figures(value), unit.sign());
        Self { kind: unit.kind(), value, unit, formula, basis: basis.into(), confidence }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_ends_in_the_value_and_its_unit() {
        let m = Measure::new(12.5, Unit::SquareMetre, "2.5 m × 5 m", "text", Confidence::High);
        assert_eq!(m.formula, "2.5 m × 5 m = 12.5 m²");
        assert_eq!(m.kind, Kind::Area);
    }
}
