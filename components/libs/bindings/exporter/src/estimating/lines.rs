//! Rows added up to lines: one line for all rows priced alike.

use std::collections::BTreeMap;

use crate::quantities::{MeasureType, ReviewStatus};
use crate::{Header, ItemRow, LineKey, Rows, TypeTags, for_each_route, page_link};

use crate::estimating::fixed::Fixed;

/// A line of the estimate with its quantity on each page.
#[derive(Debug, Clone, PartialEq)]
pub struct PagedLine {
    /// The properties that its rows share. The texts are as on the drawing, of any length and with any character.
    pub key: LineKey,
    /// The quantity that is measured.
    pub measure: MeasureType,
    /// The sum of the rows' quantities, in the line's unit, not rounded.
    pub quantity: f64,
    /// The number of rows in the sum.
    pub rows: u64,
    /// The quantity by page; empty unless the export includes evidence.
    pages: BTreeMap<u32, f64>,
}

/// The totals of a line while it is added up.
struct Totals {
    measure: MeasureType,
    quantity: f64,
    rows: u64,
    pages: BTreeMap<u32, f64>,
}

/// The lines of a takeoff, in the order of their keys.
///
/// A line has its quantity on each page, and each row leads to the index of its line ([`PagedLines::for_each_entry`]).
/// `Lines` of `plumbline-exporter` are the same lines with some of their sheets, tags and ids instead, for
/// formats that list these in notes.
///
/// Memory use grows with the number of different lines (and the pages they are on), not with the number of rows.
#[derive(Debug, Default)]
pub struct PagedLines {
    lines: Vec<PagedLine>,
    /// The number of items left out because a reviewer rejected them.
    rejected: u64,
    /// The sheet numbers by page, for evidence.
    sheets: BTreeMap<u32, String>,
    pub(crate) types: TypeTags,
}

impl PagedLines {
    /// Adds up all items and routes, from the beginning.
    ///
    /// Items that were rejected in review are not part of an estimate. They are left out and counted.
    ///
    /// # Errors
    /// Returns an error that names the row if a quantity is not a number.
    pub fn read(rows: &impl Rows) -> Result<Self, String> {
        let with_pages = rows.header().include_evidence;
        let new = |types| (Self { types, ..Self::default() }, BTreeMap::new());
        let add_item = |(lines, found): &mut (Self, BTreeMap<LineKey, Totals>), item: ItemRow| {
            if item.review_status == ReviewStatus::Rejected {
                lines.rejected += 1;
                return Ok(());
            }
            let quantity = finite(item.effective_quantity, &item.id)?;
            let key = LineKey::for_item(&item, &lines.types);
            add(found, key, item.measure, quantity, with_pages.then_some(item.page_number));
            if let (true, Some(number)) = (with_pages, item.sheet_number) {
                lines.sheets.entry(item.page_number).or_insert(number);
            }
            Ok::<_, String>(())
        };
        let (mut lines, mut found) = TypeTags::read(rows, new, add_item)?;
        for_each_route(rows, |route| {
            let quantity = finite(route.quantity, &route.id)?;
            let page = with_pages.then_some(route.page_number);
            add(&mut found, LineKey::for_route(&route), MeasureType::Length, quantity, page);
            Ok::<_, String>(())
        })?;
        let line = |(key, Totals { measure, quantity, rows, pages })| PagedLine { key, measure, quantity, rows, pages };
        lines.lines = found.into_iter().map(line).collect();
        Ok(lines)
    }

    /// Returns all lines, in order.
    pub fn all(&self) -> &[PagedLine] {
        &self.lines
    }

    /// Returns the number of items left out because a reviewer rejected them.
    pub fn rejected(&self) -> u64 {
        self.rejected
    }

    /// Describes where a line's quantity was found, by page: `Sheet E-101, page 3: 12 St, https://…#page=3`.
    /// `unit` is the format's name for the line's unit. Empty unless the export includes evidence.
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

    /// Returns the index of a row's line.
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
    if quantity.is_finite() { Ok(quantity) } else { Err(format!("The quantity of {id} is not a number.")) }
}
