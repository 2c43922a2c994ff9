//! Ruled tables and the schedules in them.
//!
//! [`tables`] finds every ruled table of a sheet and reads its cells; [`schedules`] takes those that are schedules
//! (panelboards, luminaires, equipment …) and reads them row by row. All boxes are in the sheet's space: points,
//! origin top-left, y down.
//!
//! - `model`: what comes out.

pub mod model;

pub use model::{Cell, Schedule, ScheduleKind, ScheduleRow, Table, Value};

use plumbline_sheet::Sheet;

/// Every ruled table of the sheet, from top to bottom. Legends and title blocks are tables too.
pub fn tables(_sheet: &Sheet) -> Vec<Table> {
    Vec::new()
}

/// The schedules of the sheet, from top to bottom.
pub fn schedules(sheet: &Sheet) -> Vec<Schedule> {
    schedules_in(sheet, &tables(sheet))
}

/// The schedules among tables that [`tables`] has found on the same sheet.
pub fn schedules_in(_sheet: &Sheet, _tables: &[Table]) -> Vec<Schedule> {
    Vec::new()
}
