//! Rows added up to lines: one line for all that is priced alike, however often it was found.

use std::collections::BTreeMap;

use plumbline_guest_exporter::quantities::{MeasureType, ReviewStatus};
use plumbline_guest_exporter::{Header, LineKey, Rows, for_each_item, for_each_route, page_link};

use crate::Fixed;

/// A line of the estimate with its quantity on each page.
#[derive(Debug, Clone, PartialEq)]
pub struct PagedLine {
    /// What its rows have in common. Its texts are as the drawing has them, of any length and with any character.
    pub key: LineKey,
    /// What the quantity measures.
    pub measure: MeasureType,
    /// Sum of its rows' quantities, in the line's unit, not rounded.
    pub quantity: f64,
    /// How many rows it is the sum of.
    pub rows: u64,
    /// Quantity by page; empty unless the export includes evidence.
    pages: BTreeMap<u32, f64>,
}

/// What a line adds up to, while it is added up.
struct Totals {
    measure: MeasureType,
    quantity: f64,
    rows: u64,
    pages: BTreeMap<u32, f64>,
}

/// The lines of a takeoff, in the order of their keys.
///
/// They know their quantity on each page, and each row leads to the index of its line ([`PagedLines::for_each_entry`]).
/// `Lines` of `plumbline-guest-exporter` are the same lines with a few of their sheets, tags and ids instead, for
/// formats that tell of them in notes.
///
/// Its memory grows with the number of different lines (and the pages they are on), not with the number of rows.
#[derive(Debug, Default)]
pub struct PagedLines {
    lines: Vec<PagedLine>,
    /// Items left out because a reviewer rejected them.
    rejected: u64,
    /// Sheet numbers by page, for evidence.
    sheets: BTreeMap<u32, String>,
}

impl PagedLines {
    /// Adds up all items and routes, from the first on.
    ///
    /// Items that were rejected in review are not part of an estimate: they are left out and counted.
    ///
    /// # Errors
    /// When a quantity is not a number, in words that name the row.
    pub fn read(rows: &impl Rows) -> Result<Self, String> {
        let with_pages = rows.header().include_evidence;
        let mut found: BTreeMap<LineKey, Totals> = BTreeMap::new();
        let mut lines = Self::default();
        rows.rewind();
        for_each_item(rows, |item| {
            if item.review_status == ReviewStatus::Rejected {
                lines.rejected += 1;
                return Ok(());
            }
            let quantity = finite(item.effective_quantity, &item.id)?;
            let key = LineKey::of_item(&item);
            add(&mut found, key, item.measure, quantity, with_pages.then_some(item.page_number));
            if let (true, Some(number)) = (with_pages, item.sheet_number) {
                lines.sheets.entry(item.page_number).or_insert(number);
            }
            Ok::<_, String>(())
        })?;
        for_each_route(rows, |route| {
            let quantity = finite(route.quantity, &route.id)?;
            let page = with_pages.then_some(route.page_number);
            add(&mut found, LineKey::of_route(&route), MeasureType::Length, quantity, page);
            Ok::<_, String>(())
        })?;
        let line = |(key, Totals { measure, quantity, rows, pages })| PagedLine { key, measure, quantity, rows, pages };
        lines.lines = found.into_iter().map(line).collect();
        Ok(lines)
    }

    /// All lines, in order.
    pub fn all(&self) -> &[PagedLine] {
        &self.lines
    }

    /// How many items are not in any line because a reviewer rejected them.
    pub fn rejected(&self) -> u64 {
        self.rejected
    }

    /// Where a line's quantity is, in words and by page: `Sheet E-101, page 3: 12 St, https://…#page=3`. `unit` is the
    /// format's name of the line's unit. Nothing unless the export includes evidence.
    pub fn evidence<'a>(
        &'a self,
        line: &'a PagedLine,
        header: &'a Header,
        unit: &'a str,
    ) -> impl Iterator<Item = String> {
        line.pages.iter().map(move |(page, quantity)| {
            let sheet = self.sheets.get(page).map(|number| format!("Sheet {number}, ")).unwrap_or_default();
            let link = page_link(header, *page).map(|link| format!(", {link}")).unwrap_or_default();
            let quantity = Fixed::new(*quantity, 3).trimmed();
            let place = if sheet.is_empty() { "Page" } else { "page" };
            format!("{sheet}{place} {page}: {quantity} {unit}{link}")
        })
    }

    /// The index of the line of a row.
    pub(crate) fn index_of(&self, key: &LineKey) -> Option<usize> {
        self.lines.binary_search_by(|line| line.key.cmp(key)).ok()
    }
}

fn add(found: &mut BTreeMap<LineKey, Totals>, key: LineKey, measure: MeasureType, quantity: f64, page: Option<u32>) {
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
