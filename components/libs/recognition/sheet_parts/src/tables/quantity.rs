//! Quantities as written in cells: `1,250`, `2 EA`, `6'-4"`, `3 1/2"`, `3.25 m`, `3,25 kg`, `ø12`, `20 A`.

use std::sync::LazyLock;

use plumbline_notation::language::{Words, dimensions, units};
use plumbline_notation::{FOOT, INCH, LengthUnit, POUND, amount, normalize_spelling, parse_length};
use regex::Regex;
use serde::{Deserialize, Serialize};

use crate::tables::text::narrow;

/// The unit of a quantity. Lengths, masses and so on are always in their SI unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Unit {
    /// A bare number.
    None,
    /// Pieces.
    Each,
    /// Length.
    Meter,
    /// Area.
    SquareMeter,
    /// Volume.
    CubicMeter,
    /// Mass.
    Kilogram,
    /// Power and heat flow.
    Watt,
    /// Apparent power.
    VoltAmpere,
    /// Voltage.
    Volt,
    /// Current.
    Ampere,
    /// Volume flow of air or water.
    CubicMeterPerSecond,
}

/// A number and its unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Quantity {
    /// The number, in the unit.
    pub value: f64,
    /// The unit.
    pub unit: Unit,
}

/// Units by their names, and their size in the SI unit. Horsepower is mechanical, 745.7 W. MBH is 1000 Btu per hour.
const UNITS: [(Words, Unit, f64); 33] = [
    (units::EACH, Unit::Each, 1.0),
    (units::METER, Unit::Meter, 1.0),
    (units::MILLIMETER, Unit::Meter, 1e-3),
    (units::CENTIMETER, Unit::Meter, 1e-2),
    (units::KILOMETER, Unit::Meter, 1e3),
    (units::FOOT, Unit::Meter, FOOT),
    (units::INCH, Unit::Meter, INCH),
    (units::YARD, Unit::Meter, 3.0 * FOOT),
    (units::SQUARE_METER, Unit::SquareMeter, 1.0),
    (units::SQUARE_FOOT, Unit::SquareMeter, FOOT * FOOT),
    (units::SQUARE_YARD, Unit::SquareMeter, 9.0 * FOOT * FOOT),
    (units::CUBIC_METER, Unit::CubicMeter, 1.0),
    (units::CUBIC_FOOT, Unit::CubicMeter, FOOT * FOOT * FOOT),
    (units::CUBIC_YARD, Unit::CubicMeter, 27.0 * FOOT * FOOT * FOOT),
    (units::LITER, Unit::CubicMeter, 1e-3),
    (units::GALLON, Unit::CubicMeter, 3.785_411_784e-3),
    (units::KILOGRAM, Unit::Kilogram, 1.0),
    (units::POUND, Unit::Kilogram, POUND),
    (units::TONNE, Unit::Kilogram, 1e3),
    (units::WATT, Unit::Watt, 1.0),
    (units::KILOWATT, Unit::Watt, 1e3),
    (units::HORSEPOWER, Unit::Watt, 745.7),
    (units::METRIC_HORSEPOWER, Unit::Watt, 735.5),
    (units::BTU_PER_HOUR, Unit::Watt, 0.293_071),
    (units::THOUSAND_BTU_PER_HOUR, Unit::Watt, 293.071),
    (units::VOLT_AMPERE, Unit::VoltAmpere, 1.0),
    (units::KILOVOLT_AMPERE, Unit::VoltAmpere, 1e3),
    (units::VOLT, Unit::Volt, 1.0),
    (units::AMPERE, Unit::Ampere, 1.0),
    (units::CUBIC_FOOT_PER_MINUTE, Unit::CubicMeterPerSecond, 4.719_474e-4),
    (units::GALLON_PER_MINUTE, Unit::CubicMeterPerSecond, 6.309_02e-5),
    (units::LITER_PER_SECOND, Unit::CubicMeterPerSecond, 1e-3),
    (units::CUBIC_METER_PER_HOUR, Unit::CubicMeterPerSecond, 1.0 / 3600.0),
];

/// The patterns of this module.
struct Patterns {
    number: Regex,
    diameter: Regex,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let new = |source: &str| Regex::new(source).expect("a constant pattern");
    let diameter = dimensions::DIAMETER_ABBREVIATION.alternatives();
    Patterns {
        number: new(
            r"^([+-]?)(?:(\d[\d., ]*?)[\s-]*(?:\b(\d{1,2})/(\d{1,3}))?|(\d{1,3})/(\d{1,3}))\s*([^\d\s.,/+-].*)?$",
        ),
        diameter: new(&format!(r"^(?:ø|[Dd][Nn]|(?i:{diameter})\.?)\s*(.+)$")),
    }
});

/// Returns the unit that a word names, and its size in the SI unit.
pub(crate) fn unit(name: &str) -> Option<(Unit, f64)> {
    let tidy = name.trim().trim_end_matches('.').replace('.', "").to_lowercase();
    UNITS.iter().find(|(names, ..)| names.contains(&tidy)).map(|&(_, unit, factor)| (unit, factor))
}

/// Returns the quantity that a whole cell holds, or `None` for anything else. A diameter (`ø12`, `DN50`) is in
/// millimeters unless it has another unit.
pub fn quantity(text: &str) -> Option<Quantity> {
    let text = normalize_spelling(&narrow(text));
    let text = text.trim();
    let patterns = &*PATTERNS;
    if let Some(found) = patterns.diameter.captures(text) {
        let size = quantity(&found[1])?;
        return match size.unit {
            Unit::None => Some(Quantity { value: size.value * 1e-3, unit: Unit::Meter }),
            Unit::Meter => Some(size),
            _ => None,
        };
    }
    let part = |m: Option<regex::Match<'_>>| m.and_then(|m| m.as_str().parse::<f64>().ok());
    let fraction = |over: Option<f64>, under: Option<f64>| match (over, under) {
        (Some(a), Some(b)) if b > 0.0 => a / b,
        _ => 0.0,
    };
    // An improper fraction (20/1, 120/208) is two separate values.
    let proper =
        |over: f64, under: f64| over < under && [2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 16.0, 32.0, 64.0].contains(&under);
    if let Some(length) = parse_length(text, |_| None).filter(|l| l.unit == LengthUnit::Foot) {
        return Some(Quantity { value: length.meters(), unit: Unit::Meter });
    }
    let found = patterns.number.captures(text)?;
    let sign = if &found[1] == "-" { -1.0 } else { 1.0 };
    let value = match found.get(2) {
        Some(whole) => amount(whole.as_str())? + fraction(part(found.get(3)), part(found.get(4))),
        None if proper(part(found.get(5))?, part(found.get(6))?) => fraction(part(found.get(5)), part(found.get(6))),
        None => return None,
    };
    let (unit, factor) = match found.get(7) {
        Some(name) => unit(name.as_str())?,
        None => (Unit::None, 1.0),
    };
    Some(Quantity { value: sign * value * factor, unit })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(text: &str, value: f64, unit: Unit) {
        let got = quantity(text).unwrap_or_else(|| panic!("{text} is a quantity"));
        assert!((got.value - value).abs() < 1e-9 * value.abs().max(1.0) && got.unit == unit, "{text}: {got:?}");
    }

    #[test]
    fn counts_with_and_without_a_unit() {
        reads("12", 12.0, Unit::None);
        reads("1,250", 1250.0, Unit::None);
        reads("1.250,5", 1250.5, Unit::None);
        reads("-3", -3.0, Unit::None);
        reads("2 EA", 2.0, Unit::Each);
        reads("3 Und.", 3.0, Unit::Each);
        reads("５台", 5.0, Unit::Each);
        reads("1/2", 0.5, Unit::None);
    }

    #[test]
    fn lengths_in_feet_inches_and_meters() {
        reads("6'-4\"", 6.0 * FOOT + 4.0 * INCH, Unit::Meter);
        reads("7'-3 1/2\"", 7.0 * FOOT + 3.5 * INCH, Unit::Meter);
        reads("4459'-0", 4459.0 * FOOT, Unit::Meter);
        reads("0'-5¾\"", 5.75 * INCH, Unit::Meter);
        reads("6' 4”", 6.0 * FOOT + 4.0 * INCH, Unit::Meter);
        reads("1636'", 1636.0 * FOOT, Unit::Meter);
        reads("1/2\"", 0.5 * INCH, Unit::Meter);
        reads("1-1/2\"", 1.5 * INCH, Unit::Meter);
        reads("2 ft 6 in", 2.5 * FOOT, Unit::Meter);
        reads("3.25 m", 3.25, Unit::Meter);
        reads("3,25m", 3.25, Unit::Meter);
        reads("1200 mm", 1.2, Unit::Meter);
        reads("ø12", 0.012, Unit::Meter);
        reads("DN 50", 0.05, Unit::Meter);
        reads("Ø1/2\"", 0.5 * INCH, Unit::Meter);
    }

    #[test]
    fn ratings_masses_and_flows() {
        reads("20 A", 20.0, Unit::Ampere);
        reads("42W", 42.0, Unit::Watt);
        reads("1.5 kVA", 1500.0, Unit::VoltAmpere);
        reads("100 lbs", 45.359_237, Unit::Kilogram);
        reads("1000 CFM", 0.471_947_4, Unit::CubicMeterPerSecond);
        reads("12 m²", 12.0, Unit::SquareMeter);
    }

    #[test]
    fn names_and_sizes_are_not_quantities() {
        for text in ["", "F1", "#5", "24x12", "2.5mm2 CABLE", "20/1", "1-12", "A", "--", "120/208V", "1'-2'"] {
            assert_eq!(quantity(text), None, "{text}");
        }
    }

    mod any_number {
        use super::*;
        use proptest::prelude::*;

        proptest! {
            #[test]
            fn of_sixteenths_reads_back(feet in 0u32..200, sixteenths in 0u32..192) {
                let (inches, part) = (sixteenths / 16, sixteenths % 16);
                let text = match part {
                    0 => format!("{feet}'-{inches}\""),
                    _ => format!("{feet}'-{inches} {part}/16\""),
                };
                let want = f64::from(feet) * FOOT + f64::from(sixteenths) / 16.0 * INCH;
                let got = quantity(&text).unwrap();
                prop_assert!((got.value - want).abs() < 1e-9, "{text}: {got:?}");
            }

            #[test]
            fn never_panics(text in "\\PC{0,12}") {
                let _ = quantity(&text);
            }
        }
    }
}
