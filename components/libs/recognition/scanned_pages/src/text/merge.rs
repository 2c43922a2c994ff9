//! Adds recognized text to the page's sheet. Text of the page itself has precedence: a text layer has the characters,
//! recognition guesses them.

use plumbline_geometry::{BoxIndex, Pixel, Point, Rect};
use plumbline_sheet::model::text_source;
use plumbline_sheet::{NONE, NewText, Sheet, SheetBuilder};

use crate::text::run::Run;

/// A recognized run is the same text as the page's if more than this share of its box is covered by it.
const COVERED: f32 = 0.35;

/// Recognized text is black. Its own color is not determined.
const BLACK: u32 = 0;

/// The placement of a picture on its sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// Points per pixel.
    pub points: f32,
}

impl Placement {
    fn point(self, pixel: Point<Pixel>) -> Point {
        (pixel * self.points).cast_unit()
    }
}

/// Adds recognized text to a sheet, except where the sheet has text already. Returns the sheet and the added text.
pub fn add_text(sheet: Sheet, runs: &[Run], placement: Placement) -> (Sheet, Vec<Run>) {
    let there = BoxIndex::new(sheet.texts().map(|text| (text.bbox, text.bbox)));
    let mut builder = SheetBuilder::from(sheet);
    let mut added = Vec::new();
    for run in runs {
        let bbox = Rect::new(placement.point(run.bbox.min), placement.point(run.bbox.max));
        if covered(&there, bbox) > COVERED {
            continue;
        }
        builder.text(&NewText {
            text: &run.text,
            baseline: [placement.point(run.start), placement.point(run.end)],
            size: run.size * placement.points,
            bbox,
            color: BLACK,
            layer: NONE,
            source: text_source::RECOGNIZED,
        });
        added.push(run.clone());
    }
    (builder.finish(), added)
}

/// Returns the share of a box that lies under others, each counted separately.
fn covered(there: &BoxIndex<Rect>, bbox: Rect) -> f32 {
    let Rect { min, max } = bbox;
    let area = bbox.area().max(1e-6);
    let shared = |Rect { min: low, max: high }: Rect| {
        (high.x.min(max.x) - low.x.max(min.x)).max(0.0) * (high.y.min(max.y) - low.y.max(min.y)).max(0.0)
    };
    there.touching(bbox).map(shared).sum::<f32>() / area
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::{point, rect};

    use super::*;
    use plumbline_sheet::drawing::Drawing;

    #[test]
    fn text_of_the_page_stays_and_only_what_is_missing_is_added() {
        let mut drawing = Drawing::new(400.0, 200.0);
        drawing.text("PANEL 2T", [50.0, 50.0], 10.0);
        let sheet = drawing.sheet();
        let written = sheet.texts().next().unwrap().bbox.to_array();
        let run = |text: &str, bbox: Rect<Pixel>| Run {
            text: text.into(),
            confidence: 0.9,
            start: point(bbox.min.x, bbox.max.y),
            end: bbox.max,
            size: 20.0,
            bbox,
        };
        let twice = written.map(|part| part * 2.0).into();
        let runs = [run("PANEL ZT", twice), run("15cd", rect(300.0, 300.0, 360.0, 320.0))];
        let (sheet, added) = add_text(sheet, &runs, Placement { points: 0.5 });
        let texts: Vec<_> = sheet.texts().map(|text| (text.text, text.source, text.size)).collect();
        assert_eq!(texts.len(), 2);
        assert_eq!(texts[1], ("15cd", text_source::RECOGNIZED, 10.0));
        assert_eq!(sheet.texts().nth(1).unwrap().bbox, rect(150.0, 150.0, 180.0, 160.0));
        assert_eq!(added.len(), 1);
    }
}
