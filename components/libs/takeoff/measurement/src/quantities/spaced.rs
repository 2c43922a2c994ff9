//! Bars at a spacing over an area: `#5@12" EW`, `ø12@200 T&B`, `D13@200 ダブル`.

use crate::routes::Confidence;
use plumbline_notation::language::bars;
use plumbline_notation::{
    BAR, BarSize, Kind, Length, LengthUnit, System, bar_size, format_number, normalize_spelling, parse_length,
};
use plumbline_sheet::Pattern;
use serde::{Deserialize, Serialize};

use crate::quantities::measure::Measure;
use crate::quantities::rebar::mass_shown;

/// The contents of a label of spaced bars.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SpacedBars {
    /// The bar.
    pub bar: BarSize,
    /// The distance between the bars.
    pub spacing: Length,
    /// 2 for each way, otherwise 1.
    pub ways: u32,
    /// 2 for top and bottom or each face, otherwise 1.
    pub layers: u32,
}

static LABEL: Pattern = Pattern::any_case(|| {
    let (bar, at, on_center) = (bars::BAR.alternatives(), bars::AT.bounded(), bars::ON_CENTER.bounded());
    format!(
        r#"(?:^|[\s(:+,-])(?P<bar>{BAR})(?:\s*(?:{bar}))?\s*(?:@|c/|-|{at}|{on_center})\s*(?P<space>(?:\d+'\s*-?\s*)?(?:\d+[ -])?\d+(?:/\d+|[.,]\d+)?\s*(?:"|''|'|mm\b|cm\b|m\b|in\b)?|[.,]\d+\s*m?\b)"#
    )
});

static BOTH_WAYS: Pattern = Pattern::any_case(|| bars::BOTH_WAYS.pattern(r"\b", r"(?:\W|$)"));

static TWO_LAYERS: Pattern = Pattern::any_case(|| bars::TWO_LAYERS.pattern(r"\b", r"(?:\W|$)"));

/// Returns the unit of bare spacings: inches on an imperial sheet, otherwise meters, centimeters or millimeters by
/// their magnitude, since bars are 5 cm to 75 cm apart.
fn bare(system: System) -> impl Fn(f64) -> Option<LengthUnit> {
    move |value| match system {
        System::Imperial if (2.0..=36.0).contains(&value) => Some(LengthUnit::Inch),
        System::Imperial => None,
        System::Metric if (0.04..=1.0).contains(&value) => Some(LengthUnit::Meter),
        System::Metric if (4.0..50.0).contains(&value) => Some(LengthUnit::Centimeter),
        System::Metric if (50.0..=1000.0).contains(&value) => Some(LengthUnit::Millimeter),
        System::Metric => None,
    }
}

impl SpacedBars {
    /// Reads the first bar with a spacing in a label. Numbers without a unit are inches on a sheet in feet and inches,
    /// otherwise metric by their magnitude. A bar named in millimeters has a metric spacing on any sheet.
    pub fn parse(label: &str, sheet: System) -> Option<Self> {
        let text = normalize_spelling(label);
        let c = LABEL.captures(&text)?;
        let bar = bar_size(&c["bar"])?;
        let metric_bar = !bar.designation.starts_with('#');
        let system = if metric_bar { System::Metric } else { sheet };
        let spacing = parse_length(&c["space"], bare(system)).or_else(|| parse_length(&c["space"], bare(sheet)))?;
        if !(0.03..=1.3).contains(&spacing.meters()) {
            return None;
        }
        let rest = &text[c.get(0)?.end()..];
        let ways = if BOTH_WAYS.is_match(rest) { 2 } else { 1 };
        let layers = if TWO_LAYERS.is_match(rest) { 2 } else { 1 };
        Some(Self { bar, spacing, ways, layers })
    }

    /// Returns the length and the weight of the bars over an area in ft² or m². Laps, hooks and the extra bar at the
    /// end of a row are not included.
    pub fn over(&self, area: f64, system: System) -> (Measure, Measure) {
        let (spacing, spacing_shown) = self.spacing.factor(system);
        let sets = f64::from(self.ways * self.layers);
        let times = match (self.ways, self.layers) {
            (1, 1) => String::new(),
            (2, 1) => "2 ways × ".to_owned(),
            (1, _) => "2 layers × ".to_owned(),
            _ => "2 ways × 2 layers × ".to_owned(),
        };
        let unit = system.unit(Kind::Area).sign();
        let computation = format!("{times}{} {unit} ÷ ({spacing_shown})", format_number(area));
        let length = sets * area / spacing;
        let mass = self.bar.mass(system);
        let basis = format!(
            "{} at {}: {}; laps, hooks and the last bar of each row are not included",
            self.bar.designation,
            self.spacing.to_formula(),
            self.bar.source
        );
        let weight = format!("{computation} × {}", mass_shown(&self.bar, system));
        (
            Measure::new(length, system.unit(Kind::Length), &computation, basis.clone(), Confidence::Medium),
            Measure::new(length * mass, system.unit(Kind::Weight), &weight, basis, Confidence::Medium),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(label: &str, sheet: System) -> (String, f64, u32, u32) {
        let bars = SpacedBars::parse(label, sheet).unwrap_or_else(|| panic!("{label}"));
        (bars.bar.designation.clone(), (bars.spacing.meters() * 1e4).round() / 10.0, bars.ways, bars.layers)
    }

    #[test]
    fn labels_of_spaced_bars_are_read_in_the_drawings_languages() {
        let imperial = [
            ("#5@12\" EW", ("#5", 304.8, 2, 1)),
            ("#4 @ 18\" O.C. E.W. T&B", ("#4", 457.2, 2, 2)),
            ("(#6 BARS AT 9\" EA. FACE)", ("#6", 228.6, 1, 2)),
            ("6\" SLAB W/ #4@16 EACH WAY", ("#4", 406.4, 2, 1)),
            ("#5 @ 1'-0\" O.C.", ("#5", 304.8, 1, 1)),
        ];
        for (label, (bar, spacing, ways, layers)) in imperial {
            assert_eq!(read(label, System::Imperial), (bar.to_owned(), spacing, ways, layers), "{label}");
        }
        let metric = [
            ("ø12@200", ("ø12", 200.0, 1, 1)),
            ("Ø 1/2\" @ 0.20 m A.S.", ("#4", 200.0, 2, 1)),
            ("ø8 c/20 ambos sentidos", ("ø8", 200.0, 2, 1)),
            ("T16-150 T&B", ("ø16", 150.0, 1, 2)),
            ("15M @ 300 EW", ("15M", 300.0, 2, 1)),
            ("D13@200 縦横ダブル", ("D13", 200.0, 2, 2)),
            ("ø3/8\"@.25", ("#3", 250.0, 1, 1)),
        ];
        for (label, (bar, spacing, ways, layers)) in metric {
            assert_eq!(read(label, System::Metric), (bar.to_owned(), spacing, ways, layers), "{label}");
        }
    }

    #[test]
    fn other_labels_are_not_spaced_bars() {
        for label in ["A-101", "#5", "24x12", "SEE DETAIL 5/S-201", "2-#5 TOP", "LP-1,3", "ROOM 12 - 200"] {
            assert!(SpacedBars::parse(label, System::Imperial).is_none(), "{label}");
        }
    }

    #[test]
    fn bars_over_an_area_have_its_area_by_the_spacing() {
        // 500 ft² at 1 ft, two ways, is 1000 ft; × 1.043 = 1043 lb.
        let bars = SpacedBars::parse("#5@12\" EW", System::Imperial).unwrap();
        let (length, weight) = bars.over(500.0, System::Imperial);
        assert!((length.value - 1000.0).abs() < 1e-9);
        assert!((weight.value - 1043.0).abs() < 1e-9);
        assert_eq!(weight.formula, "2 ways × 500 ft² ÷ (12 in ÷ 12) × 1.043 lb/ft = 1043 lb");
        assert!(weight.basis.contains("laps"));
        // 20 m² at 0.2 m is 100 m; × 0.888 = 88.8 kg.
        let bars = SpacedBars::parse("ø12@200", System::Metric).unwrap();
        let (length, weight) = bars.over(20.0, System::Metric);
        assert!((length.value - 100.0).abs() < 1e-9);
        assert!((weight.value - 88.8).abs() < 0.03);
        assert_eq!(length.unit.code(), "M");
    }
}
