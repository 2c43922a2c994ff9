//! Reinforcing bars: the diameter and weight of a designation.
//!
//! - `#3`–`#18`, `No. 5`, and inch sizes (`1/2"`, the Latin American way): ASTM A615, table 1;
//! - `#13`–`#57`: the same bars by their soft-metric number (ASTM A615M);
//! - `10M`–`55M`: CSA G30.18; `D10`–`D51`: JIS G 3112;
//! - `ø6`–`ø40`, `T12`, `H16`, `12 mm`: metric bars of ISO 6935 and EN 10080, 7850 kg/m³.

use std::sync::LazyLock;

use crate::language::dimensions;
use regex_lite::Regex;
use serde::{Deserialize, Serialize};

use crate::length::FOOT;
use crate::number::{format_number, number};
use crate::spelling::normalize_spelling;
use crate::system::{POUND, System};

/// US number, soft-metric number, diameter in mm, lb/ft, kg/m (ASTM A615/A615M, table 1; #2 is a plain bar).
const US: [(u32, u32, f64, f64, f64); 12] = [
    (2, 6, 6.35, 0.167, 0.249),
    (3, 10, 9.5, 0.376, 0.560),
    (4, 13, 12.7, 0.668, 0.994),
    (5, 16, 15.9, 1.043, 1.552),
    (6, 19, 19.1, 1.502, 2.235),
    (7, 22, 22.2, 2.044, 3.042),
    (8, 25, 25.4, 2.67, 3.973),
    (9, 29, 28.7, 3.4, 5.060),
    (10, 32, 32.3, 4.303, 6.404),
    (11, 36, 35.8, 5.313, 7.907),
    (14, 43, 43.0, 7.65, 11.38),
    (18, 57, 57.3, 13.6, 20.24),
];
/// Number, diameter in mm, kg per meter (CSA G30.18, table 1).
const CANADIAN: [(u32, f64, f64); 8] = [
    (10, 11.3, 0.785),
    (15, 16.0, 1.570),
    (20, 19.5, 2.355),
    (25, 25.2, 3.925),
    (30, 29.9, 5.495),
    (35, 35.7, 7.850),
    (45, 43.7, 11.775),
    (55, 56.4, 19.625),
];
/// Number, diameter in mm, kg per meter (JIS G 3112, table 4).
const JAPANESE: [(u32, f64, f64); 13] = [
    (6, 6.35, 0.249),
    (10, 9.53, 0.560),
    (13, 12.7, 0.995),
    (16, 15.9, 1.56),
    (19, 19.1, 2.25),
    (22, 22.2, 3.04),
    (25, 25.4, 3.98),
    (29, 28.6, 5.04),
    (32, 31.8, 6.23),
    (35, 34.9, 7.51),
    (38, 38.1, 8.95),
    (41, 41.3, 10.5),
    (51, 50.8, 15.9),
];

/// Diameters in millimeters in which bars are rolled (EN 10080, ISO 6935-2, and 7, 18, 22 and 36 from national lists).
const ROLLED: [u32; 17] = [4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22, 25, 28, 32, 36, 40];

/// A reinforcing bar's size.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BarSize {
    /// Designation in one spelling: `#5`, `10M`, `ø12`, `D13`.
    pub designation: String,
    /// Nominal diameter in millimeters.
    pub diameter_mm: f64,
    /// Nominal mass in kg/m, as tabulated if the standard gives it.
    pub kilograms_per_meter: f64,
    /// Nominal mass in lb/ft, as tabulated if the standard gives it.
    pub pounds_per_foot: f64,
    /// The table or formula of the mass.
    pub source: String,
}

impl BarSize {
    fn metric(designation: String, diameter_mm: f64, kilograms_per_meter: f64, source: &str) -> Self {
        let pounds_per_foot = kilograms_per_meter * FOOT / POUND;
        Self { designation, diameter_mm, kilograms_per_meter, pounds_per_foot, source: source.to_owned() }
    }

    /// Returns the mass in lb/ft or kg/m.
    pub fn mass(&self, system: System) -> f64 {
        match system {
            System::Imperial => self.pounds_per_foot,
            System::Metric => self.kilograms_per_meter,
        }
    }
}

struct Patterns {
    numbered: Regex,
    canadian: Regex,
    metric: Regex,
    lettered: Regex,
    japanese: Regex,
    inches: Regex,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let new = |source: &str| Regex::new(source).expect("a constant pattern");
    let (number, diameter) = (dimensions::NUMBER.alternatives(), dimensions::DIAMETER_ABBREVIATION.alternatives());
    Patterns {
        numbered: new(&format!(r"^(?i:#|(?:{number})\.?|n[°º]\.?)\s*(\d{{1,2}})$")),
        canadian: new(r"^(\d{2})\s?M$"),
        metric: new(&format!(
            r"^(?:ø|(?i:(?:{diameter})\.?|phi))\s*-?\s*(\d{{1,2}}(?:[.,]5)?)(?:\s*(?i:mm\.?))?$|^(\d{{1,2}}(?:[.,]5)?)\s*(?:(?i:mm\.?)\s?ø?|ø)$"
        )),
        lettered: new(r"^(?i:ha|[thrybns])\s*-?\s*(\d{1,2})(?:\s*(?i:mm\.?))?$"),
        japanese: new(r"^[Dd]\s?(\d{1,2})$"),
        inches: new(r#"^(?:ø\s*)?(?:(\d)(?:[\s-]+(\d)/([248]))?|(\d)/([248]))\s*"\s?ø?$"#),
    }
});

/// Returns the US bar with this number under its US or its soft-metric name.
fn american(number: u32, name: impl Fn(&(u32, u32, f64, f64, f64)) -> u32) -> Option<BarSize> {
    let &(_, _, diameter_mm, pounds_per_foot, kilograms_per_meter) = US.iter().find(|b| name(b) == number)?;
    let source = "ASTM A615, table 1".to_owned();
    Some(BarSize { designation: format!("#{number}"), diameter_mm, kilograms_per_meter, pounds_per_foot, source })
}

fn us(number: u32) -> Option<BarSize> {
    american(number, |b| b.0)
}

fn soft_metric(number: u32) -> Option<BarSize> {
    american(number, |b| b.1)
}

/// Returns a metric bar: π/4 · d² · 7850 kg/m³.
fn metric(d: f64) -> Option<BarSize> {
    let mass = std::f64::consts::FRAC_PI_4 * d * d * 7850e-6;
    let bar = || BarSize::metric(format!("ø{}", format_number(d)), d, mass, "π/4·d²·7850 kg/m³ (ISO 6935-2)");
    (4.0..=57.0).contains(&d).then(bar)
}

/// The pattern of a bar's name, for case-insensitive expressions on [`normalize_spelling`] text.
pub const BAR: &str = r#"(?:#\s*\d{1,2}|n[o°º]\.?\s*\d{1,2}|\d{2}\s?m\b|d\s?\d{2}|(?:ø|[thybr]|ha)\s?\d{1,2}(?:\.5)?(?:\s?mm)?|ø?\s?(?:\d\s)?\d+/\d+\s?"\s?ø?|ø\s?1\s?"|\d{1,2}\s?(?:mm\s?)?ø|\d{1,2}\s?mm)"#;

/// Returns the size of a designation, or `None` if it is not one. `#10` is the US bar; see [`bar_sizes`] for a whole
/// list.
pub fn bar_size(text: &str) -> Option<BarSize> {
    let text = normalize_spelling(text);
    let text = text.trim();
    let patterns = &*PATTERNS;
    let digits =
        |found: &regex_lite::Captures<'_>, group: usize| found.get(group).and_then(|m| m.as_str().parse::<u32>().ok());
    if let Some(found) = patterns.numbered.captures(text) {
        let number = digits(&found, 1)?;
        return us(number).or_else(|| soft_metric(number));
    }
    if let Some(found) = patterns.canadian.captures(text) {
        let &(n, diameter, mass) = CANADIAN.iter().find(|b| Some(b.0) == digits(&found, 1))?;
        return Some(BarSize::metric(format!("{n}M"), diameter, mass, "CSA G30.18, table 1"));
    }
    if let Some(found) = patterns.japanese.captures(text) {
        let &(n, diameter, mass) = JAPANESE.iter().find(|b| Some(b.0) == digits(&found, 1))?;
        return Some(BarSize::metric(format!("D{n}"), diameter, mass, "JIS G 3112, table 4"));
    }
    if let Some(found) = patterns.metric.captures(text) {
        return metric(number(found.get(1).or(found.get(2))?.as_str())?);
    }
    if let Some(found) = patterns.lettered.captures(text) {
        // A letter and a number can mean many things, so only rolled diameters are bars.
        let diameter = digits(&found, 1).filter(|d| ROLLED.contains(d))?;
        return metric(f64::from(diameter));
    }
    let found = patterns.inches.captures(text)?;
    // A US bar's number counts eighths of an inch, exactly up to #8.
    let eighths = |over: usize, under: usize| match (digits(&found, over), digits(&found, under)) {
        (Some(a), Some(b)) if b > 0 && (8 * a).is_multiple_of(b) => Some(8 * a / b),
        _ => None,
    };
    let number = match digits(&found, 1) {
        Some(whole) => 8 * whole + eighths(2, 3).unwrap_or(0),
        None => eighths(4, 5)?,
    };
    us(number)
}

/// Returns the sizes of a list of bars. Bare numbers count (`5`, `12`), and `#10` is a soft-metric bar among other
/// soft-metric bars. `millimeters` says that the column's numbers are diameters.
pub fn bar_sizes(texts: &[&str], millimeters: bool) -> Vec<Option<BarSize>> {
    let number = |text: &str| -> Option<u32> {
        let text = normalize_spelling(text);
        let bare = text.trim().trim_start_matches(['#']);
        bare.parse().ok()
    };
    let hashed = texts.iter().any(|t| t.contains('#'));
    let numbers: Vec<u32> = texts.iter().filter_map(|t| number(t)).collect();
    let only_us = |n: &u32| (3..=9).contains(n) || [11, 14, 18].contains(n);
    let soft = !numbers.iter().any(only_us) && numbers.iter().any(|n| us(*n).is_none() && soft_metric(*n).is_some());
    // Bare numbers such as 6, 8, 10, 12, 16 are US bars unless one of them is not a US size.
    let bare_metric = millimeters || numbers.iter().any(|n| us(*n).is_none());
    texts
        .iter()
        .map(|text| match number(text) {
            Some(n) if hashed && soft => soft_metric(n).or_else(|| us(n)),
            Some(n) if !hashed && bare_metric => metric(f64::from(n)),
            Some(n) => us(n).or_else(|| soft_metric(n)),
            None => bar_size(text),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn designations_of_five_countries() {
        let sizes = [
            ("#5", "#5", 1.552),
            ("No. 4", "#4", 0.994),
            ("#13", "#13", 0.994),
            ("10M", "10M", 0.785),
            ("D13", "D13", 0.995),
            ("1/2\"", "#4", 0.994),
            ("ø3/8\"", "#3", 0.560),
            ("1\"", "#8", 3.973),
            ("1 3/8\"", "#11", 7.907),
            ("N° 4", "#4", 0.994),
            ("15M", "15M", 1.570),
            ("½\"ø", "#4", 0.994),
            ("ø1\"", "#8", 3.973),
        ];
        for (text, designation, weight) in sizes {
            let got = bar_size(text).unwrap_or_else(|| panic!("{text} is a bar"));
            assert_eq!((got.designation.as_str(), got.kilograms_per_meter), (designation, weight), "{text}");
        }
        for text in ["ø12", "Ø 12", "T12", "12 mm", "12mm.", "H12", "φ12", "12ø", "HA12"] {
            let got = bar_size(text).unwrap_or_else(|| panic!("{text} is a bar"));
            assert_eq!(got.designation, "ø12");
            assert!((got.kilograms_per_meter - 0.888).abs() < 0.001);
        }
    }

    #[test]
    fn what_is_no_bar() {
        for text in
            ["", "10m", "#12", "12", "F1", "2x4", "#100", "99M", "12M", "D11", "T13", "A12", "5", "1/3\"", "M12"]
        {
            assert_eq!(bar_size(text), None, "{text}");
        }
    }

    #[test]
    fn number_ten_is_what_its_list_says() {
        let named = |texts: &[&str], millimeters| -> Vec<f64> {
            bar_sizes(texts, millimeters).into_iter().map(|b| b.unwrap().kilograms_per_meter).collect()
        };
        assert_eq!(named(&["#10", "#13", "#16"], false), [0.560, 0.994, 1.552]);
        assert_eq!(named(&["#10", "#5"], false), [6.404, 1.552]);
        assert_eq!(named(&["4", "5"], false), [0.994, 1.552]);
        assert!((named(&["8", "12"], false)[1] - 0.888).abs() < 0.001);
        assert!((named(&["8", "10"], true)[1] - 0.617).abs() < 0.001);
    }

    #[test]
    fn diameters_in_millimeters_give_the_masses_of_iso_6935() {
        // ISO 6935-2, table 2, kg/m.
        for (name, want) in
            [("ø8", 0.395), ("ø10", 0.617), ("ø12", 0.888), ("ø16", 1.58), ("ø20", 2.47), ("ø25", 3.85), ("ø32", 6.31)]
        {
            let mass = bar_size(name).unwrap().kilograms_per_meter;
            assert!((mass / want - 1.0).abs() < 0.003, "{name}: {mass}");
        }
    }

    #[test]
    fn tabulated_masses_agree_between_the_systems_and_with_the_nominal_diameter() {
        let by_diameter = |d: f64| std::f64::consts::FRAC_PI_4 * d * d * 7850e-6;
        for (n, _, diameter, pounds, kilograms) in US {
            assert!((pounds / (kilograms * FOOT / POUND) - 1.0).abs() < 0.003, "#{n}");
            assert!((by_diameter(diameter) / kilograms - 1.0).abs() < 0.012, "#{n}");
        }
        for (n, diameter, kilograms) in CANADIAN.into_iter().chain(JAPANESE) {
            assert!((by_diameter(diameter) / kilograms - 1.0).abs() < 0.012, "{n}");
        }
    }
}
