//! Reads all text of a page: where it is, in which direction it reads, and what it says.

use crate::image::{Gray, Ink};
use plumbline_geometry::{Pixel, Point, Rect};

use crate::text::ctc::{Dictionary, Reading};
use crate::text::detect::{in_picture, text_map};
use crate::text::inference::Inference;
use crate::text::line::{self, Line, ReadingDirection};
use crate::text::rectangle::Rectangle;
use crate::text::regions::regions;
use crate::text::rotation;

/// A line of recognized text. Coordinates are in pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Text.
    pub text: String,
    /// The mean probability of its characters, 0..=1.
    pub confidence: f32,
    /// Start of its baseline.
    pub start: Point<Pixel>,
    /// End of its baseline.
    pub end: Point<Pixel>,
    /// Height of the font.
    pub size: f32,
    /// The box of its letters.
    pub bbox: Rect<Pixel>,
}

/// Confidence below which a reading is noise.
const LEAST_CONFIDENCE: f32 = 0.5;

/// A line read with at least this confidence is not read in another direction.
const SURE: f32 = 0.85;

/// Minimum gain in confidence for a less likely direction to be preferred.
const BETTER: f32 = 0.08;

/// Distance around a pixel at which its paper is measured, in pixels.
const REACH: usize = 20;

/// A region with more than this ratio of height to length is vertical.
const TALL: f32 = 1.5;

/// A region with less than this ratio of height to length may be a single upright letter, for example the digit 1.
const LETTER: f32 = 3.5;

/// Maximum number of lines to read in both directions to learn the direction of a page's text.
const PROBES: usize = 6;

/// Inverse of the share of Chinese and Japanese characters below which they are misread lines: 5 %.
const FEW: usize = 20;

/// Reads all text of a picture, from the top down. `ink` is its ink.
///
/// # Errors
/// Returns an error if the inference does.
pub fn read<I: Inference>(
    picture: &Gray,
    ink: &Ink,
    dictionary: &Dictionary,
    inference: &mut I,
) -> Result<Vec<Run>, I::Error> {
    let mut runs = if rotation::is_sideways(picture, ink, inference)? {
        let rotated = rotation::rotated(picture);
        let runs = read_level(&rotated, &Ink::of(&rotated, REACH), dictionary, inference)?;
        runs.into_iter().map(|run| rotation::rotated_back(run, picture.height())).collect()
    } else {
        read_level(picture, ink, dictionary, inference)?
    };
    runs.sort_by(|a, b| a.bbox.min.y.total_cmp(&b.bbox.min.y).then(a.bbox.min.x.total_cmp(&b.bbox.min.x)));
    Ok(runs)
}

/// Reads a picture in which most text is horizontal.
fn read_level<I: Inference>(
    picture: &Gray,
    ink: &Ink,
    dictionary: &Dictionary,
    inference: &mut I,
) -> Result<Vec<Run>, I::Error> {
    let regions = regions(&text_map(picture, ink, inference)?).into_iter().map(in_picture);
    let mut page = Page { picture, dictionary, inference, values: Vec::new() };
    let (tall, level): (Vec<Rectangle>, Vec<Rectangle>) = regions.partition(|r| r.height > TALL * r.length);
    let level_directions = page.likelier_directions(&level, ReadingDirection::Right, ReadingDirection::Left)?;
    let tall_directions = page.likelier_directions(&tall, ReadingDirection::Up, ReadingDirection::Down)?;
    let mut runs = Vec::new();
    for region in &level {
        // A few letters make sense upside down too often: WC, SS, 6.
        let directions =
            if elongation(region) > rotation::MIN_ELONGATION { &level_directions[..] } else { &level_directions[..1] };
        runs.extend(page.run(region, directions)?);
    }
    for region in &tall {
        let [likely, other] = tall_directions;
        let letter = region.height < LETTER * region.length;
        let directions = [likely, other, level_directions[0]];
        runs.extend(page.run(region, if letter { &directions } else { &directions[..2] })?);
    }
    drop_misread_lines(&mut runs);
    Ok(runs)
}

struct Page<'a, I> {
    picture: &'a Gray,
    dictionary: &'a Dictionary,
    inference: &'a mut I,
    /// The model's input, kept to reuse its memory.
    values: Vec<f32>,
}

impl<I: Inference> Page<'_, I> {
    fn read_in(&mut self, region: &Rectangle, direction: ReadingDirection) -> Result<(Reading, Gray), I::Error> {
        let cut = Line::of(region, direction).cut(self.picture);
        let reading = line::read(&cut, self.dictionary, self.inference, &mut self.values)?;
        Ok((reading, cut))
    }

    /// Returns both directions, first the one in which the longest regions are read better, or `usual` if there are
    /// none.
    fn likelier_directions(
        &mut self,
        regions: &[Rectangle],
        usual: ReadingDirection,
        other: ReadingDirection,
    ) -> Result<[ReadingDirection; 2], I::Error> {
        let mut longest: Vec<&Rectangle> =
            regions.iter().filter(|r| elongation(r) > rotation::MIN_ELONGATION && elongation(r) < 15.0).collect();
        longest.sort_by(|a, b| elongation(b).total_cmp(&elongation(a)));
        let mut balance = 0.0;
        for region in longest.into_iter().take(PROBES) {
            balance += self.read_in(region, usual)?.0.confidence - self.read_in(region, other)?.0.confidence;
        }
        Ok(if balance < 0.0 { [other, usual] } else { [usual, other] })
    }

    /// Reads a region in the first direction, and in the others as long as the result is in doubt.
    fn run(&mut self, region: &Rectangle, directions: &[ReadingDirection]) -> Result<Option<Run>, I::Error> {
        let mut best: Option<(Reading, Gray, ReadingDirection)> = None;
        for &direction in directions {
            let (reading, cut) = self.read_in(region, direction)?;
            let better = best.as_ref().is_none_or(|(found, ..)| reading.confidence > found.confidence + BETTER);
            let sure = reading.confidence >= SURE;
            if better {
                best = Some((reading, cut, direction));
            }
            // A tall letter read sideways gives dashes with confidence, so it is read upright anyway.
            if sure && directions.len() < 3 {
                break;
            }
        }
        let kept =
            best.filter(|(reading, ..)| reading.confidence >= LEAST_CONFIDENCE && has_alphanumeric(&reading.text));
        Ok(kept.map(|(reading, cut, direction)| placed(reading, &cut, &Line::of(region, direction))))
    }
}

fn elongation(region: &Rectangle) -> f32 {
    let (a, b) = (region.length, region.height);
    a.max(b) / a.min(b).max(1e-3)
}

/// Returns whether a text has a letter or digit. Dashes and dots alone are lines and specks.
fn has_alphanumeric(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Returns whether a character is Chinese or Japanese, or a full-width form.
fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c), 0x2E80..=0x9FFF | 0xF900..=0xFAFF | 0xFF00..=0xFFEF | 0x20000..=0x3FFFF)
}

/// Drops misread lines. On a page in another script, lines and symbols are read as the plainest ideographs: one, mouth,
/// sun.
fn drop_misread_lines(runs: &mut Vec<Run>) {
    let count = |of: fn(char) -> bool| runs.iter().flat_map(|run| run.text.chars()).filter(|&c| of(c)).count();
    let (ideographs, letters) = (count(is_ideograph), count(char::is_alphanumeric));
    if ideographs * FEW < letters {
        runs.retain(|run| run.text.chars().any(|c| c.is_alphanumeric() && !is_ideograph(c)));
    }
}

/// Returns a reading with its place: baseline, size and box, from the place of its letters.
fn placed(reading: Reading, cut: &Gray, line: &Line) -> Run {
    let [left, top, right, bottom] = line::letters(cut);
    let (ascent, descent) = extent(&reading.text);
    let size = (bottom - top) * line.height / (ascent + descent);
    let foot = bottom - descent * size / line.height;
    let corners = [line.point(left, top), line.point(right, top), line.point(right, bottom), line.point(left, bottom)];
    let bbox = Rect::around(corners).unwrap_or_default();
    Run {
        text: reading.text,
        confidence: reading.confidence,
        start: line.point(left, foot),
        end: line.point(right, foot),
        size,
        bbox,
    }
}

/// Returns how far the letters of a text reach above and below the baseline, as shares of the font's height.
fn extent(text: &str) -> (f32, f32) {
    if text.chars().any(is_ideograph) {
        return (0.86, 0.08);
    }
    let small = |c: char| "acemnorsuvwxzgpqy.,-_:;+=~*'".contains(c);
    let ascent = if text.chars().all(|c| small(c) || c == ' ') { 0.52 } else { 0.72 };
    let descent = if text.chars().any(|c| "gjpqy,;()[]{}|@_Q".contains(c)) { 0.2 } else { 0.0 };
    (ascent, descent)
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::{point, rect};

    use super::*;
    use crate::text::inference::{Graph, Input, Output};
    use std::convert::Infallible;

    /// A stand-in for the models. Detects dark pixels, and reads a line whose left half is dark as `R`, and one whose
    /// right half is dark as `L`.
    struct FakeModels;

    impl Inference for FakeModels {
        type Error = Infallible;

        fn run(&mut self, graph: Graph, input: Input<'_>) -> Result<Output, Infallible> {
            let plane = &input.values[..input.height * input.width];
            if graph == Graph::Detection {
                let values = plane.iter().map(|&v| if v < 0.0 { 1.0 } else { 0.0 }).collect();
                return Ok(Output { dimensions: vec![1, 1, input.height, input.width], values });
            }
            let dark = |from: usize, to: usize| {
                (0..input.height)
                    .map(|y| plane[y * input.width + from..y * input.width + to].iter().filter(|&&v| v < -0.2).count())
                    .sum::<usize>()
            };
            let used = plane.iter().take(input.width).rposition(|&v| v != 0.0).map_or(input.width, |x| x + 1);
            let (left, right) = (dark(0, used / 2), dark(used / 2, used));
            let step = if left > right { [0.0, 0.95, 0.05, 0.0] } else { [0.0, 0.3, 0.6, 0.1] };
            Ok(Output { dimensions: vec![1, 1, 4], values: step.to_vec() })
        }
    }

    /// Draws a wedge of ink, dark and full at its beginning. It points in the reading direction.
    fn wedge(picture: &mut Gray, x: usize, y: usize, upwards: bool) {
        for t in 0..80 {
            for s in 0..20 {
                let (px, py) = if upwards { (x + s, y + 79 - t) } else { (x + t, y + s) };
                picture.row_mut(py)[px] = if t < 36 { 0 } else { 112 };
            }
        }
    }

    fn read_all(picture: &Gray) -> Vec<Run> {
        let ink = Ink::of(picture, 15);
        match read(picture, &ink, &Dictionary::parse("R\nL"), &mut FakeModels) {
            Ok(runs) => runs,
        }
    }

    #[test]
    fn upright_text_is_read_from_the_side_that_makes_sense() {
        let mut picture = Gray::blank(400, 400);
        wedge(&mut picture, 50, 50, false);
        wedge(&mut picture, 200, 150, true);
        let runs = read_all(&picture);
        assert_eq!(runs.iter().map(|run| run.text.as_str()).collect::<Vec<_>>(), ["R", "R"]);
        // The second begins at the bottom and goes up.
        assert!(runs[1].start.y > runs[1].end.y + 60.0, "{runs:?}");
        assert!((runs[0].bbox.min.x - 50.0).abs() < 4.0 && (runs[0].bbox.max.y - 70.0).abs() < 4.0, "{runs:?}");
    }

    #[test]
    fn a_line_across_a_border_of_tiles_is_one_run() {
        let mut picture = Gray::blank(1800, 200);
        for y in 80..100 {
            picture.row_mut(y)[800..1000].fill(0);
            picture.row_mut(y)[1000..1060].fill(112);
        }
        assert_eq!(read_all(&picture).len(), 1);
    }

    #[test]
    fn lines_misread_as_ideographs_go_but_not_where_they_are_the_script() {
        let run = |text: &str| Run {
            text: text.into(),
            confidence: 0.9,
            start: point(0.0, 0.0),
            end: point(0.0, 0.0),
            size: 1.0,
            bbox: rect(0.0, 0.0, 0.0, 0.0),
        };
        let mut english = vec![run("LIGHTING PLAN FIRST FLOOR"), run("一"), run("E-101")];
        drop_misread_lines(&mut english);
        assert_eq!(english.len(), 2);
        let mut japanese = vec![run("電灯設備"), run("一"), run("E-101")];
        drop_misread_lines(&mut japanese);
        assert_eq!(japanese.len(), 3);
    }
}
