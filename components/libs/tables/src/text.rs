//! The sheet's text as words in reading direction, and words put together to lines.

use plumbline_sheet::Sheet;
use plumbline_sheet::lines::{Line as SheetLine, words as words_of};

/// A gap wider than this share of the text's height separates words of different runs.
const WORD_GAP: f32 = 0.15;
/// Baselines closer than this share of the text's height are one line.
const SAME_LINE: f32 = 0.45;

/// Reading direction: how far text is turned clockwise, in degrees: 0, 90, 180 or 270.
pub(crate) type Turn = u32;

/// A point in the frame in which text of this turn reads from left to right, y down.
pub(crate) fn to_frame(turn: Turn, [x, y]: [f32; 2]) -> [f32; 2] {
    match turn {
        90 => [y, -x],
        180 => [-x, -y],
        270 => [-y, x],
        _ => [x, y],
    }
}

/// A box in the frame of a turn.
pub(crate) fn box_to_frame(turn: Turn, area: [f32; 4]) -> [f32; 4] {
    let (a, b) = (to_frame(turn, [area[0], area[1]]), to_frame(turn, [area[2], area[3]]));
    [a[0].min(b[0]), a[1].min(b[1]), a[0].max(b[0]), a[1].max(b[1])]
}

/// A word, in the frame of its own turn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// The text run it came from.
    pub(crate) run: usize,
    pub(crate) turn: Turn,
    /// Start and end along the baseline.
    pub(crate) from: f32,
    pub(crate) to: f32,
    /// Baseline.
    pub(crate) base: f32,
    /// Height of the font.
    pub(crate) size: f32,
    /// Its middle on the sheet.
    pub(crate) middle: [f32; 2],
}

/// The turn of a baseline; `None` for text at other angles, which no table holds.
fn turn_of(start: [f32; 2], end: [f32; 2]) -> Option<Turn> {
    let (dx, dy) = (end[0] - start[0], end[1] - start[1]);
    if dy.abs() <= 0.1 * dx.abs() {
        Some(if dx >= 0.0 { 0 } else { 180 })
    } else if dx.abs() <= 0.1 * dy.abs() {
        Some(if dy >= 0.0 { 90 } else { 270 })
    } else {
        None
    }
}

/// All words of a sheet, run by run: runs of neighbouring cells must not be put together.
pub(crate) fn words(sheet: &Sheet) -> Vec<Word> {
    let runs: Vec<SheetLine> = sheet
        .texts()
        .map(|t| SheetLine {
            text: t.text.replace(char::is_control, " "),
            start: t.start,
            end: t.end,
            size: t.size,
            bbox: t.bbox,
            color: t.color,
            runs: vec![t.index],
        })
        .collect();
    let mut out = Vec::new();
    for word in words_of(&runs) {
        let run = &runs[word.line];
        let Some(turn) = turn_of(run.start, run.end) else { continue };
        let (start, end) = (to_frame(turn, word.start), to_frame(turn, word.end));
        out.push(Word::new(word.text, word.line, turn, [start[0], end[0]], start[1], word.size));
    }
    out
}

impl Word {
    fn new(text: String, run: usize, turn: Turn, [from, to]: [f32; 2], base: f32, size: f32) -> Self {
        // Back to the sheet: the inverse of a turn is the opposite turn.
        let middle = to_frame((360 - turn) % 360, [(from + to) / 2.0, base - 0.35 * size]);
        Self { text, run, turn, from, to, base, size, middle }
    }

    /// A place on the sheet at the height of its middle, `along` its baseline.
    pub(crate) fn place(&self, along: f32) -> [f32; 2] {
        to_frame((360 - self.turn) % 360, [along, self.base - 0.35 * self.size])
    }

    /// The word in two, where a new word evidently begins (`No.Qty.`, `DevicePart`) near a place along the baseline;
    /// `None` when none begins there.
    pub(crate) fn cut(&self, near: f32) -> Option<[Word; 2]> {
        let letters: Vec<char> = self.text.chars().collect();
        let step = (self.to - self.from) / letters.len() as f32;
        let begins = |i: &usize| {
            let (before, after) = (letters[i - 1], letters[*i]);
            (before.is_lowercase() || ".:)".contains(before)) && (after.is_uppercase() || after.is_ascii_digit())
        };
        let off = |i: &usize| (self.from + *i as f32 * step - near).abs();
        let at = (1..letters.len()).filter(begins).min_by(|a, b| off(a).total_cmp(&off(b)))?;
        if off(&at) > 1.6 * step.abs() {
            return None;
        }
        let middle = self.from + at as f32 * step;
        let part = |text: &[char], span: [f32; 2]| {
            Word::new(text.iter().collect(), self.run, self.turn, span, self.base, self.size)
        };
        Some([part(&letters[..at], [self.from, middle]), part(&letters[at..], [middle, self.to])])
    }
}

/// Words that stand in one line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) from: f32,
    pub(crate) to: f32,
    pub(crate) base: f32,
    pub(crate) size: f32,
}

/// Words of one turn put together to lines, from top to bottom and left to right; a gap wider than `widest` times the
/// text's height begins a new line.
pub(crate) fn lines<'a>(words: impl IntoIterator<Item = &'a Word>, widest: f32) -> Vec<Line> {
    let mut words: Vec<&Word> = words.into_iter().collect();
    words.sort_by(|a, b| a.base.total_cmp(&b.base).then(a.from.total_cmp(&b.from)));
    let mut rows: Vec<Vec<&Word>> = Vec::new();
    for word in words {
        match rows.last_mut() {
            Some(row) if word.base - row[0].base <= SAME_LINE * word.size.min(row[0].size) => row.push(word),
            _ => rows.push(vec![word]),
        }
    }
    let mut out: Vec<Line> = Vec::new();
    for mut row in rows {
        row.sort_by(|a, b| a.from.total_cmp(&b.from).then(a.run.cmp(&b.run)));
        let mut last: Option<&Word> = None;
        for word in row {
            match (last, out.last_mut()) {
                (Some(before), Some(line)) if word.from - before.to <= widest * word.size => {
                    if word.run == before.run || word.from - before.to > WORD_GAP * word.size {
                        line.text.push(' ');
                    }
                    line.text.push_str(&word.text);
                    line.to = line.to.max(word.to);
                    line.size = line.size.max(word.size);
                }
                _ => out.push(Line {
                    text: word.text.clone(),
                    from: word.from,
                    to: word.to,
                    base: word.base,
                    size: word.size,
                }),
            }
            last = Some(word);
        }
    }
    out
}

/// The turn that most characters of some words have; 0 when there is none.
pub(crate) fn main_turn<'a>(words: impl IntoIterator<Item = &'a Word>) -> Turn {
    let mut counts = [0usize; 4];
    for word in words {
        counts[(word.turn / 90 % 4) as usize] += word.text.chars().count();
    }
    let mut best = 0;
    for (i, &count) in counts.iter().enumerate() {
        if count > counts[best] {
            best = i;
        }
    }
    best as Turn * 90
}
