//! The units list and conversion between imperial and metric.

use serde::Serialize;

use crate::{MeasureType, UnitSystem};

/// System of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "UnitFamily"))]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// Feet, pounds, gallons.
    Imperial,
    /// Meters, kilograms, liters.
    Metric,
    /// Both: pieces, hours.
    Either,
}

/// A unit of the list.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unit {
    /// Code: 1 to 6 characters of `[A-Z0-9]`.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::UnitCode"))]
    pub code: &'static str,
    /// Display name.
    pub name: &'static str,
    /// What the unit measures.
    pub measure_type: MeasureType,
    /// System of units.
    pub system: System,
    /// Factor to the SI unit (m, m², m³, kg or s). 1 for pieces.
    pub si_factor: f64,
    /// Unit that it is converted to in the other system, or `None` if it is not converted.
    #[serde(skip)]
    counterpart: Option<&'static str>,
}

/// Regular expression for codes of units.
pub const CODE_PATTERN: &str = "^[A-Z0-9]{1,6}$";

const FOOT: f64 = 0.3048;
const POUND: f64 = 0.453_592_37;

const fn unit(
    code: &'static str,
    name: &'static str,
    measure_type: MeasureType,
    system: System,
    si_factor: f64,
    counterpart: Option<&'static str>,
) -> Unit {
    Unit { code, name, measure_type, system, si_factor, counterpart }
}

use MeasureType::{Area, Count, Length, Time, Volume, Weight};
use System::{Either, Imperial, Metric};

/// Every unit: those the contract names, and some that estimators buy and bill by.
///
/// Factors are exact and written out, so that no digits of the arithmetic show. They follow from the definitions in NIST
/// Special Publication 811, appendix B: the international foot of 0.3048 m and pound of 0.453 592 37 kg, the US gallon of 231
/// cubic inches, the acre of 43,560 square feet and the board foot of 1/12 cubic foot. `TON` is the US short ton of 2,000 pounds, `T` the
/// metric tonne.
pub const UNITS: &[Unit] = &[
    unit("EA", "Each", Count, Either, 1.0, None),
    unit("LS", "Lump sum", Count, Either, 1.0, None),
    unit("LF", "Linear foot", Length, Imperial, FOOT, Some("M")),
    unit("FT", "Foot", Length, Imperial, FOOT, Some("M")),
    unit("IN", "Inch", Length, Imperial, 0.0254, Some("MM")),
    unit("YD", "Yard", Length, Imperial, 0.9144, Some("M")),
    unit("M", "Metre", Length, Metric, 1.0, Some("FT")),
    unit("CM", "Centimetre", Length, Metric, 0.01, Some("IN")),
    unit("MM", "Millimetre", Length, Metric, 0.001, Some("IN")),
    unit("SF", "Square foot", Area, Imperial, 0.092_903_04, Some("M2")),
    unit("SY", "Square yard", Area, Imperial, 0.836_127_36, Some("M2")),
    unit("SQ", "Roofing square of 100 square feet", Area, Imperial, 9.290_304, Some("M2")),
    unit("AC", "Acre", Area, Imperial, 4_046.856_422_4, Some("HA")),
    unit("M2", "Square metre", Area, Metric, 1.0, Some("SF")),
    unit("HA", "Hectare", Area, Metric, 10_000.0, Some("AC")),
    unit("CF", "Cubic foot", Volume, Imperial, 0.028_316_846_592, Some("M3")),
    unit("CY", "Cubic yard", Volume, Imperial, 0.764_554_857_984, Some("M3")),
    unit("GAL", "US gallon", Volume, Imperial, 0.003_785_411_784, Some("L")),
    unit("MBF", "Thousand board feet", Volume, Imperial, 2.359_737_216, Some("M3")),
    unit("M3", "Cubic metre", Volume, Metric, 1.0, Some("CF")),
    unit("L", "Litre", Volume, Metric, 0.001, Some("GAL")),
    unit("LB", "Pound", Weight, Imperial, POUND, Some("KG")),
    unit("TON", "US short ton", Weight, Imperial, 907.184_74, Some("T")),
    unit("KG", "Kilogram", Weight, Metric, 1.0, Some("LB")),
    unit("T", "Metric tonne", Weight, Metric, 1000.0, Some("TON")),
    unit("HR", "Hour", Time, Either, 3600.0, None),
];

/// Returns the unit with this code, or `None` if there is none.
pub fn find(code: &str) -> Option<&'static Unit> {
    UNITS.iter().find(|unit| unit.code == code)
}

/// Returns the factor that converts a quantity in `code` to `system`, and the unit of the result.
///
/// The factor is 1 for units that are already in `system`, belong to both systems or are not in the list.
pub fn conversion(code: &str, system: UnitSystem) -> (f64, &str) {
    let stays = (1.0, code);
    let Some(from) = find(code) else { return stays };
    let wanted = match system {
        UnitSystem::AsDrawn => return stays,
        UnitSystem::Imperial => System::Imperial,
        UnitSystem::Metric => System::Metric,
    };
    if from.system == wanted || from.system == System::Either {
        return stays;
    }
    match from.counterpart.and_then(find) {
        Some(to) => (from.si_factor / to.si_factor, to.code),
        None => stays,
    }
}

/// Converts a quantity to the preferred system of units. Rounds to a millionth, so that the result has no digits that
/// floating-point arithmetic adds.
pub fn convert(quantity: f64, code: &str, system: UnitSystem) -> (f64, String) {
    let (factor, unit) = conversion(code, system);
    let quantity = if unit == code { quantity } else { round(quantity * factor) };
    (quantity, unit.to_owned())
}

/// Converts a quantity from one unit to another. Returns `None` if they do not measure the same, or if a unit is not in the
/// list.
pub fn between(quantity: f64, from: &str, to: &str) -> Option<f64> {
    if from == to {
        return Some(quantity);
    }
    let (from, to) = (find(from)?, find(to)?);
    (from.measure_type == to.measure_type).then(|| quantity * from.si_factor / to.si_factor)
}

/// Rounds a sum or a product to a millionth, which removes the digits that floating-point arithmetic adds.
pub fn round(quantity: f64) -> f64 {
    let rounded = (quantity * 1e6).round() / 1e6;
    if rounded.is_finite() { rounded } else { quantity }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_convert_to_the_preferred_system_and_back() {
        assert_eq!(convert(10.0, "FT", UnitSystem::Metric), (3.048, "M".to_owned()));
        assert_eq!(convert(3.048, "M", UnitSystem::Imperial), (10.0, "FT".to_owned()));
        assert_eq!(convert(1.0, "SY", UnitSystem::Metric), (0.836_127, "M2".to_owned()));
        assert_eq!(convert(2.0, "TON", UnitSystem::Metric), (1.814_369, "T".to_owned()));
        assert_eq!(convert(7.25, "M", UnitSystem::Metric), (7.25, "M".to_owned()));
        assert_eq!(convert(7.25, "M", UnitSystem::AsDrawn), (7.25, "M".to_owned()));
        assert_eq!(convert(4.0, "EA", UnitSystem::Imperial), (4.0, "EA".to_owned()));
        assert_eq!(convert(4.0, "XYZ", UnitSystem::Imperial), (4.0, "XYZ".to_owned()));
    }

    #[test]
    fn units_of_one_measure_add_up() {
        assert_eq!(between(2.0, "M", "MM"), Some(2000.0));
        assert_eq!(between(2.0, "XX", "XX"), Some(2.0));
        assert_eq!(between(2.0, "M", "EA"), None);
    }

    #[test]
    fn every_code_of_the_contract_has_the_factor_of_its_definition() {
        let defined = [
            ("EA", 1.0),
            ("LF", FOOT),
            ("FT", FOOT),
            ("IN", FOOT / 12.0),
            ("SF", FOOT.powi(2)),
            ("SY", 9.0 * FOOT.powi(2)),
            ("CF", FOOT.powi(3)),
            ("CY", 27.0 * FOOT.powi(3)),
            ("LB", POUND),
            ("TON", 2000.0 * POUND),
            ("HR", 3600.0),
            ("GAL", 231.0 * (FOOT / 12.0).powi(3)),
            ("M", 1.0),
            ("MM", 0.001),
            ("M2", 1.0),
            ("M3", 1.0),
            ("KG", 1.0),
            ("T", 1000.0),
            ("L", 0.001),
            ("LS", 1.0),
            ("YD", 3.0 * FOOT),
            ("CM", 0.01),
            ("SQ", 100.0 * FOOT.powi(2)),
            ("AC", 43_560.0 * FOOT.powi(2)),
            ("HA", 10_000.0),
            ("MBF", 1000.0 / 12.0 * FOOT.powi(3)),
        ];
        assert_eq!(defined.len(), UNITS.len());
        for (code, factor) in defined {
            let listed = find(code).unwrap().si_factor;
            assert!((listed / factor - 1.0).abs() < 1e-14, "{code}: {listed}");
        }
    }

    #[test]
    fn every_counterpart_measures_the_same_in_the_other_system() {
        for unit in UNITS {
            assert!(
                unit.code.len() <= 6
                    && unit.code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            );
            if let Some(counterpart) = unit.counterpart {
                let other = find(counterpart).unwrap();
                assert_eq!(other.measure_type, unit.measure_type);
                assert_ne!(other.system, unit.system);
            } else {
                assert_eq!(unit.system, System::Either);
            }
        }
    }
}
