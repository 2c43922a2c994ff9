//! Text runs joined into lines (runs that follow each other on one baseline, in any direction, with their exponents),
//! words of a line, and paragraphs (lines below each other).

use std::collections::{BTreeMap, HashMap};

use plumbline_geometry::{Point, Rect, rect, vector};

pub use crate::line::{Line, along_across, direction};
use crate::model::Sheet;

/// Maximum gap at which a run continues the word before it, as a share of the font's height.
const WORD_GAP: f32 = 0.2;

/// Maximum gap between two runs of one line, as a share of the font's height. Beyond it, they are columns.
const LINE_GAP: f32 = 0.9;

/// How far a run may overlap the one before it, as a share of the font's height: slanted letters and rounding.
const OVERLAP: f32 = 0.4;

/// Maximum distance of a run from the baseline, as a share of the font's height.
const OFF_BASELINE: f32 = 0.15;

/// Maximum ratio of the sizes of two runs of one line.
const SIZE_RATIO: f32 = 1.25;

/// The distances of baselines in a paragraph, as shares of the font's height.
const LEADING: std::ops::RangeInclusive<f32> = 0.8..=2.1;

/// A word of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// Unicode text without spaces.
    pub text: String,
    /// Its box, divided along the baseline by estimated widths of characters.
    pub bbox: Rect,
    /// Height of the font in points.
    pub size: f32,
    /// Start of its baseline.
    pub start: Point,
    /// End of its baseline.
    pub end: Point,
    /// Index of its line in the list it was made from.
    pub line: usize,
}

/// Lines below each other, of one size and direction.
#[derive(Debug, Clone, PartialEq)]
pub struct Paragraph {
    /// The lines' text, joined by spaces.
    pub text: String,
    /// Its box.
    pub bbox: Rect,
    /// Height of the font in points, of the first line.
    pub size: f32,
    /// Indexes of its lines in the list it was made from.
    pub lines: Vec<usize>,
}

fn similar(a: f32, b: f32) -> bool {
    a <= b * SIZE_RATIO && b <= a * SIZE_RATIO
}

/// Returns the lines of a sheet, in the order of their first runs.
pub fn lines(sheet: &Sheet) -> Vec<Line> {
    let texts: Vec<_> = sheet.texts().collect();
    // Runs of one direction, rounded to a degree.
    let mut by_direction: HashMap<i32, Vec<usize>> = HashMap::new();
    for (i, t) in texts.iter().enumerate() {
        let d = direction(t.start, t.end);
        by_direction.entry(d.y.atan2(d.x).to_degrees().round() as i32).or_default().push(i);
    }
    let mut out: Vec<Line> = Vec::new();
    for (degrees, mut members) in by_direction {
        let angle = (degrees as f32).to_radians();
        let way = vector(angle.cos(), angle.sin());
        let place = |i: usize| along_across(way, texts[i].start);
        members.sort_by(|&a, &b| place(a).x.total_cmp(&place(b).x));
        // Open lines by whole points across, each with its end.
        let mut open: BTreeMap<i32, Vec<(usize, f32, f32)>> = BTreeMap::new();
        for i in members {
            let t = &texts[i];
            let Point { x: u, y: v, .. } = place(i);
            let reach = t.size * OFF_BASELINE;
            let mut best: Option<(f32, i32, usize)> = None;
            // A very large text size spans more bins than can be visited, so only existing bins are.
            let bins = ((v - reach).floor() as i32, (v + reach).floor() as i32);
            let near = (bins.0 <= bins.1).then(|| open.range_mut(bins.0..=bins.1));
            for (&bin, candidates) in near.into_iter().flatten() {
                candidates.retain(|&(line, end, _)| end + out[line].size * (LINE_GAP + 1.0) > u - t.size);
                for (slot, &(line, end, across)) in candidates.iter().enumerate() {
                    let l = &out[line];
                    let gap = (u - end) / l.size.max(0.01);
                    if similar(l.size, t.size) && (across - v).abs() <= reach && (-OVERLAP..=LINE_GAP).contains(&gap) {
                        let better = best.is_none_or(|(g, ..)| gap.abs() < g);
                        if better {
                            best = Some((gap.abs(), bin, slot));
                        }
                    }
                }
            }
            let end = along_across(way, t.end).x;
            if let Some((_, bin, slot)) = best
                && let Some(entry) = open.get_mut(&bin).and_then(|c| c.get_mut(slot))
            {
                let line = &mut out[entry.0];
                if (u - entry.1) / line.size.max(0.01) > WORD_GAP && !line.text.ends_with(' ') {
                    line.text.push(' ');
                }
                line.text.push_str(t.text);
                line.end = t.end;
                line.bbox = line.bbox.union(t.bbox);
                line.runs.push(i);
                entry.1 = end;
            } else {
                open.entry(v.floor() as i32).or_default().push((out.len(), end, v));
                out.push(Line {
                    text: t.text.to_owned(),
                    start: t.start,
                    end: t.end,
                    size: t.size,
                    bbox: t.bbox,
                    color: t.color,
                    runs: vec![i],
                });
            }
        }
    }
    out.sort_by_key(|l| l.runs.iter().min().copied());
    crate::exponents::join(&mut out);
    out
}

/// Returns the estimated width of a character relative to an average one.
fn weight(c: char) -> f32 {
    match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.5,
        'M' | 'W' | 'm' | 'w' | '@' | '%' => 1.5,
        _ => 1.0,
    }
}

/// Returns the words of the lines, in order.
pub fn words(lines: &[Line]) -> Vec<Word> {
    let mut out = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let total: f32 = line.text.chars().map(weight).sum::<f32>().max(0.01);
        let at = |part: f32| {
            let t = part / total;
            line.start + (line.end - line.start) * t
        };
        let (mut done, mut text, mut from) = (0.0, String::new(), 0.0);
        for c in line.text.chars().chain([' ']) {
            if c.is_whitespace() {
                if !text.is_empty() {
                    let (start, end) = (at(from), at(done));
                    let bbox = part_of_box(line, start, end);
                    out.push(Word { text: std::mem::take(&mut text), bbox, size: line.size, start, end, line: index });
                }
            } else {
                if text.is_empty() {
                    from = done;
                }
                text.push(c);
            }
            done += weight(c);
        }
    }
    out
}

/// Returns the box of the part of a line between two points of its baseline.
fn part_of_box(line: &Line, start: Point, end: Point) -> Rect {
    let way = direction(line.start, line.end);
    let own = Rect::between(start, end);
    if way.y.abs() < 0.05 {
        return rect(own.min.x, line.bbox.min.y, own.max.x, line.bbox.max.y);
    }
    if way.x.abs() < 0.05 {
        return rect(line.bbox.min.x, own.min.y, line.bbox.max.x, own.max.y);
    }
    // A slanted line: the part of the baseline with the height of the font above it.
    let up = vector(way.y * line.size * 0.8, -way.x * line.size * 0.8);
    own.union(Rect::between(start + up, end + up))
}

/// Appends words to a text, after a space if it has any.
pub fn append(text: &mut String, words: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}

/// Returns the median text size of a sheet, or 0 if it has no text.
pub fn usual_size(lines: &[Line]) -> f32 {
    let mut sizes: Vec<f32> = lines.iter().map(|l| l.size).collect();
    sizes.sort_by(f32::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or(0.0)
}

/// Joins lines below each other into paragraphs: same direction and size, a common leading, and their starts, middles
/// or ends aligned.
pub fn paragraphs(lines: &[Line]) -> Vec<Paragraph> {
    let mut by_direction: HashMap<i32, Vec<usize>> = HashMap::new();
    for (i, l) in lines.iter().enumerate() {
        let d = direction(l.start, l.end);
        by_direction.entry(d.y.atan2(d.x).to_degrees().round() as i32).or_default().push(i);
    }
    let mut out: Vec<Paragraph> = Vec::new();
    for (degrees, mut members) in by_direction {
        let angle = (degrees as f32).to_radians();
        let way = vector(angle.cos(), angle.sin());
        let place = |i: usize| {
            let (s, e) = (along_across(way, lines[i].start), along_across(way, lines[i].end));
            (s.x, e.x, s.y)
        };
        members.sort_by(|&a, &b| place(a).2.total_cmp(&place(b).2).then(place(a).0.total_cmp(&place(b).0)));
        // Paragraphs that may still continue: their index and their last line.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for i in members {
            let (u0, u1, v) = place(i);
            let size = lines[i].size;
            open.retain(|&(_, last)| v - place(last).2 <= LEADING.end() * lines[last].size.max(size));
            let follows = open.iter().position(|&(_, last)| {
                let (a0, a1, a) = place(last);
                let step = (v - a) / size.max(0.01);
                let near = |x: f32, y: f32| (x - y).abs() <= size * 0.8;
                let aligned = near(a0, u0) || near((a0 + a1) / 2.0, (u0 + u1) / 2.0) || near(a1, u1);
                similar(lines[last].size, size) && LEADING.contains(&step) && aligned
            });
            match follows {
                Some(slot) => {
                    let paragraph = &mut out[open[slot].0];
                    paragraph.text.push(' ');
                    paragraph.text.push_str(lines[i].text.trim());
                    paragraph.bbox = paragraph.bbox.union(lines[i].bbox);
                    paragraph.lines.push(i);
                    open[slot].1 = i;
                }
                None => {
                    open.push((out.len(), i));
                    let text = lines[i].text.trim().to_owned();
                    out.push(Paragraph { text, bbox: lines[i].bbox, size, lines: vec![i] });
                }
            }
        }
    }
    out.sort_by_key(|p| p.lines.first().copied());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{CHARACTER_WIDTH, Drawing};

    #[test]
    fn abutting_runs_make_a_line_and_columns_stay_apart() {
        let mut drawing = Drawing::new(500.0, 100.0);
        let width = 10.0 * CHARACTER_WIDTH;
        drawing.text("LIGHT", [10.0, 50.0], 10.0).text("ING", [10.0 + 5.0 * width, 50.0], 10.0);
        drawing.text("PLAN", [10.0 + 8.0 * width + 4.0, 50.0], 10.0).text("E-101", [200.0, 50.0], 10.0);
        let lines = lines(&drawing.sheet());
        assert_eq!(lines.iter().map(|l| l.text.as_str()).collect::<Vec<_>>(), ["LIGHTING PLAN", "E-101"]);
        assert_eq!(lines[0].runs, [0, 1, 2]);
        let words = words(&lines);
        assert_eq!(words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>(), ["LIGHTING", "PLAN", "E-101"]);
        assert!(words[0].bbox.max.x < words[1].bbox.min.x && words[0].bbox.min.x == 10.0);
    }

    /// Found by a fuzzer: the text's height spans more bins of lines than can be visited one by one.
    #[test]
    fn text_as_high_as_numbers_go_is_a_line() {
        let mut drawing = Drawing::new(200.0, 100.0);
        drawing.text("LP-1", [20.0, 30.0], 1e30).text("E-101", [120.0, 80.0], 8.0).text("E-102", [120.0, 80.0], -8.0);
        assert_eq!(lines(&drawing.sheet()).len(), 3);
    }

    #[test]
    fn standing_text_makes_lines_and_words_upwards() {
        let mut drawing = Drawing::new(100.0, 500.0);
        let up = -std::f64::consts::FRAC_PI_2;
        let width = 10.0 * CHARACTER_WIDTH;
        drawing.text_turned("FIRE", [50.0, 400.0], 10.0, up);
        drawing.text_turned("ALARM", [50.0, 400.0 - 4.0 * width - 4.0], 10.0, up);
        let lines = lines(&drawing.sheet());
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].text, "FIRE ALARM");
        let words = words(&lines);
        assert!(words[0].bbox.min.y > words[1].bbox.max.y, "the second word stands above the first");
    }

    #[test]
    fn lines_under_each_other_make_a_paragraph() {
        let mut drawing = Drawing::new(500.0, 200.0);
        drawing.text("FIRST FLOOR", [10.0, 50.0], 10.0).text("LIGHTING PLAN", [10.0, 63.0], 10.0);
        drawing.text("NOTE", [300.0, 56.0], 10.0).text("FAR BELOW", [10.0, 150.0], 10.0);
        let lines = lines(&drawing.sheet());
        let texts: Vec<_> = paragraphs(&lines).into_iter().map(|p| p.text).collect();
        assert_eq!(texts, ["FIRST FLOOR LIGHTING PLAN", "NOTE", "FAR BELOW"]);
    }
}
