//! Adds recognized text to the page's sheet. Text of the page itself has precedence: a text layer has the characters,
//! recognition guesses them.

use plumbline_sheet::model::text_source;
use plumbline_sheet::{NONE, NewText, Sheet, SheetBuilder};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use crate::page::Run;

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
    fn point(self, pixel: [f32; 2]) -> [f32; 2] {
        pixel.map(|part| part * self.points)
    }
}

/// Adds recognized text to a sheet, except where the sheet has text already. Returns the sheet and the added text.
pub fn add_text(sheet: Sheet, runs: &[Run], placement: Placement) -> (Sheet, Vec<Run>) {
    let there = RTree::bulk_load(boxes(&sheet));
    let mut builder = SheetBuilder::from(sheet);
    let mut added = Vec::new();
    for run in runs {
        let [x0, y0, x1, y1] = run.bbox;
        let ([x0, y0], [x1, y1]) = (placement.point([x0, y0]), placement.point([x1, y1]));
        let bbox = [x0, y0, x1, y1];
        if covered(&there, bbox) > COVERED {
            continue;
        }
        builder.text(&NewText {
            text: &run.text,
            start: placement.point(run.start),
            end: placement.point(run.end),
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

type Place = GeomWithData<Rectangle<[f32; 2]>, ()>;

fn boxes(sheet: &Sheet) -> Vec<Place> {
    let place = |[x0, y0, x1, y1]: [f32; 4]| Place::new(Rectangle::from_corners([x0, y0], [x1, y1]), ());
    sheet.texts().map(|text| place(text.bbox)).collect()
}

/// Returns the share of a box that lies under others, each counted separately.
fn covered(there: &RTree<Place>, [x0, y0, x1, y1]: [f32; 4]) -> f32 {
    let area = ((x1 - x0) * (y1 - y0)).max(1e-6);
    let shared = |other: &Rectangle<[f32; 2]>| {
        let (low, high) = (other.lower(), other.upper());
        (high[0].min(x1) - low[0].max(x0)).max(0.0) * (high[1].min(y1) - low[1].max(y0)).max(0.0)
    };
    let within = AABB::from_corners([x0, y0], [x1, y1]);
    there.locate_in_envelope_intersecting(&within).map(|other| shared(other.geom())).sum::<f32>() / area
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_sheet::drawing::Drawing;

    #[test]
    fn text_of_the_page_stays_and_only_what_is_missing_is_added() {
        let mut drawing = Drawing::new(400.0, 200.0);
        drawing.text("PANEL 2T", [50.0, 50.0], 10.0);
        let sheet = drawing.sheet();
        let [x0, y0, x1, y1] = sheet.texts().next().unwrap().bbox;
        let run = |text: &str, bbox: [f32; 4]| Run {
            text: text.into(),
            confidence: 0.9,
            start: [bbox[0], bbox[3]],
            end: [bbox[2], bbox[3]],
            size: 20.0,
            bbox,
        };
        let twice = [x0, y0, x1, y1].map(|part| part * 2.0);
        let runs = [run("PANEL ZT", twice), run("15cd", [300.0, 300.0, 360.0, 320.0])];
        let (sheet, added) = add_text(sheet, &runs, Placement { points: 0.5 });
        let texts: Vec<_> = sheet.texts().map(|text| (text.text, text.source, text.size)).collect();
        assert_eq!(texts.len(), 2);
        assert_eq!(texts[1], ("15cd", text_source::RECOGNIZED, 10.0));
        assert_eq!(sheet.texts().nth(1).unwrap().bbox, [150.0, 150.0, 180.0, 160.0]);
        assert_eq!(added.len(), 1);
    }
}
