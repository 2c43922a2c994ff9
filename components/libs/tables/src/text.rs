//! The sheet's text as words in reading direction, and words put together to lines.

use plumbline_sheet::Sheet;

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

/// Width of a character as a share of a wide one: enough to find where the words of a run begin.
fn advance(c: char) -> f32 {
    match c {
        'i' | 'l' | 'j' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.45,
        ' ' | '(' | ')' | '[' | ']' | '-' | '/' | '"' | 't' | 'f' | 'r' => 0.6,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 1.5,
        c if c.is_uppercase() => 1.2,
        _ => 1.0,
    }
}

/// All words of a sheet.
pub(crate) fn words(sheet: &Sheet) -> Vec<Word> {
    let mut out = Vec::new();
    for run in sheet.texts() {
        let Some(turn) = turn_of(run.start, run.end) else { continue };
        let (start, end) = (to_frame(turn, run.start), to_frame(turn, run.end));
        let total: f32 = run.text.chars().map(advance).sum();
        if total <= 0.0 {
            continue;
        }
        let unit = (end[0] - start[0]) / total;
        let mut at = 0.0;
        let mut word = String::new();
        let mut began = 0.0;
        for c in run.text.chars().chain(std::iter::once(' ')) {
            if c.is_whitespace() || c.is_control() {
                if !word.is_empty() {
                    let (from, to) = (start[0] + began * unit, start[0] + at * unit);
                    // Back to the sheet: the inverse of a turn is the opposite turn.
                    let middle = to_frame((360 - turn) % 360, [(from + to) / 2.0, start[1] - 0.35 * run.size]);
                    let text = std::mem::take(&mut word);
                    out.push(Word { text, run: run.index, turn, from, to, base: start[1], size: run.size, middle });
                }
                at += advance(c);
                began = at;
            } else {
                word.push(c);
                at += advance(c);
            }
        }
    }
    out
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
