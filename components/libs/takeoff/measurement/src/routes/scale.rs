//! Converts lengths on paper to real lengths.

use plumbline_geometry::Point;
use plumbline_sheet::{Scale, ScaleSource};

use crate::routes::model::Unit;

/// Meters per point: 1/72 inch of 25.4 mm.
const METERS_PER_POINT: f64 = 0.0254 / 72.0;
/// Meters per foot.
const METERS_PER_FOOT: f64 = 0.3048;

/// A scale to measure with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    /// Real length divided by length on paper.
    pub ratio: f64,
    /// The unit of [`Measure::length`]. It is feet on a sheet in feet and inches.
    pub unit: Unit,
}

impl Measure {
    /// Returns the real length in meters of a length on paper in points.
    pub fn meters(&self, points: f32) -> f64 {
        f64::from(points) * self.ratio * METERS_PER_POINT
    }

    /// Returns the real length in [`Measure::unit`] of a length on paper in points.
    pub fn length(&self, points: f32) -> f64 {
        match self.unit {
            Unit::Meter => self.meters(points),
            Unit::Foot => self.meters(points) / METERS_PER_FOOT,
        }
    }
}

/// Returns the scale at a place. If several apply, a declared one wins, then the one with the smallest area.
pub fn measure_at(scales: &[Scale], place: Point) -> Option<Measure> {
    let size = |s: &Scale| s.area.map_or(f32::INFINITY, |a| a.width() * a.height());
    scales
        .iter()
        .filter(|s| s.ratio.is_finite() && s.ratio > 0.0 && s.area.is_none_or(|a| a.contains(place)))
        .min_by(|a, b| {
            let declared = |s: &Scale| s.source != ScaleSource::Declared;
            declared(a).cmp(&declared(b)).then(size(a).total_cmp(&size(b)))
        })
        .map(|s| Measure { ratio: s.ratio, unit: if s.imperial { Unit::Foot } else { Unit::Meter } })
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::{Rect, point, rect};

    use super::*;

    fn scale(ratio: f64, imperial: bool, source: ScaleSource, area: Option<Rect>) -> Scale {
        Scale { ratio, imperial, source, text: String::new(), area }
    }

    #[test]
    fn an_inch_on_paper() {
        let metric = measure_at(&[scale(50.0, false, ScaleSource::TitleBlock, None)], point(0.0, 0.0)).unwrap();
        assert!((metric.length(72.0) - 1.27).abs() < 1e-9);
        let imperial = measure_at(&[scale(96.0, true, ScaleSource::TitleBlock, None)], point(0.0, 0.0)).unwrap();
        assert!((imperial.length(72.0) - 8.0).abs() < 1e-9);
    }

    #[test]
    fn a_viewport_wins_over_the_page_and_a_declaration_over_both() {
        let page = scale(50.0, false, ScaleSource::TitleBlock, None);
        let view = scale(20.0, false, ScaleSource::TitleBlock, Some(rect(0.0, 0.0, 100.0, 100.0)));
        let said = scale(75.0, false, ScaleSource::Declared, None);
        assert_eq!(measure_at(&[page.clone(), view.clone()], point(50.0, 50.0)).unwrap().ratio, 20.0);
        assert_eq!(measure_at(&[page.clone(), view.clone()], point(150.0, 50.0)).unwrap().ratio, 50.0);
        assert_eq!(measure_at(&[page, view, said], point(50.0, 50.0)).unwrap().ratio, 75.0);
        assert!(measure_at(&[], point(0.0, 0.0)).is_none());
    }
}
