//! Lines in sections: the categories of a trade, and the lines of a category.

use std::ops::Range;

use crate::{LineKey, category_name, label};

use crate::estimating::lines::{PagedLine, PagedLines};

/// The lines of a trade.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// The display name: `Fire protection`.
    pub title: String,
    /// The categories; at least one.
    pub categories: Vec<Category>,
}

/// A category of a trade.
#[derive(Debug, Clone, PartialEq)]
pub struct Category {
    /// The display name: `Devices`.
    pub title: String,
    /// The lines, as indices of [`PagedLines::all`]; at least one.
    pub lines: Range<usize>,
}

impl PagedLines {
    /// Returns the lines by trade and category, in order. Empty for a takeoff without lines.
    pub fn sections(&self) -> Vec<Section> {
        let mut begin = 0;
        let mut sections = Vec::new();
        for of_trade in self.all().chunk_by(|a, b| a.key.trade() == b.key.trade()) {
            let mut categories = Vec::new();
            // Routes have their own category, even if an item's category has the same name.
            for of_category in of_trade.chunk_by(|a, b| (a.key.kind, &a.key.category) == (b.key.kind, &b.key.category))
            {
                let end = begin + of_category.len();
                let title = title(of_category, |key| (&key.category, category_name(key.trade(), &key.category)));
                categories.push(Category { title, lines: begin..end });
                begin = end;
            }
            sections.push(Section { title: title(of_trade, |key| (key.trade(), label(key.trade()))), categories });
        }
        sections
    }
}

/// Returns the title of a section. `name` returns the code and the name of a line's section.
fn title<'a>(lines: &'a [PagedLine], name: impl Fn(&'a LineKey) -> (&'a str, String)) -> String {
    let (code, name) = lines.first().map(|line| name(&line.key)).unwrap_or_default();
    if code.trim().is_empty() { "Other".into() } else { name }
}
