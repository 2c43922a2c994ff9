//! Rows added up to lines: one line for all that is priced alike, however often it was found.

use std::collections::BTreeMap;

use plumbline_guest_exporter::quantities::{Attribute, MeasureType, ReviewStatus, Trade};
use plumbline_guest_exporter::{
    Header, ItemRow, Name as _, RouteRow, Rows, attribute_text, for_each_item, for_each_route, label, page_link,
};

use crate::Fixed;

/// A line of the estimate.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Trade of all its rows.
    pub trade: Trade,
    /// Category of all its rows: `devices`; `routes` for what was routed.
    pub category: String,
    /// As the drawing has it, of any length and with any character.
    pub description: String,
    /// Type of its items or system of its routes: `receptacle`, `branch_circuit`.
    pub item_type: String,
    /// A code of the units reference list: `EA`, `M`.
    pub unit: String,
    /// What the quantity measures.
    pub measure: MeasureType,
    /// Sum of its rows' quantities, in `unit`, not rounded.
    pub quantity: f64,
    /// How many rows it is the sum of.
    pub rows: u64,
    /// Quantity by page; empty unless the export includes evidence.
    pages: BTreeMap<u32, f64>,
}

/// What makes rows one line. Tags, sheets and attributes do not: they say which of the like a row is.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    trade: Trade,
    category: String,
    description: String,
    item_type: String,
    unit: String,
}

/// What a line adds up to, while it is added up.
struct Totals {
    measure: MeasureType,
    quantity: f64,
    rows: u64,
    pages: BTreeMap<u32, f64>,
}

impl Key {
    /// Takes the texts out of the item: they are not needed twice.
    fn item(item: &mut ItemRow) -> Self {
        let [category, mut description, item_type, unit] =
            [&mut item.category, &mut item.description, &mut item.item_type, &mut item.unit].map(std::mem::take);
        // Without a description the type is what is known.
        if description.trim().is_empty() {
            description = label(&item_type);
        }
        Self { trade: item.trade, category, description, item_type, unit }
    }

    /// Routes have no description of their own: the system and the size are what they are priced by.
    fn route(route: &RouteRow) -> Self {
        let system = route.system.name();
        let size = route.attributes.iter().find(|(key, _)| key == "size").map(|(_, value)| value);
        Self {
            trade: route.trade,
            category: "routes".into(),
            description: route_description(system, size),
            item_type: system.into(),
            unit: route.unit.clone(),
        }
    }

    fn line(self, totals: Totals) -> Line {
        let Self { trade, category, description, item_type, unit } = self;
        let Totals { measure, quantity, rows, pages } = totals;
        Line { trade, category, description, item_type, unit, measure, quantity, rows, pages }
    }

    fn of(line: &Line) -> (Trade, &str, &str, &str, &str) {
        (line.trade, &line.category, &line.description, &line.item_type, &line.unit)
    }

    fn parts(&self) -> (Trade, &str, &str, &str, &str) {
        (self.trade, &self.category, &self.description, &self.item_type, &self.unit)
    }
}

fn route_description(system: &str, size: Option<&Attribute>) -> String {
    match size.map(attribute_text).filter(|size| !size.trim().is_empty()) {
        Some(size) => format!("{}, {size}", label(system)),
        None => label(system),
    }
}

/// The lines of a takeoff, by trade, category, description, type and unit.
///
/// Its memory grows with the number of different lines (and the pages they are on), not with the number of rows.
#[derive(Debug, Default)]
pub struct Lines {
    lines: Vec<Line>,
    /// Items left out because a reviewer rejected them.
    rejected: u64,
    /// Sheet numbers by page, for evidence.
    sheets: BTreeMap<u32, String>,
}

impl Lines {
    /// Adds up all items and routes, from the first on.
    ///
    /// Items that were rejected in review are no part of an estimate: they are left out and counted.
    ///
    /// # Errors
    /// When a quantity is not a number, in words that name the row.
    pub fn read(rows: &impl Rows) -> Result<Self, String> {
        let with_pages = rows.header().include_evidence;
        let mut found: BTreeMap<Key, Totals> = BTreeMap::new();
        let mut lines = Self::default();
        rows.rewind();
        for_each_item(rows, |mut item| {
            if item.review_status == ReviewStatus::Rejected {
                lines.rejected += 1;
                return Ok(());
            }
            let quantity = finite(item.effective_quantity, &item.id)?;
            let key = Key::item(&mut item);
            add(&mut found, key, item.measure, quantity, with_pages.then_some(item.page_number));
            if let (true, Some(number)) = (with_pages, item.sheet_number) {
                lines.sheets.entry(item.page_number).or_insert(number);
            }
            Ok::<_, String>(())
        })?;
        for_each_route(rows, |route| {
            let quantity = finite(route.quantity, &route.id)?;
            let page = with_pages.then_some(route.page_number);
            add(&mut found, Key::route(&route), MeasureType::Length, quantity, page);
            Ok::<_, String>(())
        })?;
        lines.lines = found.into_iter().map(|(key, totals)| key.line(totals)).collect();
        Ok(lines)
    }

    /// All lines, in order.
    pub fn all(&self) -> &[Line] {
        &self.lines
    }

    /// How many items are not in any line because a reviewer rejected them.
    pub fn rejected(&self) -> u64 {
        self.rejected
    }

    /// Where a line's quantity is, in words and by page: `Sheet E-101, page 3: 12 St, https://…#page=3`. `unit` is the
    /// format's name of the line's unit. Nothing unless the export includes evidence.
    pub fn evidence<'a>(&'a self, line: &'a Line, header: &'a Header, unit: &'a str) -> impl Iterator<Item = String> {
        line.pages.iter().map(move |(page, quantity)| {
            let sheet = self.sheets.get(page).map(|number| format!("Sheet {number}, ")).unwrap_or_default();
            let link = page_link(header, *page).map(|link| format!(", {link}")).unwrap_or_default();
            let quantity = Fixed::new(*quantity, 3).trimmed();
            let place = if sheet.is_empty() { "Page" } else { "page" };
            format!("{sheet}{place} {page}: {quantity} {unit}{link}")
        })
    }

    pub(crate) fn index_of_item(&self, item: &mut ItemRow) -> Option<usize> {
        self.index(&Key::item(item))
    }

    pub(crate) fn index_of_route(&self, route: &RouteRow) -> Option<usize> {
        self.index(&Key::route(route))
    }

    fn index(&self, key: &Key) -> Option<usize> {
        self.lines.binary_search_by(|line| Key::of(line).cmp(&key.parts())).ok()
    }
}

fn add(found: &mut BTreeMap<Key, Totals>, key: Key, measure: MeasureType, quantity: f64, page: Option<u32>) {
    let new = || Totals { measure, quantity: 0.0, rows: 0, pages: BTreeMap::new() };
    let totals = found.entry(key).or_insert_with(new);
    totals.quantity += quantity;
    totals.rows += 1;
    if let Some(page) = page {
        *totals.pages.entry(page).or_default() += quantity;
    }
}

fn finite(quantity: f64, id: &str) -> Result<f64, String> {
    if quantity.is_finite() { Ok(quantity) } else { Err(format!("the quantity of {id} is not a number")) }
}
