//! Abbreviations in the names of layers and blocks, by trade. `tables/layer_codes.toml` lists them.

use crate::vocabulary::entry::Row;

/// A row with its abbreviations, and the stems of words that mean it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Code {
    pub(crate) row: Row,
    pub(crate) abbreviations: &'static [&'static str],
    pub(crate) words: &'static [&'static str],
}
