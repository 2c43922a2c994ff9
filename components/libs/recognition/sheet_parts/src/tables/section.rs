//! Headers and the rows below them, found anywhere in a table.

use plumbline_geometry::{Rect, rect};

use crate::tables::header::{is_ditto, is_heading, is_value, names_circuits, titles_schedule};
use crate::tables::model::{Cell, Table};
use crate::tables::row::{Entry, Row};
use crate::tables::wrapped::unruled;

/// The maximum number of levels in a header, in rows of the grid.
const DEEPEST_HEADER: usize = 6;

/// A table with fast access to the cell at a position.
pub(crate) struct Grid<'a> {
    table: &'a Table,
    at: Vec<Option<u32>>,
}

impl<'a> Grid<'a> {
    pub(crate) fn new(table: &'a Table) -> Self {
        let mut at = vec![None; table.rows * table.columns];
        for (i, cell) in table.cells.iter().enumerate() {
            for row in cell.row..(cell.row + cell.row_span).min(table.rows) {
                for column in cell.column..(cell.column + cell.column_span).min(table.columns) {
                    at[row * table.columns + column] = Some(i as u32);
                }
            }
        }
        Self { table, at }
    }

    /// Returns the cell that covers a position.
    pub(crate) fn cell(&self, row: usize, column: usize) -> Option<&'a Cell> {
        let index = (*self.at.get(row * self.table.columns + column)?)?;
        self.table.cells.get(index as usize)
    }

    /// Returns the cells of a row within some columns, each once, from left to right; `None` for a gap.
    fn across(&self, row: usize, from: usize, to: usize) -> Vec<Option<&'a Cell>> {
        let mut out = Vec::new();
        let mut column = from;
        while column < to {
            let cell = self.cell(row, column);
            column = cell.map_or(column + 1, |c| (c.column + c.column_span).max(column + 1));
            out.push(cell);
        }
        out
    }
}

/// A column under a header.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Column {
    pub(crate) name: String,
    from: usize,
    to: usize,
}

/// A header and its rows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Section {
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Row>,
    /// The texts of the cells above the header that span it, from top to bottom.
    pub(crate) above: Vec<String>,
    /// The box of the header on the sheet.
    pub(crate) header: Rect,
    /// The box of the header, the rows and the spanning cells above, on the sheet.
    pub(crate) area: Rect,
}

impl Section {
    /// Returns the column names.
    pub(crate) fn names(&self) -> Vec<String> {
        self.columns.iter().map(|c| c.name.clone()).collect()
    }
}

/// Returns every header with rows below it.
pub(crate) fn sections(table: &Table) -> Vec<Section> {
    let grid = Grid::new(table);
    let mut found: Vec<Section> = Vec::new();
    let mut row = 0;
    while row < table.rows {
        let mut next = row + 1;
        for header in headers_at(&grid, row).into_iter().filter(|h| !is_head_of_panel(&grid, h)) {
            if let Some((section, end)) = section(&grid, &header) {
                next = next.max(end);
                found.push(section);
            }
        }
        // Beside the rows below a header that does not span the table, there may be another header.
        row = if found.len() == 1 && found[0].columns.len() * 2 < table.columns { row + 1 } else { next };
    }
    let mut kept: Vec<Section> = Vec::new();
    for section in found {
        if !kept.iter().any(|k| k.rows.iter().any(|r| section.rows.iter().any(|s| r.area == s.area))) {
            kept.push(section);
        }
    }
    kept
}

/// The position of a header in the grid.
struct Header {
    row: usize,
    bottom: usize,
    from: usize,
    to: usize,
}

/// The maximum number of rows of facts between a row that reads as a header and a panelboard's own header.
const DEEPEST_HEAD: usize = 4;

/// Returns whether an apparent header is a row of facts in the head of a panelboard (`LOCATION`, `FED FROM`): the
/// header with the circuits is a few rows below it, without a title between them.
fn is_head_of_panel(grid: &Grid<'_>, header: &Header) -> bool {
    let lists_circuits = |h: &Header| columns(grid, h).iter().any(|c| names_circuits(&c.name));
    let around = |h: &Header| h.from <= header.from && header.to <= h.to;
    if lists_circuits(header) {
        return false;
    }
    for row in header.bottom..(header.bottom + DEEPEST_HEAD).min(grid.table.rows) {
        if grid.across(row, header.from, header.to).iter().flatten().any(|c| titles_schedule(&c.text())) {
            return false;
        }
        if headers_at(grid, row).iter().any(|h| around(h) && lists_circuits(h)) {
            return true;
        }
    }
    false
}

/// Returns the headers whose top is at a row.
fn headers_at(grid: &Grid<'_>, row: usize) -> Vec<Header> {
    let mut out = Vec::new();
    let mut group: Vec<&Cell> = Vec::new();
    let mut flush = |group: &mut Vec<&Cell>| {
        while group.last().is_some_and(|c| c.lines.is_empty()) {
            group.pop();
        }
        let lead = group.iter().take_while(|c| c.lines.is_empty()).count();
        group.drain(..lead);
        for part in under_titles(grid, row, group) {
            out.extend(header_of(grid, row, part));
        }
        group.clear();
    };
    for cell in grid.across(row, 0, grid.table.columns) {
        match cell {
            Some(cell) if cell.row == row => group.push(cell),
            _ => flush(&mut group),
        }
    }
    flush(&mut group);
    out
}

/// Splits the cells of a row if several schedule titles are above them: adjacent tables that share a ruling.
fn under_titles<'g, 'a>(grid: &Grid<'_>, row: usize, group: &'g [&'a Cell]) -> Vec<&'g [&'a Cell]> {
    let title = |cell: &&Cell| -> Option<usize> {
        let above = grid.cell(row.checked_sub(1)?, cell.column)?;
        let inside = above.column <= cell.column && cell.column + cell.column_span <= above.column + above.column_span;
        (inside && above.column_span > 1 && titles_schedule(&above.text())).then_some(above.column)
    };
    let titles: Vec<Option<usize>> = group.iter().map(title).collect();
    if titles.iter().any(Option::is_none) {
        return vec![group];
    }
    group.chunk_by(|a, b| title(a) == title(b)).collect()
}

/// Returns whether texts read as a header: mostly headings, and mostly distinct. Single letters (phases A, B, C;
/// dimensions of bars) do not count either way.
fn reads_as_header(texts: &[String]) -> bool {
    let headings = texts.iter().filter(|t| is_heading(t)).count();
    let values = texts.iter().filter(|t| is_value(t)).count();
    let letters = texts.iter().filter(|t| t.chars().filter(|c| c.is_alphanumeric()).count() <= 1).count();
    let mut distinct: Vec<&String> = texts.iter().collect();
    distinct.sort();
    distinct.dedup();
    headings >= 2
        && headings * 2 >= texts.len() - letters.min(texts.len() - headings)
        && values * 3 <= texts.len()
        && distinct.len() * 2 >= texts.len()
}

fn header_of(grid: &Grid<'_>, row: usize, group: &[&Cell]) -> Option<Header> {
    let texts: Vec<String> = group.iter().map(|c| c.text()).filter(|t| !t.is_empty()).collect();
    if !reads_as_header(&texts) {
        return None;
    }
    let (from, last) = (group.first()?.column, group.last()?);
    let to = last.column + last.column_span;
    let mut depths: Vec<usize> = group.iter().map(|c| c.row_span).filter(|s| *s <= DEEPEST_HEADER).collect();
    depths.sort_unstable();
    depths.dedup();
    // The deepest level down to which the cells are headings.
    let mut bottom = row + *depths.iter().rev().find(|d| children_read_as_headings(grid, row, row + **d, from, to))?;
    let groups = group.iter().any(|c| c.column_span > 1);
    if groups && bottom < grid.table.rows {
        let below: Vec<&Cell> =
            grid.across(bottom, from, to).into_iter().flatten().filter(|c| c.row == bottom).collect();
        let texts: Vec<String> = below.iter().map(|c| c.text()).filter(|t| !t.is_empty()).collect();
        let divided = group.iter().filter(|c| c.column_span > 1).any(|c| {
            let inside = |b: &&&Cell| b.column >= c.column && b.column < c.column + c.column_span;
            below.iter().filter(inside).count() > 1
        });
        if divided && !texts.is_empty() && texts.iter().all(|t| !is_value(t) && t.chars().count() <= 30) {
            bottom += below.iter().map(|c| c.row_span).min().unwrap_or(1);
        }
    }
    (bottom < grid.table.rows).then_some(Header { row, bottom, from, to })
}

fn children_read_as_headings(grid: &Grid<'_>, row: usize, bottom: usize, from: usize, to: usize) -> bool {
    let mut texts = Vec::new();
    for r in row + 1..bottom.min(grid.table.rows) {
        texts.extend(grid.across(r, from, to).into_iter().flatten().filter(|c| c.row == r).map(|c| c.text()));
    }
    texts.retain(|t| !t.is_empty());
    texts.iter().all(|t| !is_value(t) && t.chars().count() <= 40)
}

/// Returns the section below a header, and the row at which it ends.
fn section(grid: &Grid<'_>, header: &Header) -> Option<(Section, usize)> {
    let columns = columns(grid, header);
    let (mut rows, end) = rows_below(grid, header, &columns);
    count_spans(grid, &columns, &mut rows);
    if rows.is_empty() {
        return None;
    }
    let spanning = spanning_cells_above(grid, header);
    let header_area = header_area(grid, header);
    let row_areas = rows.iter().map(|(_, row)| row.area);
    let area = row_areas.chain(spanning.iter().rev().map(|cell| cell.area)).fold(header_area, Rect::union);
    let above = spanning.iter().filter(|cell| !cell.lines.is_empty()).map(|cell| cell.text()).collect();
    // If rulings separate few rows or none, the lines of their cells may be rows.
    let alone = rows.len() <= 2;
    let names: Vec<&str> = columns.iter().map(|c| c.name.as_str()).collect();
    let turn = grid.table.rotation;
    let mut rows: Vec<Row> = rows.into_iter().flat_map(|(_, r)| unruled(r, &names, turn, alone)).collect();
    repeat_dittos(&mut rows);
    Some((Section { columns, rows, above, header: header_area, area }, end))
}

/// Returns the box around the cells of a header.
fn header_area(grid: &Grid<'_>, header: &Header) -> Rect {
    let cells = (header.row..header.bottom).flat_map(|row| grid.across(row, header.from, header.to)).flatten();
    let nowhere = rect(f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
    cells.map(|cell| cell.area).fold(nowhere, Rect::union)
}

/// Returns the rows below a header, each with its row of the grid, and the row of the grid at which they end.
fn rows_below(grid: &Grid<'_>, header: &Header, columns: &[Column]) -> (Vec<(usize, Row)>, usize) {
    let mut rows: Vec<(usize, Row)> = Vec::new();
    let mut at = header.bottom;
    while at < grid.table.rows {
        let cells = grid.across(at, header.from, header.to);
        let present: Vec<&Cell> = cells.iter().flatten().copied().collect();
        let missing = cells.iter().filter(|c| c.is_none()).count();
        if present.is_empty() || missing * 2 > cells.len() || another_header(grid, header, at) {
            break;
        }
        // A grid line that the table's own cells cross does not begin a row.
        let fresh: Vec<&Cell> = present.iter().filter(|c| c.row == at).copied().collect();
        let widest = present.iter().map(|c| c.column_span).max().unwrap_or(1);
        // A cell across the whole table heads a group of rows or holds notes. It is not a row.
        let spanned = columns.len() >= 3 && widest * 5 >= (header.to - header.from) * 4;
        match (fresh.as_slice(), rows.last_mut()) {
            // A single new cell beside cells that continue is a second line of the row above.
            ([more], Some((_, row))) if present.len() > 2 => append_continuation(columns, row, more),
            ([_, ..], _) if !spanned => {
                let row = row_at(grid, columns, at, &present);
                if row.entries.iter().any(|e| !e.text.is_empty()) {
                    rows.push((at, row));
                }
            }
            _ => {}
        }
        at += present.iter().map(|c| (c.row + c.row_span).saturating_sub(at)).min().unwrap_or(1).max(1);
    }
    (rows, at)
}

/// Returns the cells above a header that span it, from top to bottom.
fn spanning_cells_above<'a>(grid: &Grid<'a>, header: &Header) -> Vec<&'a Cell> {
    let mut out = Vec::new();
    let mut top = header.row;
    while top > 0 {
        let Some(cell) = grid.cell(top - 1, header.from) else { break };
        if cell.column > header.from || cell.column + cell.column_span < header.to {
            break;
        }
        out.push(cell);
        top = cell.row;
    }
    out.reverse();
    out
}

/// Replaces ditto marks with the text of the row above.
fn repeat_dittos(rows: &mut [Row]) {
    for at in 1..rows.len() {
        let (above, below) = rows.split_at_mut(at);
        let (Some(above), Some(row)) = (above.last(), below.first_mut()) else { continue };
        for (entry, repeated) in row.entries.iter_mut().zip(&above.entries) {
            if is_ditto(&entry.text) && !repeated.text.is_empty() {
                (entry.text, entry.lines) = (repeated.text.clone(), vec![repeated.text.clone()]);
            }
        }
    }
}

/// Appends the text of a cell to the row above it.
fn append_continuation(columns: &[Column], row: &mut Row, cell: &Cell) {
    let own = columns.iter().zip(&mut row.entries).find(|(c, _)| c.from <= cell.column && cell.column < c.to);
    if let Some((_, entry)) = own.filter(|_| !cell.lines.is_empty()) {
        entry.append(&cell.text(), &cell.lines, &cell.baselines);
    }
}

/// Returns whether another header, or the title above one, is at a row of a section.
fn another_header(grid: &Grid<'_>, header: &Header, at: usize) -> bool {
    let texts = |row: usize| -> Vec<String> {
        let cells = grid.across(row, header.from, header.to);
        cells.into_iter().flatten().filter(|c| c.row == row).map(|c| c.text()).filter(|t| !t.is_empty()).collect()
    };
    // A header has about as many headings as this one. A row may contain one or two.
    let enough = |texts: &[String]| texts.len() >= 3 && reads_as_header(texts) && texts.iter().all(|t| !is_value(t));
    let own = texts(header.row);
    let here = texts(at);
    here == own || enough(&here) && here.iter().filter(|t| own.contains(t)).count() * 2 >= own.len()
}

fn columns(grid: &Grid<'_>, header: &Header) -> Vec<Column> {
    let mut out: Vec<Column> = Vec::new();
    let mut last: Option<*const Cell> = None;
    for c in header.from..header.to {
        let mut names: Vec<String> = Vec::new();
        for r in header.row..header.bottom {
            let Some(cell) = grid.cell(r, c) else { continue };
            let text = cell.text();
            if !text.is_empty() && names.last() != Some(&text) {
                names.push(text);
            }
        }
        let leaf = grid.cell(header.bottom - 1, c).map(std::ptr::from_ref);
        match out.last_mut() {
            Some(column) if leaf.is_some() && leaf == last => column.to = c + 1,
            _ => out.push(Column { name: names.join(" "), from: c, to: c + 1 }),
        }
        last = leaf;
    }
    out
}

fn row_at(grid: &Grid<'_>, columns: &[Column], at: usize, present: &[&Cell]) -> Row {
    let mut entries = Vec::with_capacity(columns.len());
    for column in columns {
        let mut entry = Entry { rows: 1, ..Entry::default() };
        for cell in grid.across(at, column.from, column.to).into_iter().flatten() {
            // A cell across several columns counts once, in its first.
            if cell.column >= column.from && !cell.lines.is_empty() {
                entry.append(&cell.text(), &cell.lines, &cell.baselines);
            }
        }
        entries.push(entry);
    }
    Row { entries, area: row_area(present, grid.table.rotation) }
}

/// Returns the box of a row: the stretch that its cells share, because merged cells cover several rows. In a table that
/// runs sideways they share it along the other axis. If they share none, it is the box around them.
fn row_area(cells: &[&Cell], rotation: u32) -> Rect {
    let around = cells.iter().map(|c| c.area).reduce(Rect::union).unwrap_or_default();
    let highest = |side: fn(Rect) -> f32| cells.iter().map(|c| side(c.area)).fold(f32::NEG_INFINITY, f32::max);
    let lowest = |side: fn(Rect) -> f32| cells.iter().map(|c| side(c.area)).fold(f32::INFINITY, f32::min);
    let across = rect(around.min.x, highest(|a| a.min.y), around.max.x, lowest(|a| a.max.y));
    let along = rect(highest(|a| a.min.x), around.min.y, lowest(|a| a.max.x), around.max.y);
    let shared = if matches!(rotation, 90 | 270) { [along, across] } else { [across, along] };
    shared.into_iter().find(|a| a.min.x < a.max.x && a.min.y < a.max.y).unwrap_or(around)
}

/// Records in each entry how many rows of the section its cell covers, and its index among them.
fn count_spans(grid: &Grid<'_>, columns: &[Column], rows: &mut [(usize, Row)]) {
    let starts: Vec<usize> = rows.iter().map(|(at, _)| *at).collect();
    for (index, (at, row)) in rows.iter_mut().enumerate() {
        for (column, entry) in columns.iter().zip(&mut row.entries) {
            let Some(cell) = grid.cell(*at, column.from) else { continue };
            let covers = |s: &&usize| (cell.row..cell.row + cell.row_span).contains(*s);
            entry.rows = starts.iter().filter(covers).count().max(1);
            entry.offset = starts[..index].iter().filter(covers).count();
        }
    }
}
