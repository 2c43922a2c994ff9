//! Conversion of database rows to rows of the export, in batches.

use crate::export::Export;
use plumbline_contract::geometry::Evidence;
use plumbline_contract::results::{Attribute, Attributes, RouteEndpoint, ScheduleRow};
use plumbline_contract::units::convert;
use plumbline_contract::{self as domain, UnitSystem};
use plumbline_database::{Db, DbResult, Row, params};
use plumbline_worker::host::{ItemRow, RouteRow};
use plumbline_worker::quantities as wit;

/// Rows read at once. A thousand items with evidence are almost a megabyte, well within the limits of SQL and of a call
/// to the host.
const BATCH: u32 = 500;

// Columns that an export shows. Geometry is omitted: outlines are the longest column, and rows of an export do not have
// it.
const ITEM_COLUMNS: &str = "id, group_id, description, trade, category, item_type, measure_type, extracted_quantity, \
    quantity_override, unit, tag, attributes, sheet_number, sheet_title, page_number, position, evidence, confidence, \
    review_status, source, note";
const ROUTE_COLUMNS: &str = "id, trade, system, COALESCE(quantity_override, quantity) AS quantity, unit, page_number, position, attributes, confidence, starts_at, ends_at, \
    segments";
const SCHEDULE_COLUMNS: &str = "id, kind, title, page_number, position, columns, rows";

/// The page and position after which the next batch starts.
#[derive(Default)]
pub(crate) struct Cursor {
    page: u32,
    position: i64,
}

impl Cursor {
    pub(crate) fn start() -> Self {
        // Positions start at 0.
        Self { page: 0, position: -1 }
    }

    fn advance(&mut self, rows: &[Row]) -> DbResult<()> {
        if let Some(last) = rows.last() {
            *self = Self { page: last.count("page_number")?, position: last.int("position")? };
        }
        Ok(())
    }
}

/// Returns the next items; empty at the end. What an agent accepted is not accepted before a person has confirmed it.
pub(crate) fn items(db: &Db, export: &Export, cursor: &mut Cursor) -> DbResult<Vec<ItemRow>> {
    let filter = if export.accepted_only { "AND review_status = 'accepted' AND proposed = 0" } else { "" };
    let rows = batch(db, ITEM_COLUMNS, "items", filter, export, cursor)?;
    rows.iter().map(|row| item(row, export)).collect()
}

/// Returns the next routes; empty at the end. Rejected routes are not exported. The review of an item applies to its
/// route, unless the route has its own review.
pub(crate) fn routes(db: &Db, export: &Export, cursor: &mut Cursor) -> DbResult<Vec<RouteRow>> {
    let (condition, counts) =
        if export.accepted_only { ("= 'accepted'", "AND items.proposed = 0") } else { ("<> 'rejected'", "") };
    let filter = format!(
        "AND CASE WHEN review_status = 'extracted' THEN COALESCE((SELECT items.review_status FROM items \
         WHERE items.id = routes.item_id {counts}), 'extracted') ELSE review_status END {condition}"
    );
    let rows = batch(db, ROUTE_COLUMNS, "routes", &filter, export, cursor)?;
    rows.iter().map(|row| route(row, export.units)).collect()
}

/// Returns the next schedules; empty at the end.
pub(crate) fn schedules(db: &Db, export: &Export, cursor: &mut Cursor) -> DbResult<Vec<wit::Schedule>> {
    let rows = batch(db, SCHEDULE_COLUMNS, "schedules", "", export, cursor)?;
    rows.iter().map(schedule).collect()
}

fn batch(
    db: &Db,
    columns: &str,
    table: &str,
    filter: &str,
    export: &Export,
    cursor: &mut Cursor,
) -> DbResult<Vec<Row>> {
    let sql = format!(
        "SELECT {columns} FROM {table} WHERE takeoff_id = ? AND (page_number > ? OR (page_number = ? AND position > ?)) {filter} \
         ORDER BY page_number, position LIMIT {BATCH}"
    );
    let rows = db.query(&sql, params![&export.header.takeoff_id, cursor.page, cursor.page, cursor.position])?;
    cursor.advance(&rows)?;
    Ok(rows)
}

fn item(row: &Row, export: &Export) -> DbResult<ItemRow> {
    let drawn = row.text("unit")?;
    let (extracted_quantity, unit) = convert(row.real("extracted_quantity")?, &drawn, export.units);
    let quantity_override = row.opt_real("quantity_override")?.map(|value| convert(value, &drawn, export.units).0);
    let evidence: Vec<Evidence> = if export.header.include_evidence { row.json("evidence")? } else { vec![] };
    Ok(ItemRow {
        id: row.text("id")?,
        group: row.opt_text("group_id")?,
        description: row.text("description")?,
        trade: row.name::<domain::Trade>("trade")?.into(),
        category: row.text("category")?,
        item_type: row.text("item_type")?,
        measure: row.name::<domain::MeasureType>("measure_type")?.into(),
        extracted_quantity,
        quantity_override,
        effective_quantity: quantity_override.unwrap_or(extracted_quantity),
        unit,
        tag: row.opt_text("tag")?,
        attributes: attributes(row.json("attributes")?),
        sheet_number: row.opt_text("sheet_number")?,
        sheet_title: row.opt_text("sheet_title")?,
        page_number: row.count("page_number")?,
        evidence: evidence
            .into_iter()
            .map(|one| wit::Evidence { page_number: one.page_number, bbox: one.bbox.into() })
            .collect(),
        confidence: row.name::<domain::ConfidenceBand>("confidence")?.into(),
        review_status: row.name::<domain::ReviewStatus>("review_status")?.into(),
        source: row.name::<domain::ItemSource>("source")?.into(),
        note: row.opt_text("note")?,
    })
}

fn route(row: &Row, units: UnitSystem) -> DbResult<RouteRow> {
    let (quantity, unit) = convert(row.real("quantity")?, &row.text("unit")?, units);
    Ok(RouteRow {
        id: row.text("id")?,
        trade: row.name::<domain::Trade>("trade")?.into(),
        system: row.name::<domain::RouteSystem>("system")?.into(),
        quantity,
        unit,
        page_number: row.count("page_number")?,
        attributes: attributes(row.json("attributes")?),
        confidence: row.name::<domain::ConfidenceBand>("confidence")?.into(),
        starts_at: row.opt_json("starts_at")?.map(endpoint),
        ends_at: row.opt_json("ends_at")?.map(endpoint),
        segments: row.count("segments")?,
    })
}

fn endpoint(end: RouteEndpoint) -> wit::RouteEndpoint {
    wit::RouteEndpoint {
        kind: end.kind.into(),
        tag: end.tag,
        // In a file, the item is identified by its id. Keys are internal to the extractor.
        item_key: end.item_id.map(String::from),
        count: end.count,
    }
}

fn schedule(row: &Row) -> DbResult<wit::Schedule> {
    let rows: Vec<ScheduleRow> = row.json("rows")?;
    Ok(wit::Schedule {
        key: row.text("id")?,
        kind: row.name::<domain::ScheduleKind>("kind")?.into(),
        title: row.opt_text("title")?,
        page_number: row.count("page_number")?,
        columns: row.json("columns")?,
        rows: rows
            .into_iter()
            .map(|line| wit::ScheduleRow {
                tag: line.tag,
                description: line.description,
                attributes: attributes(line.attributes),
            })
            .collect(),
    })
}

fn attributes(attributes: Attributes) -> Vec<(String, wit::Attribute)> {
    attributes
        .into_iter()
        .map(|(key, value)| {
            let value = match value {
                Attribute::Text(text) => wit::Attribute::Text(text),
                Attribute::Number(number) => wit::Attribute::Number(number),
                Attribute::Flag(flag) => wit::Attribute::Flag(flag),
            };
            (key, value)
        })
        .collect()
}
