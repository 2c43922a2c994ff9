//! A sheet's texts with their frames and leaders.

use plumbline_sheet::Sheet;

use crate::annotations::frames::{self, Frame};
use crate::annotations::leaders::{self, Leader};
use crate::annotations::lines::Lines;
use crate::annotations::linework::{Linework, Pieces};
use crate::annotations::mask::Mask;
use crate::annotations::search::SearchContext;

/// The distance from a text within which frames and brackets are searched, in heights of the font.
const AROUND: f32 = 6.0;

/// The maximum length of a text that may have a frame, in characters.
const SHORT: usize = 48;

/// The text of a sheet, and its connections to the drawing.
#[derive(Debug)]
pub struct Page {
    /// The lines of text and the stacks that they form.
    pub lines: Lines,
    /// The frames around short texts, from top to bottom.
    pub frames: Vec<Frame>,
    /// The leaders, by the position of their tips.
    pub leaders: Vec<Leader>,
}

impl Page {
    /// Reads a sheet.
    pub fn of(sheet: &Sheet) -> Self {
        let lines = Lines::of(sheet);
        let linework = Linework::of(sheet);
        let short = lines.all().iter().filter(|l| l.text.chars().count() <= SHORT);
        let mask = Mask::of(sheet, short.map(|l| l.bbox.grown(AROUND * l.size.min(24.0))));
        let pieces = Pieces::of(&linework, &mask);
        let frames = frames::find(&lines, &linework, &pieces);
        let context = SearchContext { lines: &lines, linework: &linework, pieces: &pieces, frames: &frames };
        let leaders = leaders::find(&context);
        Self { lines, frames, leaders }
    }

    /// Returns the frame that contains a line.
    pub fn frame_of(&self, line: usize) -> Option<usize> {
        self.frames.iter().position(|f| f.lines.contains(&line))
    }
}

/// Returns the leaders of a sheet. [`Page`] has them together with the lines that they refer to.
pub fn leaders(sheet: &Sheet) -> Vec<Leader> {
    Page::of(sheet).leaders
}
