//! Completion of a sheet from a picture of its page.

use crate::image::{Gray, Ink};
use crate::lines::{Traced, trace};
use crate::text::{Dictionary, Inference, Need, Placement, Run, add_text, read};
use plumbline_geometry::{Pixel, Rect};
use plumbline_sheet::{NONE, Recognition, Sheet, SheetBuilder, Style};

/// The layer of traced lines.
const TRACED: &str = "traced";

/// Radius around a pixel in which its paper is examined, in pixels: a few line widths, less than a room.
const PAPER_RADIUS: usize = 20;

/// The confidence from which recognized text is certainly lettering.
const MIN_LETTERING_CONFIDENCE: f32 = 0.8;

/// A page drawn as a picture.
#[derive(Debug)]
pub struct DrawnPage {
    /// Its pixels.
    pub picture: Gray,
    /// Points in a pixel.
    pub points: f32,
}

/// Adds a note to a sheet if some of its content is visible only in a picture of its page.
pub fn mark_incomplete(sheet: &mut Sheet, need: Need) {
    if need != Need::Nothing {
        sheet.notes.push(Recognition::Missing.note());
    }
}

/// Reads the text of a picture, traces its lines if the page is an image, and adds both to the sheet. Then looks for
/// the title block and scale again.
///
/// # Errors
/// The errors of the inference.
pub fn complete<I: Inference>(
    sheet: Sheet,
    need: Need,
    drawn: &DrawnPage,
    dictionary: &Dictionary,
    inference: &mut I,
) -> Result<Sheet, I::Error> {
    let ink = Ink::of(&drawn.picture, PAPER_RADIUS);
    let mut runs = read(&drawn.picture, &ink, dictionary, inference)?;
    if need == Need::Nothing {
        // A page that has its text does not draw text with strokes. Single characters are its symbols, such as an O for
        // a luminaire.
        runs.retain(is_word);
    }
    let (mut sheet, added) = add_text(sheet, &runs, Placement { points: drawn.points });
    let mut lines = 0;
    if need == Need::TextAndLines {
        let traced = trace(ink, &lettering(&runs));
        lines = traced.len() as u32;
        sheet = add_lines(sheet, &traced, f64::from(drawn.points));
    }
    let confidence = confidence(&runs);
    sheet.notes.push(Recognition::Done { runs: added.len() as u32, confidence, lines }.note());
    if need != Need::Nothing {
        sheet.read_title_block();
    }
    Ok(sheet)
}

/// Returns the boxes of text that is certainly lettering. A single character may be a symbol that looks like one, such
/// as a lamp like an 8, so its lines are traced as well as read.
fn lettering(runs: &[Run]) -> Vec<Rect<Pixel>> {
    runs.iter().filter(|run| run.confidence >= MIN_LETTERING_CONFIDENCE && is_word(run)).map(|run| run.bbox).collect()
}

fn is_word(run: &Run) -> bool {
    run.text.chars().filter(|c| c.is_alphanumeric()).count() > 1
}

/// Returns the mean confidence of the runs, weighted by their characters, or 1 without runs.
fn confidence(runs: &[Run]) -> f32 {
    let (sum, count) = runs.iter().fold((0.0, 0.0), |(sum, count), run| {
        let characters = run.text.chars().count() as f32;
        (sum + run.confidence * characters, count + characters)
    });
    if count == 0.0 { 1.0 } else { sum / count }
}

fn add_lines(sheet: Sheet, traced: &[Traced], points: f64) -> Sheet {
    let mut builder = SheetBuilder::from(sheet);
    let layer = builder.layer(TRACED);
    for line in traced {
        // Rounds to quarters of a point: a scan does not distinguish finer widths, and the number of styles stays
        // small.
        let width = ((line.width * points * 4.0).round() / 4.0).max(0.25) as f32;
        let style = builder.style(&Style { stroke: Some(0), fill: None, width, dash: Vec::new() });
        let mut path = line.path();
        path.apply_affine(kurbo::Affine::scale(points));
        builder.path(&path, style, layer, NONE, NONE);
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Graph, Input, Output};
    use plumbline_geometry::{point, rect};
    use std::convert::Infallible;

    /// An inference that finds no text.
    struct Blind;

    impl Inference for Blind {
        type Error = Infallible;

        fn run(&mut self, _: Graph, input: Input<'_>) -> Result<Output, Infallible> {
            let values = vec![0.0; input.height * input.width];
            Ok(Output { dimensions: vec![1, 1, input.height, input.width], values })
        }
    }

    #[test]
    fn what_may_be_a_symbol_is_not_taken_for_lettering() {
        let run = |text: &str, confidence: f32| Run {
            text: text.into(),
            confidence,
            start: point(0.0, 0.0),
            end: point(0.0, 0.0),
            size: 1.0,
            bbox: rect(0.0, 0.0, text.len() as f32, 1.0),
        };
        let runs = [run("8", 0.99), run("HALL", 0.97), run("XF", 0.6), run("(S)", 0.9)];
        assert_eq!(lettering(&runs), [rect(0.0, 0.0, 4.0, 1.0)]);
    }

    #[test]
    fn lines_of_an_image_come_on_a_layer_of_their_own_in_points() {
        let mut picture = Gray::blank(400, 200);
        for y in 99..102 {
            picture.row_mut(y)[40..360].fill(0);
        }
        let sheet = Sheet { width: 200.0, height: 100.0, page_number: 1, ..Sheet::default() };
        let drawn = DrawnPage { picture, points: 0.5 };
        let Ok(sheet) = complete(sheet, Need::TextAndLines, &drawn, &Dictionary::parse("A"), &mut Blind);
        let path = sheet.paths().next().unwrap();
        assert_eq!(path.layer, Some(TRACED));
        assert!((path.coords[0].min(path.coords[2]) - 20.0).abs() < 1.0 && (path.coords[1] - 50.25).abs() < 0.5);
        assert_eq!(Recognition::of(&sheet), Some(Recognition::Done { runs: 0, confidence: 1.0, lines: 1 }));
    }
}
