//! The mass of steel sections whose designation gives it: by the mass in the name, or by an area of flats.

use std::sync::LazyLock;

use crate::routes::Confidence;
use plumbline_notation::{Kind, Length, POUND, System, format_number, normalize_spelling, number};
use regex::Regex;

use crate::quantities::measure::Measure;

/// The density of steel: 490 lb/ft³ (AISC Manual, part 1) and 7850 kg/m³ (EN 1991-1-1, table A.4).
const POUNDS_PER_CUBIC_FOOT: f64 = 490.0;
const KILOGRAMS_PER_CUBIC_METER: f64 = 7850.0;

/// The mass of a section, from its designation.
#[derive(Debug, Clone, PartialEq)]
pub struct SectionMass {
    /// The mass in lb/ft or kg/m.
    pub per_length: f64,
    /// The system of that mass.
    pub system: System,
    /// The computation, for the formula: `26 lb/ft`, `0.25×(4+4−0.25) in² × 490 lb/ft³ ÷ 144`.
    pub computation: String,
    /// The source.
    pub source: &'static str,
}

const NUMBER: &str = r"(\d+[ -]\d+/\d+|\d+/\d+|\d+(?:[.,]\d+)?)";

#[allow(clippy::expect_used, reason = "constant patterns, compiled in the tests")]
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(r"(?i)^(W|M|S|HP|C|MC|WT|MT|ST)\s*{NUMBER}\s*x\s*{NUMBER}$")).expect("a constant pattern")
});

#[allow(clippy::expect_used, reason = "constant patterns, compiled in the tests")]
static BRITISH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:(?:UB|UC|UBP|UKB|UKC|PFC)\s*)(\d+)\s*x\s*(\d+)\s*x\s*(\d+)$|^(\d+)\s*x\s*(\d+)\s*x\s*(\d+)\s*(?:UB|UC|UBP|UKB|UKC|PFC)$")
        .expect("a constant pattern")
});

#[allow(clippy::expect_used, reason = "constant patterns, compiled in the tests")]
static ANGLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(r"(?i)^(?:2L|L|∠|RSA|EA|UA)\s*{NUMBER}\s*x\s*{NUMBER}\s*x\s*{NUMBER}$"))
        .expect("a constant pattern")
});

#[allow(clippy::expect_used, reason = "constant patterns, compiled in the tests")]
static FLAT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(r#"(?i)^(?:PL|PLATE|FB|FLAT|BAR|PLT)\.?\s*{NUMBER}\s*"?\s*x\s*{NUMBER}\s*"?$"#))
        .expect("a constant pattern")
});

/// Returns whether the numbers of a section of flats are inches: fractions are, and metric angles and flats are at
/// least 3 mm thick.
fn is_inches(label: &str, thickness: f64) -> bool {
    label.contains('/') || label.contains('"') || thickness < 2.5
}

/// Returns the mass for an area of flats in in² or mm².
fn by_area(area: f64, shown: &str, inches: bool) -> SectionMass {
    if inches {
        SectionMass {
            per_length: area * POUNDS_PER_CUBIC_FOOT / 144.0,
            system: System::Imperial,
            computation: format!("{shown} in² × 490 lb/ft³ ÷ 144"),
            source: "cross-section without fillets × 490 lb/ft³ (AISC)",
        }
    } else {
        SectionMass {
            per_length: area * KILOGRAMS_PER_CUBIC_METER * 1e-6,
            system: System::Metric,
            computation: format!("{shown} mm² × 7850 kg/m³ ÷ 10⁶"),
            source: "cross-section without fillets × 7850 kg/m³ (EN 1991-1-1)",
        }
    }
}

/// Returns the mass of a section by its designation: `W12x26`, `W310x39`, `C8x11.5`, `UB 305x165x40`, `L4x4x1/4`,
/// `2L3x3x1/4`, `L100x100x10`, `PL 1/2x6`. Returns `None` if the name does not give it, such as `HSS6x6x1/4` and `IPE
/// 200`.
pub fn section_mass(designation: &str) -> Option<SectionMass> {
    let label = normalize_spelling(designation).replace('X', "x");
    let label = label.trim();
    if let Some(c) = NAMED.captures(label) {
        let (depth, mass) = (number(&c[2])?, number(&c[3])?);
        // Imperial names give the depth in inches, at most 44, and metric ones in millimeters, at least 75.
        let system = if depth < 50.0 { System::Imperial } else { System::Metric };
        let unit = if system == System::Imperial { "lb/ft" } else { "kg/m" };
        let source = "mass from the designation (AISC Manual; CISC Handbook)";
        return Some(SectionMass {
            per_length: mass,
            system,
            computation: format!("{} {unit}", format_number(mass)),
            source,
        });
    }
    if let Some(c) = BRITISH.captures(label) {
        let mass = number(c.get(3).or(c.get(6))?.as_str())?;
        return Some(SectionMass {
            per_length: mass,
            system: System::Metric,
            computation: format!("{} kg/m", format_number(mass)),
            source: "mass from the designation (EN 10365)",
        });
    }
    if let Some(c) = ANGLE.captures(label) {
        let (a, b, t) = (number(&c[1])?, number(&c[2])?, number(&c[3])?);
        if t <= 0.0 || t >= a.min(b) {
            return None;
        }
        let pieces = if label.starts_with('2') { 2.0 } else { 1.0 };
        let times = if pieces > 1.0 { "2×" } else { "" };
        let shown =
            format!("{times}{}×({}+{}−{})", format_number(t), format_number(a), format_number(b), format_number(t));
        return Some(by_area(pieces * t * (a + b - t), &shown, is_inches(label, t)));
    }
    let c = FLAT.captures(label)?;
    let (t, w) = (number(&c[1])?, number(&c[2])?);
    let shown = format!("{}×{}", format_number(t), format_number(w));
    (t > 0.0 && w > 0.0).then(|| by_area(t * w, &shown, is_inches(label, t.min(w))))
}

/// Returns the weight of `count` pieces of a section, in lb for a length in feet or inches, otherwise in kg.
pub fn section_weight(designation: &str, length: Length, count: f64) -> Option<Measure> {
    let section = section_mass(designation)?;
    // Computed in the system of the name, then converted to that of the length.
    let (run, shown) = length.factor(section.system);
    let system = length.unit.system();
    let (factor, suffix) = match (section.system, system) {
        (System::Imperial, System::Metric) => (POUND, " × 0.4536"),
        (System::Metric, System::Imperial) => (1.0 / POUND, " ÷ 0.4536"),
        _ => (1.0, ""),
    };
    let text = format!("{} × {shown} × {}{suffix}", section.computation, format_number(count));
    let basis = format!("{}: {}", designation.trim(), section.source);
    Some(Measure::new(
        section.per_length * run * count * factor,
        system.unit(Kind::Weight),
        &text,
        basis,
        Confidence::High,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_notation::LengthUnit;

    fn mass(name: &str) -> f64 {
        section_mass(name).map_or(f64::NAN, |m| m.per_length)
    }

    #[test]
    fn names_that_hold_the_mass_give_it() {
        for (name, want, system) in [
            ("W12x26", 26.0, System::Imperial),
            ("W 12 X 26", 26.0, System::Imperial),
            ("C8×11.5", 11.5, System::Imperial),
            ("HP14x73", 73.0, System::Imperial),
            ("W310x39", 39.0, System::Metric),
            ("UB 305x165x40", 40.0, System::Metric),
            ("305 x 165 x 40 UB", 40.0, System::Metric),
        ] {
            assert_eq!(section_mass(name).map(|m| (m.per_length, m.system)), Some((want, system)), "{name}");
        }
    }

    #[test]
    fn angles_and_flats_agree_with_the_published_masses_to_one_percent() {
        // AISC Manual, table 1-7: L4x4x1/4 6.6 lb/ft, L6x4x1/2 16.2, L3x3x1/4 4.9. EN 10056: L100x100x10 15.0 kg/m.
        for (name, want) in [("L4x4x1/4", 6.6), ("L6x4x1/2", 16.2), ("2L3x3x1/4", 9.8), ("L100x100x10", 15.0)] {
            assert!((mass(name) / want - 1.0).abs() < 0.011, "{name}: {}", mass(name));
        }
        // 1/2 × 6 in = 3 in² → 10.21 lb/ft; 10 × 100 mm = 7.85 kg/m.
        assert!((mass("PL 1/2x6") - 10.208).abs() < 1e-3);
        assert!((mass("FB 100x10") - 7.85).abs() < 1e-9);
    }

    #[test]
    fn names_that_need_a_table_are_left_alone() {
        for name in ["HSS6x6x1/4", "IPE 200", "HEA200", "W12", "L4x4", "BEAM", "2x4", "L4x4x5"] {
            assert!(section_mass(name).is_none(), "{name}");
        }
    }

    #[test]
    fn the_weight_is_mass_times_length_times_count() {
        // 26 × 20 × 3 = 1560 lb.
        let m = section_weight("W12x26", Length::new(20.0, LengthUnit::Foot), 3.0).unwrap();
        assert_eq!(m.formula, "26 lb/ft × 20 ft × 3 = 1560 lb");
        assert_eq!(m.value, 1560.0);
        // 26 lb/ft is 38.69 kg/m.
        let m = section_weight("W12x26", Length::new(10.0, LengthUnit::Meter), 1.0).unwrap();
        assert!((m.value - 386.92).abs() < 0.02, "{}", m.value);
        assert_eq!(m.unit.code(), "KG");
    }
}
