//! A legend as its rows: the symbol, its description and the other columns.

use plumbline_geometry::Rect;
use serde::{Deserialize, Serialize};

use crate::ink::Ink;
use crate::legend_text::{Line, Reading, letters_in};
use crate::parts::parts;
use crate::template::Specimen;

/// One row of a legend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LegendRow {
    /// The text, with wrapped lines joined.
    pub description: String,
    /// The other columns, by header.
    pub columns: Vec<(String, String)>,
    /// Everything drawn and written in the symbol cell.
    pub specimen: Specimen,
    /// The separate drawings of the cell, if there is more than one: a cell may show variants.
    pub parts: Vec<Specimen>,
    /// The row's box on its sheet.
    pub area: Rect,
    /// The box of the drawing in the symbol cell.
    pub symbol_area: Rect,
}

/// A legend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Legend {
    /// The page number.
    pub page: u32,
    /// The box on the page, in points.
    pub area: Rect,
    /// The rows from top to bottom.
    pub rows: Vec<LegendRow>,
    /// Whether a title or a header names it as a legend.
    pub named: bool,
}

impl Legend {
    /// Turns a legend that was read on a turned sheet back to its place.
    pub(crate) fn turn_back(&mut self, reading: Reading) {
        self.area = reading.to_sheet(self.area);
        for row in &mut self.rows {
            (row.area, row.symbol_area) = (reading.to_sheet(row.area), reading.to_sheet(row.symbol_area));
        }
    }
}

/// Distance in points that keeps the rulings themselves out of their cells.
pub(crate) const INSET: f32 = 0.2;

/// Creates a row from the drawing and the text of a symbol cell. Returns `None` if the cell is empty.
pub(crate) fn row(
    cell: Rect,
    area: Rect,
    description: String,
    columns: Vec<(String, String)>,
    lines: &[Line],
    ink: &Ink,
) -> Option<LegendRow> {
    let drawn = ink.inside(cell);
    let letters = letters_in(cell, lines);
    let symbol_area = drawn.bbox().or_else(|| lines.iter().find(|l| cell.contains(l.middle)).map(|l| l.bbox))?;
    let parts = parts(&drawn);
    let parts = if parts.len() > 1 {
        parts
            .into_iter()
            .map(|part| {
                let near = part.bbox().map(|b| b.grown(1.0));
                let letters = near.map(|b| letters.iter().filter(|l| b.contains(l.at)).cloned().collect());
                Specimen::new(part, letters.unwrap_or_default())
            })
            .collect()
    } else {
        Vec::new()
    };
    Some(LegendRow { description, columns, specimen: Specimen::new(drawn, letters), parts, area, symbol_area })
}

/// Returns whether a symbol of one legend is in a row of the other.
pub(crate) fn overlapping(old: &Legend, new: &Legend) -> bool {
    old.rows.iter().any(|o| new.rows.iter().any(|n| o.area.contains(n.symbol_area.center())))
}
