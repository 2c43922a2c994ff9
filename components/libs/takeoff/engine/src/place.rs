//! Converts boxes in points to the contract's geometry and evidence.

use plumbline_extractor::quantities::{Evidence, Geometry, Shape};
use plumbline_geometry::Rect;
use plumbline_sheet::Sheet;

use crate::scales::Scales;

/// Normalizes a box in points to the page's width and height.
pub(crate) fn normalized(sheet: &Sheet, b: Rect) -> (f64, f64, f64, f64) {
    let x = |v: f32| (f64::from(v) / f64::from(sheet.width)).clamp(0.0, 1.0);
    let y = |v: f32| (f64::from(v) / f64::from(sheet.height)).clamp(0.0, 1.0);
    (x(b.min.x), y(b.min.y), x(b.max.x), y(b.max.y))
}

/// Returns the geometry and the evidence of something within a box.
pub(crate) fn place(sheet: &Sheet, scales: &Scales, b: Rect) -> (Geometry, Evidence) {
    let bbox = normalized(sheet, b);
    let scale = scales.geometry_at(b.center(), sheet.width);
    (
        Geometry { page_number: sheet.page_number, shape: Shape::Bbox(bbox), scale },
        Evidence { page_number: sheet.page_number, bbox },
    )
}
