//! Schedules from tables: title, kind, facts and rows.

use std::borrow::Cow;

use plumbline_geometry::Rect;
use plumbline_sheet::Sheet;

use crate::tables::facts;
use crate::tables::header::{
    self, is_symbol, kind, lists_bars, lists_circuits, lists_revisions, tag_rank, titles_calculation, titles_other,
    titles_panel, titles_schedule,
};
use crate::tables::model::{Cell, Schedule, ScheduleKind, Table};
use crate::tables::panel::circuits;
use crate::tables::rows::{Body, body};
use crate::tables::section::{Section, sections};
use crate::tables::text::{Word, words};
use crate::tables::title::{self, designation, panel_title};

/// The minimum number of columns of a schedule whose title does not identify it as one.
const FEWEST_COLUMNS: usize = 4;

/// Returns the schedules among the tables of a sheet.
pub(crate) fn schedules(sheet: &Sheet, tables: &[Table]) -> Vec<Schedule> {
    let words = words(sheet);
    // Each schedule with the area of its table.
    let mut found: Vec<(Schedule, Rect)> = Vec::new();
    for table in tables {
        let (table, sections) = read(table);
        for section in &sections {
            let Some(found_here) = schedule(&table, section, &sections, &words) else { continue };
            let again = section.above.is_empty() && section.columns.len() > 1;
            match found.iter_mut().rev().find(|(s, of)| is_continued_by(s, &found_here, again && *of == table.area)) {
                Some((first, _)) => {
                    first.rows.extend(found_here.rows);
                    first.area = first.area.union(found_here.area);
                }
                None => found.push((found_here, table.area)),
            }
        }
    }
    found.into_iter().map(|(schedule, _)| schedule).collect()
}

/// Returns whether a schedule continues in another: both have the same title and one is marked as continued, or the
/// other only repeats the header within the `same` table.
fn is_continued_by(first: &Schedule, other: &Schedule, same: bool) -> bool {
    if first.columns != other.columns || first.kind != other.kind || first.designation != other.designation {
        return false;
    }
    let Some(a) = &first.title else { return false };
    match &other.title {
        Some(b) => header::is_continuation(a, b),
        None => same && first.kind != ScheduleKind::Panel,
    }
}

/// Returns the headers of a table with their rows. Circuit tables of single-line diagrams run sideways: their first
/// column is the header. Such a table is returned transposed.
pub(crate) fn read(table: &Table) -> (Cow<'_, Table>, Vec<Section>) {
    let own = sections(table);
    if !own.is_empty() {
        return (Cow::Borrowed(table), own);
    }
    let turned = transposed(table);
    let sections = sections(&turned);
    (Cow::Owned(turned), sections)
}

/// Swaps the rows and columns of a table.
fn transposed(table: &Table) -> Table {
    let turn = |c: &Cell| Cell {
        row: c.column,
        column: c.row,
        row_span: c.column_span,
        column_span: c.row_span,
        area: c.area,
        lines: c.lines.clone(),
        baselines: c.baselines.clone(),
    };
    let mut cells: Vec<Cell> = table.cells.iter().map(turn).collect();
    cells.sort_by_key(|c| (c.row, c.column));
    Table { rows: table.columns, columns: table.rows, cells, ..table.clone() }
}

fn schedule(table: &Table, section: &Section, sections: &[Section], words: &[Word]) -> Option<Schedule> {
    let names = section.names();
    let above = title::above(table, section, sections, words);
    let title = title::title(table, section, words).or_else(|| title::titled_above(&above));
    let heading = title.clone().unwrap_or_default();
    let called_schedule = titles_schedule(&heading);
    if lists_revisions(&names) || titles_other(&heading) && !called_schedule {
        return None;
    }
    let facts = title::facts(&above);
    let designation = designation(&heading, &facts);
    let area = section.area;
    if let Some(board) = circuits(section, titles_panel(&heading)) {
        let facts = facts::of_panel(facts, &above);
        let designation = title::designation(&heading, &facts);
        let title = panel_title(title, designation.as_deref());
        let (kind, rows) = (ScheduleKind::Panel, board.rows);
        let (columns, meanings) = (board.columns, board.meanings);
        return Some(Schedule { kind, title, designation, facts, columns, meanings, rows, area });
    }
    let body = body(section, &names, lists_bars(&heading, &names))?;
    let tagged = body.rows.iter().filter(|r| !r.tag.is_empty()).count();
    if body.rows.is_empty() || tagged * 2 < body.rows.len() {
        return None;
    }
    // Circuits by name instead of number: a distribution board of a single-line diagram.
    let directory = lists_circuits(&names) && !titles_calculation(&heading);
    let symbols = is_symbol(&names[body.tag]);
    if !called_schedule && !directory && (symbols || names.len() < FEWEST_COLUMNS || !columns_name_a_schedule(&names)) {
        return None;
    }
    let Body { rows, columns, meanings, .. } = body;
    let kind = if directory { ScheduleKind::Panel } else { kind(&heading, &columns) };
    let designation = designation.filter(|_| kind == ScheduleKind::Panel);
    Some(Schedule { kind, title, designation, facts, columns, meanings, rows, area })
}

/// Returns whether the columns alone identify a schedule: one names the row, and most are known headings.
fn columns_name_a_schedule(names: &[String]) -> bool {
    let known = names.iter().filter(|n| crate::tables::header::is_heading(n)).count();
    names.iter().any(|n| tag_rank(n).is_some()) && known * 3 >= names.len() * 2
}
