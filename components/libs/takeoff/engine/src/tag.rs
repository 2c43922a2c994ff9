//! The texts at symbols: tags, compared by their letters and digits, and ratings, which are not tags.

use plumbline_symbols::annotations::{DocumentContext, Kind};

/// Returns only the letters and digits of a tag, in capitals: `EF-1`, `ef 1` and `EF1` are equal.
pub(crate) fn canonical(tag: &str) -> String {
    tag.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// Returns whether a text states only ratings, sizes or heights. Such a text distinguishes ratings and names no device.
pub(crate) fn is_rating(text: &str) -> bool {
    let said = plumbline_symbols::annotations::read(text, &DocumentContext::new());
    !said.is_empty() && said.iter().all(|l| matches!(l.kind(), Kind::Rating | Kind::Size | Kind::Mounting))
}
