//! The Items sheet: one row an item. It also gathers the lines of the summary.

use crate::attributes::Attributes;
use crate::cells::{self, Links, MAX_ROWS};
use crate::style::Style;
use crate::workbook::Failure;
use plumbline_guest_exporter::quantities::{ReviewStatus, Trade};
use plumbline_guest_exporter::{Header, ItemRow, Name, Rows, for_each_item};
use rust_xlsxwriter::{ConditionalFormatFormula, Worksheet, XlsxError};
use std::collections::BTreeMap;

/// Columns by number; the letters are used in formulas. What a person reads on paper stands left of `NOTE`, and the
/// print area ends there.
mod column {
    pub(super) const LINE: u16 = 0; // A
    pub(super) const TAG: u16 = 1; // B
    pub(super) const DESCRIPTION: u16 = 2; // C
    pub(super) const QUANTITY: u16 = 3; // D
    pub(super) const UNIT: u16 = 4; // E
    pub(super) const EXTRACTED: u16 = 5; // F
    pub(super) const OVERRIDE: u16 = 6; // G
    pub(super) const TRADE: u16 = 7; // H
    pub(super) const CATEGORY: u16 = 8; // I
    pub(super) const TYPE: u16 = 9; // J
    pub(super) const SHEET: u16 = 10; // K
    pub(super) const PAGE: u16 = 11; // L
    pub(super) const CONFIDENCE: u16 = 12; // M
    pub(super) const REVIEW: u16 = 13; // N
    pub(super) const NOTE: u16 = 14; // O
    pub(super) const SHEET_TITLE: u16 = 15; // P
    pub(super) const SOURCE: u16 = 16; // Q
    pub(super) const GROUP: u16 = 17; // R
    pub(super) const ID: u16 = 18; // S
    pub(super) const EVIDENCE: u16 = 19; // T, only with evidence
}

/// Headings and widths, the latter in characters.
const COLUMNS: [(&str, f64); 19] = [
    ("Line", 7.0),
    ("Tag", 12.0),
    ("Description", 42.0),
    ("Quantity", 11.0),
    ("Unit", 7.0),
    ("Extracted", 12.0),
    ("Override", 11.0),
    ("Trade", 14.0),
    ("Category", 16.0),
    ("Type", 18.0),
    ("Sheet", 10.0),
    ("Page", 8.0),
    ("Confidence", 13.0),
    ("Review", 11.0),
    ("Note", 24.0),
    ("Sheet title", 28.0),
    ("Source", 11.0),
    ("Group", 16.0),
    ("ID", 31.0),
];
const EVIDENCE: (&str, f64) = ("Evidence", 30.0);

/// A line of the summary: items of equal trade, category, description and unit.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LineKey {
    trade: u8,
    pub(crate) category: String,
    pub(crate) description: String,
    pub(crate) unit: String,
}

impl LineKey {
    fn new(item: &ItemRow) -> Self {
        Self {
            trade: item.trade as u8,
            category: item.category.clone(),
            description: item.description.clone(),
            unit: item.unit.clone(),
        }
    }

    /// The trade in words.
    pub(crate) fn trade(&self) -> String {
        Trade::ALL.get(usize::from(self.trade)).map(|trade| cells::label(trade.name())).unwrap_or_default()
    }
}

/// What a line adds up to; rejected items do not count.
#[derive(Default)]
pub(crate) struct Line {
    order_found: u32,
    pub(crate) quantity: f64,
    pub(crate) items: u32,
}

/// The sheet and what the summary says about it.
pub(crate) struct Items {
    pub(crate) sheet: Worksheet,
    pub(crate) count: u32,
    pub(crate) rejected: u32,
    /// Lines in the order of the summary; their numbers are 1, 2, …
    pub(crate) lines: BTreeMap<LineKey, Line>,
}

impl Items {
    /// Reads every item.
    pub(crate) fn write(rows: &impl Rows, header: &Header, style: &Style) -> Result<Self, Failure> {
        let mut items = Self { sheet: Worksheet::new(), count: 0, rejected: 0, lines: BTreeMap::new() };
        items.sheet.set_name("Items")?;
        // Which line each row belongs to, as the order in which lines were found: their numbers are known at the end.
        let mut line_of_row: Vec<u32> = Vec::new();
        let first_attribute = if header.include_evidence { column::EVIDENCE + 1 } else { column::EVIDENCE };
        let mut attributes = Attributes::new(first_attribute);
        let mut links = Links::new(column::EVIDENCE);

        for_each_item(rows, |item| {
            if items.count == MAX_ROWS {
                return Err(Failure::TooManyRows { what: "items" });
            }
            items.count += 1;
            line_of_row.push(items.add_to_line(&item));
            items.cells(&item, style)?;
            if header.include_evidence {
                links.write(
                    &mut items.sheet,
                    items.count,
                    header,
                    evidence_page(&item),
                    &evidence_text(&item),
                    style,
                )?;
            }
            attributes.write(&mut items.sheet, items.count, &item.attributes, style)?;
            Ok(())
        })?;

        items.number_lines(&line_of_row, style)?;
        let mut columns = COLUMNS.to_vec();
        if header.include_evidence {
            columns.push(EVIDENCE);
        }
        cells::finish_table(&mut items.sheet, header, &columns, &attributes.headings(), items.count, style)?;
        items.sheet.set_print_area(0, 0, items.count, column::NOTE)?;
        items.conditional_formats(style)?;
        Ok(items)
    }

    fn add_to_line(&mut self, item: &ItemRow) -> u32 {
        let found = u32::try_from(self.lines.len()).unwrap_or(u32::MAX);
        let line =
            self.lines.entry(LineKey::new(item)).or_insert_with(|| Line { order_found: found, ..Line::default() });
        if item.review_status == ReviewStatus::Rejected {
            self.rejected += 1;
        } else {
            line.quantity += item.effective_quantity;
            line.items += 1;
        }
        line.order_found
    }

    fn cells(&mut self, item: &ItemRow, style: &Style) -> Result<(), XlsxError> {
        let row = self.count;
        let sheet = &mut self.sheet;
        let texts = [
            (column::TAG, item.tag.as_deref().unwrap_or_default()),
            (column::DESCRIPTION, &item.description),
            (column::CATEGORY, &item.category),
            (column::TYPE, &item.item_type),
            (column::UNIT, &item.unit),
            (column::SHEET, item.sheet_number.as_deref().unwrap_or_default()),
            (column::SHEET_TITLE, item.sheet_title.as_deref().unwrap_or_default()),
            (column::NOTE, item.note.as_deref().unwrap_or_default()),
            (column::GROUP, item.group.as_deref().unwrap_or_default()),
            (column::ID, &item.id),
        ];
        for (column, value) in texts {
            cells::text(sheet, row, column, value, style)?;
        }
        let names = [
            (column::TRADE, item.trade.name()),
            (column::CONFIDENCE, item.confidence.name()),
            (column::REVIEW, item.review_status.name()),
            (column::SOURCE, item.source.name()),
        ];
        for (column, name) in names {
            cells::text(sheet, row, column, &cells::label(name), style)?;
        }
        let number = row + 1;
        let quantity = format!("=IF(G{number}=\"\",F{number},G{number})");
        cells::formula(sheet, row, column::QUANTITY, &quantity, item.effective_quantity, style)?;
        let extracted = item.extracted_quantity;
        sheet.write_number_with_format(row, column::EXTRACTED, extracted, style.quantity(extracted))?;
        if let Some(value) = item.quantity_override {
            sheet.write_number_with_format(row, column::OVERRIDE, value, style.quantity(value))?;
        }
        sheet.write_number_with_format(row, column::PAGE, item.page_number, &style.whole)?;
        Ok(())
    }

    /// Writes the line numbers, which follow the order of the summary.
    fn number_lines(&mut self, line_of_row: &[u32], style: &Style) -> Result<(), XlsxError> {
        let mut numbers = vec![0u32; self.lines.len()];
        for (number, line) in (1u32..).zip(self.lines.values()) {
            if let Some(slot) = numbers.get_mut(line.order_found as usize) {
                *slot = number;
            }
        }
        for (row, found) in (1u32..).zip(line_of_row) {
            let number = numbers.get(*found as usize).copied().unwrap_or_default();
            self.sheet.write_number_with_format(row, column::LINE, number, &style.whole)?;
        }
        Ok(())
    }

    /// Low confidence stands out, rejected rows step back; both follow what the estimator types later.
    fn conditional_formats(&mut self, style: &Style) -> Result<(), XlsxError> {
        if self.count == 0 {
            return Ok(());
        }
        let rejected = ConditionalFormatFormula::new().set_rule("=$N2=\"Rejected\"").set_format(&style.rejected);
        self.sheet.add_conditional_format(1, 0, self.count, column::ID, &rejected)?;
        let doubtful = ConditionalFormatFormula::new().set_rule("=$M2=\"Low\"").set_format(&style.doubtful);
        self.sheet.add_conditional_format(1, column::CONFIDENCE, self.count, column::CONFIDENCE, &doubtful)?;
        Ok(())
    }
}

/// The page whose address is linked: that of the first evidence, which for a schedule's item is not the item's page.
fn evidence_page(item: &ItemRow) -> u32 {
    item.evidence.first().map_or(item.page_number, |evidence| evidence.page_number)
}

/// Where to look, in words: `p. 2, 25 % from left, 50 % from top`.
fn evidence_text(item: &ItemRow) -> String {
    let page = evidence_page(item);
    item.evidence.first().map_or_else(
        || format!("p. {page}"),
        |evidence| {
            let (x_min, y_min, x_max, y_max) = evidence.bbox;
            let percent = |low: f64, high: f64| ((low + high) * 50.0).round().clamp(0.0, 100.0);
            format!("p. {page}: {} % right, {} % down", percent(x_min, x_max), percent(y_min, y_max))
        },
    )
}
