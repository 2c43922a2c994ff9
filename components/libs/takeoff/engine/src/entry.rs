//! The definition of a symbol to count.

use crate::vocabulary::{Kind, Trade};
use plumbline_symbols::LegendRow;

use crate::legend_columns::{LEGEND_QUANTITY, column_key};

/// The kind of items that are counted without a name.
pub(crate) const UNNAMED: Kind =
    Kind { trade: Trade::Other, category: "unclassified", item_type: "unclassified_count" };

/// The definition of a symbol: a row of a legend, or a block.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// The page of the legend.
    pub(crate) page: u32,
    /// The index of the row in the document, for the name of the group.
    pub(crate) index: usize,
    /// The legend row.
    pub(crate) row: LegendRow,
    /// The kind of item that the row describes.
    pub(crate) kind: Kind,
    /// The name of the block, if no legend shows the symbol.
    pub(crate) block: Option<String>,
    /// The index of the legend among the searched ones, and the name of its sheet if it is in another document.
    pub(crate) legend: usize,
    pub(crate) other_sheet: Option<String>,
}

impl Entry {
    /// Returns whether the legend states a quantity.
    pub(crate) fn states_quantity(&self) -> bool {
        self.row.columns.iter().any(|(header, _)| column_key(header) == LEGEND_QUANTITY)
    }
}
