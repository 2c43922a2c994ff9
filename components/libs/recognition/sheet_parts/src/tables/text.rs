//! The sheet's text as words in reading direction, and words joined into lines.

use plumbline_geometry::{Point, Rect, point};
use plumbline_sheet::Sheet;
use plumbline_sheet::lines::{Line as SheetLine, words as words_of};
use plumbline_sheet::model::text_source;

/// The gap beyond which words of different runs are separate, in text heights.
const WORD_GAP: f32 = 0.15;
/// The distance within which baselines are one line, in text heights.
const SAME_LINE: f32 = 0.45;

/// The reading direction, as the clockwise rotation of the text in degrees: 0, 90, 180 or 270.
pub(crate) type Turn = u32;

/// Points in the frame in which text of a rotation reads from left to right, y down.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Reading;

fn turned<U, V>(turn: Turn, p: Point<U>) -> Point<V> {
    match turn {
        90 => point(p.y, -p.x),
        180 => point(-p.x, -p.y),
        270 => point(-p.y, p.x),
        _ => p.cast_unit(),
    }
}

/// Converts a point to the frame of a rotation.
pub(crate) fn to_frame(turn: Turn, p: Point) -> Point<Reading> {
    turned(turn, p)
}

/// Converts a point in the frame of a rotation to the sheet: the inverse of a rotation is the opposite rotation.
fn to_sheet(turn: Turn, p: Point<Reading>) -> Point {
    turned((360 - turn) % 360, p)
}

/// Converts a box to the frame of a rotation.
pub(crate) fn box_to_frame(turn: Turn, area: Rect) -> Rect<Reading> {
    Rect::between(to_frame(turn, area.min), to_frame(turn, area.max))
}

/// Converts a box in the frame of a rotation to the sheet.
pub(crate) fn box_to_sheet(turn: Turn, area: Rect<Reading>) -> Rect {
    Rect::between(to_sheet(turn, area.min), to_sheet(turn, area.max))
}

/// A word, in the frame of its own rotation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// The text run it came from.
    pub(crate) run: usize,
    pub(crate) turn: Turn,
    /// The start and the end along the baseline.
    pub(crate) from: f32,
    pub(crate) to: f32,
    /// The baseline.
    pub(crate) base: f32,
    /// The height of the font.
    pub(crate) size: f32,
    /// The word's middle on the sheet.
    pub(crate) middle: Point,
}

/// Returns the rotation of a baseline, or `None` for text at other angles, which does not occur in tables.
fn turn_of(start: Point, end: Point) -> Option<Turn> {
    let (dx, dy) = (end.x - start.x, end.y - start.y);
    if dy.abs() <= 0.1 * dx.abs() {
        Some(if dx >= 0.0 { 0 } else { 180 })
    } else if dx.abs() <= 0.1 * dy.abs() {
        Some(if dy >= 0.0 { 90 } else { 270 })
    } else {
        None
    }
}

/// Returns all words of a sheet, run by run. Runs of adjacent cells must not be joined.
pub(crate) fn words(sheet: &Sheet) -> Vec<Word> {
    let runs: Vec<SheetLine> = sheet
        .texts()
        .flat_map(|t| {
            let line = |text: String, start: Point, end: Point, size: f32| SheetLine {
                text,
                start,
                end,
                size,
                bbox: t.bbox,
                color: t.color,
                runs: vec![t.index],
            };
            let Rect { min, max } = t.bbox;
            // An annotation of several lines has no baseline. Its baseline runs from corner to corner of its box.
            let parts: Vec<&str> = t.text.split("  ").map(str::trim).filter(|p| !p.is_empty()).collect();
            let diagonal =
                turn_of(t.start, t.end).is_none() && t.start == point(min.x, max.y) && t.end == point(max.x, min.y);
            if t.source == text_source::ANNOTATION && diagonal && !parts.is_empty() {
                let step = t.bbox.height() / parts.len() as f32;
                let placed = |(i, part): (usize, &&str)| {
                    let base = min.y + step * (i as f32 + 0.85);
                    line(stacked_fractions(part), point(min.x, base), point(max.x, base), 0.8 * step)
                };
                return parts.iter().enumerate().map(placed).collect::<Vec<_>>();
            }
            vec![line(stacked_fractions(&t.text.replace(char::is_control, " ")), t.start, t.end, t.size)]
        })
        .collect();
    let mut out = Vec::new();
    for word in words_of(&runs) {
        let run = &runs[word.line];
        let Some(turn) = turn_of(run.start, run.end) else { continue };
        let (start, end) = (to_frame(turn, word.start), to_frame(turn, word.end));
        out.push(Word::new(word.text, word.line, turn, (start.x, end.x), start.y, word.size));
    }
    out
}

impl Word {
    fn new(text: String, run: usize, turn: Turn, (from, to): (f32, f32), base: f32, size: f32) -> Self {
        let middle = to_sheet(turn, point((from + to) / 2.0, base - 0.35 * size));
        Self { text, run, turn, from, to, base, size, middle }
    }

    /// Returns a point on the sheet at the height of the word's middle, `along` its baseline.
    pub(crate) fn place(&self, along: f32) -> Point {
        to_sheet(self.turn, point(along, self.base - 0.35 * self.size))
    }

    /// Splits the word where a new word evidently begins (`No.Qty.`, `DevicePart`) near a position along the baseline.
    /// Returns `None` if no word begins there.
    pub(crate) fn cut(&self, near: f32) -> Option<[Word; 2]> {
        let letters: Vec<char> = self.text.chars().collect();
        let step = (self.to - self.from) / letters.len() as f32;
        // A decimal number begins here (NAC1|0.25V), or text that reads as a new word.
        let decimal = |i: &usize| {
            let named = letters[i - 1].is_alphanumeric() && letters[..*i].iter().any(|c| c.is_alphabetic());
            named && letters[*i].is_ascii_digit() && letters.get(i + 1) == Some(&'.')
        };
        let begins = |i: &usize| {
            let (before, after) = (letters[i - 1], letters[*i]);
            let within = *i > 1 && before == '.' && after.is_ascii_digit() && letters[i - 2].is_ascii_digit();
            let word =
                (before.is_lowercase() || ".:)".contains(before)) && (after.is_uppercase() || after.is_ascii_digit());
            decimal(i) || word && !within
        };
        let off = |i: &usize| (self.from + *i as f32 * step - near).abs();
        let at = (1..letters.len()).filter(begins).min_by(|a, b| off(a).total_cmp(&off(b)))?;
        if off(&at) > if decimal(&at) { 2.6 } else { 1.6 } * step.abs() {
            return None;
        }
        let middle = self.from + at as f32 * step;
        let part = |text: &[char], span: (f32, f32)| {
            Word::new(text.iter().collect(), self.run, self.turn, span, self.base, self.size)
        };
        Some([part(&letters[..at], (self.from, middle)), part(&letters[at..], (middle, self.to))])
    }
}

/// Words joined into one line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) from: f32,
    pub(crate) to: f32,
    pub(crate) base: f32,
    pub(crate) size: f32,
}

/// Joins words of one rotation into lines, from top to bottom and left to right. A gap wider than `widest` times the
/// text's height begins a new line.
pub(crate) fn lines<'a>(words: impl IntoIterator<Item = &'a Word>, widest: f32) -> Vec<Line> {
    lines_split_by(words, widest, |_, _| false)
}

/// Joins words like [`lines`], but keeps words apart for which `splits` returns true.
pub(crate) fn lines_split_by<'a>(
    words: impl IntoIterator<Item = &'a Word>,
    widest: f32,
    splits: impl Fn(&Word, &Word) -> bool,
) -> Vec<Line> {
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
                (Some(before), Some(line)) if word.from - before.to <= widest * word.size && !splits(before, word) => {
                    // Some programs plot a superscript digit twice. Keep one.
                    if ["²", "³"].contains(&word.text.as_str()) && line.text.ends_with(&word.text) {
                        last = Some(word);
                        continue;
                    }
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

/// Returns the rotation of most characters of the words, or 0 if there are no words.
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

/// Returns a text with its stacked fractions written out. Annotations of AutoCAD text write the fraction of `7'-3 1/2"`
/// as digits in quotes: `7'-3 "12"`.
pub(crate) fn stacked_fractions(text: &str) -> String {
    let Some(open) = text.find('"').filter(|_| text.matches('"').count() == 2) else { return text.to_owned() };
    let (before, after) = (&text[..open], &text[open + 1..]);
    let Some(digits) = after.strip_suffix('"') else { return text.to_owned() };
    let feet = before.trim_end().ends_with(|c: char| c.is_ascii_digit()) && before.contains('\'');
    if !feet || digits.len() < 2 || !digits.chars().all(|c| c.is_ascii_digit()) {
        return text.to_owned();
    }
    // The only way to split them into a proper binary fraction of an inch with an odd numerator.
    for under in ["2", "4", "8", "16", "32", "64"] {
        if let Some(over) = digits.strip_suffix(under)
            && let (Ok(a), Ok(b)) = (over.parse::<u32>(), under.parse::<u32>())
            && a < b
            && a % 2 == 1
        {
            return format!("{} {over}/{under}\"", before.trim_end());
        }
    }
    text.to_owned()
}

/// Returns a text with full-width letters, digits and signs replaced by the usual ones, and without the spaces that
/// spread Japanese words (`名　称`).
pub(crate) fn narrow(text: &str) -> String {
    let wide = |c: char| ('\u{3040}'..='\u{30ff}').contains(&c) || ('\u{4e00}'..='\u{9fff}').contains(&c);
    let chars: Vec<char> = text.chars().map(plumbline_notation::narrow).collect();
    let mut out = String::with_capacity(text.len());
    for (i, &c) in chars.iter().enumerate() {
        let next = chars[i..].iter().find(|c| **c != ' ');
        if c == ' ' && out.ends_with(wide) && next.is_some_and(|n| wide(*n)) {
            continue;
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_where_another_begins() {
        let cut = |text: &str, near: f32| {
            let word = Word::new(text.to_owned(), 0, 0, (0.0, text.len() as f32), 0.0, 2.0);
            word.cut(near).map(|[a, b]| (a.text, b.text))
        };
        let parts = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(cut("No.Qty.", 3.5), parts("No.", "Qty."));
        assert_eq!(cut("NAC10.25V", 5.0), parts("NAC1", "0.25V"));
        assert_eq!((cut("EOL-4.7", 6.0), cut("18.9475V", 1.0), cut("SPEAKER", 3.0)), (None, None, None));
    }

    #[test]
    fn fractions_in_quotes_are_written_out() {
        let texts = [
            ("7'-3  \"12\"", "7'-3 1/2\""),
            ("0'-5 \"34\"", "0'-5 3/4\""),
            ("2'-0 \"1516\"", "2'-0 15/16\""),
            ("1'-1 \"116\"", "1'-1 1/16\""),
            ("PANEL \"12\"", "PANEL \"12\""),
            ("6'-4\"", "6'-4\""),
        ];
        for (text, want) in texts {
            assert_eq!(stacked_fractions(text), want);
        }
    }

    #[test]
    fn wide_letters_and_spread_words_become_usual_ones() {
        assert_eq!(narrow("名　称"), "名称");
        assert_eq!(narrow("ＬＥＤ４０Ｗ"), "LED40W");
        assert_eq!(narrow("数 量 (台)"), "数量 (台)");
        assert_eq!(narrow("LOAD NAME"), "LOAD NAME");
    }
}
