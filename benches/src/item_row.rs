//! An item as a row of bare SQL, of either database, and its JSON. The native peers and the bare queries share them.

use anyhow::Result;
use serde::Serialize;
use serde_json::value::RawValue;
use sqlx::{ColumnIndex, Decode, Row, Type};

/// The columns that the component fetches.
pub(crate) const COLUMNS: &str = "id, takeoff_id, page_number, position, group_id, description, trade, category, item_type, \
    measure_type, extracted_quantity, quantity_override, unit, tag, attributes, sheet_number, sheet_title, geometry, evidence, \
    confidence, review_status, source, note, revision";

/// A row with every column decoded.
pub(crate) struct ItemRow {
    id: String,
    takeoff_id: String,
    /// 1-based.
    pub page_number: i64,
    /// The item's order within the page.
    pub position: i64,
    group_id: Option<String>,
    description: String,
    trade: String,
    category: String,
    item_type: String,
    measure_type: String,
    extracted_quantity: f64,
    quantity_override: Option<f64>,
    unit: String,
    tag: Option<String>,
    attributes: String,
    sheet_number: Option<String>,
    sheet_title: Option<String>,
    geometry: Option<String>,
    evidence: String,
    confidence: String,
    review_status: String,
    source: String,
    note: Option<String>,
    /// The item's revision. Each review raises it by one.
    pub revision: i64,
}

/// Written by hand, because sqlx's macros would build SQLite again for the compiler.
impl<'r, R: Row> sqlx::FromRow<'r, R> for ItemRow
where
    for<'c> &'c str: ColumnIndex<R>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    Option<String>: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    f64: Decode<'r, R::Database> + Type<R::Database>,
    Option<f64>: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.try_get("id")?,
            takeoff_id: row.try_get("takeoff_id")?,
            page_number: row.try_get("page_number")?,
            position: row.try_get("position")?,
            group_id: row.try_get("group_id")?,
            description: row.try_get("description")?,
            trade: row.try_get("trade")?,
            category: row.try_get("category")?,
            item_type: row.try_get("item_type")?,
            measure_type: row.try_get("measure_type")?,
            extracted_quantity: row.try_get("extracted_quantity")?,
            quantity_override: row.try_get("quantity_override")?,
            unit: row.try_get("unit")?,
            tag: row.try_get("tag")?,
            attributes: row.try_get("attributes")?,
            sheet_number: row.try_get("sheet_number")?,
            sheet_title: row.try_get("sheet_title")?,
            geometry: row.try_get("geometry")?,
            evidence: row.try_get("evidence")?,
            confidence: row.try_get("confidence")?,
            review_status: row.try_get("review_status")?,
            source: row.try_get("source")?,
            note: row.try_get("note")?,
            revision: row.try_get("revision")?,
        })
    }
}

/// An item as the contract defines it.
#[derive(Serialize)]
pub(crate) struct Item<'a> {
    id: &'a str,
    version: String,
    takeoff_id: &'a str,
    group_id: Option<&'a str>,
    description: &'a str,
    trade: &'a str,
    category: &'a str,
    item_type: &'a str,
    measure_type: &'a str,
    extracted_quantity: f64,
    quantity_override: Option<f64>,
    effective_quantity: f64,
    unit: &'a str,
    tag: Option<&'a str>,
    attributes: &'a RawValue,
    sheet: Sheet<'a>,
    page_number: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    geometry: Option<&'a RawValue>,
    evidence: &'a RawValue,
    confidence: &'a str,
    review_status: &'a str,
    source: &'a str,
    note: Option<&'a str>,
}

#[derive(Serialize)]
struct Sheet<'a> {
    number: Option<&'a str>,
    title: Option<&'a str>,
}

impl ItemRow {
    /// Returns the row as an item of the contract.
    ///
    /// # Errors
    /// Returns an error if a JSON column is not valid JSON.
    pub(crate) fn item(&self) -> Result<Item<'_>> {
        Ok(Item {
            id: &self.id,
            version: self.revision.to_string(),
            takeoff_id: &self.takeoff_id,
            group_id: self.group_id.as_deref(),
            description: &self.description,
            trade: &self.trade,
            category: &self.category,
            item_type: &self.item_type,
            measure_type: &self.measure_type,
            extracted_quantity: self.extracted_quantity,
            quantity_override: self.quantity_override,
            effective_quantity: self.quantity_override.unwrap_or(self.extracted_quantity),
            unit: &self.unit,
            tag: self.tag.as_deref(),
            attributes: serde_json::from_str(&self.attributes)?,
            sheet: Sheet { number: self.sheet_number.as_deref(), title: self.sheet_title.as_deref() },
            page_number: self.page_number,
            geometry: self.geometry.as_deref().map(serde_json::from_str).transpose()?,
            evidence: serde_json::from_str(&self.evidence)?,
            confidence: &self.confidence,
            review_status: &self.review_status,
            source: &self.source,
            note: self.note.as_deref(),
        })
    }
}
