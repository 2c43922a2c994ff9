//! A row below a header, with an entry for each column.

use plumbline_geometry::Rect;
use plumbline_sheet::lines::append;

/// The content of one column of a row.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Entry {
    pub(crate) text: String,
    /// The lines, and their baselines, for rows that are not separated by rulings.
    pub(crate) lines: Vec<String>,
    pub(crate) baselines: Vec<f32>,
    /// The number of rows of the section that its cell covers.
    pub(crate) rows: usize,
    /// The index of this row among them, 0-based.
    pub(crate) offset: usize,
}

impl Entry {
    /// Appends lines with their baselines, and their text on one line.
    pub(crate) fn append(&mut self, text: &str, lines: &[String], baselines: &[f32]) {
        append(&mut self.text, text);
        self.lines.extend_from_slice(lines);
        self.baselines.extend_from_slice(baselines);
    }
}

/// A row below a header.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    /// The entries, one per column.
    pub(crate) entries: Vec<Entry>,
    /// The box on the sheet.
    pub(crate) area: Rect,
}
