//! The attribute keys of a legend's columns.

use plumbline_notation::language::{Words, legend_columns};

/// The key of the quantity that a legend states, which may differ from the counted one.
pub(crate) const LEGEND_QUANTITY: &str = "legend_quantity";

/// Returns the attribute key for a legend's column: the contract's key if it has one for the header, else a slug of it.
pub(crate) fn column_key(header: &str) -> String {
    let h = header.to_lowercase();
    let has = |words: Words| words.all().any(|word| h.contains(word));
    if has(legend_columns::MOUNTING) {
        "mounting".to_owned()
    } else if has(legend_columns::MODEL) {
        "model".to_owned()
    } else if has(legend_columns::MANUFACTURER) {
        "manufacturer".to_owned()
    } else if has(legend_columns::QUANTITY) {
        LEGEND_QUANTITY.to_owned()
    } else if has(legend_columns::RATING) {
        "rating".to_owned()
    } else if has(legend_columns::SIZE) {
        "size".to_owned()
    } else {
        let slug: String = h.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        slug.split('_').filter(|p| !p.is_empty()).collect::<Vec<_>>().join("_")
    }
}
