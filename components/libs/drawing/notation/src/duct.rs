//! Duct sizes as written on drawings: `24x12`, `24"x12"`, `600x300`, `ø200`, `12"ø`, `10 DIA`, `30x14 FO`.

use std::f64::consts::PI;
use std::sync::LazyLock;

use crate::language::dimensions;
use regex_lite::Regex;
use serde::{Deserialize, Serialize};

use crate::length::{Length, LengthUnit};
use crate::number::{format_number, number};
use crate::spelling::normalize_spelling;
use crate::system::System;

/// The section of a duct.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// A rectangle of two sides.
    Rectangular {
        /// The first number: on a plan, the visible side.
        width: f64,
        /// The second number.
        height: f64,
    },
    /// A circle.
    Round {
        /// The diameter.
        diameter: f64,
    },
    /// Two half circles joined by flats.
    FlatOval {
        /// The major axis.
        width: f64,
        /// The minor axis.
        height: f64,
    },
}

/// The clear size of a duct as its label gives it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct DuctSize {
    /// Section.
    pub shape: Shape,
    /// The unit of the numbers: inches or millimeters.
    pub unit: LengthUnit,
}

/// Sides in which ducts are made, in meters.
const MADE: std::ops::RangeInclusive<f64> = 0.05..=5.0;

const SIDE: &str = r"(\d{1,4}(?:[.,]\d)?(?:[ -]\d/\d{1,2})?)";
const UNIT: &str = r#"("|in\b|mm|cm)?"#;

static TWO_SIDES: LazyLock<Regex> = LazyLock::new(|| {
    let oval = format!(r"(?:\s*({}|ø))?", dimensions::OVAL.pattern("", r"\b"));
    Regex::new(&format!(r"(?i)^{SIDE}\s*{UNIT}\s*(?:[x*]|/)\s*{SIDE}\s*{UNIT}{oval}(?:$|[\s,;(.])"))
        .expect("a constant pattern")
});

static DIAMETER: LazyLock<Regex> = LazyLock::new(|| {
    let diameter = dimensions::DIAMETER_ABBREVIATION.alternatives();
    let (round, round_after) = (dimensions::ROUND.alternatives(), dimensions::ROUND_AFTER.pattern("", r"\b"));
    Regex::new(&format!(
        r"(?i)^(?:(?:ø|(?:{diameter})\.?|d=|{round})\s*{SIDE}\s*{UNIT}|{SIDE}\s*{UNIT}\s*(?:ø|(?:{diameter})\b\.?|{round_after}))(?:$|[\s,;(]|\.(?:$|\s))"
    ))
    .expect("a constant pattern")
});

impl DuctSize {
    /// Reads the size at the beginning of a label. Without a unit, a number below 100 is in inches if the sheet uses
    /// feet and inches, otherwise in centimeters. From 100 on it is in millimeters.
    pub fn parse(label: &str, sheet: System) -> Option<Self> {
        if !label.contains(|c: char| c.is_numeric()) {
            return None;
        }
        let label = normalize_spelling(label);
        let label = label.trim();
        let two = TWO_SIDES.captures(label);
        let (a, b, found) = match two {
            Some(c) => (number(&c[1])?, number(&c[3])?, c),
            None => {
                let c = DIAMETER.captures(label)?;
                let d = number(c.get(1).or_else(|| c.get(3))?.as_str())?;
                (d, d, c)
            }
        };
        let mark = found.get(2).or_else(|| found.get(4)).map(|m| m.as_str().to_lowercase());
        let sides = found.get(1).zip(found.get(3));
        // `24/12` without a unit is a date or a fraction of something else.
        if sides.is_some_and(|(first, second)| mark.is_none() && label[first.end()..second.start()].contains('/')) {
            return None;
        }
        let (unit, factor) = match mark.as_deref() {
            Some("mm") => (LengthUnit::Millimeter, 1.0),
            Some("cm") => (LengthUnit::Millimeter, 10.0),
            Some(_) => (LengthUnit::Inch, 1.0),
            None if a.max(b) >= 100.0 => (LengthUnit::Millimeter, 1.0),
            None if sheet == System::Imperial => (LengthUnit::Inch, 1.0),
            None => (LengthUnit::Millimeter, 10.0),
        };
        let (width, height) = (a * factor, b * factor);
        let shape = if sides.is_none() {
            Shape::Round { diameter: width }
        } else if found.get(5).is_some() {
            Shape::FlatOval { width: width.max(height), height: width.min(height) }
        } else {
            Shape::Rectangular { width, height }
        };
        let size = Self { shape, unit };
        size.sides().into_iter().all(|side| MADE.contains(&Length::new(side, unit).meters())).then_some(size)
    }

    /// Returns width and height, or the diameter twice, in its unit.
    pub fn sides(&self) -> [f64; 2] {
        match self.shape {
            Shape::Rectangular { width, height } | Shape::FlatOval { width, height } => [width, height],
            Shape::Round { diameter } => [diameter, diameter],
        }
    }

    /// Returns the longest side, the major axis or the diameter, by which gauges are chosen.
    pub fn longest_side(&self) -> Length {
        let [width, height] = self.sides();
        Length::new(width.max(height), self.unit)
    }

    /// Returns the perimeter of the section in its unit, and its formula.
    pub fn perimeter(&self) -> (f64, String) {
        match self.shape {
            Shape::Rectangular { width, height } => {
                (2.0 * (width + height), format!("2×({}+{})", format_number(width), format_number(height)))
            }
            Shape::Round { diameter } => (PI * diameter, format!("π×{}", format_number(diameter))),
            Shape::FlatOval { width, height } => (
                PI * height + 2.0 * (width - height),
                format!("(π×{}+2×({}−{}))", format_number(height), format_number(width), format_number(height)),
            ),
        }
    }
}

/// Writes the size as labels do: `24x12 in`, `ø200 mm`.
impl std::fmt::Display for DuctSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = self.unit.sign();
        match self.shape {
            Shape::Rectangular { width, height } => write!(f, "{width}x{height} {sign}"),
            Shape::FlatOval { width, height } => write!(f, "{width}x{height} {sign} oval"),
            Shape::Round { diameter } => write!(f, "ø{diameter} {sign}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INCH: LengthUnit = LengthUnit::Inch;
    const MM: LengthUnit = LengthUnit::Millimeter;

    #[test]
    fn sizes_as_written() {
        let rectangular = |width, height, unit| Some(DuctSize { shape: Shape::Rectangular { width, height }, unit });
        let round = |diameter, unit| Some(DuctSize { shape: Shape::Round { diameter }, unit });
        for text in ["24x12", "24\"x12\"", "24\" X 12\"", "24X12 SA", "24/12\"", "24×12", "24”x12” SUPPLY"] {
            assert_eq!(DuctSize::parse(text, System::Imperial), rectangular(24.0, 12.0, INCH), "{text}");
        }
        for text in ["600x300", "600 x 300 mm", "60x30", "600×300"] {
            assert_eq!(DuctSize::parse(text, System::Metric), rectangular(600.0, 300.0, MM), "{text}");
        }
        for text in ["12\"ø", "12ø", "12 DIA", "12\" DIA.", "12\"Ø UP", "12”Ø"] {
            assert_eq!(DuctSize::parse(text, System::Imperial), round(12.0, INCH), "{text}");
        }
        for text in ["ø200", "Ø 200", "200φ", "D=200", "200mm DIA"] {
            assert_eq!(DuctSize::parse(text, System::Metric), round(200.0, MM), "{text}");
        }
        assert_eq!(DuctSize::parse("24\"X12\"", System::Metric), rectangular(24.0, 12.0, INCH));
        let oval = DuctSize { shape: Shape::FlatOval { width: 30.0, height: 14.0 }, unit: INCH };
        for text in ["14x30 FO", "30x14 F.O.", "30\"x14\" OVAL", "30x14ø"] {
            assert_eq!(DuctSize::parse(text, System::Imperial), Some(oval), "{text}");
        }
    }

    #[test]
    fn what_is_no_size_of_a_duct() {
        let others = ["24", "2x4x8", "10/12/2024", "17'5\"X 14'2\"", "P-3", "1x1", "D 101.1", "D200", "24x12FOO"];
        for text in others.into_iter().chain(["1/2", "A-101", "3x", "600", "1:100"]) {
            assert_eq!(DuctSize::parse(text, System::Imperial), None, "{text}");
        }
    }

    #[test]
    fn the_way_around() {
        let around = |text: &str| DuctSize::parse(text, System::Imperial).unwrap().perimeter().0;
        assert!((around("600x300") - 1800.0).abs() < 1e-9);
        assert!((around("10\"ø") - 10.0 * PI).abs() < 1e-9);
        // π × 14 + 2 × 16.
        assert!((around("30x14 FO") - 75.982).abs() < 1e-3);
    }
}
