//! The outline of a plan: trades, their categories and the lines in them, numbered like a work breakdown structure.

use crate::{Line, LineKey, Lines, category_name, label};

/// One entry of the outline, parents before their children.
#[derive(Debug)]
pub enum Entry<'a> {
    /// A trade, at level 1.
    Trade {
        /// The name for people.
        name: String,
        /// The outline number: `2`.
        number: String,
    },
    /// A category of the trade before it, at level 2.
    Category {
        /// The name for people.
        name: String,
        /// The outline number: `2.1`.
        number: String,
    },
    /// A line of the category before it, at level 3.
    Line {
        /// The key of the line.
        key: &'a LineKey,
        /// The totals of the line.
        line: &'a Line,
        /// The outline number: `2.1.14`.
        number: String,
    },
}

/// Returns the outline of all lines that count.
pub fn outline(lines: &Lines) -> impl Iterator<Item = Entry<'_>> {
    let mut at = OutlinePosition::default();
    lines.included().flat_map(move |(key, line)| at.step(key, line))
}

/// The current position in the outline.
#[derive(Default)]
struct OutlinePosition<'a> {
    before: Option<&'a LineKey>,
    trade: u32,
    category: u32,
    line: u32,
}

impl<'a> OutlinePosition<'a> {
    fn step(&mut self, key: &'a LineKey, line: &'a Line) -> Vec<Entry<'a>> {
        let mut entries = Vec::with_capacity(3);
        let same_trade = self.before.is_some_and(|before| before.trade() == key.trade());
        // Routes have their own category, even if an item's category has the same name.
        let same_category = same_trade
            && self.before.is_some_and(|before| (before.kind, &before.category) == (key.kind, &key.category));
        if !same_trade {
            (self.trade, self.category) = (self.trade + 1, 0);
            entries.push(Entry::Trade { name: label(key.trade()), number: self.trade.to_string() });
        }
        if !same_category {
            (self.category, self.line) = (self.category + 1, 0);
            let name = if key.category.trim().is_empty() {
                "No category".into()
            } else {
                category_name(key.trade(), &key.category)
            };
            entries.push(Entry::Category { name, number: format!("{}.{}", self.trade, self.category) });
        }
        self.line += 1;
        self.before = Some(key);
        let number = format!("{}.{}.{}", self.trade, self.category, self.line);
        entries.push(Entry::Line { key, line, number });
        entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ItemRow;
    use crate::quantities::Trade;
    use crate::testing::{FixedRows, header, item, route};

    #[test]
    fn parents_come_before_children_and_numbers_follow() {
        let mut rows = FixedRows::new(header(), 4, |i| match i {
            1 => ItemRow { description: "Panel".into(), ..item(i) },
            2 => ItemRow { trade: Trade::Plumbing, category: "routes".into(), ..item(i) },
            3 => ItemRow { category: String::new(), ..item(i) },
            _ => item(i),
        });
        rows.routes = vec![route(1)];
        let lines = Lines::collect(&rows);
        let entries: Vec<String> = outline(&lines)
            .map(|entry| match entry {
                Entry::Trade { name, number } | Entry::Category { name, number } => format!("{number} {name}"),
                Entry::Line { key, number, .. } => format!("{number} {}", key.description),
            })
            .collect();
        assert_eq!(
            entries,
            [
                "1 Electrical",
                "1.1 No category",
                "1.1.1 Duplex receptacle, 20 A",
                "1.2 Other devices",
                "1.2.1 Duplex receptacle, 20 A",
                "1.2.2 Panel",
                "1.3 Routes",
                "1.3.1 Branch circuit",
                "2 Plumbing",
                "2.1 Routes",
                "2.1.1 Duplex receptacle, 20 A",
            ]
        );
    }

    #[test]
    fn nothing_has_no_outline() {
        assert_eq!(outline(&Lines::default()).count(), 0);
    }
}
