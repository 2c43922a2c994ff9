//! Concrete volumes: slabs, footings, walls and beams.

use crate::routes::Confidence;
use plumbline_notation::language::{concrete as words, dimensions};
use plumbline_notation::{Kind, Length, LengthUnit, System, format_number, normalize_spelling, parse_length};
use plumbline_sheet::Pattern;
use serde::{Deserialize, Serialize};

use crate::quantities::dimension::{bare_plan, bare_thickness};
use crate::quantities::measure::Measure;

/// Returns the factor from ft³ to yd³ and its suffix in a formula. Cubic meters are unchanged.
fn to_volume(system: System) -> (f64, &'static str) {
    if system == System::Imperial { (1.0 / 27.0, " ÷ 27") } else { (1.0, "") }
}

/// Returns the volume of a slab: area (in ft² or m²) × thickness, in yd³ or m³. Openings, beams and thickenings are not
/// included.
pub fn slab_volume(area: f64, thickness: Length, system: System, basis: &str, confidence: Confidence) -> Measure {
    let (thick, shown) = thickness.factor(system);
    let (factor, suffix) = to_volume(system);
    let text = format!("{} {} × {shown}{suffix}", format_number(area), system.unit(Kind::Area).sign());
    Measure::new(area * thick * factor, system.unit(Kind::Volume), &text, basis, confidence)
}

fn block(sides: &[Length; 3], count: f64, system: System, basis: &str, confidence: Confidence) -> Measure {
    let (factor, suffix) = to_volume(system);
    let mut value = count * factor;
    let mut text = if count == 1.0 { String::new() } else { format!("{} × ", format_number(count)) };
    for (i, side) in sides.iter().enumerate() {
        let (feet_or_meters, shown) = side.factor(system);
        value *= feet_or_meters;
        if i > 0 {
            text.push_str(" × ");
        }
        text.push_str(&shown);
    }
    text.push_str(suffix);
    Measure::new(value, system.unit(Kind::Volume), &text, basis, confidence)
}

/// A type of footing, as in its schedule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Footing {
    /// Its mark.
    pub mark: String,
    /// The width in plan.
    pub width: Length,
    /// The length in plan; `None` for a continuous footing, whose length is on the plan.
    pub length: Option<Length>,
    /// The thickness.
    pub depth: Length,
}

static WIDTH: Pattern = Pattern::any_case(|| words::WIDTH.bounded());
static LENGTH: Pattern = Pattern::any_case(|| words::LENGTH.bounded());
static DEPTH: Pattern = Pattern::any_case(|| words::DEPTH.bounded());
static SIZE: Pattern = Pattern::any_case(|| words::SIZE.bounded());
static NOT_CONCRETE: Pattern = Pattern::any_case(|| words::NOT_CONCRETE.bounded());
static TIMES: Pattern = Pattern::any_case(|| format!(r"\s*(?:[x*×]|{})\s*", dimensions::BY.bounded()));
static SIDE_MARK: Pattern =
    Pattern::any_case(|| format!(r"\s*\b(?:{}|h|w|l|d)\b\.?\s*$", words::DIMENSION.alternatives()));
static CONTINUOUS: Pattern = Pattern::any_case(|| words::CONTINUOUS.bounded());

/// Returns the unit of a column's bare numbers, by its header.
fn header_unit(header: &str, fallback: Option<LengthUnit>) -> Option<LengthUnit> {
    static UNIT: Pattern = Pattern::any_case(|| {
        let (feet, inches) = (words::HEADER_FEET.alternatives(), words::HEADER_INCHES.alternatives());
        format!(r#"\b(mm|cm|{feet}|{inches}|m)\b|\((")\)|\((')\)"#)
    });
    use LengthUnit::{Centimeter, Foot, Inch, Meter, Millimeter};
    let Some(c) = UNIT.captures(header) else { return fallback };
    Some(match c[0].to_lowercase().trim_matches(['(', ')']) {
        "mm" => Millimeter,
        "cm" => Centimeter,
        "'" => Foot,
        "\"" => Inch,
        word if words::HEADER_FEET.contains(word) => Foot,
        word if words::HEADER_INCHES.contains(word) => Inch,
        _ => Meter,
    })
}

impl Footing {
    /// Reads a row of a footing schedule: the mark, and the other columns as header and text. Reads columns of width,
    /// length and depth, or one of the size (`4'-0" x 4'-0" x 12"`). A size of two numbers is a continuous footing if
    /// the row says so, otherwise a square one. Returns `None` if a dimension is missing or implausible for a footing.
    pub fn from_row<'a>(
        mark: &str,
        columns: impl IntoIterator<Item = (&'a str, &'a str)>,
        sheet: System,
    ) -> Option<Self> {
        let (mut width, mut length, mut depth, mut continuous) = (None, None, None, false);
        for (header, text) in columns {
            continuous |= CONTINUOUS.is_match(text);
            if NOT_CONCRETE.is_match(header) {
                continue;
            }
            let plan = |text: &str| parse_length(strip(text), |v| header_unit(header, bare_plan(sheet)(v)));
            let thick = |text: &str| parse_length(strip(text), |v| header_unit(header, bare_thickness(sheet)(v)));
            let text = normalize_spelling(text);
            let sides: Vec<&str> = TIMES.split(text.trim()).collect();
            if sides.len() == 3 {
                (width, length, depth) = (plan(sides[0]), plan(sides[1]), thick(sides[2]));
            } else if sides.len() == 2 && (SIZE.is_match(header) || WIDTH.is_match(header)) {
                (width, length) = (plan(sides[0]), plan(sides[1]));
            } else if sides.len() == 1 {
                // Test `WIDTH` and `LENGTH` before `DEPTH`, whose short names are letters of the first two.
                if width.is_none() && WIDTH.is_match(header) {
                    width = plan(&text);
                } else if length.is_none() && LENGTH.is_match(header) {
                    length = plan(&text);
                } else if depth.is_none() && DEPTH.is_match(header) {
                    depth = thick(&text);
                }
            }
        }
        let (width, depth) = (width?, depth?);
        let fits = |l: Length, most: f64| (0.1..=most).contains(&l.meters());
        let plausible = fits(width, 30.0) && fits(depth, 5.0) && length.is_none_or(|l| fits(l, 60.0));
        let length = if continuous { None } else { Some(length.unwrap_or(width)) };
        plausible.then(|| Self { mark: mark.to_owned(), width, length, depth })
    }

    /// Returns the volume of `count` pieces, or of a continuous footing with length `run`, in yd³ or m³. Returns `None`
    /// for a continuous footing without a run.
    pub fn volume(&self, count: f64, run: Option<Length>, system: System) -> Option<Measure> {
        let length = self.length.or(run)?;
        let basis = format!("footing schedule, mark {}", self.mark);
        Some(block(&[length, self.width, self.depth], count, system, &basis, Confidence::High))
    }
}

fn strip(text: &str) -> &str {
    SIDE_MARK.find(text).map_or(text, |m| &text[..m.start()]).trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_notation::LengthUnit::{Foot, Inch, Millimeter};

    #[test]
    fn a_slab_is_its_area_times_its_thickness() {
        // 1250 ft² × 0.5 ft = 625 ft³ = 23.148 yd³.
        let m = slab_volume(1250.0, Length::new(6.0, Inch), System::Imperial, "label", Confidence::High);
        assert!((m.value - 625.0 / 27.0).abs() < 1e-9);
        assert_eq!(m.formula, "1250 ft² × 6 in ÷ 12 ÷ 27 = 23.148 yd³");
        let m = slab_volume(80.0, Length::new(150.0, Millimeter), System::Metric, "label", Confidence::High);
        assert_eq!(m.formula, "80 m² × 150 mm ÷ 1000 = 12 m³");
        assert_eq!(m.unit.code(), "M3");
    }

    #[test]
    fn rows_of_footing_schedules_are_read_with_one_column_or_three() {
        let one =
            Footing::from_row("F4", [("SIZE", "4'-0\" x 4'-0\" x 12\""), ("REINFORCING", "4-#5 EW")], System::Imperial);
        let three =
            Footing::from_row("F4", [("WIDTH", "4'-0\""), ("LENGTH", "4'-0\""), ("DEPTH", "12\"")], System::Imperial);
        // 16 ft³ each; 9 footings are 144 ft³ = 5.333 yd³.
        for footing in [one, three] {
            let m = footing.unwrap().volume(9.0, None, System::Imperial).unwrap();
            assert!((m.value - 144.0 / 27.0).abs() < 1e-9, "{}", m.formula);
        }
        let metric =
            Footing::from_row("Z-1", [("ANCHO", "1.50"), ("LARGO", "1.80"), ("PERALTE", "0.60")], System::Metric)
                .unwrap();
        let m = metric.volume(2.0, None, System::Metric).unwrap();
        assert_eq!(m.formula, "2 × 1.8 m × 1.5 m × 0.6 m = 3.24 m³");
        let headed = Footing::from_row(
            "F1",
            [("Width (mm)", "1500"), ("Length (mm)", "1500"), ("Thickness (mm)", "450")],
            System::Metric,
        );
        assert!((headed.unwrap().volume(1.0, None, System::Metric).unwrap().value - 1.0125).abs() < 1e-9);
    }

    #[test]
    fn a_continuous_footing_needs_its_run() {
        let row = [("WIDTH", "2'-0\""), ("LENGTH", "CONT."), ("THICKNESS", "1'-0\"")];
        let footing = Footing::from_row("WF1", row, System::Imperial).unwrap();
        assert!(footing.volume(1.0, None, System::Imperial).is_none());
        // 2 × 1 × 135 = 270 ft³ = 10 yd³.
        let m = footing.volume(1.0, Some(Length::new(135.0, Foot)), System::Imperial).unwrap();
        assert!((m.value - 10.0).abs() < 1e-9);
    }

    #[test]
    fn rows_without_a_dimension_are_not_footings() {
        assert!(Footing::from_row("F4", [("WIDTH", "4'-0\""), ("LENGTH", "4'-0\"")], System::Imperial).is_none());
        assert!(Footing::from_row("F4", [("SIZE", "SEE PLAN"), ("DEPTH", "12\"")], System::Imperial).is_none());
    }
}
