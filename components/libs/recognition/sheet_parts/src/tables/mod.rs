//! Ruled tables and the schedules in them.
//!
//! [`tables`] finds every table of a sheet and reads its cells. [`schedules`] selects those that are schedules
//! (panelboards, luminaires, equipment …) and reads them row by row. All boxes are in sheet space: points, origin
//! top-left, y down.
//!
//! - `model`: the results;
//! - `aligned`: tables whose rows are not ruled; `headings`: their headers; `wrapped`: the lines of text that form a
//!   row;
//! - `rulings`: lines that may bound cells; `faces`: the cells they enclose;
//! - `text`: words and lines; `grid`: rows, columns and text of a table; `gutters`: columns that are not ruled;
//! - `facts`: the facts in the head of a panelboard's schedule;
//! - `header`: the vocabulary of headers and titles; `section`: a header and the rows below it;
//! - `schedule`: which tables are schedules, and of which kind; `title`: title, facts and name; `rows`: rows and
//!   columns; `panel`: circuits of a panelboard;
//! - `meaning`: what a column holds; `quantity`: numbers with units;
//! - `bar_list` and `material_list`: the contents of such schedules, in SI units.
//!
//! ```
//! use plumbline_sheet::drawing::Drawing;
//! use plumbline_sheet_parts::tables::tables;
//!
//! let mut drawing = Drawing::new(800.0, 600.0);
//! for y in [100.0, 115.0, 130.0, 145.0] {
//!     drawing.line([100.0, y], [300.0, y]);
//! }
//! for x in [100.0, 150.0, 300.0] {
//!     drawing.line([x, 100.0], [x, 145.0]);
//! }
//! let rows = [["MARK", "DESCRIPTION"], ["A", "TROFFER"], ["B", "DOWNLIGHT"]];
//! for (row, [mark, description]) in rows.into_iter().enumerate() {
//!     let y = 111.0 + 15.0 * row as f32;
//!     drawing.text(mark, [105.0, y], 6.0).text(description, [155.0, y], 6.0);
//! }
//! let found = tables(&drawing.sheet());
//! assert_eq!(found.len(), 1);
//! ```

mod aligned;
mod bar_list;
mod faces;
mod facts;
mod grid;
mod gutters;
mod header;
mod headings;
mod material_list;
mod meaning;
pub mod model;
mod panel;
mod quantity;
mod rows;
mod rulings;
mod schedule;
mod section;
mod text;
mod title;
mod wrapped;

pub use bar_list::{BarEntry, BarList, bar_list};
pub use facts::panel_facts;
pub use header::is_continuation;
pub use material_list::{Material, material_list};
pub use meaning::ColumnMeaning;
pub use model::{Cell, Schedule, ScheduleKind, ScheduleRow, Table, Value};
pub use quantity::{Quantity, Unit, quantity};

use plumbline_geometry::{Rect, size};
use plumbline_sheet::Sheet;

/// The largest share of the page that a cell may cover. A larger one is the drawing area or the sheet's frame.
const LARGEST_CELL: f32 = 0.2;

/// Returns every table of the sheet, ruled or aligned under known headings, from top to bottom. Legends and title
/// blocks are tables too.
pub fn tables(sheet: &Sheet) -> Vec<Table> {
    let mut words = text::words(sheet);
    if words.is_empty() {
        return Vec::new();
    }
    let rulings = rulings::rulings(sheet);
    let mut faces = faces::faces(&rulings, size(sheet.width, sheet.height));
    let largest = LARGEST_CELL * sheet.width * sheet.height;
    faces.retain(|f| f.area.width() * f.area.height() <= largest);
    let faces = grid::without_enclosing(faces);
    let filled = grid::fill(&faces, &mut words);
    let mut found: Vec<Table> = faces::connected(&faces)
        .into_iter()
        .filter_map(|set| {
            let set: Vec<_> = set.into_iter().map(|i| (faces[i], filled[i].clone())).collect();
            grid::table(&gutters::split_at_gutters(set, &words), &words)
        })
        .collect();
    // Tables without ruled rows, outside the ruled ones.
    let covered: Vec<Rect> = found.iter().flat_map(|t| schedule::read(t).1).map(|s| s.area).collect();
    found.extend(aligned::aligned(&words, &rulings, &covered));
    found.sort_by(|a, b| a.area.min.y.total_cmp(&b.area.min.y).then(a.area.min.x.total_cmp(&b.area.min.x)));
    found
}

/// Returns the schedules of the sheet, from top to bottom.
pub fn schedules(sheet: &Sheet) -> Vec<Schedule> {
    schedules_in(sheet, &tables(sheet))
}

/// Returns the schedules among tables that [`tables`] found on the same sheet.
pub fn schedules_in(sheet: &Sheet, tables: &[Table]) -> Vec<Schedule> {
    schedule::schedules(sheet, tables)
}
