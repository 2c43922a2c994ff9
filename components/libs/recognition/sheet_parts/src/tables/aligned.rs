//! Tables whose rows are not separated by rulings: a line of known headings, with text aligned below it. A frame,
//! rulings between columns and a rule below the header are used if they are drawn. None is required.

use plumbline_geometry::{Rect, rect};
use plumbline_sheet::lines::append;

use crate::tables::header::{names_column, starts_notes, tag_rank};
use crate::tables::headings::{
    FEWEST, HEADER_LEADING, HEADING_GAP, Heading, baselines, header_run, header_runs, headings,
};
use crate::tables::meaning::ColumnMeaning;
use crate::tables::model::{Cell, Table};
use crate::tables::rulings::{Ruling, Rulings};
use crate::tables::text::{Line, Reading, Turn, Word, box_to_frame, box_to_sheet, lines, lines_split_by};
use crate::tables::wrapped::{TextRow, rows_of};

/// The greatest distance between lines of the body, in line heights, unless the lines above are farther apart.
const BODY_LEADING: f32 = 4.0;
/// How far text may start outside its heading at the table's sides, in line heights.
const OUTSIDE: f32 = 3.0;

/// A box in the frame of the text's rotation.
type Frame = Rect<Reading>;

/// Returns the rulings of the sheet in the frame of a rotation.
fn rotated(rulings: &Rulings, turn: Turn) -> Rulings {
    let across = rulings.horizontal.iter().map(|r| rect(r.from, r.at, r.to, r.at));
    let down = rulings.vertical.iter().map(|r| rect(r.at, r.from, r.at, r.to));
    let mut out = Rulings::default();
    across.chain(down).for_each(|area| out.add(box_to_frame(turn, area)));
    out.horizontal.sort_by(|a, b| a.at.total_cmp(&b.at));
    out.vertical.sort_by(|a, b| a.at.total_cmp(&b.at));
    out
}

/// How far text may cross a ruling, in points, and still count as beside it.
const CROSSING: f32 = 0.5;

impl Rulings {
    /// Returns whether a ruling between columns separates two words of a line.
    fn separates(&self, before: &Word, after: &Word) -> bool {
        let first = self.vertical.partition_point(|r| r.at < before.to - CROSSING);
        let between = self.vertical[first..].iter().take_while(|r| r.at <= after.from + CROSSING);
        between.into_iter().any(|r| r.from <= before.base - 0.5 * before.size && r.to >= before.base)
    }
}

/// Returns the tables of a sheet without ruled rows. Words inside `covered` areas (boxes on the sheet) belong to tables
/// that have been read already.
pub(crate) fn aligned(words: &[Word], rulings: &Rulings, covered: &[Rect]) -> Vec<Table> {
    let free = |w: &&Word| !covered.iter().any(|c| c.contains(w.middle));
    let mut out = Vec::new();
    for turn in [0, 90, 180, 270] {
        let own: Vec<&Word> = words.iter().filter(|w| w.turn == turn).collect();
        if own.len() < 2 * FEWEST {
            continue;
        }
        let all = baselines(lines(own.iter().copied(), HEADING_GAP));
        // Headings that touch are one line until the rulings between them are considered.
        let touching = |l: &Line| l.text.split(' ').filter(|word| names_column(word)).count() > 1;
        if !all.iter().any(|row| header_run(row).is_some() || row.iter().any(touching)) {
            continue;
        }
        let own: Vec<&Word> = own.into_iter().filter(free).collect();
        let rotated = rotated(rulings, turn);
        let rows = baselines(lines_split_by(own.iter().copied(), HEADING_GAP, |a, b| rotated.separates(a, b)));
        for at in 0..rows.len() {
            for run in header_runs(&rows[at]) {
                for part in parts(&own, &rows[at], run, &rotated) {
                    out.extend(table_below(turn, &own, &rows, at, part, &rotated));
                }
            }
        }
    }
    out
}

/// Reads the table under a run of headings.
fn table_below(
    turn: Turn,
    words: &[&Word],
    rows: &[Vec<Line>],
    at: usize,
    run: (usize, usize),
    rotated: &Rulings,
) -> Option<Table> {
    let seed = &rows[at][run.0..run.1];
    let size = seed[0].size;
    // A header of several lines is read from the first line that has enough headings.
    let taken_above =
        (0..at).rev().take_while(|i| rows[at][run.0].base - rows[*i][0].base <= HEADER_LEADING * size).any(|i| {
            header_runs(&rows[i])
                .iter()
                .any(|r| rows[i][r.0].from <= seed[seed.len() - 1].to && rows[i][r.1 - 1].to >= seed[0].from)
        });
    if taken_above {
        return None;
    }
    let (headings, top, bottom) = headings(rows, at, run);
    let frame = limits(&headings, bottom, size, rotated);
    let below = below(words, bottom + 0.5 * size, frame);
    let body = body(&below, &headings, bottom, size, frame.max.x, rotated);
    if body.is_empty() {
        return None;
    }
    let ends = columns(&headings, &body, bottom, frame, rotated);
    build(turn, &headings, &body, &ends, rect(frame.min.x, top - size, frame.max.x, frame.max.y))
}

/// Splits the headings of adjacent tables: two frames end and begin between them, or a gap much wider than those
/// between columns precedes a heading that names rows.
fn parts(words: &[&Word], row: &[Line], run: (usize, usize), rotated: &Rulings) -> Vec<(usize, usize)> {
    let (size, base) = (row[run.0].size, row[run.0].base);
    let frame = rect(row[run.0].from - size, base, row[run.1 - 1].to + size, base + 8.0 * BODY_LEADING * size);
    let near = below(words, base + 0.5 * size, frame);
    let spans: Vec<(f32, f32)> = lines(near.iter().copied(), HEADING_GAP).iter().map(|l| (l.from, l.to)).collect();
    let clear = |k: usize| {
        let (from, to) = (row[k].to, row[k + 1].from);
        let inner = spans.iter().filter(|s| s.0 < to && s.1 > from);
        let (mut left, mut right) = (from, to);
        for &(a, b) in inner {
            // Text that reaches in from a side shortens the gap. Text inside it leaves none.
            if a <= from + size {
                left = left.max(b);
            } else if b >= to - size {
                right = right.min(a);
            } else {
                return 0.0;
            }
        }
        right - left
    };
    let gaps: Vec<f32> = (run.0..run.1 - 1).map(clear).collect();
    let mut sorted = gaps.clone();
    sorted.sort_by(f32::total_cmp);
    let usual = sorted.get(sorted.len() / 2).copied().unwrap_or(0.0).max(size);
    let mut out = Vec::new();
    let mut start = run.0;
    for k in run.0..run.1 - 1 {
        let first = rotated.vertical.partition_point(|r| r.at < row[k].to);
        let between = rotated.vertical[first..].iter().take_while(|r| r.at < row[k + 1].from);
        let crossing: Vec<f32> = between.filter(|r| r.from <= base && r.to >= base + size).map(|r| r.at).collect();
        let frames = crossing.len() > 1 && crossing[crossing.len() - 1] - crossing[0] > 1.5 * size;
        let leads = matches!(
            ColumnMeaning::of(&row[k + 1].text),
            ColumnMeaning::Tag | ColumnMeaning::Symbol | ColumnMeaning::Circuit
        );
        let wide = gaps[k - run.0] > 6.0 * size && gaps[k - run.0] > 3.0 * usual;
        if (frames && wide || wide && leads && crossing.len() != 1) && k + 1 - start >= FEWEST && run.1 - k > FEWEST {
            out.push((start, k + 1));
            start = k + 1;
        }
    }
    out.push((start, run.1));
    out
}

/// Returns the words below a line and within limits. The text of the last column may extend beyond them.
fn below<'a>(words: &[&'a Word], top: f32, frame: Frame) -> Vec<&'a Word> {
    let mut out: Vec<&Word> = Vec::new();
    let mut near: Vec<&Word> =
        words.iter().filter(|w| w.base > top && w.base < frame.max.y && w.to >= frame.min.x).copied().collect();
    near.sort_by(|a, b| a.base.total_cmp(&b.base).then(a.from.total_cmp(&b.from)));
    for word in near {
        let middle = (word.from + word.to) / 2.0;
        let within = frame.min.x <= word.from.min(middle) + 0.5 * word.size && middle <= frame.max.x;
        let continued = || {
            let recent = out.iter().rev().take_while(|o| word.base - o.base <= 0.45 * word.size);
            recent.take(40).any(|o| (0.0..=HEADING_GAP * word.size).contains(&(word.from - o.to)))
        };
        if within || frame.max.y.is_infinite() && continued() {
            out.push(word);
        }
    }
    out
}

/// Returns the limits of the table: a frame around the header if one is drawn, otherwise a little beyond the headings
/// and down to the end of the sheet.
fn limits(headings: &[Heading], bottom: f32, size: f32, rotated: &Rulings) -> Frame {
    let (left, right) = (headings[0].from, headings[headings.len() - 1].to);
    let crosses = |r: &&Ruling| r.from <= bottom && r.to >= bottom + 2.0 * size;
    let split = rotated.vertical.partition_point(|r| r.at <= left + 0.5 * size);
    let before = rotated.vertical[..split].iter().rev().take_while(|r| r.at >= left - 20.0 * size).find(crosses);
    let split = rotated.vertical.partition_point(|r| r.at < right - 0.5 * size);
    let behind = rotated.vertical[split..].iter().take_while(|r| r.at <= right + 60.0 * size).find(crosses);
    match (before, behind) {
        (Some(a), Some(b)) if (a.to - b.to).abs() <= 2.0 * size => {
            rect(a.at, bottom, b.at, a.to.min(b.to) + 0.5 * size)
        }
        _ => rect(left - OUTSIDE * size, bottom, right + OUTSIDE * size, f32::INFINITY),
    }
}

/// Returns the words of the body, line by line, down to its end.
fn body<'a>(
    below: &[&'a Word],
    headings: &[Heading],
    bottom: f32,
    size: f32,
    right: f32,
    rotated: &Rulings,
) -> Vec<Vec<&'a Word>> {
    let mut words = below.to_vec();
    words.sort_by(|a, b| a.base.total_cmp(&b.base).then(a.from.total_cmp(&b.from)));
    let (left, last) = (headings[0].from, headings[headings.len() - 1].to);
    let wide = |r: &&Ruling| r.from <= left + 2.0 * size && r.to >= last.min(right) - 2.0 * size;
    let rules: Vec<f32> = rotated.horizontal.iter().filter(|r| r.at > bottom).filter(wide).map(|r| r.at).collect();
    let mut out: Vec<Vec<&Word>> = Vec::new();
    let mut pitch = 0.0_f32;
    for word in words {
        let before = out.last().map_or(bottom, |row| row[0].base);
        if let Some(row) = out.last_mut()
            && word.base - before <= 0.45 * word.size.min(row[0].size)
        {
            row.push(word);
            continue;
        }
        let gap = word.base - before;
        if gap > (BODY_LEADING * size).max(2.0 * pitch) || word.size > 1.6 * size {
            break;
        }
        // The last rule across ends the table if there are rows above it.
        let crossed = rules.iter().any(|r| before < *r && *r < word.base);
        if crossed
            && !out.is_empty()
            && !rules.iter().any(|r| *r > word.base && *r < word.base + BODY_LEADING * size * 3.0)
        {
            break;
        }
        if !out.is_empty() {
            pitch = pitch.max(gap);
        }
        out.push(vec![word]);
    }
    for row in &mut out {
        row.sort_by(|a, b| a.from.total_cmp(&b.from).then(a.run.cmp(&b.run)));
    }
    // Notes, another header or a paragraph also end the body.
    let text = |row: &[&Word]| row.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ");
    let end = (0..out.len()).find(|i| {
        let own = lines(out[*i].iter().copied(), HEADING_GAP);
        starts_notes(&text(&out[*i])) || header_run(&own).is_some()
    });
    out.truncate(end.unwrap_or(out.len()));
    out
}

/// Returns where each column ends, from left to right, the table's right side last: at a ruling between two headings,
/// otherwise where there is the least text.
fn columns(headings: &[Heading], body: &[Vec<&Word>], bottom: f32, frame: Frame, rotated: &Rulings) -> Vec<f32> {
    let spans: Vec<(f32, f32)> =
        body.iter().flat_map(|row| lines(row.iter().copied(), HEADING_GAP)).map(|l| (l.from, l.to)).collect();
    let mut out = Vec::with_capacity(headings.len());
    for pair in headings.windows(2) {
        let (from, to) = ((pair[0].from + pair[0].to) / 2.0, (pair[1].from + pair[1].to) / 2.0);
        let first = rotated.vertical.partition_point(|r| r.at < pair[0].to - 1.0);
        let mut between = rotated.vertical[first..].iter().take_while(|r| r.at <= pair[1].from + 1.0);
        if let Some(ruling) = between.find(|r| r.from <= bottom && r.to >= bottom + 8.0) {
            out.push(ruling.at);
            continue;
        }
        out.push(gutter(&spans, from, to, (pair[0].to, pair[1].from)));
    }
    let last = body.iter().flatten().map(|w| w.to).fold(headings[headings.len() - 1].to, f32::max);
    out.push(if frame.max.y.is_finite() { frame.max.x } else { last + 1.0 });
    out
}

/// Returns the middle of the widest stretch between two positions with the fewest spans, preferring the gap between the
/// headings.
fn gutter(spans: &[(f32, f32)], from: f32, to: f32, gap: (f32, f32)) -> f32 {
    let mut events: Vec<(f32, i32)> = vec![(from, 0), (to, 0), (gap.0.clamp(from, to), 0), (gap.1.clamp(from, to), 0)];
    for &(a, b) in spans.iter().filter(|(a, b)| *a < to && *b > from) {
        events.push((a.max(from), 1));
        events.push((b.min(to), -1));
    }
    events.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut depth = 0;
    let mut best: Option<(i32, f32, f32)> = None;
    for pair in events.windows(2) {
        depth += pair[0].1;
        let width = pair[1].0 - pair[0].0;
        let middle = (pair[0].0 + pair[1].0) / 2.0;
        // A gutter is less likely under a heading.
        let cost = depth * 2 + i32::from(middle < gap.0 || middle > gap.1);
        if width > 0.2 && best.is_none_or(|(c, w, _)| cost < c || cost == c && width > w) {
            best = Some((cost, width, middle));
        }
    }
    best.map_or((gap.0 + gap.1) / 2.0, |(_, _, middle)| middle)
}

/// Builds the table of a header and its body.
fn build(turn: Turn, headings: &[Heading], body: &[Vec<&Word>], ends: &[f32], outside: Frame) -> Option<Table> {
    let key = key_column(headings);
    let (lines, texts) = text_lines(body, ends);
    let mut rows = body_rows(&lines, texts, key);
    // Text below the last full row with neither a name nor a second column is a note.
    let last = rows.iter().rposition(|row| row.cells.iter().filter(|c| !c.lines.is_empty()).count() >= 2)?;
    rows.truncate(last + 1);
    if !is_table(&rows, key) {
        return None;
    }
    let left = body.iter().flatten().map(|w| w.from).fold(headings[0].from, f32::min) - 1.0;
    let left = if outside.max.y.is_finite() { outside.min.x } else { left };
    let header = (outside.min.y, rows[0].top.max(outside.min.y));
    let bottom = rows[last].bottom;
    let columns = headings.len();
    let cells = Columns { turn, left, ends }.cells(headings, header, rows);
    let area = box_to_sheet(turn, rect(left, header.0, ends[columns - 1], bottom));
    Some(Table { area, rotation: turn, rows: last + 2, columns, cells })
}

/// Returns the column that names the rows.
fn key_column(headings: &[Heading]) -> usize {
    let ranks = headings.iter().enumerate().filter_map(|(c, heading)| tag_rank(&heading.name).map(|rank| (rank, c)));
    ranks.min().map_or(0, |(_, c)| c)
}

/// Returns the lines of the body, and the text of each of their columns.
fn text_lines(body: &[Vec<&Word>], ends: &[f32]) -> (Vec<TextRow>, Vec<Vec<String>>) {
    let column = |w: &Word| ends.partition_point(|e| *e < (w.from + w.to) / 2.0).min(ends.len() - 1);
    let line = |words: &Vec<&Word>| {
        let mut text = vec![String::new(); ends.len()];
        for part in words {
            append(&mut text[column(part)], &part.text);
        }
        let filled = text.iter().map(|t| !t.is_empty()).collect();
        (TextRow { base: words[0].base, size: words[0].size, filled }, text)
    };
    body.iter().map(line).unzip()
}

/// A row of the body: its top and bottom, and its cells.
struct BodyRow {
    top: f32,
    bottom: f32,
    cells: Vec<BodyCell>,
}

/// The lines of a cell and their baselines.
#[derive(Clone, Default)]
struct BodyCell {
    lines: Vec<String>,
    baselines: Vec<f32>,
}

/// Joins the lines of the body into rows.
fn body_rows(lines: &[TextRow], texts: Vec<Vec<String>>, key: usize) -> Vec<BodyRow> {
    let columns = texts.first().map_or(0, Vec::len);
    let owners = rows_of(lines, key);
    let mut rows: Vec<BodyRow> = Vec::new();
    rows.resize_with(owners.iter().max().map_or(0, |m| m + 1), || BodyRow {
        top: f32::INFINITY,
        bottom: f32::NEG_INFINITY,
        cells: vec![BodyCell::default(); columns],
    });
    for ((owner, text), line) in owners.iter().zip(texts).zip(lines) {
        let row = &mut rows[*owner];
        row.top = row.top.min(line.base - 0.9 * line.size);
        row.bottom = row.bottom.max(line.base + 0.3 * line.size);
        for (cell, part) in row.cells.iter_mut().zip(text).filter(|(_, part)| !part.is_empty()) {
            cell.lines.push(part);
            cell.baselines.push(line.base);
        }
    }
    rows
}

/// Returns whether enough cells of the rows are filled, and enough rows are named.
fn is_table(rows: &[BodyRow], key: usize) -> bool {
    let cells = || rows.iter().flat_map(|row| &row.cells);
    let full = cells().filter(|c| !c.lines.is_empty()).count();
    let named = rows.iter().filter(|row| !row.cells[key].lines.is_empty()).count();
    !rows.is_empty() && full * 5 >= 2 * cells().count() && named * 2 >= rows.len()
}

/// The columns of a table: where the first one begins and where each one ends.
struct Columns<'a> {
    turn: Turn,
    left: f32,
    ends: &'a [f32],
}

impl Columns<'_> {
    /// Returns the area on the sheet of the part of a column between two heights.
    fn area(&self, column: usize, top: f32, bottom: f32) -> Rect {
        let left = if column == 0 { self.left } else { self.ends[column - 1] };
        box_to_sheet(self.turn, rect(left, top, self.ends[column], bottom))
    }

    /// Returns the cells of the header, between its top and bottom, and of the rows.
    fn cells(&self, headings: &[Heading], header: (f32, f32), rows: Vec<BodyRow>) -> Vec<Cell> {
        let mut out: Vec<Cell> = Vec::with_capacity(headings.len() * (rows.len() + 1));
        for (column, heading) in headings.iter().enumerate() {
            let area = self.area(column, header.0, header.1);
            let lines = vec![heading.name.clone()];
            out.push(Cell { row: 0, column, row_span: 1, column_span: 1, area, lines, baselines: vec![header.1] });
        }
        for (r, row) in rows.into_iter().enumerate() {
            for (column, BodyCell { lines, baselines }) in row.cells.into_iter().enumerate() {
                let area = self.area(column, row.top, row.bottom);
                out.push(Cell { row: r + 1, column, row_span: 1, column_span: 1, area, lines, baselines });
            }
        }
        out
    }
}
