//! Finds drawn letters that text recognition has read, and the frames around them. These shapes are not symbols.

use plumbline_geometry::{Aligned, BoxIndex, Point, Rect, Vector};
use plumbline_sheet::Sheet;
use plumbline_sheet::lines::{along_across, direction};
use plumbline_sheet::model::{Text, text_source};
use plumbline_symbols::appearance::Sides;
use plumbline_symbols::repeats::Repeat;

/// Fewest characters in a line, without brackets. A single character may be a symbol that looks like one, such as a
/// lamp read as an 8.
const FEWEST: usize = 2;
/// Largest distance by which a letter may exceed the box of its line, as a share of the line's height.
const SLACK: f32 = 0.15;
/// Largest width of a letter, as a share of its line's length.
const WIDEST: f32 = 0.7;
/// Smallest share of a frame that its line takes, along and across. A box of equipment is larger than the tag in it.
const FILLED: Sides = Sides { long: 0.3, short: 0.5 };
/// Share of a shape's places on recognized lines from which it is a letter everywhere. Recognition misses some text
/// that is upside down or crossed by a line.
const MOSTLY: f32 = 0.5;

/// A line of letters along its baseline.
#[derive(Clone, Copy)]
struct Line {
    way: Vector,
    /// The start of the line, along and across.
    start: Point<Aligned>,
    length: f32,
    height: f32,
    bbox: Rect,
}

impl Line {
    fn of(text: &Text<'_>) -> Self {
        let way = direction(text.start, text.end);
        let [start, end] = [text.start, text.end].map(|end| along_across(way, end));
        Self { way, start, length: end.x - start.x, height: text.size, bbox: text.bbox }
    }

    /// Returns whether a box may be a frame around the line.
    fn is_framed(&self, frame: Rect) -> bool {
        let slack = SLACK * self.height;
        let Rect { min, max } = self.bbox;
        let around = frame.min.x <= min.x + slack
            && frame.min.y <= min.y + slack
            && max.x <= frame.max.x + slack
            && max.y <= frame.max.y + slack;
        let (own, its) = (Sides::of(self.bbox.size()), Sides::of(frame.size()));
        around && own.long >= FILLED.long * its.long && own.short >= FILLED.short * its.short
    }

    /// Returns whether a box may belong to one of the line's letters.
    fn holds(&self, area: Rect) -> bool {
        let slack = SLACK * self.height;
        let corners = area.corners().map(|corner| along_across(self.way, corner));
        let within = corners.iter().all(|Point { x: along, y: across, .. }| {
            // Letters are above their baseline, or extend a little below it.
            (-slack..=self.length + slack).contains(&(along - self.start.x))
                && (-2.0 * slack..=self.height + slack).contains(&(self.start.y - across))
        });
        let (low, high) = corners.iter().fold((f32::MAX, f32::MIN), |(a, b), c| (a.min(c.x), b.max(c.x)));
        within && high - low <= WIDEST * self.length
    }
}

/// The repeated shapes of a page, divided into letters and others.
pub(super) struct SplitRepeats {
    /// Shapes that are not letters.
    pub(super) repeats: Vec<Repeat>,
    /// Letters and frames around text.
    pub(super) letters: Vec<Repeat>,
}

/// The lines of letters that were recognized in a picture of the page.
pub(super) struct Lettering(BoxIndex<Line>);

impl Lettering {
    pub(super) fn of(sheet: &Sheet) -> Self {
        let is_lettering = |text: &Text<'_>| {
            let characters = text.text.chars().filter(|c| !c.is_whitespace() && !"()[]".contains(*c));
            text.source == text_source::RECOGNIZED && characters.count() >= FEWEST
        };
        Self(BoxIndex::new(sheet.texts().filter(is_lettering).map(|text| (text.bbox, Line::of(&text)))))
    }

    /// Returns whether a box belongs to a letter or to a frame around a line.
    fn has(&self, area: Rect) -> bool {
        self.0.at(area.center()).any(|line| line.holds(area) || line.is_framed(area))
    }

    /// Separates letters from the repeated shapes of the page.
    pub(super) fn separate_letters(&self, all: Vec<Repeat>) -> SplitRepeats {
        let mut split = SplitRepeats { repeats: Vec::with_capacity(all.len()), letters: Vec::new() };
        for repeat in all {
            // Letters have no true circles. A device with a circle may be close enough to text to be read with it.
            let letters: Vec<bool> = match repeat.appearance.has_circle {
                true => vec![false; repeat.places.len()],
                false => repeat.places.iter().map(|place| self.has(*place)).collect(),
            };
            let count = letters.iter().filter(|is| **is).count();
            match count as f32 >= MOSTLY * letters.len() as f32 {
                true => split.letters.push(repeat),
                false => split.repeats.push(without(repeat, &letters)),
            }
        }
        split
    }
}

/// Returns a shape without some of its places.
fn without(mut repeat: Repeat, dropped: &[bool]) -> Repeat {
    fn kept<T>(all: &mut Vec<T>, dropped: &[bool]) {
        let mut dropped = dropped.iter();
        all.retain(|_| dropped.next() == Some(&false));
    }
    kept(&mut repeat.places, dropped);
    kept(&mut repeat.witnesses, dropped);
    kept(&mut repeat.strokes, dropped);
    repeat
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::rect;
    use plumbline_sheet::drawing::Drawing;

    use super::*;

    /// Creates a sheet with one recognized text.
    fn read(text: &str) -> Sheet {
        let mut drawing = Drawing::new(400.0, 200.0);
        drawing.text(text, [50.0, 50.0], 10.0);
        let mut sheet = drawing.sheet();
        sheet.text_sources.fill(text_source::RECOGNIZED);
        sheet
    }

    #[test]
    fn what_stands_on_a_line_that_was_read_is_a_letter_and_what_fits_around_it_is_its_frame() {
        let letters = Lettering::of(&read("CO2"));
        let bbox = read("CO2").texts().next().unwrap().bbox;
        let x0 = bbox.min.x;
        assert!(letters.has(rect(x0 + 1.0, 43.0, x0 + 6.0, 50.0)));
        assert!(letters.has(bbox.grown(2.0)), "a tag's frame");
        assert!(!letters.has(bbox.grown(12.0)), "a box of equipment");
        assert!(!letters.has(rect(x0 + 1.0, 43.0, x0 + 6.0, 63.0)), "an arrow below it");
        assert!(!letters.has(rect(152.0, 43.0, 157.0, 50.0)), "elsewhere");
    }

    #[test]
    fn a_single_letter_or_text_of_the_file_hides_nothing() {
        let inside = rect(51.0, 44.0, 53.0, 50.0);
        assert!(!Lettering::of(&read("8")).has(inside));
        assert!(!Lettering::of(&read("(8)")).has(inside));
        let mut sheet = read("3”");
        assert!(Lettering::of(&sheet).has(inside));
        sheet.text_sources.fill(text_source::LAYER);
        assert!(!Lettering::of(&sheet).has(inside));
    }
}
