//! The lines of text of a sheet in one reading direction, turned so that they read from left to right.

use plumbline_geometry::{Point, Rect, point};
use plumbline_sheet::Sheet;

use crate::template::Letters;

/// A horizontal line of text.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// The text with single spaces.
    pub(crate) text: String,
    /// The text as written.
    pub(crate) raw: String,
    pub(crate) bbox: Rect,
    pub(crate) size: f32,
    pub(crate) middle: Point,
}

/// The direction in which texts read on the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    Right,
    Up,
    Down,
}

impl Reading {
    /// Turns a point of the sheet so that texts of this direction read from left to right.
    pub(crate) fn to_upright(self, p: Point) -> Point {
        match self {
            Self::Right => p,
            Self::Up => point(-p.y, p.x),
            Self::Down => point(p.y, -p.x),
        }
    }

    fn to_upright_box(self, b: Rect) -> Rect {
        let (p, q) = (self.to_upright(b.min), self.to_upright(b.max));
        Rect::between(p, q)
    }

    /// Turns a box back to its place on the sheet.
    pub(crate) fn to_sheet(self, b: Rect) -> Rect {
        match self {
            Self::Right => b,
            Self::Up => Self::Down.to_upright_box(b),
            Self::Down => Self::Up.to_upright_box(b),
        }
    }

    /// Returns whether a text from `start` to `end` reads in this direction.
    fn reads(self, start: Point, end: Point) -> bool {
        let (p, q) = (self.to_upright(start), self.to_upright(end));
        (q.y - p.y).abs() <= 0.05 * (q.x - p.x).abs().max(1.0) && q.x >= p.x
    }
}

/// Returns the texts of one direction in drawing order, turned so that they read from left to right.
pub(crate) fn lines_along(sheet: &Sheet, reading: Reading) -> Vec<Line> {
    sheet
        .texts()
        .filter(|t| reading.reads(t.start, t.end) && !t.text.trim().is_empty())
        .map(|t| {
            let bbox = reading.to_upright_box(t.bbox);
            Line {
                text: t.text.split_whitespace().collect::<Vec<_>>().join(" "),
                raw: t.text.trim().to_owned(),
                bbox,
                size: t.size,
                middle: bbox.center(),
            }
        })
        .collect()
}

/// Returns the text of the lines within a box, in reading order, joined.
pub(crate) fn text_in(area: Rect, lines: &[Line]) -> String {
    let mut inside: Vec<&Line> = lines.iter().filter(|l| area.contains(l.middle)).collect();
    inside.sort_by(|a, b| a.middle.y.total_cmp(&b.middle.y));
    // Texts whose middles differ by less than half a letter are on one line.
    let mut rows: Vec<Vec<&Line>> = Vec::new();
    for line in inside {
        match rows.last_mut() {
            Some(row) if row.first().is_some_and(|f| (line.middle.y - f.middle.y).abs() < 0.5 * f.size) => {
                row.push(line)
            }
            _ => rows.push(vec![line]),
        }
    }
    let mut words: Vec<&str> = Vec::new();
    for row in &mut rows {
        row.sort_by(|a, b| a.bbox.min.x.total_cmp(&b.bbox.min.x));
        words.extend(row.iter().map(|l| l.text.as_str()));
    }
    words.join(" ")
}

/// Returns the letters within a box.
pub(crate) fn letters_in(area: Rect, lines: &[Line]) -> Vec<Letters> {
    lines
        .iter()
        .filter(|l| area.contains(l.middle))
        .map(|l| Letters { text: l.text.clone(), at: l.middle, size: l.size, inside: false })
        .collect()
}
