//! Lengths as drawings write them, and their conversion inside formulas.

use std::sync::LazyLock;

use crate::language::dimensions;
use regex_lite::Regex;
use serde::{Deserialize, Serialize};

use crate::number::{amount, format_number, number};
use crate::spelling::normalize_spelling;
use crate::system::System;

/// Meters in a foot, exactly (international yard and pound agreement, 1959).
pub const FOOT: f64 = 0.3048;
/// Meters in an inch, exactly. See [`FOOT`].
pub const INCH: f64 = 0.0254;

/// The units that dimensions are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the words say it")]
pub enum LengthUnit {
    Inch,
    Foot,
    Millimeter,
    Centimeter,
    Meter,
}

impl LengthUnit {
    /// Returns the meters in one unit: the international foot and inch of NIST SP 811.
    pub fn meters(self) -> f64 {
        match self {
            LengthUnit::Inch => INCH,
            LengthUnit::Foot => FOOT,
            LengthUnit::Millimeter => 0.001,
            LengthUnit::Centimeter => 0.01,
            LengthUnit::Meter => 1.0,
        }
    }

    /// Returns the sign used in formulas.
    pub fn sign(self) -> &'static str {
        match self {
            LengthUnit::Inch => "in",
            LengthUnit::Foot => "ft",
            LengthUnit::Millimeter => "mm",
            LengthUnit::Centimeter => "cm",
            LengthUnit::Meter => "m",
        }
    }

    /// Returns the system it belongs to.
    pub fn system(self) -> System {
        match self {
            LengthUnit::Inch | LengthUnit::Foot => System::Imperial,
            _ => System::Metric,
        }
    }

    /// Returns the factor to feet or meters and its form in a formula, which is empty if the unit is that unit already.
    pub fn conversion(self, system: System) -> (f64, &'static str) {
        match (self, system) {
            (LengthUnit::Inch, System::Imperial) => (1.0 / 12.0, " ÷ 12"),
            (LengthUnit::Foot, System::Imperial) | (LengthUnit::Meter, System::Metric) => (1.0, ""),
            (LengthUnit::Millimeter, System::Imperial) => (1.0 / 304.8, " ÷ 304.8"),
            (LengthUnit::Centimeter, System::Imperial) => (1.0 / 30.48, " ÷ 30.48"),
            (LengthUnit::Meter, System::Imperial) => (1.0 / 0.3048, " ÷ 0.3048"),
            (LengthUnit::Inch, System::Metric) => (INCH, " × 0.0254"),
            (LengthUnit::Foot, System::Metric) => (FOOT, " × 0.3048"),
            (LengthUnit::Millimeter, System::Metric) => (0.001, " ÷ 1000"),
            (LengthUnit::Centimeter, System::Metric) => (0.01, " ÷ 100"),
        }
    }
}

/// A length as written.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Length {
    /// Number of units.
    pub value: f64,
    /// The unit.
    pub unit: LengthUnit,
}

impl Length {
    /// Creates a length.
    pub fn new(value: f64, unit: LengthUnit) -> Self {
        Self { value, unit }
    }

    /// Returns the length in meters.
    pub fn meters(self) -> f64 {
        self.value * self.unit.meters()
    }

    /// Returns the length in inches.
    pub fn inches(self) -> f64 {
        self.meters() / INCH
    }

    /// Returns the length as a formula shows it: `6 in`.
    pub fn to_formula(self) -> String {
        format!("{} {}", format_number(self.value), self.unit.sign())
    }

    /// Returns the length in feet or meters, and its form in a formula: `6 in ÷ 12`.
    pub fn factor(self, system: System) -> (f64, String) {
        let (factor, suffix) = self.unit.conversion(system);
        (self.value * factor, format!("{}{suffix}", self.to_formula()))
    }
}

const NUMBER: &str = r"(?:\d+[ -]\d+/\d+|\d+/\d+|\d+(?:[.,]\d+)?|[.,]\d+)";

static LENGTH: LazyLock<Regex> = LazyLock::new(|| {
    let feet = format!("(?:'|{})", dimensions::FEET.alternatives());
    let inches = format!(r#"(?:''|"|{})"#, dimensions::INCHES.alternatives());
    Regex::new(&format!(
        r"(?i)^(?:(?P<f>{NUMBER})\s*{feet}(?:[\s-]*(?P<fi>{NUMBER})\s*{inches}?)?|(?P<i>{NUMBER})\s*{inches}|(?P<n>{NUMBER})\s*(?P<u>mm|cm|m|㎜|㎝)?)$"
    ))
    .expect("a constant pattern")
});

/// Parses a whole text as a length: `5'-0"`, `1 1/2"`, `200 mm`, `0,20 m`. A number without a unit has the unit that
/// `bare` gives it, if any.
pub fn parse_length(text: &str, bare: impl Fn(f64) -> Option<LengthUnit>) -> Option<Length> {
    let text = normalize_spelling(text);
    let found = LENGTH.captures(text.trim())?;
    let get = |name: &str| found.name(name).and_then(|m| number(m.as_str()));
    if let Some(feet) = found.name("f").and_then(|m| amount(m.as_str())) {
        return Some(Length::new(feet + get("fi").unwrap_or(0.0) / 12.0, LengthUnit::Foot));
    }
    if let Some(inches) = get("i") {
        return Some(Length::new(inches, LengthUnit::Inch));
    }
    let value = get("n")?;
    let unit = match found.name("u").map(|u| u.as_str().to_lowercase()).as_deref() {
        Some("mm" | "㎜") => LengthUnit::Millimeter,
        Some("cm" | "㎝") => LengthUnit::Centimeter,
        Some("m") => LengthUnit::Meter,
        _ => bare(value)?,
    };
    Some(Length::new(value, unit))
}

/// Parses the text of a dimension line. Without a unit, whole numbers from 200 on are millimeters and numbers with a
/// decimal point are meters, as is common on plans. Anything else may be a count. Lengths below 200 mm are thicknesses.
pub fn parse_dimension(text: &str) -> Option<Length> {
    const SHORTEST: f64 = 0.2;
    let text = text.trim();
    let bare = |value: f64| {
        if value >= 200.0 && value.fract() == 0.0 {
            Some(LengthUnit::Millimeter)
        } else {
            (text.contains(['.', ',']) && value < 100.0).then_some(LengthUnit::Meter)
        }
    };
    parse_length(text, bare).filter(|length| length.meters() >= SHORTEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meters(text: &str) -> f64 {
        parse_length(text, |_| None).map_or(f64::NAN, Length::meters)
    }

    #[test]
    fn lengths_are_read_as_drawings_write_them() {
        let want = [
            ("5'-0\"", 1.524),
            ("5' 6\"", 1.6764),
            ("1'-6 1/2\"", 0.4699),
            ("12\"", 0.3048),
            ("1 1/2\"", 0.0381),
            ("1½\"", 0.0381),
            ("3/8''", 0.009_525),
            ("200 mm", 0.2),
            ("0,20 m", 0.2),
            ("20cm", 0.2),
            ("4 ft", 1.2192),
        ];
        for (text, value) in want {
            assert!((meters(text) - value).abs() < 1e-9, "{text}: {}", meters(text));
        }
    }

    #[test]
    fn words_and_bare_numbers_without_a_rule_are_no_length() {
        for text in ["", "A-101", "12", "5'-0\" x 5'-0\"", "1/0\""] {
            assert!(parse_length(text, |_| None).is_none(), "{text}");
        }
    }

    #[test]
    fn dimensions_as_written() {
        let meters = |text: &str| parse_dimension(text).map(Length::meters);
        assert_eq!((meters("3500"), meters("2.40"), meters("500 mm")), (Some(3.5), Some(2.4), Some(0.5)));
        assert!(meters("12'-6\"").is_some_and(|m| (m - 3.81).abs() < 1e-9));
        for other in ["12", "100", "2\"", "A-101", "3 x CAT6"] {
            assert_eq!(meters(other), None, "{other}");
        }
    }
}
