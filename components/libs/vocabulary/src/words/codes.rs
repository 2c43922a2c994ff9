//! Abbreviations in the names of layers and blocks, from `tables/layer_codes.toml`.
//!
//! They are not words of a text: `LITE`, `DOMW`, `RCPT`. Their phrases have the syntax of the word tables.

use crate::entry::{Entry, Row};
use crate::tables::LAYER_CODES;

/// A row with its abbreviations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Code {
    pub(crate) row: Row,
    pub(crate) abbreviations: &'static [&'static str],
}

/// Returns the rows of all tables with their abbreviations, as phrases of a language that puts the noun last.
pub(crate) fn entries() -> Vec<Entry> {
    LAYER_CODES.iter().map(|(trade, code)| code.row.with(*trade, code.abbreviations, &[])).collect()
}
