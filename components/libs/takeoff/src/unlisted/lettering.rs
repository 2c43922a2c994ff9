//! Finds drawn letters that text recognition has read, and the frames around them. These shapes are not symbols.

use plumbline_sheet::Sheet;
use plumbline_sheet::lines::{along_across, direction};
use plumbline_sheet::model::{Text, text_source};
use plumbline_symbols::repeats::Repeat;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use crate::place::middle;

/// Fewest characters in a line, without brackets. A single character may be a symbol that looks like one, such as a
/// lamp read as an 8.
const FEWEST: usize = 2;
/// Largest distance by which a letter may exceed the box of its line, as a share of the line's height.
const SLACK: f32 = 0.15;
/// Largest width of a letter, as a share of its line's length.
const WIDEST: f32 = 0.7;
/// Smallest share of a frame that its line takes, along and across. A box of equipment is larger than the tag in it.
const FILLED: [f32; 2] = [0.3, 0.5];
/// Share of a shape's places on recognized lines from which it is a letter everywhere. Recognition misses some text
/// that is upside down or crossed by a line.
const MOSTLY: f32 = 0.5;

/// A line of letters along its baseline.
struct Line {
    way: [f32; 2],
    /// The start of the line, along and across.
    start: [f32; 2],
    length: f32,
    height: f32,
    bbox: [f32; 4],
}

impl Line {
    fn of(text: &Text<'_>) -> Self {
        let way = direction(text.start, text.end);
        let [start, end] = [text.start, text.end].map(|end| along_across(way, end));
        Self { way, start, length: end[0] - start[0], height: text.size, bbox: text.bbox }
    }

    /// Returns whether a box may be a frame around the line.
    fn is_framed(&self, frame: [f32; 4]) -> bool {
        let slack = SLACK * self.height;
        let [x0, y0, x1, y1] = self.bbox;
        let around =
            frame[0] <= x0 + slack && frame[1] <= y0 + slack && x1 <= frame[2] + slack && y1 <= frame[3] + slack;
        let sides =
            |[x0, y0, x1, y1]: [f32; 4]| if x1 - x0 > y1 - y0 { [x1 - x0, y1 - y0] } else { [y1 - y0, x1 - x0] };
        let (own, its) = (sides(self.bbox), sides(frame));
        around && (0..2).all(|side| own[side] >= FILLED[side] * its[side])
    }

    /// Returns whether a box may belong to one of the line's letters.
    fn holds(&self, [x0, y0, x1, y1]: [f32; 4]) -> bool {
        let slack = SLACK * self.height;
        let corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]].map(|corner| along_across(self.way, corner));
        let within = corners.iter().all(|[along, across]| {
            // Letters are above their baseline, or extend a little below it.
            (-slack..=self.length + slack).contains(&(along - self.start[0]))
                && (-2.0 * slack..=self.height + slack).contains(&(self.start[1] - across))
        });
        let [low, high] = corners.iter().fold([f32::MAX, f32::MIN], |[a, b], c| [a.min(c[0]), b.max(c[0])]);
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
pub(super) struct Lettering(RTree<GeomWithData<Rectangle<[f32; 2]>, Line>>);

impl Lettering {
    pub(super) fn of(sheet: &Sheet) -> Self {
        let is_lettering = |text: &Text<'_>| {
            let characters = text.text.chars().filter(|c| !c.is_whitespace() && !"()[]".contains(*c));
            text.source == text_source::RECOGNIZED && characters.count() >= FEWEST
        };
        let one = |text: Text<'_>| {
            let [x0, y0, x1, y1] = text.bbox;
            GeomWithData::new(Rectangle::from_corners([x0, y0], [x1, y1]), Line::of(&text))
        };
        Self(RTree::bulk_load(sheet.texts().filter(is_lettering).map(one).collect()))
    }

    /// Returns whether a box belongs to a letter or to a frame around a line.
    fn has(&self, area: [f32; 4]) -> bool {
        let around = AABB::from_point(middle(area));
        self.0.locate_in_envelope_intersecting(&around).any(|line| line.data.holds(area) || line.data.is_framed(area))
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
        let [x0, y0, x1, y1] = read("CO2").texts().next().unwrap().bbox;
        assert!(letters.has([x0 + 1.0, 43.0, x0 + 6.0, 50.0]));
        assert!(letters.has([x0 - 2.0, y0 - 2.0, x1 + 2.0, y1 + 2.0]), "a tag's frame");
        assert!(!letters.has([x0 - 12.0, y0 - 12.0, x1 + 12.0, y1 + 12.0]), "a box of equipment");
        assert!(!letters.has([x0 + 1.0, 43.0, x0 + 6.0, 63.0]), "an arrow below it");
        assert!(!letters.has([152.0, 43.0, 157.0, 50.0]), "elsewhere");
    }

    #[test]
    fn a_single_letter_or_text_of_the_file_hides_nothing() {
        let inside = [51.0, 44.0, 53.0, 50.0];
        assert!(!Lettering::of(&read("8")).has(inside));
        assert!(!Lettering::of(&read("(8)")).has(inside));
        let mut sheet = read("3”");
        assert!(Lettering::of(&sheet).has(inside));
        sheet.text_sources.fill(text_source::LAYER);
        assert!(!Lettering::of(&sheet).has(inside));
    }
}
