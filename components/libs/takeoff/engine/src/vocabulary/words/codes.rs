//! Abbreviations in the names of layers and blocks, from `tables/layer_codes.toml`.
//!
//! They are not words of a text: `LITE`, `DOMW`, `RCPT`. Their phrases have the syntax of the word tables. The stems of
//! words that offices mix with them are in the language files, in the section `layer_words`.

use crate::vocabulary::entry::Entry;
use crate::vocabulary::tables::LAYER_CODES;

/// Returns the rows of all tables with their abbreviations, as phrases of a language that puts the noun last.
pub(crate) fn entries() -> Vec<Entry> {
    let mut entries = Vec::new();
    for (trade, code) in LAYER_CODES {
        let lists = [code.abbreviations, code.words].into_iter().filter(|list| !list.is_empty());
        entries.extend(lists.map(|list| code.row.with(*trade, list, &[])));
    }
    entries
}
