//! Ruled tables and the schedules in them.
//!
//! [`tables`] finds every ruled table of a sheet and reads its cells; [`schedules`] takes those that are schedules
//! (panelboards, luminaires, equipment …) and reads them row by row. All boxes are in the sheet's space: points,
//! origin top-left, y down.
//!
//! - `model`: what comes out;
//! - `rulings`: lines that may bound cells; `faces`: the cells they enclose;
//! - `text`: words and lines; `grid`: rows, columns and text of a table; `gutters`: columns that are not ruled;
//! - `header`: the words of headers and titles; `section`: a header and the rows below it;
//! - `schedule`: title, kind, facts and rows; `panel`: circuits of a panelboard.

mod faces;
mod grid;
mod gutters;
mod header;
pub mod model;
mod panel;
mod rulings;
mod schedule;
mod section;
mod text;

pub use model::{Cell, Schedule, ScheduleKind, ScheduleRow, Table, Value};

use plumbline_sheet::Sheet;

/// A cell larger than this share of the page is not one: it is the drawing area or the sheet's frame.
const LARGEST_CELL: f32 = 0.2;

/// Every ruled table of the sheet, from top to bottom. Legends and title blocks are tables too.
pub fn tables(sheet: &Sheet) -> Vec<Table> {
    let mut words = text::words(sheet);
    let rulings = rulings::rulings(sheet);
    let mut faces = faces::faces(&rulings, [sheet.width, sheet.height]);
    let largest = LARGEST_CELL * sheet.width * sheet.height;
    faces.retain(|f| (f.area[2] - f.area[0]) * (f.area[3] - f.area[1]) <= largest);
    let filled = grid::fill(&faces, &mut words);
    let mut found: Vec<Table> = faces::connected(&faces)
        .into_iter()
        .filter_map(|set| {
            let set: Vec<_> = set.into_iter().map(|i| (faces[i], filled[i].clone())).collect();
            grid::table(&gutters::cut(set, &words), &words)
        })
        .collect();
    found.sort_by(|a, b| a.area[1].total_cmp(&b.area[1]).then(a.area[0].total_cmp(&b.area[0])));
    found
}

/// The schedules of the sheet, from top to bottom.
pub fn schedules(sheet: &Sheet) -> Vec<Schedule> {
    schedules_in(sheet, &tables(sheet))
}

/// The schedules among tables that [`tables`] has found on the same sheet.
pub fn schedules_in(sheet: &Sheet, tables: &[Table]) -> Vec<Schedule> {
    schedule::schedules(sheet, tables)
}
