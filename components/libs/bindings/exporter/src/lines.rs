//! The lines of an estimate: equal items and equal routes, added up.
//!
//! Items are one line if trade, category, description, unit, type and the tag that names a type ([`TypeTags`]) are
//! equal; routes if trade, system, size and unit are. Rejected items are not counted in any line, as in the service's
//! own summary. The data of each line is bounded, so memory grows with the number of different lines and not with the
//! number of items. Only a digest of each tag is kept while the types are read.
//!
//! [`Lines`] keep a few of the places where each line was found, for formats that show them in notes. Formats that list
//! the rows of a line, or its quantity on each page, use `PagedLines` of the module `estimating`. Both are keyed by
//! [`LineKey`], so the lines of a takeoff are the same in every format.

use crate::quantities::{Attribute, Confidence, MeasureType, ReviewStatus, Trade};
use crate::{ItemRow, Name, RouteRow, Rows, TypeTags, for_each_route, item_name, label, shorten};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt::Display;

/// The kind of rows that a line adds up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowKind {
    /// Items.
    Items,
    /// Measured routes.
    Routes,
}

/// Text between the name of an item and the tag that names its type.
const TAG_SEPARATOR: &str = ", ";

/// The properties that all rows of a line share, by which lines are ordered. Sheets, attributes and tags of single
/// items are not part of it, because they distinguish rows of the same line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineKey {
    /// Position of the trade in the contract's order.
    trade: u8,
    /// Whether it adds up items or routes.
    pub kind: RowKind,
    /// The items' category; `routes` for routes.
    pub category: String,
    /// The items' description, with the tag if it names a type: `Luminaire, A`. For routes, the name of their system,
    /// with the size if known.
    pub description: String,
    /// A code of the units reference list.
    pub unit: String,
    /// The items' type. For routes, the name of their system.
    pub item_type: String,
    /// Length of the tag at the end of the description, if it names the items' type. Otherwise 0.
    tag_bytes: usize,
}

impl LineKey {
    /// Returns the line of an item of a takeoff with the given types.
    pub fn for_item(item: &ItemRow, types: &TypeTags) -> Self {
        let mut description = item_name(item).into_owned();
        let tag = types.tag(item).unwrap_or_default();
        if !tag.is_empty() {
            description.reserve_exact(TAG_SEPARATOR.len() + tag.len());
            description.push_str(TAG_SEPARATOR);
            description.push_str(tag);
        }
        Self {
            trade: item.trade as u8,
            kind: RowKind::Items,
            category: item.category.clone(),
            description,
            unit: item.unit.clone(),
            item_type: item.item_type.clone(),
            tag_bytes: tag.len(),
        }
    }

    /// Returns the line of a route.
    pub fn for_route(route: &RouteRow) -> Self {
        let size = route.attributes.iter().find(|(key, _)| key == "size").map(|(_, value)| value);
        let system = label(route.system.name());
        Self {
            trade: route.trade as u8,
            kind: RowKind::Routes,
            category: "routes".into(),
            description: match size {
                Some(Attribute::Text(size)) if !size.trim().is_empty() => format!("{system}, {size}"),
                Some(Attribute::Number(size)) => format!("{system}, {size}"),
                _ => system,
            },
            unit: route.unit.clone(),
            item_type: route.system.name().into(),
            tag_bytes: 0,
        }
    }

    /// Returns the trade's name in the contract.
    pub fn trade(&self) -> &'static str {
        Trade::ALL.get(usize::from(self.trade)).map_or("other", |trade| trade.name())
    }

    /// Returns the tag that names the items' type.
    pub fn tag(&self) -> Option<&str> {
        (self.tag_bytes > 0).then(|| &self.description[self.description.len() - self.tag_bytes..])
    }

    /// Returns the description in at most `max_chars` characters. A longer one is cut before the tag, so that types
    /// remain distinguishable. `written` returns a text on one line, in the characters of the format.
    pub fn short_description(&self, max_chars: usize, written: impl Fn(&str) -> String) -> String {
        let whole = written(&self.description);
        let tag = self.tag().map(|tag| written(&format!("{TAG_SEPARATOR}{tag}"))).unwrap_or_default();
        let tag_chars = tag.chars().count();
        match whole.strip_suffix(tag.as_str()) {
            Some(name) if whole.chars().nth(max_chars).is_some() && tag_chars * 2 <= max_chars => {
                shorten(name, max_chars - tag_chars) + &tag
            }
            _ => shorten(&whole, max_chars),
        }
    }
}

/// The first few different values, and the number of further ones.
///
/// Rows come page by page, so a value is expected not to recur later. Values after the first few are only counted.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstValues<T, const MAX: usize> {
    /// The first values, in the order in which they were added.
    pub first: Vec<T>,
    /// Number of different values beyond these.
    pub more: u64,
    last: Option<T>,
}

impl<T, const MAX: usize> Default for FirstValues<T, MAX> {
    fn default() -> Self {
        Self { first: Vec::new(), more: 0, last: None }
    }
}

impl<T: Clone + PartialEq + Display, const MAX: usize> FirstValues<T, MAX> {
    /// Adds a value.
    pub fn add(&mut self, value: &T) {
        if self.last.as_ref() == Some(value) || self.first.contains(value) {
            return;
        }
        if self.first.len() < MAX {
            self.first.push(value.clone());
        } else {
            self.more += 1;
            self.last = Some(value.clone());
        }
    }

    /// Returns `E-101, E-102 and 3 more`, or an empty text without values.
    pub fn text(&self) -> String {
        let first: Vec<String> = self.first.iter().map(T::to_string).collect();
        match self.more {
            0 => first.join(", "),
            more => format!("{} and {more} more", first.join(", ")),
        }
    }
}

/// The attribute of an item for the labor hours of its whole quantity.
const LABOR_HOURS: &str = "labor_hours";

/// The unit of quantities that are hours.
const HOURS: &str = "HR";

/// The sums of a line, and a few of the places where it was found.
#[derive(Clone, Debug)]
pub struct Line {
    /// The items' kind of quantity; length for routes.
    pub measure: MeasureType,
    /// Sum of the effective quantities, in the line's unit.
    pub quantity: f64,
    /// Number of its items or routes; 0 if all were rejected.
    pub count: u64,
    /// Number of rows with high, medium and low confidence.
    pub confidence: [u64; 3],
    /// Sheet numbers.
    pub sheets: FirstValues<String, 40>,
    /// Page numbers.
    pub pages: FirstValues<u32, 40>,
    /// Tags.
    pub tags: FirstValues<String, 20>,
    /// Ids of the items or routes.
    pub ids: FirstValues<String, 20>,
    /// Hours of labor of the rows that state them, and the number of these rows.
    labor: (f64, u64),
}

impl Line {
    fn new(measure: MeasureType) -> Self {
        Self {
            measure,
            quantity: 0.0,
            count: 0,
            confidence: [0; 3],
            sheets: FirstValues::default(),
            pages: FirstValues::default(),
            tags: FirstValues::default(),
            ids: FirstValues::default(),
            labor: (0.0, 0),
        }
    }

    /// Returns the hours of labor that the line takes, or `None` unless all of its rows state theirs.
    ///
    /// A row states them in the attribute `labor_hours`, as a number of hours for its whole quantity, or is itself
    /// measured in hours (`HR`).
    pub fn labor_hours(&self) -> Option<f64> {
        let (hours, rows) = self.labor;
        (rows > 0 && rows == self.count).then_some(hours)
    }

    fn add_labor(&mut self, unit: &str, quantity: f64, attributes: &[(String, Attribute)]) {
        let stated = attributes.iter().find_map(|(key, value)| match value {
            Attribute::Number(hours) if key == LABOR_HOURS => Some(*hours),
            _ => None,
        });
        let hours = if unit == HOURS { Some(quantity) } else { stated };
        if let Some(hours) = hours.filter(|hours| hours.is_finite() && *hours > 0.0) {
            self.labor.0 += hours;
            self.labor.1 += 1;
        }
    }

    fn add(&mut self, quantity: f64, confidence: Confidence, page: u32, id: &String) {
        self.quantity += quantity;
        self.count += 1;
        let [high, medium, low] = &mut self.confidence;
        *match confidence {
            Confidence::High => high,
            Confidence::Medium => medium,
            Confidence::Low => low,
        } += 1;
        self.pages.add(&page);
        self.ids.add(id);
    }
}

/// All lines of a takeoff.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// The lines in order. A line whose items were all rejected is included with a count of 0.
    pub all: BTreeMap<LineKey, Line>,
    /// Number of items read.
    pub items: u64,
    /// Number of items rejected in review.
    pub rejected: u64,
    /// Number of routes read.
    pub routes: u64,
    types: TypeTags,
}

impl Lines {
    /// Creates lines without rows, for items of the given types.
    pub fn new(types: TypeTags) -> Self {
        Self { types, ..Self::default() }
    }

    /// Reads every item and route, from the beginning. Afterwards, the rows are at their end.
    pub fn collect(rows: &impl Rows) -> Self {
        let add = |lines: &mut Self, item: ItemRow| -> Result<(), Infallible> {
            lines.add_item(&item);
            Ok(())
        };
        let Ok(mut lines) = TypeTags::read(rows, Self::new, add);
        let Ok(()) = for_each_route(rows, |route| -> Result<(), Infallible> {
            lines.add_route(&route);
            Ok(())
        });
        lines
    }

    /// Returns the line of an item.
    pub fn key_of(&self, item: &ItemRow) -> LineKey {
        LineKey::for_item(item, &self.types)
    }

    /// Adds an item to its line.
    pub fn add_item(&mut self, item: &ItemRow) {
        self.items += 1;
        let line = self.all.entry(self.key_of(item)).or_insert_with(|| Line::new(item.measure));
        if item.review_status == ReviewStatus::Rejected {
            self.rejected += 1;
            return;
        }
        line.add(item.effective_quantity, item.confidence, item.page_number, &item.id);
        line.add_labor(&item.unit, item.effective_quantity, &item.attributes);
        if let Some(sheet) = &item.sheet_number {
            line.sheets.add(sheet);
        }
        if let Some(tag) = &item.tag {
            line.tags.add(tag);
        }
    }

    /// Adds a route to its line.
    pub fn add_route(&mut self, route: &RouteRow) {
        self.routes += 1;
        let line = self.all.entry(LineKey::for_route(route)).or_insert_with(|| Line::new(MeasureType::Length));
        line.add(route.quantity, route.confidence, route.page_number, &route.id);
        line.add_labor(&route.unit, route.quantity, &route.attributes);
    }

    /// Returns the lines that count: those of routes, and those with an item that was not rejected.
    pub fn included(&self) -> impl Iterator<Item = (&LineKey, &Line)> {
        self.all.iter().filter(|(_, line)| line.count > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FixedRows, header, item, route};

    #[test]
    fn equal_things_add_up_and_rejected_ones_do_not_count() {
        let mut rows = FixedRows::new(header(), 6, |i| ItemRow {
            description: if i < 4 { "Wire".into() } else { "Panel".into() },
            effective_quantity: 0.1,
            review_status: if i == 0 || i > 3 { ReviewStatus::Rejected } else { ReviewStatus::Accepted },
            page_number: 1 + i,
            ..item(i)
        });
        let sized = |number, size: Attribute| RouteRow { attributes: vec![("size".into(), size)], ..route(number) };
        rows.routes = vec![route(1), sized(2, Attribute::Text("2 in".into())), route(3)];
        let lines = Lines::collect(&rows);
        assert_eq!((lines.items, lines.rejected, lines.routes), (6, 3, 3));
        assert_eq!(lines.all.len(), 4, "the rejected panel has a line that counts nothing");
        let counted: Vec<_> =
            lines.included().map(|(key, line)| (key.description.as_str(), line.count, line.quantity)).collect();
        assert_eq!(counted.len(), 3);
        assert_eq!((counted[0].0, counted[0].1), ("Wire", 3));
        assert!((counted[0].2 - 0.3).abs() < 1e-9);
        assert_eq!(counted[1..], [("Branch circuit", 2, 25.0), ("Branch circuit, 2 in", 1, 12.5)]);
        let wire = lines.all.values().find(|line| line.count == 3).expect("the wire");
        assert_eq!((wire.pages.text(), wire.sheets.text()), ("2, 3, 4".into(), "E-101".into()));
    }

    #[test]
    fn different_units_trades_and_types_are_different_lines() {
        let rows = FixedRows::new(header(), 5, |i| match i {
            1 => ItemRow { unit: "M".into(), ..item(i) },
            2 => ItemRow { trade: Trade::Plumbing, ..item(i) },
            3 => ItemRow { item_type: "switch".into(), ..item(i) },
            4 => ItemRow { description: "  ".into(), ..item(i) },
            _ => item(i),
        });
        let lines = Lines::collect(&rows);
        assert_eq!(lines.all.len(), 5);
        let keys: Vec<_> = lines.all.keys().map(|key| (key.trade(), key.description.as_str())).collect();
        assert_eq!(keys[0].0, "electrical");
        assert_eq!(keys[4].0, "plumbing");
        assert!(keys.contains(&("electrical", "Receptacle")), "{keys:?}");
    }

    #[test]
    fn types_are_lines_of_their_own_even_when_one_is_rejected() {
        let rows = FixedRows::new(header(), 6, |i| ItemRow {
            description: "Recessed luminaire, 2 x 4".into(),
            tag: match i {
                0 | 1 => Some("A".into()),
                2 | 3 => Some("B".into()),
                4 => Some("X1".into()),
                _ => None,
            },
            review_status: if i == 3 { ReviewStatus::Rejected } else { ReviewStatus::Extracted },
            ..item(i)
        });
        let lines = Lines::collect(&rows);
        let counted: Vec<_> =
            lines.included().map(|(key, line)| (key.description.as_str(), key.tag(), line.count)).collect();
        assert_eq!(
            counted,
            [
                ("Recessed luminaire, 2 x 4", None, 2),
                ("Recessed luminaire, 2 x 4, A", Some("A"), 2),
                ("Recessed luminaire, 2 x 4, B", Some("B"), 1),
            ]
        );
    }

    #[test]
    fn a_description_that_is_cut_keeps_its_type() {
        let named = |tag: Option<&str>| LineKey {
            description: tag.map_or("Recessed luminaire".into(), |tag| format!("Recessed luminaire, {tag}")),
            tag_bytes: tag.map_or(0, str::len),
            ..LineKey::for_item(&item(0), &TypeTags::default())
        };
        let short = |tag, max| named(tag).short_description(max, crate::one_line);
        assert_eq!(short(Some("A"), 30), "Recessed luminaire, A");
        assert_eq!(short(Some("A"), 18), "Recessed..., A");
        assert_eq!(short(Some("A\t2"), 19), "Recessed..., A 2");
        assert_eq!(short(None, 14), "Recessed...");
        assert_eq!(short(Some("A very long tag"), 14), "Recessed...", "no room for the tag");
    }

    #[test]
    fn labor_hours_are_those_of_all_rows_or_unknown() {
        let labor = |hours| vec![("labor_hours".to_owned(), Attribute::Number(hours))];
        let of = |rows: &FixedRows<fn(u32) -> ItemRow>| {
            Lines::collect(rows).all.values().map(Line::labor_hours).collect::<Vec<_>>()
        };
        let all: fn(u32) -> ItemRow =
            |i| ItemRow { attributes: vec![("labor_hours".into(), Attribute::Number(1.5))], ..item(i) };
        assert_eq!(of(&FixedRows::new(header(), 3, all)), [Some(4.5)]);
        let some: fn(u32) -> ItemRow = |i| {
            if i == 0 {
                item(i)
            } else {
                ItemRow { attributes: vec![("labor_hours".into(), Attribute::Number(1.5))], ..item(i) }
            }
        };
        assert_eq!(of(&FixedRows::new(header(), 3, some)), [None]);
        let hours: fn(u32) -> ItemRow = |i| ItemRow { unit: "HR".into(), effective_quantity: 2.0, ..item(i) };
        assert_eq!(of(&FixedRows::new(header(), 3, hours)), [Some(6.0)]);
        let mut rows = FixedRows::new(header(), 0, item);
        rows.routes = vec![RouteRow { attributes: labor(3.0), ..route(1) }];
        assert_eq!(Lines::collect(&rows).all.values().map(Line::labor_hours).collect::<Vec<_>>(), [Some(3.0)]);
    }

    #[test]
    fn a_few_are_kept_and_the_rest_counted() {
        let mut few = FirstValues::<u32, 3>::default();
        for value in [1, 1, 2, 3, 2, 4, 4, 5, 5] {
            few.add(&value);
        }
        assert_eq!(few.text(), "1, 2, 3 and 2 more");
        assert_eq!(FirstValues::<u32, 3>::default().text(), "");
    }

    #[test]
    fn memory_follows_the_lines_and_not_the_items() {
        let lines = Lines::collect(&FixedRows::new(header(), 20_000, item));
        let line = lines.all.values().next().expect("one line");
        assert_eq!((lines.all.len(), line.count), (1, 20_000));
        assert_eq!((line.ids.first.len() as u64 + line.ids.more, line.ids.first.len()), (20_000, 20));
    }
}
