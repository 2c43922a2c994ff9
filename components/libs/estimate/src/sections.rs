//! Lines in sections: a trade's categories, a category's lines.

use std::ops::Range;

use plumbline_guest_exporter::{LineKey, category_name, label};

use crate::{PagedLine, PagedLines};

/// A trade.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// For people: `Fire protection`.
    pub title: String,
    /// At least one.
    pub categories: Vec<Category>,
}

/// A category of a trade.
#[derive(Debug, Clone, PartialEq)]
pub struct Category {
    /// For people: `Devices`.
    pub title: String,
    /// Its lines, as indices of [`PagedLines::all`]; at least one.
    pub lines: Range<usize>,
}

impl PagedLines {
    /// The lines by trade and category, in order; empty when there is no line.
    pub fn sections(&self) -> Vec<Section> {
        let mut begin = 0;
        let mut sections = Vec::new();
        for of_trade in self.all().chunk_by(|a, b| a.key.trade() == b.key.trade()) {
            let mut categories = Vec::new();
            // Routes have a category of their own, whatever an item's category is called.
            for of_category in of_trade.chunk_by(|a, b| (a.key.of, &a.key.category) == (b.key.of, &b.key.category)) {
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

/// `name` gives the code and the name of a line's section.
fn title<'a>(lines: &'a [PagedLine], name: impl Fn(&'a LineKey) -> (&'a str, String)) -> String {
    let (code, name) = lines.first().map(|line| name(&line.key)).unwrap_or_default();
    if code.trim().is_empty() { "Other".into() } else { name }
}
