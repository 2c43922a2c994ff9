//! Lines in sections: a trade's categories, a category's lines.

use std::ops::Range;

use plumbline_guest_exporter::{Name as _, label};

use crate::{Line, Lines};

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
    /// Its lines, as indices of [`Lines::all`]; at least one.
    pub lines: Range<usize>,
}

impl Lines {
    /// The lines by trade and category, in order; empty when there is no line.
    pub fn sections(&self) -> Vec<Section> {
        let mut begin = 0;
        let mut sections = Vec::new();
        for of_trade in self.all().chunk_by(|a, b| a.trade == b.trade) {
            let mut categories = Vec::new();
            for of_category in of_trade.chunk_by(|a, b| a.category == b.category) {
                let end = begin + of_category.len();
                categories.push(Category { title: title(of_category, |line| &line.category), lines: begin..end });
                begin = end;
            }
            sections.push(Section { title: title(of_trade, |line| line.trade.name()), categories });
        }
        sections
    }
}

fn title<'a>(lines: &'a [Line], name: impl Fn(&'a Line) -> &'a str) -> String {
    let name = lines.first().map(name).unwrap_or_default();
    if name.trim().is_empty() { "Other".into() } else { label(name) }
}
