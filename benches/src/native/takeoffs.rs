//! `GET /takeoffs/{id}`, `GET /takeoffs/{id}/items`, `PATCH /takeoffs/{id}/items/{item}`.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, ColumnIndex, Decode, FromRow as _, Row, SqliteConnection, Type};

use super::{
    Caller, HandlerResult, ListQuery, Operation, Page, Peer, internal_error, json, json_with_etag, with_end_customer,
};
use crate::item_row::{COLUMNS, Item, ItemRow};

const GET: Operation = Operation { name: "takeoffs.get", scope: "takeoffs:read", is_read: true };
const ITEMS: Operation = Operation { name: "takeoffs.items", scope: "takeoffs:read", is_read: true };
pub(super) const REVIEW: Operation =
    Operation { name: "takeoffs.review_item", scope: "takeoffs:review", is_read: false };

#[derive(Serialize)]
struct Takeoff {
    id: String,
    document_id: String,
    project_id: String,
    discipline: String,
    status: String,
    external_ref: Option<String>,
    progress: Progress,
    origin: String,
    pages_requested: i64,
    estimated_credits: f64,
    result_summary: ResultSummary,
    warnings: Vec<Warning>,
    metadata: Box<RawValue>,
    created_at: String,
    started_at: Option<String>,
    completed_at: Option<String>,
}

#[derive(Serialize)]
struct Progress {
    percent: u8,
    pages_processed: i64,
    pages_total: i64,
}

#[derive(Serialize)]
struct ResultSummary {
    item_count: i64,
    sheet_count: i64,
    credits_charged: f64,
    pages_processed: i64,
    route_count: i64,
    schedule_count: i64,
    by_trade: BTreeMap<String, i64>,
}

#[derive(Serialize)]
struct Warning {
    code: String,
    message: String,
    pages: Vec<i64>,
}

/// A list of items with the flag that the contract adds to it.
#[derive(Serialize)]
struct Items<'a> {
    #[serde(flatten)]
    page: Page<Item<'a>>,
    consolidated: bool,
}

/// Returns a completed takeoff. The peer serves no other takeoffs.
pub(super) async fn get(State(peer): State<Arc<Peer>>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    peer.handle(&GET, &headers, async |caller| find_takeoff(&caller, id).await).await
}

async fn find_takeoff(caller: &Caller, id: String) -> HandlerResult {
    let mut connection = caller.database.readers.acquire().await.map_err(internal_error)?;
    let row = sqlx::query(
        "SELECT id, document_id, project_id, discipline, status, origin, external_ref, pages_total, estimated_credits, \
         credits_charged, failure_code, failure_message, metadata, created_at, started_at, completed_at, \
         (SELECT COUNT(*) FROM takeoff_pages WHERE takeoff_id = takeoffs.id) AS pages_processed, \
         (SELECT end_customer_ref FROM projects WHERE id = takeoffs.project_id) AS end_customer_ref \
         FROM takeoffs WHERE id = ? AND status = 'completed'",
    )
    .bind(&id)
    .fetch_optional(&mut *connection)
    .await
    .map_err(internal_error)?
    .ok_or(StatusCode::NOT_FOUND)?;
    let warnings = sqlx::query(
        "SELECT page_number, code, message FROM takeoff_warnings WHERE takeoff_id = ? ORDER BY page_number, position",
    )
    .bind(&id)
    .fetch_all(&mut *connection)
    .await
    .map_err(internal_error)?;
    let by_trade: BTreeMap<String, i64> =
        sqlx::query_as("SELECT trade, COUNT(*) FROM items WHERE takeoff_id = ? GROUP BY trade")
            .bind(&id)
            .fetch_all(&mut *connection)
            .await
            .map_err(internal_error)?
            .into_iter()
            .collect();
    let mut counts = [0_i64; 2];
    for (count, sql) in counts.iter_mut().zip([
        "SELECT COUNT(*) FROM routes WHERE takeoff_id = ?",
        "SELECT COUNT(*) FROM schedules WHERE takeoff_id = ?",
    ]) {
        *count = sqlx::query_scalar(sql).bind(&id).fetch_one(&mut *connection).await.map_err(internal_error)?;
    }
    let pages_processed: i64 = row.get("pages_processed");
    let warning = |row: &SqliteRow| Warning {
        code: row.get("code"),
        message: row.get("message"),
        pages: vec![row.get("page_number")],
    };
    let end_customer: Option<String> = row.get("end_customer_ref");
    let takeoff = json_with_etag(&Takeoff {
        id,
        document_id: row.get("document_id"),
        project_id: row.get("project_id"),
        discipline: row.get("discipline"),
        status: row.get("status"),
        external_ref: row.get("external_ref"),
        progress: Progress { percent: 100, pages_processed, pages_total: row.get("pages_total") },
        origin: row.get("origin"),
        pages_requested: row.get("pages_total"),
        estimated_credits: row.get("estimated_credits"),
        result_summary: ResultSummary {
            item_count: by_trade.values().sum(),
            sheet_count: pages_processed,
            credits_charged: row.get::<Option<f64>, _>("credits_charged").unwrap_or_default(),
            pages_processed,
            route_count: counts[0],
            schedule_count: counts[1],
            by_trade,
        },
        warnings: warnings.iter().map(warning).collect(),
        metadata: RawValue::from_string(row.get("metadata")).map_err(internal_error)?,
        created_at: row.get("created_at"),
        started_at: row.get("started_at"),
        completed_at: row.get("completed_at"),
    })?;
    Ok(with_end_customer(takeoff, end_customer))
}

pub(super) async fn items(
    State(peer): State<Arc<Peer>>,
    Path(id): Path<String>,
    Query(ListQuery { limit }): Query<ListQuery>,
    headers: HeaderMap,
) -> Response {
    peer.handle(&ITEMS, &headers, async |caller| list_items(&peer, &caller, &id, limit).await).await
}

async fn list_items(peer: &Peer, caller: &Caller, id: &str, limit: usize) -> HandlerResult {
    let mut connection = caller.database.readers.acquire().await.map_err(internal_error)?;
    sqlx::query("SELECT id FROM takeoffs WHERE id = ?")
        .bind(id)
        .fetch_optional(&mut *connection)
        .await
        .map_err(internal_error)?
        .ok_or(StatusCode::NOT_FOUND)?;
    let sql = format!("SELECT {COLUMNS} FROM items WHERE takeoff_id = ? ORDER BY page_number, position LIMIT ?");
    let rows: Vec<ItemRow> = sqlx::query_as(AssertSqlSafe(sql))
        .bind(id)
        .bind(i64::try_from(limit + 1).map_err(internal_error)?)
        .fetch_all(&mut *connection)
        .await
        .map_err(internal_error)?;
    drop(connection);
    let key = |row: &&ItemRow| format!("{} {}", row.page_number, row.position);
    let Page { data, has_more, next_cursor } =
        peer.page(&caller.credential.scope(), rows.iter().collect(), limit, key)?;
    let data = data.into_iter().map(ItemRow::item).collect::<anyhow::Result<Vec<_>>>().map_err(internal_error)?;
    json(StatusCode::OK, &Items { page: Page { data, has_more, next_cursor }, consolidated: false })
}

/// A review. An outer `None` leaves a field unchanged, an inner `None` clears it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Review {
    review_status: Option<String>,
    #[serde(default, deserialize_with = "deserialize_some")]
    quantity_override: Option<Option<f64>>,
    #[serde(default, deserialize_with = "deserialize_some")]
    note: Option<Option<String>>,
}

impl Review {
    /// Returns the status, the override and the note that an item has after the review.
    pub(super) fn apply<'r, R: Row>(self, row: &'r R) -> (String, Option<f64>, Option<String>)
    where
        for<'c> &'c str: ColumnIndex<R>,
        String: Decode<'r, R::Database> + Type<R::Database>,
        Option<String>: Decode<'r, R::Database> + Type<R::Database>,
        Option<f64>: Decode<'r, R::Database> + Type<R::Database>,
    {
        let overridden = matches!(self.quantity_override, Some(Some(_)));
        let status = match self.review_status {
            None if overridden => "modified".to_owned(),
            status => status.unwrap_or_else(|| row.get("review_status")),
        };
        let quantity_override = self.quantity_override.unwrap_or_else(|| row.get("quantity_override"));
        (status, quantity_override, self.note.unwrap_or_else(|| row.get("note")))
    }
}

/// Returns the answer to a review.
pub(super) fn reviewed(changed: &ItemRow, end_customer: Option<String>) -> HandlerResult {
    let mut response = json(StatusCode::OK, &changed.item().map_err(internal_error)?)?;
    let revision = HeaderValue::from_str(&format!("\"{}\"", changed.revision)).map_err(internal_error)?;
    response.headers_mut().insert(header::ETAG, revision);
    Ok(with_end_customer(response, end_customer))
}

fn deserialize_some<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

pub(super) async fn review(
    State(peer): State<Arc<Peer>>,
    Path((id, item)): Path<(String, String)>,
    headers: HeaderMap,
    Json(review): Json<Review>,
) -> Response {
    peer.handle(&REVIEW, &headers, async |caller| review_item(&caller, &id, &item, review).await).await
}

/// Reads an item, changes it, reads it again and commits.
async fn review_item(caller: &Caller, takeoff: &str, item: &str, review: Review) -> HandlerResult {
    let mut writer = caller.database.writer.lock().await;
    let mut tx = sqlx::Connection::begin_with(&mut *writer, "BEGIN IMMEDIATE").await.map_err(internal_error)?;
    let row = item_row(&mut tx, takeoff, item).await?;
    if row.get::<String, _>("origin") == "web_app" {
        return Err(StatusCode::CONFLICT);
    }
    let (status, quantity_override, note) = review.apply(&row);
    sqlx::query(
        "UPDATE items SET review_status = ?, quantity_override = ?, note = ?, revision = revision + 1 WHERE id = ?",
    )
    .bind(status)
    .bind(quantity_override)
    .bind(note)
    .bind(item)
    .execute(&mut *tx)
    .await
    .map_err(internal_error)?;
    let row = item_row(&mut tx, takeoff, item).await?;
    tx.commit().await.map_err(internal_error)?;
    drop(writer);
    reviewed(&ItemRow::from_row(&row).map_err(internal_error)?, row.get("end_customer_ref"))
}

/// Reads an item with its takeoff's origin and its project's customer.
async fn item_row(tx: &mut SqliteConnection, takeoff: &str, item: &str) -> Result<SqliteRow, StatusCode> {
    let sql = format!(
        "SELECT {COLUMNS}, (SELECT origin FROM takeoffs WHERE id = items.takeoff_id) AS origin, (SELECT p.end_customer_ref \
         FROM takeoffs t JOIN projects p ON p.id = t.project_id WHERE t.id = items.takeoff_id) AS end_customer_ref \
         FROM items WHERE id = ? AND takeoff_id = ?"
    );
    let found =
        sqlx::query(AssertSqlSafe(sql)).bind(item).bind(takeoff).fetch_optional(tx).await.map_err(internal_error)?;
    found.ok_or(StatusCode::NOT_FOUND)
}
