//! The table: its columns, and the conversion of a row to a record.
//!
//! The file is RFC 4180 with a header row, CR LF at line ends and UTF-8 with a byte order mark. Without the mark Excel
//! assumes the local code page and garbles every accent. Items come first, then routes. The column `record`
//! distinguishes them, so the sum of one kind needs only a filter. Schedules are separate tables and are in the `xlsx`
//! and `json` exports.
//!
//! `made_by` names the components that made the quantities and is the same in every row: a plain table has no other
//! place for it, and rows of several takeoffs stay distinguishable when combined.
//!
//! The sum of `quantity` equals that of the service's summary: it is 0 for a rejected item. `extracted_quantity` is
//! empty for routes, because the rows of an export have only their effective quantity.
//!
//! Quantities are written with at most four decimals and a decimal point, for any locale of the reader.

use plumbline_exporter::quantities::{Evidence, ReviewStatus};
use plumbline_exporter::{
    ChunkWriter, Header, ItemRow, Name, Output, RouteRow, Rows, attributes_text, components_text, decimal,
    endpoint_text, for_each_item, for_each_route, page_link,
};
use std::io::Write as _;

/// Columns of every export, in order.
pub const COLUMNS: [&str; 24] = [
    "record",
    "id",
    "group",
    "description",
    "trade",
    "category",
    "item_type",
    "measure_type",
    "quantity",
    "unit",
    "extracted_quantity",
    "quantity_override",
    "tag",
    "sheet_number",
    "sheet_title",
    "page_number",
    "confidence",
    "review_status",
    "source",
    "note",
    "from",
    "to",
    "attributes",
    "made_by",
];

/// Additional columns of an export with evidence: boxes as `page:x_min,y_min,x_max,y_max` normalized to the page and
/// separated by `; `, and the address of the page.
pub const EVIDENCE_COLUMNS: [&str; 2] = ["evidence", "link"];

/// Writes the table and returns the output.
///
/// # Errors
/// The output's error text.
pub fn write<O: Output>(rows: &impl Rows, output: O) -> Result<O, String> {
    let header = rows.header();
    let mut chunks = ChunkWriter::new(output);
    chunks.write_all("\u{feff}".as_bytes()).map_err(|e| e.to_string())?;
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(chunks);

    let evidence_columns: &[&str] = if header.include_evidence { &EVIDENCE_COLUMNS } else { &[] };
    table.write_record(COLUMNS.iter().chain(evidence_columns)).map_err(error_text)?;
    let made_by = components_text(&rows.components());
    for_each_item(rows, |item| table.write_record(item_record(&header, &item, &made_by)).map_err(error_text))?;
    for_each_route(rows, |route| table.write_record(route_record(&header, &route, &made_by)).map_err(error_text))?;

    table.into_inner().map_err(|e| e.error().to_string())?.finish()
}

/// Returns the output's own error text, without the csv crate's wrapping.
fn error_text(error: csv::Error) -> String {
    match error.into_kind() {
        csv::ErrorKind::Io(inner) => inner.to_string(),
        other => format!("The record could not be written: {other:?}."),
    }
}

fn item_record(header: &Header, item: &ItemRow, made_by: &str) -> Vec<String> {
    let mut record = vec![
        "item".to_string(),
        item.id.clone(),
        text(item.group.as_deref()),
        text(Some(&item.description)),
        item.trade.name().into(),
        text(Some(&item.category)),
        text(Some(&item.item_type)),
        item.measure.name().into(),
        number(summed_quantity(item)),
        item.unit.clone(),
        number(item.extracted_quantity),
        item.quantity_override.map(number).unwrap_or_default(),
        text(item.tag.as_deref()),
        text(item.sheet_number.as_deref()),
        text(item.sheet_title.as_deref()),
        item.page_number.to_string(),
        item.confidence.name().into(),
        item.review_status.name().into(),
        item.source.name().into(),
        text(item.note.as_deref()),
        String::new(),
        String::new(),
        text(Some(&attributes_text(&item.attributes))),
        made_by.to_string(),
    ];
    if header.include_evidence {
        record.push(evidence(&item.evidence));
        record.push(page_link(header, item.page_number).unwrap_or_default());
    }
    record
}

fn route_record(header: &Header, route: &RouteRow, made_by: &str) -> Vec<String> {
    let mut record = vec![String::new(); COLUMNS.len()];
    let mut set = |column: &str, value: String| {
        if let Some(index) = COLUMNS.iter().position(|name| *name == column) {
            record[index] = value;
        }
    };
    set("record", "route".into());
    set("id", route.id.clone());
    set("trade", route.trade.name().into());
    set("category", "routes".into());
    set("item_type", route.system.name().into());
    set("measure_type", "length".into());
    set("quantity", number(route.quantity));
    set("unit", route.unit.clone());
    set("page_number", route.page_number.to_string());
    set("confidence", route.confidence.name().into());
    set("from", text(Some(&endpoint_text(route.starts_at.as_ref()))));
    set("to", text(Some(&endpoint_text(route.ends_at.as_ref()))));
    set("attributes", text(Some(&attributes_text(&route.attributes))));
    set("made_by", made_by.to_string());
    if header.include_evidence {
        record.push(String::new());
        record.push(page_link(header, route.page_number).unwrap_or_default());
    }
    record
}

/// Returns the quantity for sums: 0 for a rejected item, as in the service's summary and in all other exports. The
/// extracted quantity and the reviewer's override have their own columns.
fn summed_quantity(item: &ItemRow) -> f64 {
    if item.review_status == ReviewStatus::Rejected { 0.0 } else { item.effective_quantity }
}

/// Formats a quantity. Four decimals represent a tenth of a millimeter in meters.
fn number(value: f64) -> String {
    decimal(value, 4)
}

/// Returns a text cell that a spreadsheet does not run as a formula.
///
/// Drawings are untrusted input, and spreadsheets execute a cell that starts with `=`, `+`, `-`, `@`, a tab or a
/// carriage return (OWASP, "CSV injection"). A leading apostrophe makes it text. A plain number (`-5`) is harmless and
/// stays unchanged.
fn text(value: Option<&str>) -> String {
    let value = value.unwrap_or_default();
    let starts_formula = value.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if starts_formula && value.parse::<f64>().is_err() { format!("'{value}") } else { value.to_string() }
}

fn evidence(evidence: &[Evidence]) -> String {
    let boxes: Vec<String> = evidence
        .iter()
        .map(|e| {
            let (x_min, y_min, x_max, y_max) = e.bbox;
            format!("{}:{x_min:.5},{y_min:.5},{x_max:.5},{y_max:.5}", e.page_number)
        })
        .collect();
    boxes.join("; ")
}
