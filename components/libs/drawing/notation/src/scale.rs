//! Reads scales as people write them: `1:75`, `1/75`, `ESC. 1:50`, `1/8" = 1'-0"`, `1" = 20'`, `1 cm = 50 cm`.
//!
//! ```
//! let scale = plumbline_notation::parse_scale("1/8\" = 1'-0\"").expect("a scale");
//! assert_eq!((scale.ratio, scale.imperial), (96.0, true));
//! assert!(plumbline_notation::parse_scale("NTS").is_none());
//! ```

use std::sync::LazyLock;

use crate::language::scales;
use crate::{normalize_spelling, number};
use regex_lite::Regex;

/// A scale read from text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScaleText {
    /// Real length divided by length on paper.
    pub ratio: f64,
    /// Whether the scale is in feet and inches.
    pub imperial: bool,
    /// Whether the text can only be a scale, for example `1/4" = 1'-0"`. A bare `1:20` may be a slope.
    pub certain: bool,
}

/// Ratios of construction drawings: from details at ten times life size to maps of a region.
const RATIOS: std::ops::RangeInclusive<f64> = 0.1..=250_000.0;

/// A foot and an inch in millimeters.
const FOOT: f64 = 304.8;
const INCH: f64 = 25.4;

const NUMBER: &str = r"(?:\d+\s+\d+/\d+|\d+-\d+/\d+|\d+/\d+|\d+(?:[.,]\d+)?|[.]\d+)";

static EQUATION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let feet = format!(r"{}|(?:{})\.?", scales::FEET.alternatives(), scales::FEET_ABBREVIATION.alternatives());
    let inches = format!(r"{}|(?:{})\.?", scales::INCHES.alternatives(), scales::INCHES_ABBREVIATION.alternatives());
    let unit = format!(r#"(?:{feet}|'|{inches}|"|mm|cm|km|m)"#);
    let left = format!(r"({NUMBER})\s*({unit})");
    let right = format!(r#"({NUMBER})\s*({unit})(?:[\s-]*({NUMBER})\s*(?:"|{inches}))?"#);
    Regex::new(&format!(r"(?i){left}\s*(?:=|:|{})\s*{right}", scales::EQUALS.alternatives())).ok()
});

static RATIO: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|[^\d.,/:])(\d{1,3}(?:[.,]\d+)?)\s*([:/∶])\s*(\d{1,3}(?:[ .,']\d{3})+|\d+(?:[.,]\d+)?)\s*(\S)?")
        .ok()
});

/// Returns the millimeters in a unit of length, and whether it is imperial.
fn unit(text: &str) -> Option<(f64, bool)> {
    let text = text.trim_end_matches('.').to_lowercase();
    Some(match text.as_str() {
        "'" => (FOOT, true),
        "\"" => (INCH, true),
        "mm" => (1.0, false),
        "cm" => (10.0, false),
        "km" => (1_000_000.0, false),
        "m" => (1000.0, false),
        _ if scales::FEET.contains(&text) || scales::FEET_ABBREVIATION.contains(&text) => (FOOT, true),
        _ if scales::INCHES.contains(&text) || scales::INCHES_ABBREVIATION.contains(&text) => (INCH, true),
        _ => return None,
    })
}

fn equation(text: &str) -> Option<ScaleText> {
    let found = EQUATION.as_ref()?.captures(text)?;
    let group = |i: usize| found.get(i).map(|m| m.as_str());
    let (paper_unit, imperial) = unit(group(2)?)?;
    let (real_unit, _) = unit(group(4)?)?;
    let paper = number(group(1)?)? * paper_unit;
    let inches = match group(5) {
        Some(inches) if real_unit == FOOT => number(inches)? * INCH,
        _ => 0.0,
    };
    let real = number(group(3)?)? * real_unit + inches;
    sane(ScaleText { ratio: real / paper, imperial, certain: true })
}

fn ratio(text: &str) -> Option<ScaleText> {
    let found = RATIO.as_ref()?.captures(text)?;
    // A fraction followed by an inch or foot mark is a length.
    if found.get(4).is_some_and(|m| m.as_str().starts_with(['"', '\'', '/', ':'])) {
        return None;
    }
    let paper = number(found.get(1)?.as_str())?;
    let real = found.get(3)?.as_str();
    let grouped = real.len() > 4 && real.split([' ', '.', ',', '\'']).skip(1).all(|part| part.len() == 3);
    let real = if grouped { number(&real.replace([' ', '.', ',', '\''], ""))? } else { number(real)? };
    sane(ScaleText { ratio: real / paper, imperial: false, certain: false })
}

fn sane(scale: ScaleText) -> Option<ScaleText> {
    // 1/8 inch to the foot is 96, not 96.00000000000001.
    let scale = ScaleText { ratio: (scale.ratio * 1e6).round() / 1e6, ..scale };
    (scale.ratio.is_finite() && RATIOS.contains(&scale.ratio)).then_some(scale)
}

/// Reads the first scale in a text. Returns `None` if it has none, for example `NTS` or `AS NOTED`.
pub fn parse_scale(text: &str) -> Option<ScaleText> {
    let text = normalize_spelling(text);
    equation(&text).or_else(|| ratio(&text))
}

/// Reads a declared scale: `1:50`, `1/8"=1'-0"`, `1 in = 20 ft` or the bare ratio `50`. Returns `None` if it cannot be
/// parsed.
pub fn parse_declared_scale(text: &str) -> Option<ScaleText> {
    let scale = parse_scale(text).or_else(|| {
        let ratio = text.trim().parse::<f64>().ok()?;
        sane(ScaleText { ratio, imperial: false, certain: false })
    })?;
    Some(ScaleText { certain: true, ..scale })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio_of(text: &str) -> f64 {
        parse_scale(text).map_or(0.0, |s| (s.ratio * 1000.0).round() / 1000.0)
    }

    #[test]
    fn metric_scales() {
        for (text, want) in [
            ("1:75", 75.0),
            ("1/75", 75.0),
            ("ESC. 1:50", 50.0),
            ("Escala1:75", 75.0),
            ("SCALE: 1 : 50", 50.0),
            ("1:1.000", 1000.0),
            ("1:1 250", 1250.0),
            ("1:2,5", 2.5),
            ("2:1", 0.5),
            ("1:100 @ A1", 100.0),
            ("1 cm = 50 cm", 50.0),
            ("1 cm = 1 m", 100.0),
            ("M\u{a0}1\u{2009}:\u{202f}100", 100.0),
            ("縮尺 1：200", 200.0),
            ("1:50\n250", 50.0),
            ("ÉCHELLE 1∶20 è", 20.0),
        ] {
            assert_eq!(ratio_of(text), want, "{text}");
            assert!(!parse_scale(text).unwrap().imperial, "{text}");
        }
    }

    #[test]
    fn imperial_scales() {
        for (text, want) in [
            ("1/8\" = 1'-0\"", 96.0),
            ("1/8\"=1'-0\"", 96.0),
            ("SCALE = 1/6\"=1'-0\"", 72.0),
            ("3/32\" = 1'-0\"", 128.0),
            ("1 1/2\" = 1'-0\"", 8.0),
            ("1-1/2\"=1'-0\"", 8.0),
            ("1½” = 1’-0”", 8.0),
            ("⅛″ = 1′–0″", 96.0),
            ("1\" = 20'", 240.0),
            ("1 in = 20 ft", 240.0),
            ("1 inch = 40 feet", 480.0),
            ("3'' = 1'-0''", 4.0),
            ("1\"=1'-6\"", 18.0),
        ] {
            assert_eq!(ratio_of(text), want, "{text}");
            assert!(parse_scale(text).unwrap().imperial && parse_scale(text).unwrap().certain, "{text}");
        }
    }

    #[test]
    fn what_is_no_scale() {
        for text in ["NTS", "AS NOTED", "1/2\" PIPE", "12/31/23", "1/8\"", "", "12:30:15", "1:0", "1'-0\"", "0:5"] {
            assert_eq!(parse_scale(text), None, "{text}");
        }
    }

    #[test]
    fn declared_scales() {
        assert_eq!(parse_declared_scale(" 50 ").map(|s| s.ratio), Some(50.0));
        assert_eq!(parse_declared_scale("1:50").map(|s| s.ratio), Some(50.0));
        assert_eq!(parse_declared_scale("unknown"), None);
    }
}
