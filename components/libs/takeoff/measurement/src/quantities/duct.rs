//! Surface and weight of sheet-metal duct.
//!
//! Gauges: the estimators' table for low pressure, ±2 in of water, after SMACNA "HVAC Duct Construction Standards,
//! Metal and Flexible" (rectangular by the longest side; round by diameter, as listed for heating and general
//! ventilation). The standard allows a thinner sheet with closer reinforcement instead of a thicker one, so a project's
//! own specification takes precedence: pass its gauge.
//!
//! Masses: galvanized sheet by gauge, nominal, ASTM A525 as tabulated in SMACNA 1995, appendix A: 26 gauge is 0.906
//! lb/ft² or 4.42 kg/m². A sheet specified by thickness weighs 7.85 kg/m² per millimeter.

use crate::routes::Confidence;
use plumbline_notation::{DuctSize, FOOT, Kind, Length, POUND, Shape, System, format_number};
use serde::{Deserialize, Serialize};

use crate::quantities::measure::Measure;

/// Sheet metal by gauge number or by thickness.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Sheet {
    /// The gauge of galvanized sheet.
    Gauge(u8),
    /// The thickness of steel in millimeters.
    Millimeters(f64),
}

/// Gauge, lb/ft², kg/m².
const MASSES: [(u8, f64, f64); 7] = [
    (28, 0.781, 3.81),
    (26, 0.906, 4.42),
    (24, 1.156, 5.64),
    (22, 1.406, 6.86),
    (20, 1.656, 8.08),
    (18, 2.156, 10.52),
    (16, 2.656, 12.96),
];

/// The maximum longest side in inches, and its gauge.
const RECTANGULAR: [(f64, u8); 5] = [(12.0, 26), (30.0, 24), (54.0, 22), (84.0, 20), (f64::INFINITY, 18)];

/// The diameter in inches below which a gauge applies, and the gauge.
const ROUND: [(f64, u8); 5] = [(20.0, 26), (30.0, 24), (40.0, 22), (50.0, 20), (f64::INFINITY, 18)];

const SOURCE: &str = "SMACNA HVAC Duct Construction Standards, low pressure ±2 in wg";

impl Sheet {
    /// Returns the sheet for a duct from the table of low-pressure gauges.
    pub fn of(size: &DuctSize) -> Self {
        let inches = size.longest_side().inches();
        // A metric duct of 300 mm is a 12-inch one: its side is 11.8. But 750 mm is 29.5 and belongs to 30.
        let listed = match size.shape {
            Shape::Rectangular { .. } => RECTANGULAR.iter().find(|(most, _)| inches <= most + 0.005),
            Shape::Round { .. } | Shape::FlatOval { .. } => ROUND.iter().find(|(below, _)| inches < *below),
        };
        Sheet::Gauge(listed.map_or(18, |(_, gauge)| *gauge))
    }

    /// Returns the mass per unit of surface in lb/ft² or kg/m², or `None` for a gauge that is not used for ducts.
    pub fn mass(self, system: System) -> Option<f64> {
        match self {
            Sheet::Gauge(gauge) => {
                let (_, pounds, kilograms) = MASSES.iter().find(|(g, ..)| *g == gauge)?;
                Some(if system == System::Imperial { *pounds } else { *kilograms })
            }
            Sheet::Millimeters(thickness) => {
                let metric = thickness * 7.85;
                Some(if system == System::Imperial { metric * FOOT * FOOT / POUND } else { metric })
            }
        }
    }

    fn label(self) -> String {
        match self {
            Sheet::Gauge(gauge) => format!("{gauge} ga"),
            Sheet::Millimeters(thickness) => format!("{} mm sheet", format_number(thickness)),
        }
    }
}

/// Returns the sheet metal surface of a straight duct, in ft² if its length is in feet or inches, otherwise in m².
/// `allowance` adds fittings, seams and waste as a share of the surface: 0.15 for 15 %, 0 for none.
pub fn duct_surface(size: &DuctSize, length: Length, allowance: f64) -> Measure {
    let (value, text) = surface(size, length, allowance);
    let system = length.unit.system();
    let basis = format!("cross-section and length from the drawing; {}", format_allowance(allowance));
    Measure::new(value, system.unit(Kind::Area), &text, basis, Confidence::High)
}

fn surface(size: &DuctSize, length: Length, allowance: f64) -> (f64, String) {
    let system = length.unit.system();
    let (around, shown) = size.perimeter();
    let (factor, suffix) = size.unit.conversion(system);
    let (run, run_shown) = length.factor(system);
    let mut text = format!("{shown} {} × {run_shown}{suffix}", size.unit.sign());
    if allowance != 0.0 {
        text.push_str(&format!(" × {}", format_number(1.0 + allowance)));
    }
    (around * factor * run * (1.0 + allowance), text)
}

fn format_allowance(allowance: f64) -> String {
    if allowance == 0.0 {
        "no allowance for fittings, seams and waste".to_owned()
    } else {
        format!("{}% allowance for fittings, seams and waste", format_number(allowance * 100.0))
    }
}

/// Returns the weight of galvanized duct, in lb if its length is in feet or inches, otherwise in kg. Without `sheet`,
/// the gauge comes from the table of low-pressure gauges, with lower confidence. Returns `None` for a gauge that is not
/// in the table.
pub fn duct_weight(size: &DuctSize, length: Length, sheet: Option<Sheet>, allowance: f64) -> Option<Measure> {
    let system = length.unit.system();
    let used = sheet.unwrap_or_else(|| Sheet::of(size));
    let mass = used.mass(system)?;
    let (area, text) = surface(size, length, allowance);
    let per = if system == System::Imperial { "lb/ft²" } else { "kg/m²" };
    let text = format!("{text} × {} {per} ({})", format_number(mass), used.label());
    let (source, confidence) = match sheet {
        Some(_) => ("sheet thickness as specified".to_owned(), Confidence::High),
        None => {
            (format!("gauge from the longest side {}: {SOURCE}", size.longest_side().to_formula()), Confidence::Medium)
        }
    };
    let basis = format!("{source}; galvanized sheet, nominal mass; {}", format_allowance(allowance));
    Some(Measure::new(area * mass, system.unit(Kind::Weight), &text, basis, confidence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_notation::LengthUnit;

    fn size(label: &str, sheet: System) -> DuctSize {
        DuctSize::parse(label, sheet).unwrap()
    }

    const FEET: LengthUnit = LengthUnit::Foot;

    #[test]
    fn the_surface_of_a_rectangular_duct_is_its_perimeter_times_its_length() {
        // The perimeter is 2 × 36 in = 6 ft; 6 × 35.2 = 211.2 ft².
        let m = duct_surface(&size("24x12", System::Imperial), Length::new(35.2, FEET), 0.0);
        assert!((m.value - 211.2).abs() < 1e-9);
        assert_eq!(m.formula, "2×(24+12) in × 35.2 ft ÷ 12 = 211.2 ft²");
        assert_eq!(m.unit.code(), "SF");
        // Perimeter 1.4 m × 10 m.
        let m = duct_surface(&size("400x300", System::Metric), Length::new(10.0, LengthUnit::Meter), 0.0);
        assert!((m.value - 14.0).abs() < 1e-9);
        assert_eq!(m.formula, "2×(400+300) mm × 10 m ÷ 1000 = 14 m²");
        // Inches on a metric sheet: the perimeter is 72 in × 0.0254 = 1.8288 m.
        let m = duct_surface(&size("24\"x12\"", System::Metric), Length::new(10.0, LengthUnit::Meter), 0.0);
        assert!((m.value - 18.288).abs() < 1e-9);
    }

    #[test]
    fn round_and_flat_oval_ducts_have_their_own_perimeter() {
        let m = duct_surface(&size("12\"ø", System::Imperial), Length::new(10.0, FEET), 0.0);
        assert!((m.value - 31.4159).abs() < 1e-3, "{}", m.value);
        // The perimeter is π × 14 + 2 × 16 = 75.982 in.
        let m = duct_surface(&size("30x14 FO", System::Imperial), Length::new(12.0, FEET), 0.0);
        assert!((m.value - 75.982).abs() < 1e-2, "{}", m.value);
    }

    #[test]
    fn gauges_change_where_the_table_says() {
        let want = [(12, 26), (13, 24), (30, 24), (31, 22), (54, 22), (55, 20), (84, 20), (85, 18)];
        for (side, gauge) in want {
            let duct = size(&format!("{side}x10"), System::Imperial);
            assert_eq!(Sheet::of(&duct), Sheet::Gauge(gauge), "{side}");
            let turned = size(&format!("10x{side}"), System::Imperial);
            assert_eq!(Sheet::of(&turned), Sheet::Gauge(gauge), "{side}");
        }
        assert_eq!(Sheet::of(&size("300x300", System::Metric)), Sheet::Gauge(26));
        assert_eq!(Sheet::of(&size("ø19\"", System::Imperial)), Sheet::Gauge(26));
        assert_eq!(Sheet::of(&size("ø20\"", System::Imperial)), Sheet::Gauge(24));
    }

    #[test]
    fn the_weight_is_the_surface_times_the_mass_of_the_gauge() {
        // 211.2 ft² × 1.156 lb/ft² (24 ga) = 244.1472 lb.
        let duct = size("24x12", System::Imperial);
        let m = duct_weight(&duct, Length::new(35.2, FEET), None, 0.0).unwrap();
        assert!((m.value - 244.1472).abs() < 1e-6);
        assert_eq!(m.formula, "2×(24+12) in × 35.2 ft ÷ 12 × 1.156 lb/ft² (24 ga) = 244.15 lb");
        assert!(m.basis.contains("no allowance") && m.basis.contains("SMACNA"));
        assert_eq!(m.confidence, Confidence::Medium);
        let more = duct_weight(&duct, Length::new(35.2, FEET), Some(Sheet::Gauge(24)), 0.15).unwrap();
        assert!((more.value - 244.1472 * 1.15).abs() < 1e-6);
        assert!(more.formula.contains("× 1.15 ") && more.basis.contains("15%"));
        assert_eq!(more.confidence, Confidence::High);
        assert!(duct_weight(&duct, Length::new(1.0, FEET), Some(Sheet::Gauge(3)), 0.0).is_none());
    }

    #[test]
    fn both_systems_give_the_same_weight_within_the_tables_rounding() {
        for (gauge, pounds, kilograms) in MASSES {
            let converted = pounds * POUND / (FOOT * FOOT);
            assert!((converted / kilograms - 1.0).abs() < 0.002, "{gauge}: {converted}");
        }
        let (a, b) = (Sheet::Millimeters(1.0).mass(System::Metric), Sheet::Millimeters(1.0).mass(System::Imperial));
        assert_eq!(a, Some(7.85));
        assert!((b.unwrap() - 1.6078).abs() < 1e-3);
    }
}
