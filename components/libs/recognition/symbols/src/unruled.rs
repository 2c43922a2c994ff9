//! Legends without rules: a column of small drawings, each with a text beside it.

use plumbline_geometry::{Rect, rect};

use crate::ink::Ink;
use crate::legend::{Legend, LegendRow, Line, row};
use crate::untitled_legends::is_regular;
use crate::words::heads_symbols;

/// Maximum distance between the left edge of a symbol and its text, in text heights.
const WIDEST: f32 = 22.0;

/// Minimum number of rows that make a legend.
const FEWEST: usize = 3;

/// Maximum gap between two rows, in text heights.
pub(crate) const LARGEST_GAP: f32 = 9.0;

/// Narrowest gap between a text and its drawing, in points.
const BESIDE: f32 = 0.3;

/// Tallest drawing of a row, in text heights.
const TALLEST: f32 = 8.0;

/// Smallest text height used as a measure, in points: smaller type does not make a drawing beside it too large.
const SMALLEST_TEXT: f32 = 4.0;

/// The side of the texts on which the drawings are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

/// Texts below one another that share an edge, with the area of the drawings beside them.
pub(crate) struct Column<'a> {
    /// The texts, from top to bottom.
    pub(crate) run: Vec<&'a Line>,
    /// Height of the text.
    pub(crate) size: f32,
    /// Area in which the drawings are searched for.
    pub(crate) window: Rect,
    /// Headers of the columns beside the texts.
    headers: Headers<'a>,
}

/// The headers level with the header of the descriptions.
#[derive(Debug, Clone, Default)]
struct Headers<'a> {
    symbol: Option<&'a Line>,
    /// The other headers, from left to right.
    others: Vec<&'a Line>,
}

/// Signs between a drawing and its description.
const JOINS: [char; 6] = ['-', '–', '—', '=', ':', ' '];

/// Maximum number of letters of a symbol that consists of letters.
const LONGEST_LETTERS: usize = 6;

/// Maximum distance of a cell's text to the side of its header, in text heights.
const ASIDE: f32 = 4.0;

/// Maximum distance between the descriptions' header and another to its right, in text heights.
const FARTHEST_HEAD: f32 = 60.0;

impl<'a> Headers<'a> {
    /// Returns the headers beside that of the descriptions. A second header of symbols begins another legend.
    fn of(symbol: &'a Line, description: &Line, lines: &'a [Line]) -> Self {
        let level = |l: &&Line| {
            (l.middle.y - description.middle.y).abs() < 0.5 * description.size
                && l.bbox.min.x > description.bbox.max.x
                && l.bbox.min.x < description.bbox.max.x + FARTHEST_HEAD * description.size
        };
        let mut others: Vec<&Line> = lines.iter().filter(level).collect();
        others.sort_by(|a, b| a.bbox.min.x.total_cmp(&b.bbox.min.x));
        let next = others.iter().position(|l| heads_symbols(&l.text)).unwrap_or(others.len());
        others.truncate(next);
        Self { symbol: Some(symbol), others }
    }

    /// Returns the cells of the other columns on a row's level.
    fn cells(&self, row: &Line, lines: &[Line]) -> Vec<(String, String)> {
        let cell = |head: &&Line| {
            let nearest = |l: &Line| {
                let off = |h: &Line| (h.middle.x - l.middle.x).abs();
                self.others.iter().all(|other| off(head) <= off(other))
            };
            let inside = |l: &&Line| level_with(row, l) && under(head, l, row.size) && nearest(l);
            let text: Vec<&str> = lines.iter().filter(inside).map(|l| l.text.as_str()).collect();
            (!text.is_empty()).then(|| (head.text.clone(), text.join(" ")))
        };
        self.others.iter().filter_map(cell).collect()
    }

    /// Returns the box of the letters that are the symbol on a row's level.
    fn letters(&self, row: &Line, lines: &[Line]) -> Option<Rect> {
        let symbol = self.symbol?;
        let short = |l: &&Line| l.text.chars().count() <= LONGEST_LETTERS && l.text.chars().any(char::is_alphabetic);
        lines.iter().filter(short).find(|l| level_with(row, l) && under(symbol, l, row.size)).map(|l| l.bbox)
    }
}

/// Returns whether a text is on the level of a row.
fn level_with(row: &Line, line: &Line) -> bool {
    line.bbox != row.bbox && (line.middle.y - row.middle.y).abs() < 0.4 * row.size
}

/// Returns whether a text is under a header.
fn under(head: &Line, line: &Line, size: f32) -> bool {
    line.bbox.min.x < head.bbox.max.x + ASIDE * size && line.bbox.max.x > head.bbox.min.x - ASIDE * size
}

/// Reads the legend below a title: texts that begin at one x, with drawings to their left, otherwise to their right.
pub(crate) fn below(page: u32, title: &Line, symbol: Option<&Line>, lines: &[Line], ink: &Ink) -> Option<Legend> {
    below_on(Side::Left, page, title, symbol, lines, ink)
        .or_else(|| below_on(Side::Right, page, title, symbol, lines, ink))
}

fn below_on(side: Side, page: u32, title: &Line, symbol: Option<&Line>, lines: &[Line], ink: &Ink) -> Option<Legend> {
    // Texts below and around the title, not much larger than it.
    let reach = 40.0 * title.size;
    let mut candidates: Vec<&Line> = lines
        .iter()
        .filter(|l| {
            l.middle.y > title.bbox.max.y
                && l.size <= title.size * 1.6
                && l.bbox.min.x > title.bbox.min.x - reach
                && l.bbox.min.x < title.bbox.max.x + reach
                && symbol.is_none_or(|s| match side {
                    Side::Left => l.bbox.min.x > s.bbox.min.x,
                    Side::Right => l.bbox.min.x < s.bbox.min.x,
                })
        })
        .collect();
    candidates.sort_by(|a, b| a.middle.y.total_cmp(&b.middle.y));
    // A column is a left edge that several texts share.
    let mut edges: Vec<f32> = candidates.iter().map(|l| l.bbox.min.x).collect();
    edges.sort_by(f32::total_cmp);
    edges.dedup_by(|a, b| (*a - *b).abs() < 1.5);
    let mut columns: Vec<Legend> = edges
        .into_iter()
        .filter_map(|edge| {
            let column: Vec<&Line> = candidates
                .iter()
                .filter(|l| (l.bbox.min.x - edge).abs() < 2.0 && l.text.chars().count() >= 3)
                .copied()
                .collect();
            read_column(side, page, (title, symbol), &column, lines, ink)
        })
        .collect();
    // The longest column first, with those that continue beside it: a legend may have several columns.
    columns.sort_by(|a, b| b.rows.len().cmp(&a.rows.len()).then(a.area.min.x.total_cmp(&b.area.min.x)));
    let mut whole = columns.first()?.clone();
    for other in &columns[1..] {
        let rows = other.rows.iter().map(|r| r.area).reduce(Rect::union)?;
        let free = !whole.rows.iter().any(|r| r.area.overlaps(rows));
        let (top, low) = (whole.rows.first()?.area.min.y, whole.rows.last()?.area.max.y);
        if free && rows.min.y < low && rows.max.y > top && symbol.is_none() {
            whole.rows.extend(other.rows.iter().cloned());
            whole.area = whole.area.union(other.area);
        }
    }
    Some(whole)
}

fn read_column(
    side: Side,
    page: u32,
    (title, symbol): (&Line, Option<&Line>),
    column: &[&Line],
    lines: &[Line],
    ink: &Ink,
) -> Option<Legend> {
    // Down from the title, without a large gap.
    let mut run: Vec<&Line> = Vec::new();
    let mut bottom = title.bbox.max.y;
    for line in column {
        if line.bbox.min.y - bottom > LARGEST_GAP * line.size.max(SMALLEST_TEXT) {
            break;
        }
        bottom = line.bbox.max.y;
        run.push(line);
    }
    if run.len() < FEWEST {
        return None;
    }
    let mut column = Column::of(run, side, title.bbox.max.y);
    if let Some(symbol) = symbol {
        column.headers = Headers::of(symbol, title, lines);
    }
    let rows = column.rows(lines, ink);
    // A legend has a drawing for most of its texts. A column of notes beside a plan has not.
    if rows.len() < FEWEST || rows.len() * 3 < column.run.len() {
        return None;
    }
    // A plan may be to the right of a text instead of a drawing.
    if side == Side::Right && !is_regular(&rows, column.size) {
        return None;
    }
    let area = rows.iter().map(|r| r.area).reduce(Rect::union)?;
    let area = area.union(title.bbox);
    debug_assert!(area.contains(title.middle));
    Some(Legend { page, area, rows, named: true })
}

impl<'a> Column<'a> {
    /// Creates the column of some texts, with drawings on one side of them below a level. There must be at least one
    /// text.
    pub(crate) fn of(run: Vec<&'a Line>, side: Side, top: f32) -> Self {
        let size = run[run.len() / 2].size;
        let left = run.iter().map(|l| l.bbox.min.x).fold(f32::INFINITY, f32::min);
        let right = run.iter().map(|l| l.bbox.max.x).fold(f32::NEG_INFINITY, f32::max);
        let bottom = run[run.len() - 1].bbox.max.y + 2.0 * size;
        let window = match side {
            Side::Left => rect(left - WIDEST * size, top, left - BESIDE, bottom),
            Side::Right => rect(right + BESIDE, top, right + WIDEST * size, bottom),
        };
        Self { run, size, window, headers: Headers::default() }
    }

    /// Returns the ink beside the texts, without lines that leave the window or rule it.
    pub(crate) fn drawn(&self, ink: &Ink) -> Ink {
        let widest = 0.6 * self.window.width();
        ink.inside(self.window).filter(|s| s.length() < widest, |_| true, |_| true)
    }

    /// Returns the boxes of the drawings, by the text that each is level with.
    fn owned(&self, drawn: &Ink) -> Vec<Vec<Rect>> {
        let tallest = TALLEST * self.size.max(SMALLEST_TEXT);
        let parts = crate::parts::parts(drawn);
        let boxes = parts.iter().filter_map(Ink::bbox).filter(|b| b.height() < tallest);
        let mut owners: Vec<Vec<Rect>> = vec![Vec::new(); self.run.len()];
        for b in boxes {
            let level = b.center().y;
            let off = |i: usize| (self.run[i].middle.y - level).abs();
            let nearest = (0..self.run.len()).min_by(|&i, &j| off(i).total_cmp(&off(j)));
            if let Some(i) = nearest.filter(|&i| off(i) < 2.5 * self.size.max(b.height())) {
                owners[i].push(b);
            }
        }
        owners
    }

    /// Returns the rows: each text with its drawing. A text without one continues the text above.
    pub(crate) fn rows(&self, lines: &[Line], ink: &Ink) -> Vec<LegendRow> {
        let drawn = self.drawn(ink);
        let owners = self.owned(&drawn);
        let Self { run, size, headers, .. } = self;
        let letters: Vec<Option<Rect>> = run.iter().map(|line| headers.letters(line, lines)).collect();
        let mut rows: Vec<LegendRow> = Vec::new();
        let mut i = 0;
        while i < run.len() {
            let Some(cell) = owners[i].iter().copied().reduce(Rect::union).or(letters[i]) else {
                i += 1;
                continue;
            };
            // `○ - OUTLET`: the dash joins the symbol and the text.
            let mut text = run[i].text.trim_start_matches(JOINS).to_owned();
            let mut low = run[i].bbox.max.y;
            let mut next = i + 1;
            while next < run.len()
                && owners[next].is_empty()
                && letters[next].is_none()
                && run[next].bbox.min.y - low < 0.7 * size
            {
                text.push(' ');
                text.push_str(&run[next].text);
                low = run[next].bbox.max.y;
                next += 1;
            }
            for line in on_the_right(run[i], *size, lines)
                .into_iter()
                .filter(|l| !headers.others.iter().any(|h| under(h, l, 0.0)))
            {
                text.push(' ');
                text.push_str(&line.text);
            }
            let around = cell.grown(0.3);
            let area = around.union(rect(run[i].bbox.min.x, run[i].bbox.min.y, run[i].bbox.max.x, low));
            rows.extend(row(around, area, text, headers.cells(run[i], lines), lines, &drawn));
            i = next;
        }
        rows
    }
}

/// Returns the texts that continue another to its right on the same level.
fn on_the_right<'l>(of: &Line, size: f32, lines: &'l [Line]) -> Vec<&'l Line> {
    let goes_on = |l: &&Line| {
        (l.middle.y - of.middle.y).abs() < 0.4 * size
            && l.bbox.min.x > of.bbox.max.x
            && l.bbox.min.x < of.bbox.max.x + 2.0 * size
    };
    let mut more: Vec<&Line> = lines.iter().filter(goes_on).collect();
    more.sort_by(|a, b| a.bbox.min.x.total_cmp(&b.bbox.min.x));
    more
}
