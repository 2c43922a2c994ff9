//! The units of bare numbers in dimensions.

use plumbline_notation::{LengthUnit, System};

/// Returns the unit of a bare number for the thickness of concrete. Metric drawings write 0.20 (m), 20 (cm) and 200
/// (mm): a slab, footing or wall is never 20 mm, 1 m to 74 m or 750 cm and more thick. Feet and inches are written with
/// marks.
pub(crate) fn bare_thickness(system: System) -> impl Fn(f64) -> Option<LengthUnit> {
    move |value| match system {
        System::Imperial => None,
        System::Metric if value <= 0.0 => None,
        System::Metric if value < 5.0 => Some(LengthUnit::Meter),
        System::Metric if value < 75.0 => Some(LengthUnit::Centimeter),
        System::Metric => Some(LengthUnit::Millimeter),
    }
}

/// Returns the unit of a bare number for the length or width of a footing: 1.50 (m), 150 (cm) and 1500 (mm).
pub(crate) fn bare_plan(system: System) -> impl Fn(f64) -> Option<LengthUnit> {
    move |value| match system {
        System::Imperial => None,
        System::Metric if value <= 0.0 => None,
        System::Metric if value < 30.0 => Some(LengthUnit::Meter),
        System::Metric if value < 400.0 => Some(LengthUnit::Centimeter),
        System::Metric => Some(LengthUnit::Millimeter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_notation::parse_length;

    #[test]
    fn bare_metric_thicknesses_mean_the_same_in_meters_centimeters_and_millimeters() {
        for text in ["0.20", "20", "200"] {
            let length = parse_length(text, bare_thickness(System::Metric)).unwrap();
            assert!((length.meters() - 0.2).abs() < 1e-9, "{text}");
        }
        assert!(parse_length("6", bare_thickness(System::Imperial)).is_none());
        for text in ["1.50", "150", "1500"] {
            let length = parse_length(text, bare_plan(System::Metric)).unwrap();
            assert!((length.meters() - 1.5).abs() < 1e-9, "{text}");
        }
    }
}
