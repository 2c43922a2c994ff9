//! Converts boxes in points to the contract's geometry and evidence.

use plumbline_guest_extractor::quantities::{Evidence, Geometry, Shape};
use plumbline_sheet::Sheet;

use crate::scales::Scales;

/// Normalizes a box in points to the page's width and height.
pub(crate) fn normalized(sheet: &Sheet, b: [f32; 4]) -> (f64, f64, f64, f64) {
    let x = |v: f32| (f64::from(v) / f64::from(sheet.width)).clamp(0.0, 1.0);
    let y = |v: f32| (f64::from(v) / f64::from(sheet.height)).clamp(0.0, 1.0);
    (x(b[0]), y(b[1]), x(b[2]), y(b[3]))
}

/// Returns the middle of a box.
pub(crate) fn middle(b: [f32; 4]) -> [f32; 2] {
    [(b[0] + b[2]) / 2.0, (b[1] + b[3]) / 2.0]
}

/// Returns the geometry and the evidence of something within a box.
pub(crate) fn place(sheet: &Sheet, scales: &Scales, b: [f32; 4]) -> (Geometry, Evidence) {
    let bbox = normalized(sheet, b);
    let scale = scales.geometry_at(middle(b), sheet.width);
    (
        Geometry { page_number: sheet.page_number, shape: Shape::Bbox(bbox), scale },
        Evidence { page_number: sheet.page_number, bbox },
    )
}
