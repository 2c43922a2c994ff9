//! The items that the estimate's lines refer to: trades, their categories, and the counted and measured items.
//!
//! `Electrical:Devices:Duplex receptacle, 20 A` is an entry of the item list with its two parents. An item's own name
//! has at most 31 characters and no colon, which separates it from its parent. Descriptions with equal names get
//! numbers. The full description is the item's description, and the line's.

use std::collections::HashMap;

use plumbline_exporter::UniqueNames;
use plumbline_exporter::estimating::{Category, PagedLine};

use crate::table::text;

/// Maximum characters of an item's own name.
const MAX_NAME: usize = 31;

/// A generator of item names that are unique within their parent.
pub(crate) struct ItemNames {
    by_parent: HashMap<String, UniqueNames>,
}

impl ItemNames {
    pub(crate) fn new() -> Self {
        Self { by_parent: HashMap::new() }
    }

    /// Returns the full name of an item under a parent. The parent of a trade is empty.
    pub(crate) fn unique_name(&mut self, parent: &str, name: &str) -> String {
        let names = self.by_parent.entry(parent.to_owned()).or_insert_with(|| UniqueNames::new(MAX_NAME));
        let escaped = own_name(name);
        let own = names.name(if escaped.is_empty() { "Item" } else { &escaped });
        if parent.is_empty() { own } else { format!("{parent}:{own}") }
    }

    /// Returns the names of a category's lines.
    pub(crate) fn line_names(&mut self, parent: &str, category: &Category, lines: &[PagedLine]) -> Vec<String> {
        let names = lines[category.lines.clone()].iter().map(|line| line.key.short_description(MAX_NAME, own_name));
        names.map(|name| self.unique_name(parent, &name)).collect()
    }
}

/// Converts a text for an item's own name. A colon separates the names of parents and children.
fn own_name(name: &str) -> String {
    text(name).replace(':', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_apart_and_have_no_colon_of_their_own() {
        let mut names = ItemNames::new();
        let trade = names.unique_name("", "Electrical");
        let first = names.unique_name(&trade, "Duplex receptacle: 20 A, tamper resistant");
        let second = names.unique_name(&trade, "Duplex receptacle: 20 A, weather resistant");
        assert_eq!(first, "Electrical:Duplex receptacle- 20 A,...");
        assert_ne!(first, second);
        assert!([first, second].iter().all(|name| name.split(':').all(|own| own.len() <= MAX_NAME)));
        assert_eq!(names.unique_name(&trade, "  "), "Electrical:Item");
    }
}
