//! A sheet's texts with their frames and leaders.

use plumbline_sheet::Sheet;

use crate::frames::{self, Frame};
use crate::leaders::{self, Leader, Surroundings};
use crate::lines::Lines;
use crate::linework::{Linework, Pieces};
use crate::mask::Mask;
use crate::shape::grown;

/// Frames and brackets are looked for within this many heights of a text.
const AROUND: f32 = 6.0;

/// Longer texts have no frames.
const SHORT: usize = 48;

/// What is written on a sheet, and how it is tied to what is drawn.
#[derive(Debug)]
pub struct Page {
    /// Lines of text and the stacks they form.
    pub lines: Lines,
    /// Frames around short texts, from top to bottom.
    pub frames: Vec<Frame>,
    /// Leaders, by place of their tips.
    pub leaders: Vec<Leader>,
}

impl Page {
    /// Reads a sheet.
    pub fn of(sheet: &Sheet) -> Self {
        let lines = Lines::of(sheet);
        let linework = Linework::of(sheet);
        let short = lines.all().iter().filter(|l| l.text.chars().count() <= SHORT);
        let mask = Mask::of(sheet, short.map(|l| grown(l.bbox, AROUND * l.size.min(24.0))));
        let pieces = Pieces::of(&linework, &mask);
        let frames = frames::find(&lines, &linework, &pieces);
        let around = Surroundings { lines: &lines, linework: &linework, pieces: &pieces, frames: &frames };
        let leaders = leaders::find(&around);
        Self { lines, frames, leaders }
    }

    /// The frame that a line stands in.
    pub fn frame_of(&self, line: usize) -> Option<usize> {
        self.frames.iter().position(|f| f.lines.contains(&line))
    }
}

/// The leaders of a sheet; [`Page`] has them with the lines that they refer to.
pub fn leaders(sheet: &Sheet) -> Vec<Leader> {
    Page::of(sheet).leaders
}
