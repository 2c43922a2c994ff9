//! The weight of reinforcing bars.

use crate::routes::Confidence;
use plumbline_notation::{BarSize, Kind, Length, System, format_number};

use crate::quantities::measure::Measure;

/// Returns the weight of `count` bars of one length, in lb for a length in feet or inches, otherwise in kg. The length
/// is that of the bar list, cut length with hooks. Laps that the list does not include are not added.
pub fn bar_weight(bar: &BarSize, length: Length, count: f64) -> Measure {
    let system = length.unit.system();
    let (run, shown) = length.factor(system);
    let mass = bar.mass(system);
    let text = format!("{} × {shown} × {}", format_number(count), mass_shown(bar, system));
    let basis = format!("{}: {}; laps beyond the stated length are not included", bar.designation, bar.source);
    Measure::new(count * run * mass, system.unit(Kind::Weight), &text, basis, Confidence::High)
}

/// Formats a bar's mass with the three decimals of the tables.
pub(crate) fn mass_shown(bar: &BarSize, system: System) -> String {
    let text = format!("{:.3}", bar.mass(system));
    let unit = if system == System::Imperial { "lb/ft" } else { "kg/m" };
    format!("{} {unit}", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_notation::{LengthUnit, bar_size};

    fn weight(bar: &str, length: f64, unit: LengthUnit, count: f64) -> Measure {
        bar_weight(&bar_size(bar).unwrap(), Length::new(length, unit), count)
    }

    #[test]
    fn a_line_of_a_bar_list_weighs_count_times_length_times_mass() {
        // 24 × 12.5 × 1.043 = 312.9 lb.
        let m = weight("#5", 12.5, LengthUnit::Foot, 24.0);
        assert!((m.value - 312.9).abs() < 1e-9);
        assert_eq!(m.formula, "24 × 12.5 ft × 1.043 lb/ft = 312.9 lb");
        // 10 × 6 m × 0.888 = 53.27 kg.
        let m = weight("ø12", 6000.0, LengthUnit::Millimeter, 10.0);
        assert!((m.value - 53.27).abs() < 0.01);
        assert_eq!(m.unit.code(), "KG");
        assert!(m.basis.contains("laps"));
        // 15M, 10 bars of 20 ft: 1.570 kg/m = 1.055 lb/ft → 211 lb.
        assert!((weight("15M", 20.0, LengthUnit::Foot, 10.0).value - 211.0).abs() < 0.1);
    }
}
