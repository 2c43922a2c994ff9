//! The units list and conversion between imperial and metric.

use crate::{MeasureType, UnitSystem};

/// Which system a unit belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// Feet, pounds, gallons.
    Imperial,
    /// Metres, kilograms, litres.
    Metric,
    /// Both: pieces, hours.
    Either,
}

/// A unit of the list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unit {
    /// 1..6 characters of `[A-Z0-9]`.
    pub code: &'static str,
    /// For people.
    pub name: &'static str,
    /// What it measures.
    pub measure_type: MeasureType,
    /// Its system.
    pub system: System,
    /// How many of the SI unit (m, m², m³, kg, s; 1 for pieces) one of it is.
    pub si_factor: f64,
    /// What it becomes in the other system; `None` when it stays.
    counterpart: Option<&'static str>,
}

/// What a unit's code looks like, as a regular expression.
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

/// Every unit. Factors are exact by definition of the international foot, pound and US gallon.
pub const UNITS: &[Unit] = &[
    unit("EA", "Each", Count, Either, 1.0, None),
    unit("LS", "Lump sum", Count, Either, 1.0, None),
    unit("LF", "Linear foot", Length, Imperial, FOOT, Some("M")),
    unit("FT", "Foot", Length, Imperial, FOOT, Some("M")),
    unit("IN", "Inch", Length, Imperial, FOOT / 12.0, Some("MM")),
    unit("M", "Metre", Length, Metric, 1.0, Some("FT")),
    unit("MM", "Millimetre", Length, Metric, 0.001, Some("IN")),
    unit("SF", "Square foot", Area, Imperial, FOOT * FOOT, Some("M2")),
    unit("SY", "Square yard", Area, Imperial, 9.0 * FOOT * FOOT, Some("M2")),
    unit("M2", "Square metre", Area, Metric, 1.0, Some("SF")),
    unit("CF", "Cubic foot", Volume, Imperial, FOOT * FOOT * FOOT, Some("M3")),
    unit("CY", "Cubic yard", Volume, Imperial, 27.0 * FOOT * FOOT * FOOT, Some("M3")),
    unit("GAL", "US gallon", Volume, Imperial, 0.003_785_411_784, Some("L")),
    unit("M3", "Cubic metre", Volume, Metric, 1.0, Some("CF")),
    unit("L", "Litre", Volume, Metric, 0.001, Some("GAL")),
    unit("LB", "Pound", Weight, Imperial, POUND, Some("KG")),
    unit("TON", "Short ton", Weight, Imperial, 2000.0 * POUND, Some("T")),
    unit("KG", "Kilogram", Weight, Metric, 1.0, Some("LB")),
    unit("T", "Tonne", Weight, Metric, 1000.0, Some("TON")),
    unit("HR", "Hour", Time, Either, 3600.0, None),
];

/// The unit of a code.
pub fn find(code: &str) -> Option<&'static Unit> {
    UNITS.iter().find(|unit| unit.code == code)
}

/// A factor and the unit a quantity in `code` has after multiplying with it, for a caller who prefers `system`.
///
/// Units that are of that system already, of none, or not in the list stay as they are: factor 1.
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

/// A quantity in the units a caller prefers, rounded to a millionth so that no digits of the arithmetic show.
pub fn convert(quantity: f64, code: &str, system: UnitSystem) -> (f64, String) {
    let (factor, unit) = conversion(code, system);
    let quantity = if unit == code { quantity } else { round(quantity * factor) };
    (quantity, unit.to_owned())
}

/// A quantity of one unit in another that measures the same; `None` when it does not, or a unit is not in the list.
pub fn between(quantity: f64, from: &str, to: &str) -> Option<f64> {
    if from == to {
        return Some(quantity);
    }
    let (from, to) = (find(from)?, find(to)?);
    (from.measure_type == to.measure_type).then(|| quantity * from.si_factor / to.si_factor)
}

/// A sum or a product without the digits that floating-point arithmetic adds: rounded to a millionth.
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
