//! The results: tables of cells, and schedules of rows.

pub use plumbline_domain::ScheduleKind;
use plumbline_geometry::Rect;
use serde::{Deserialize, Serialize};

use crate::tables::meaning::ColumnMeaning;

/// One cell of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Row of its top edge, 0-based, in reading direction.
    pub row: usize,
    /// Column of its left edge, 0-based, in reading direction.
    pub column: usize,
    /// The number of rows it covers; 1 unless merged.
    pub row_span: usize,
    /// The number of columns it covers; 1 unless merged.
    pub column_span: usize,
    /// x-min, y-min, x-max, y-max on the sheet, in points.
    pub area: Rect,
    /// The lines of text from top to bottom, without empty ones.
    pub lines: Vec<String>,
    /// The position of each line's baseline, down the table in reading direction, in points from an arbitrary origin.
    pub baselines: Vec<f32>,
}

impl Cell {
    /// Returns the text on one line. Joins a word that was broken at a hyphen.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let glued = text.ends_with('-') && !text.ends_with("--") && !text.ends_with(" -") || line.starts_with('-');
            let joins = glued && text.len() > 1 && line.len() > 1;
            if !text.is_empty() && !joins {
                text.push(' ');
            }
            text.push_str(line);
        }
        text
    }
}

/// A ruled table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// x-min, y-min, x-max, y-max on the sheet, in points.
    pub area: Rect,
    /// The clockwise rotation of the text on the sheet: 0, 90, 180 or 270 degrees. Rows and columns count in reading
    /// direction.
    pub rotation: u32,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// The cells by row, then column. A merged cell occurs once, at its top left.
    pub cells: Vec<Cell>,
}

impl Table {
    /// Returns the cell that covers a position of the grid.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        self.cells.iter().find(|c| {
            (c.row..c.row + c.row_span).contains(&row) && (c.column..c.column + c.column_span).contains(&column)
        })
    }
}

/// The content of a schedule's cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// Text as written.
    Text(String),
    /// A bare number.
    Number(f64),
}

/// One row of a schedule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScheduleRow {
    /// The mark, type or circuit number; empty if the row has none.
    pub tag: String,
    /// The text of the description column; for a panelboard, the load served.
    pub description: String,
    /// The other columns that are not empty, by column name.
    pub attributes: Vec<(String, Value)>,
    /// x-min, y-min, x-max, y-max of the row on the sheet, in points.
    pub area: Rect,
}

/// A schedule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The kind of items that it lists.
    pub kind: ScheduleKind,
    /// The title. A panelboard's title ends with the panel's designation.
    pub title: Option<String>,
    /// A panelboard's own name (`LP-1`).
    pub designation: Option<String>,
    /// The `NAME: value` entries above the header (voltage, mains, location …), in reading order.
    pub facts: Vec<(String, String)>,
    /// The column names. The names of a two-level header are joined, and a repeated name is numbered. A double-sided
    /// panelboard has the names of one side.
    pub columns: Vec<String>,
    /// The meaning of each column.
    #[serde(default)]
    pub meanings: Vec<ColumnMeaning>,
    /// The rows, one per line; for a panelboard one per circuit, by circuit number.
    pub rows: Vec<ScheduleRow>,
    /// x-min, y-min, x-max, y-max on the sheet, in points.
    pub area: Rect,
}

impl Schedule {
    /// Returns the text of a row under a column, or an empty string.
    pub fn cell(&self, row: &ScheduleRow, column: usize) -> String {
        match self.meanings.get(column) {
            Some(ColumnMeaning::Tag) => return row.tag.clone(),
            Some(ColumnMeaning::Description) => return row.description.clone(),
            _ => {}
        }
        let Some(name) = self.columns.get(column) else { return String::new() };
        match row.attributes.iter().find(|(key, _)| key == name) {
            Some((_, Value::Text(text))) => text.clone(),
            Some((_, Value::Number(number))) => number.to_string(),
            None => String::new(),
        }
    }

    /// Returns the text of a row under the first column with a meaning that has any, or `None`.
    pub fn text(&self, row: &ScheduleRow, meaning: ColumnMeaning) -> Option<String> {
        let columns = (0..self.columns.len()).filter(|c| self.meanings.get(*c) == Some(&meaning));
        columns.map(|c| self.cell(row, c)).find(|text| !text.is_empty())
    }
}
