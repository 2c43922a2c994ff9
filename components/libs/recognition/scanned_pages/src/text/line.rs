//! One line of text: cut out upright, in widths the recognition model takes, with the place of its letters in the cut.

use crate::image::Gray;
use plumbline_geometry::{Pixel, Point, Vector, vector};
use plumbline_sheet::lines::append;

use crate::text::ctc::{Dictionary, Reading};
use crate::text::inference::{Graph, Inference, Input, normalized};
use crate::text::rectangle::Rectangle;

/// Height of a line in pixels, as the model was trained.
pub(crate) const HEIGHT: usize = 48;

/// Widths to which a line is padded. The runtime keeps a plan with its own memory for each. The first are for tags
/// and sizes, the last for a line of notes.
const WIDTHS: [usize; 8] = [48, 80, 128, 192, 288, 432, 640, 832];

/// Value above which a pixel is paper. A darker one in a column means that no words are separated there.
const PAPER: u8 = 150;

/// The direction in which a region is read, from its first letters on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadingDirection {
    Right,
    Left,
    /// The direction of most lettering along vertical walls and dimensions.
    Up,
    Down,
}

/// A region with its reading direction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    /// The corner at which reading begins, above the letters.
    pub(crate) corner: Point<Pixel>,
    /// The direction of reading, and the direction from the top of the letters to their foot, each of length 1.
    pub(crate) along: Vector<Pixel>,
    pub(crate) below: Vector<Pixel>,
    pub(crate) length: f32,
    pub(crate) height: f32,
}

impl Line {
    pub(crate) fn of(region: &Rectangle, direction: ReadingDirection) -> Self {
        let (right, down) = (region.along, region.down());
        let (along, length, height) = match direction {
            ReadingDirection::Right => (right, region.length, region.height),
            ReadingDirection::Left => (-right, region.length, region.height),
            ReadingDirection::Down => (down, region.height, region.length),
            ReadingDirection::Up => (-down, region.height, region.length),
        };
        let below = vector(-along.y, along.x);
        let corner = region.middle - along * length / 2.0 - below * height / 2.0;
        Self { corner, along, below, length, height }
    }

    /// Returns the line as an upright picture, [`HEIGHT`] pixels high.
    pub(crate) fn cut(&self, picture: &Gray) -> Gray {
        let width = (self.length / self.height * HEIGHT as f32).round().max(8.0) as usize;
        let (across, down) = (self.along * self.length, self.below * self.height);
        picture.crop(self.corner.into(), across.into(), down.into(), width, HEIGHT)
    }

    /// Returns a point by its shares of the line's length and height.
    pub(crate) fn point(&self, along: f32, below: f32) -> Point<Pixel> {
        let (u, v) = (along * self.length, below * self.height);
        self.corner + self.along * u + self.below * v
    }
}

/// Reads a line that was cut out. A line longer than the model takes is read in pieces, split between words.
pub(crate) fn read<I: Inference>(
    cut: &Gray,
    dictionary: &Dictionary,
    inference: &mut I,
    values: &mut Vec<f32>,
) -> Result<Reading, I::Error> {
    let mut whole = Reading { text: String::new(), confidence: 0.0 };
    let mut letters = 0usize;
    for (from, to) in pieces(cut) {
        let width = WIDTHS.into_iter().find(|&width| width >= to - from).unwrap_or(WIDTHS[WIDTHS.len() - 1]);
        let rows: Vec<&[u8]> = (0..HEIGHT).map(|y| cut.row(y).get(from..to).unwrap_or_default()).collect();
        // Beyond the line the model expects the middle of its range, as in training.
        normalized(&rows, width, HEIGHT, 0.0, values);
        let output = inference.run(Graph::Recognition, Input { height: HEIGHT, width, values })?;
        let piece = dictionary.decode(&output);
        if piece.text.is_empty() {
            continue;
        }
        let count = piece.text.chars().count();
        whole.confidence =
            (whole.confidence * letters as f32 + piece.confidence * count as f32) / (letters + count) as f32;
        letters += count;
        append(&mut whole.text, &piece.text);
    }
    Ok(whole)
}

/// Returns the columns at which a cut is split: in the widest gap of the second half of what the model takes.
fn pieces(cut: &Gray) -> Vec<(usize, usize)> {
    let longest = WIDTHS[WIDTHS.len() - 1];
    let mut pieces = Vec::new();
    let mut from = 0;
    while cut.width() - from > longest {
        // The outermost rows may touch a rule above or below.
        let blank = |x: usize| (HEIGHT / 6..HEIGHT - HEIGHT / 6).all(|y| cut.row(y)[x] > PAPER);
        let (mut best, mut run) = ((0, from + longest), 0);
        for x in from + longest / 2..from + longest {
            run = if blank(x) { run + 1 } else { 0 };
            if run > best.0 {
                best = (run, x + 1 - run / 2);
            }
        }
        pieces.push((from, best.1));
        from = best.1;
    }
    pieces.push((from, cut.width()));
    pieces
}

/// Returns the box of the letters in a cut: left, top, right, bottom as shares of its width and height. A region has
/// some paper around it, and a rule near it is left out.
pub(crate) fn letters(cut: &Gray) -> [f32; 4] {
    let (mut low, mut high) = (u8::MAX, 0);
    for y in 0..cut.height() {
        for &value in cut.row(y) {
            low = low.min(value);
            high = high.max(value);
        }
    }
    let dark = low.midpoint(high);
    let in_row = |y: usize| cut.row(y).iter().any(|&value| value < dark);
    let in_column = |x: usize, top: usize, bottom: usize| (top..bottom).any(|y| cut.row(y)[x] < dark);
    // From the middle outwards to the first row without ink on either side.
    let middle = cut.height() / 2;
    let top = (0..middle).rev().find(|&y| !in_row(y)).map_or(0, |y| y + 1);
    let bottom = (middle..cut.height()).find(|&y| !in_row(y)).unwrap_or(cut.height());
    if bottom < top + cut.height() / 5 {
        // Nothing in the middle: this is not a plain line of letters.
        return [0.0, 0.15, 1.0, 0.85];
    }
    let left = (0..cut.width()).find(|&x| in_column(x, top, bottom)).unwrap_or(0);
    let right = (0..cut.width()).rev().find(|&x| in_column(x, top, bottom)).map_or(cut.width(), |x| x + 1);
    let part = |at: usize, of: usize| at as f32 / of.max(1) as f32;
    [part(left, cut.width()), part(top, cut.height()), part(right, cut.width()), part(bottom, cut.height())]
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::point;

    use super::*;

    fn bars(width: usize, bar: impl Fn(usize) -> bool) -> Gray {
        let mut cut = Gray::blank(width, HEIGHT);
        for y in 12..36 {
            for (x, value) in cut.row_mut(y).iter_mut().enumerate() {
                *value = if bar(x) { 20 } else { 250 };
            }
        }
        cut
    }

    #[test]
    fn a_long_line_is_parted_in_its_gaps() {
        // Words of 100 pixels, 30 apart, with letters 4 apart.
        let cut = bars(3000, |x| x % 130 < 100 && x % 10 < 6);
        let pieces = pieces(&cut);
        assert!(pieces.len() > 3 && pieces.windows(2).all(|pair| pair[0].1 == pair[1].0));
        assert_eq!((pieces[0].0, pieces[pieces.len() - 1].1), (0, 3000));
        for &(from, to) in &pieces {
            assert!(to - from <= 832);
            assert!(to == 3000 || to % 130 > 96, "parted within a word at {to}");
        }
    }

    #[test]
    fn letters_are_found_and_a_rule_below_them_is_not() {
        let mut cut = bars(200, |x| (20..180).contains(&x));
        cut.row_mut(44).fill(0);
        assert_eq!(letters(&cut), [0.1, 0.25, 0.9, 0.75]);
    }

    #[test]
    fn a_line_read_upwards_begins_at_the_foot_of_the_page() {
        let region = Rectangle { middle: point(100.0, 200.0), along: vector(1.0, 0.0), length: 20.0, height: 80.0 };
        let line = Line::of(&region, ReadingDirection::Up);
        assert_eq!((line.length, line.height, line.corner), (80.0, 20.0, point(90.0, 240.0)));
        assert_eq!(line.point(1.0, 1.0), point(110.0, 160.0));
    }
}
