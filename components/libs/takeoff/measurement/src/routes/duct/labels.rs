//! Reads the sizes written inside and beside ducts.

use plumbline_geometry::{Point, Rect};
use plumbline_notation::{DuctSize, Length, System};
use plumbline_sheet::lines::Line;

use crate::routes::areas::Areas;
use crate::routes::duct::sections::Section;
use crate::routes::scale::Measure;

/// Largest distance of a size from its duct's edge, in label heights.
const NEAR: f32 = 1.8;
/// Largest difference between the width on the plan and the width in the label: a share, and points.
const FITS: (f32, f32) = (0.12, 1.5);

/// A size with its text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) size: DuctSize,
}

/// All duct sizes on a sheet, by position.
pub(crate) struct Sizes {
    written: Vec<(Written, Point, f32)>,
    places: Areas,
}

impl Sizes {
    /// Reads the sizes among lines of text.
    pub(crate) fn new(lines: &[Line], system: System) -> Self {
        let mut written = Vec::new();
        for line in lines {
            let text = line.text.trim();
            let Some(size) = DuctSize::parse(text, system).filter(|_| text.chars().count() <= 24) else { continue };
            let middle = line.bbox.center();
            written.push((Written { text: text.to_owned(), size }, middle, line.size));
        }
        let grown = |(_, m, h): &(Written, Point, f32)| {
            let r = NEAR * h;
            Rect::between(*m, *m).grown(r)
        };
        Self { places: Areas::new(written.iter().map(grown).collect()), written }
    }

    /// Returns the nearest size at a section that fits its width on the plan, with the size's distance from the middle.
    pub(crate) fn beside(&self, section: &Section, measure: &Measure) -> Option<(f32, Written)> {
        let area = Rect::between(section.axis.a, section.axis.b).grown(section.width / 2.0);
        let mut best: Option<(f32, usize)> = None;
        for (i, _) in self.places.touching(area) {
            let (written, middle, height) = &self.written[i];
            let off = section.axis.place(*middle).y.abs();
            let near = section.holds(*middle, NEAR * height) && fits(&written.size, section.width, measure);
            if near && best.is_none_or(|b| (off, i) < b) {
                best = Some((off, i));
            }
        }
        best.map(|(off, i)| (off, self.written[i].0.clone()))
    }
}

/// Returns whether a width on the plan, in points, fits one of a size's sides.
fn fits(size: &DuctSize, width: f32, measure: &Measure) -> bool {
    let points = |side: f64| (Length::new(side, size.unit).meters() / measure.meters(1.0)) as f32;
    size.sides().into_iter().map(points).any(|w| (w - width).abs() <= (FITS.0 * w).max(FITS.1))
}
