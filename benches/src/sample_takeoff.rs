//! A completed takeoff of any size, written into a tenant's file as the takeoff worker writes it.

use anyhow::Result;
use plumbline_contract::ConfidenceBand;
use plumbline_database::groups::{self, ItemGroup, Member};
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};

/// Items per sheet: a dense plan.
pub(crate) const ITEMS_PER_SHEET: usize = 1_000;
const TIME: &str = "2026-11-21T08:00:00.000Z";
const COMPONENT: &str = "plumbline.electrical@0.1.0 (0f4c2a9be1d7)";

/// The items of a sheet, in rotation: description, category, item type, prefix of the tags.
const KINDS: [(&str, &str, &str, Option<&str>); 4] = [
    ("2x4 LED RECESSED LUMINAIRE, 4000 lm", "lighting", "luminaire", Some("A")),
    ("DUPLEX RECEPTACLE, 20 A, 18\" AFF", "power", "receptacle", Some("R")),
    ("SINGLE-POLE SWITCH, 48\" AFF", "lighting", "switch", None),
    ("3/4\" EMT CONDUIT", "raceway", "conduit", None),
];

/// Writes a takeoff of `items` items with its document, and returns its id. Each takeoff in a file needs a unique `number`.
///
/// # Errors
/// Returns an error if the database rejects a row.
pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    project: &str,
    number: usize,
    items: usize,
) -> Result<String> {
    let (document, takeoff) = (format!("doc_{number:022}"), format!("tko_{number:022}"));
    let mut tx = connection.begin().await?;
    sqlx::query(
        "INSERT INTO documents (id, project_id, filename, kind, status, blob_key, metadata, created_at) \
         VALUES (?, ?, 'E-101.pdf', 'drawing', 'ready', 'none', '{}', ?)",
    )
    .bind(&document)
    .bind(project)
    .bind(TIME)
    .execute(&mut *tx)
    .await?;
    let sheets = items.div_ceil(ITEMS_PER_SHEET);
    sqlx::query(
        "INSERT INTO takeoffs (id, document_id, project_id, discipline, status, pages, pages_total, include_schedules, units, \
         depth, estimated_credits, credits_charged, metadata, created_at, started_at, completed_at) \
         VALUES (?, ?, ?, 'electrical', 'completed', '[]', ?, 1, 'as_drawn', 'standard', 250, 50, '{}', ?, ?, ?)",
    )
    .bind(&takeoff)
    .bind(&document)
    .bind(project)
    .bind(i64::try_from(sheets)?)
    .bind(TIME)
    .bind(TIME)
    .bind(TIME)
    .execute(&mut *tx)
    .await?;
    for page in 1..=i64::try_from(sheets)? {
        sqlx::query(
            "INSERT INTO takeoff_pages (takeoff_id, page_number, rate, finished_at) VALUES (?, ?, 'text_page', ?)",
        )
        .bind(&takeoff)
        .bind(page)
        .bind(TIME)
        .execute(&mut *tx)
        .await?;
    }
    for first in (0..items).step_by(ITEMS_PER_SHEET) {
        let on_sheet = first..items.min(first + ITEMS_PER_SHEET);
        let page = i64::try_from(first / ITEMS_PER_SHEET + 1)?;
        let (found, first_positions) = group_items(number, on_sheet.clone())?;
        for (index, first_position) in on_sheet.zip(first_positions) {
            insert_item(&mut tx, &takeoff, number, index, first_position).await?;
        }
        for group in found {
            insert_item_group(&mut tx, &takeoff, page, group).await?;
        }
    }
    tx.commit().await?;
    Ok(takeoff)
}

/// Groups a sheet's items, and returns for each item where its group starts.
fn group_items(number: usize, items: std::ops::Range<usize>) -> Result<(Vec<ItemGroup>, Vec<i64>)> {
    let described = items
        .map(|index| {
            let attributes = serde_json::from_value(attributes(index))?;
            Ok((index, item_id(number, index), tag(index), attributes, evidence(index).to_string()))
        })
        .collect::<Result<Vec<_>>>()?;
    let members = described.iter().map(|(index, id, tag, attributes, evidence)| {
        let (description, category, item_type, _) = KINDS[index % KINDS.len()];
        let (measure_type, quantity, unit) = measure(item_type);
        Member {
            id,
            position: (index % ITEMS_PER_SHEET) as i64,
            key: (description, tag.as_deref(), unit),
            kind: ["electrical", category, item_type, measure_type],
            group_id: None,
            quantity,
            confidence: ConfidenceBand::High,
            attributes,
            evidence,
        }
    });
    Ok(groups::group(members)?)
}

async fn insert_item_group(
    connection: &mut SqliteConnection,
    takeoff: &str,
    page: i64,
    group: ItemGroup,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO item_groups (takeoff_id, page_number, first_position, item_count, mixed, extracted_quantity, confidence, \
         group_id, attributes, evidence, item_ids) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(takeoff)
    .bind(page)
    .bind(group.first_position)
    .bind(group.item_count)
    .bind(i64::from(group.mixed))
    .bind(group.extracted_quantity)
    .bind(group.confidence.as_str())
    .bind(group.group_id)
    .bind(group.attributes)
    .bind(group.evidence)
    .bind(group.item_ids)
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the id of an item.
pub(crate) fn item_id(number: usize, index: usize) -> String {
    format!("itm_{number:04}{index:018}")
}

async fn insert_item(
    connection: &mut SqliteConnection,
    takeoff: &str,
    number: usize,
    index: usize,
    first_position: i64,
) -> Result<()> {
    let (page, position) = (index / ITEMS_PER_SHEET + 1, index % ITEMS_PER_SHEET);
    let (description, category, item_type, _) = KINDS[index % KINDS.len()];
    let (measure_type, quantity, unit) = measure(item_type);
    sqlx::query(
        "INSERT INTO items (id, takeoff_id, page_number, position, first_position, description, trade, category, item_type, \
         measure_type, extracted_quantity, unit, tag, attributes, sheet_number, sheet_title, geometry, evidence, confidence, \
         review_status, source) \
         VALUES (?, ?, ?, ?, ?, ?, 'electrical', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'high', 'extracted', 'plan')",
    )
    .bind(item_id(number, index))
    .bind(takeoff)
    .bind(i64::try_from(page)?)
    .bind(i64::try_from(position)?)
    .bind(first_position)
    .bind(description)
    .bind(category)
    .bind(item_type)
    .bind(measure_type)
    .bind(quantity)
    .bind(unit)
    .bind(tag(index))
    .bind(attributes(index).to_string())
    .bind(format!("E-{page}"))
    .bind(format!("LIGHTING AND POWER PLAN, LEVEL {page}"))
    .bind(geometry(index, page, measure_type == "length").to_string())
    .bind(evidence(index).to_string())
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the measure type, quantity and unit of an item type.
fn measure(item_type: &str) -> (&'static str, f64, &'static str) {
    if item_type == "conduit" { ("length", 12.375, "M") } else { ("count", 1.0, "EA") }
}

fn tag(index: usize) -> Option<String> {
    let (_, _, _, prefix) = KINDS[index % KINDS.len()];
    prefix.map(|prefix| format!("{prefix}{}", index / KINDS.len() % 9 + 1))
}

fn evidence(index: usize) -> Value {
    let page = index / ITEMS_PER_SHEET + 1;
    json!([{"page_number": page, "bbox": bbox(index)}, {"page_number": 1, "bbox": bbox(index % 4)}])
}

fn attributes(index: usize) -> Value {
    json!({
        "circuit": format!("LP-1/{}", index % 42 + 1), "color": "#00ff00", "component": COMPONENT,
        "layer": "E-LITE-CLNG", "legend_page": 1, "linetype": "continuous", "panel": "LP-1", "width_mm": 0.35,
    })
}

fn geometry(index: usize, page: usize, length: bool) -> Value {
    if length {
        let points: Vec<[f64; 2]> = (0..6).map(|n| [spread(index * 12 + n), spread(index * 12 + n + 6)]).collect();
        let scale = json!({"units_per_normalized_x": 84.1, "unit": "M", "source": "title_block"});
        return json!({"type": "polyline", "page_number": page, "coordinate_space": "page_normalized",
                      "coordinates": points, "scale": scale});
    }
    json!({"type": "bbox", "page_number": page, "coordinate_space": "page_normalized", "coordinates": bbox(index)})
}

fn bbox(index: usize) -> [f64; 4] {
    let (x, y) = (spread(index) * 0.98, spread(index + 7) * 0.98);
    [x, y, x + 0.0125, y + 0.0083]
}

/// Returns a position in 0..1, spread evenly, with as many digits as a measured one.
fn spread(number: usize) -> f64 {
    (number as f64 * 0.618_033_988_749_894_9).fract()
}
