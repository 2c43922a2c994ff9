//! Headings in a line of text: the header of a table that is not ruled.

use crate::tables::header::{is_heading, is_value, names_column};
use crate::tables::meaning::ColumnMeaning;
use crate::tables::text::Line;

/// The gap beyond which headings are separate, in text heights.
pub(crate) const HEADING_GAP: f32 = 1.0;
/// The minimum number of headings in a header, and of columns in a table.
pub(crate) const FEWEST: usize = 3;
/// The maximum distance between the lines of a header, in text heights.
pub(crate) const HEADER_LEADING: f32 = 1.7;
/// A heading: its text from top to bottom and its extent.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Heading {
    pub(crate) name: String,
    pub(crate) from: f32,
    pub(crate) to: f32,
}

/// Groups lines by their baseline.
pub(crate) fn baselines(lines: Vec<Line>) -> Vec<Vec<Line>> {
    let mut out: Vec<Vec<Line>> = Vec::new();
    for line in lines {
        match out.last_mut() {
            Some(row)
                if (line.base - row[0].base).abs() <= 0.45 * line.size.min(row[0].size)
                    && line.from >= row[row.len() - 1].to - 1.0 =>
            {
                row.push(line);
            }
            _ => out.push(vec![line]),
        }
    }
    out
}

/// Returns the first run of headings among the lines of a baseline.
pub(crate) fn header_run(row: &[Line]) -> Option<(usize, usize)> {
    header_runs(row).into_iter().next()
}

/// Returns the runs of headings among the lines of a baseline: of similar size, at least three known, and no values.
pub(crate) fn header_runs(row: &[Line]) -> Vec<(usize, usize)> {
    if row.len() < FEWEST {
        return Vec::new();
    }
    let short = |l: &Line| l.text.chars().count() <= 3 && l.text.chars().any(char::is_alphabetic);
    let fits = |l: &Line| {
        !is_value(&l.text)
            && l.text.chars().count() <= 40
            && (is_heading(&l.text) || short(l) || l.text.split_whitespace().count() <= 2)
    };
    let mut out = Vec::new();
    let mut start = 0;
    while start < row.len() {
        let mut end = start;
        while end < row.len()
            && fits(&row[end])
            && row[end].size <= 1.3 * row[start].size
            && row[end].size * 1.3 >= row[start].size
        {
            end += 1;
        }
        let run = &row[start..end];
        let known = run.iter().filter(|l| names_column(&l.text)).count();
        if known >= FEWEST && known * 3 >= run.len() * 2 && meanings(run) >= FEWEST {
            out.push((start, end));
        }
        start = end.max(start + 1);
    }
    out
}

/// Returns the number of distinct meanings in a run of headings, or 0 if none of them names or counts the rows.
pub(crate) fn meanings(run: &[Line]) -> usize {
    let mut found: Vec<(ColumnMeaning, &str)> =
        run.iter().map(|l| (ColumnMeaning::of(&l.text), l.text.as_str())).collect();
    found.retain(|(m, _)| *m != ColumnMeaning::Other);
    found.sort_unstable();
    found.dedup();
    let several = found.windows(2).any(|w| w[0].0 != w[1].0);
    let leads = |(m, _): &(ColumnMeaning, &str)| {
        matches!(
            m,
            ColumnMeaning::Tag
                | ColumnMeaning::Description
                | ColumnMeaning::Quantity
                | ColumnMeaning::Circuit
                | ColumnMeaning::Symbol
        )
    };
    if several && found.iter().any(leads) { found.len() } else { 0 }
}

/// Returns the headings of a header, from its seed and the adjacent lines above and below, with its first and last
/// baseline.
pub(crate) fn headings(rows: &[Vec<Line>], at: usize, run: (usize, usize)) -> (Vec<Heading>, f32, f32) {
    let seed = &rows[at][run.0..run.1];
    let (left, right, size) = (seed[0].from, seed[seed.len() - 1].to, seed[0].size);
    let mut out: Vec<Heading> = seed.iter().map(|l| Heading { name: l.text.clone(), from: l.from, to: l.to }).collect();
    let within = |row: &[Line]| -> Vec<Line> {
        row.iter().filter(|l| l.to > left - size && l.from < right + size).cloned().collect()
    };
    let similar = |l: &Line| l.size <= 1.15 * size && size <= 1.15 * l.size;
    let fits = |lines: &[Line], last: f32| {
        !lines.is_empty()
            && (lines[0].base - last).abs() <= HEADER_LEADING * size
            && lines.iter().all(|l| similar(l) && !is_value(&l.text) && is_heading(&l.text))
    };
    let (mut top, mut bottom) = (seed[0].base, seed[0].base);
    for row in &rows[at + 1..] {
        let lines = within(row);
        if row[0].base - bottom > HEADER_LEADING * size {
            break;
        }
        // A line that continues the header is under a heading. Any other begins the body.
        let under = |l: &Line| out.iter().any(|h| h.from < l.to && l.from < h.to);
        if lines.is_empty() {
            continue;
        }
        if !fits(&lines, bottom) || !lines.iter().all(under) {
            break;
        }
        for line in &lines {
            if let Some(h) = out.iter_mut().find(|h| h.from < line.to && line.from < h.to) {
                h.name = format!("{} {}", h.name, line.text);
                (h.from, h.to) = (h.from.min(line.from), h.to.max(line.to));
            }
        }
        bottom = lines[0].base;
    }
    for row in rows[..at].iter().rev() {
        if top - row[0].base > HEADER_LEADING * size {
            break;
        }
        let lines = within(row);
        if lines.is_empty() {
            continue;
        }
        // A title is one line across, usually in larger letters. A group's name is above its columns.
        if !fits(&lines, top) || lines.iter().any(|l| l.to - l.from > 0.6 * (right - left)) {
            break;
        }
        for line in &lines {
            let over: Vec<usize> =
                (0..out.len()).filter(|h| out[*h].from < line.to && line.from < out[*h].to).collect();
            let between =
                out.windows(2).position(|w| w[0].to <= line.from && line.to <= w[1].from).map(|k| vec![k, k + 1]);
            for h in if over.is_empty() { between.unwrap_or_default() } else { over } {
                out[h].name = format!("{} {}", line.text, out[h].name);
            }
        }
        top = lines[0].base;
    }
    (out, top, bottom)
}
