//! The Items sheet: one row per item. Items are read once for the lines and the columns, and once for the rows.

use crate::attributes::Attributes;
use crate::cells::{self, MAX_ROWS};
use crate::failure::Failure;
use crate::rows::{Row, SheetRows};
use crate::style::Style;
use plumbline_exporter::{
    Header, ItemRow, LineKey, Lines, Name, Rows, TypeTags, category_name, for_each_item, item_type_name, label,
};
use rust_xlsxwriter::{ConditionalFormatFormula, Worksheet, XlsxError};
use std::collections::BTreeMap;

/// The first row of items. Rows start at 1.
pub(crate) const FIRST_ROW: u32 = 2;

/// Column numbers, with the letters used in formulas. The columns for printing are to the left of `NOTE`, where the
/// print area ends.
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
    pub(super) const ID: u16 = 17; // R
    pub(super) const EVIDENCE: u16 = 18; // S, only with evidence
}

/// Headings and widths in characters.
const COLUMNS: [(&str, f64); 18] = [
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
    ("ID", 31.0),
];
const EVIDENCE: (&str, f64) = ("Evidence", 30.0);

/// Facts about the items that the other sheets need, and the layout of their own sheet.
pub(crate) struct Items {
    /// The lines of the estimate, numbered 1, 2, … in this order.
    pub(crate) lines: Lines,
    pub(crate) count: u32,
    attributes: Attributes,
}

impl Items {
    /// Reads every item.
    pub(crate) fn survey(rows: &impl Rows) -> Result<Self, Failure> {
        let new = |types| Self { lines: Lines::new(types), count: 0, attributes: Attributes::default() };
        TypeTags::read(rows, new, |items, item| {
            if items.count == MAX_ROWS {
                return Err(Failure::TooManyRows { what: "items" });
            }
            items.count += 1;
            items.lines.add_item(&item);
            items.attributes.survey(&item.attributes);
            Ok(())
        })
    }

    /// Creates the sheet without its rows.
    pub(crate) fn template(&self, header: &Header, style: &Style) -> Result<Worksheet, XlsxError> {
        let attributes = self.attributes.headings();
        let mut sheet = cells::table("Items", &COLUMNS, EVIDENCE, &attributes, self.count, header, style)?;
        sheet.set_print_area(0, 0, self.count, column::NOTE)?;
        self.conditional_formats(&mut sheet, style)?;
        Ok(sheet)
    }

    /// Reads every item again and writes its row.
    pub(crate) fn write(&self, rows: &impl Rows, header: &Header, out: &mut SheetRows<'_>) -> Result<(), Failure> {
        let numbers: BTreeMap<&LineKey, u32> = self.lines.all.keys().zip(1..).collect();
        for_each_item(rows, |item| {
            let line = numbers.get(&self.lines.key_of(&item)).copied().unwrap_or_default();
            out.row(|row| self.cells(row, &item, line, header)).map_err(Failure::from)
        })
    }

    fn cells(&self, row: &mut Row<'_>, item: &ItemRow, line: u32, header: &Header) {
        let number = row.number;
        row.number(column::LINE, f64::from(line));
        row.text(column::TAG, item.tag.as_deref().unwrap_or_default());
        row.wrapped(column::DESCRIPTION, &item.description);
        row.formula(column::QUANTITY, &format!("IF(G{number}=\"\",F{number},G{number})"), item.effective_quantity);
        row.text(column::UNIT, &item.unit);
        row.number(column::EXTRACTED, item.extracted_quantity);
        if let Some(value) = item.quantity_override {
            row.number(column::OVERRIDE, value);
        }
        row.text(column::TRADE, &label(item.trade.name()));
        row.text(column::CATEGORY, &category_name(item.trade.name(), &item.category));
        row.text(column::TYPE, &item_type_name(item.trade.name(), &item.item_type));
        row.text(column::SHEET, item.sheet_number.as_deref().unwrap_or_default());
        row.number(column::PAGE, f64::from(item.page_number));
        row.text(column::CONFIDENCE, &label(item.confidence.name()));
        row.text(column::REVIEW, &label(item.review_status.name()));
        row.wrapped(column::NOTE, item.note.as_deref().unwrap_or_default());
        row.text(column::SHEET_TITLE, item.sheet_title.as_deref().unwrap_or_default());
        row.text(column::SOURCE, &label(item.source.name()));
        row.text(column::ID, &item.id);
        let mut first_attribute = column::EVIDENCE;
        if header.include_evidence {
            row.link(column::EVIDENCE, evidence_page(item), &evidence_text(item));
            first_attribute += 1;
        }
        self.attributes.write(row, first_attribute, &item.attributes);
    }

    /// Highlights low confidence and grays out rejected rows. Both react to the estimator's later edits.
    fn conditional_formats(&self, sheet: &mut Worksheet, style: &Style) -> Result<(), XlsxError> {
        if self.count == 0 {
            return Ok(());
        }
        let rejected = ConditionalFormatFormula::new().set_rule("=$N2=\"Rejected\"").set_format(&style.rejected);
        sheet.add_conditional_format(1, 0, self.count, column::ID, &rejected)?;
        let doubtful = ConditionalFormatFormula::new().set_rule("=$M2=\"Low\"").set_format(&style.doubtful);
        sheet.add_conditional_format(1, column::CONFIDENCE, self.count, column::CONFIDENCE, &doubtful)?;
        Ok(())
    }
}

/// Returns the page to link: that of the first evidence, which for an item of a schedule is not the item's page.
fn evidence_page(item: &ItemRow) -> u32 {
    item.evidence.first().map_or(item.page_number, |evidence| evidence.page_number)
}

/// Describes the position of an item: `p. 2, 25 % from left, 50 % from top`.
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
