//! The scales of a page: the sheet's own, or the caller's.

use crate::bindings::quantities::{GeometryScale, ScaleOrigin};
use plumbline_geometry::Point;
use plumbline_sheet::{Scale, ScaleSource, Sheet, parse_declared_scale};

/// Relative difference above which the caller's scale contradicts the sheet's.
const CONTRADICTION: f64 = 0.05;

/// The length of a point in millimeters.
pub(crate) const POINT_MM: f64 = 25.4 / 72.0;

/// A problem with a scale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ScaleProblem {
    /// The declared scale cannot be read.
    Unreadable(String),
    /// The declared scale and the sheet's scale differ.
    Contradicted(String),
}

/// The scales to measure with, and any problem with them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Scales {
    /// The scales. If there are none, nothing can be measured.
    pub(crate) all: Vec<Scale>,
    /// A message to the caller if the declared scale cannot be read or contradicts the sheet.
    pub(crate) problem: Option<ScaleProblem>,
}

impl Scales {
    pub(crate) fn of(sheet: &Sheet, declared: Option<&str>) -> Self {
        let own = sheet.scales.clone();
        let Some(text) = declared.map(str::trim).filter(|t| !t.is_empty()) else {
            return Self { all: own, problem: None };
        };
        let Some(read) = parse_declared_scale(text) else {
            let message = format!(
                "The scale `{text}` in `metadata.scale` is not valid. Use, for example, `1:50`, `1/8\"=1'-0\"` or \
                 `1 in = 20 ft`."
            );
            return Self { all: own, problem: Some(ScaleProblem::Unreadable(message)) };
        };
        let whole = own.iter().find(|s| s.area.is_none()).or(own.first());
        let problem = whole.filter(|s| (s.ratio / read.ratio - 1.0).abs() > CONTRADICTION).map(|s| {
            ScaleProblem::Contradicted(format!(
                "The scale that you set, `{text}` (1:{:.4}), is used. The sheet states `{}` (1:{:.4}).",
                read.ratio, s.text, s.ratio
            ))
        });
        let declared = Scale {
            ratio: read.ratio,
            imperial: read.imperial,
            source: ScaleSource::Declared,
            text: text.to_owned(),
            area: None,
        };
        Self { all: vec![declared], problem }
    }

    /// Returns the scale at a point. If several apply, returns the one with the smallest area.
    pub(crate) fn at(&self, p: Point) -> Option<&Scale> {
        let size = |s: &&Scale| s.area.map_or(f32::INFINITY, |a| a.width() * a.height());
        self.all.iter().filter(|s| s.area.is_none_or(|a| a.contains(p))).min_by(|a, b| size(a).total_cmp(&size(b)))
    }

    /// Returns the scale at a point as the contract's geometry states it.
    pub(crate) fn geometry_at(&self, p: Point, page_width: f32) -> Option<GeometryScale> {
        let scale = self.at(p)?;
        let millimeters = f64::from(page_width) * POINT_MM * scale.ratio;
        Some(GeometryScale {
            units_per_normalized_x: if scale.imperial { millimeters / 304.8 } else { millimeters / 1000.0 },
            unit: if scale.imperial { "FT" } else { "M" }.to_owned(),
            source: match scale.source {
                ScaleSource::TitleBlock => ScaleOrigin::TitleBlock,
                ScaleSource::ScaleBar => ScaleOrigin::ScaleBar,
                ScaleSource::Declared => ScaleOrigin::Declared,
            },
        })
    }
}
