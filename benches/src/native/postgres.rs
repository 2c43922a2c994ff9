//! The peer of a server on PostgreSQL: `GET /projects/{id}` and `PATCH /takeoffs/{id}/items/{item}` on the same database.
//!
//! It connects as a superuser, to whom row-level security does not apply, and names the scope in each statement. So a read is
//! a single statement, as in a service with one tenant.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Result;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::{get, patch};
use axum::{Json, Router};
use plumbline_storage::{PostgresSettings, Storage, StorageConfig};
use sqlx::postgres::{PgConnection, PgPool, PgPoolOptions, PgRow};
use sqlx::{AssertSqlSafe, FromRow as _, Row as _};

use super::projects::{self, Project};
use super::takeoffs::{self, Review};
use super::{Addresses, Caller, HandlerResult, Peer, Settings, internal_error, json_with_etag, with_end_customer};
use crate::item_row::{COLUMNS, ItemRow};

/// Path prefix of the same calls without the event of a change.
pub(crate) const WITHOUT_EVENT: &str = "/without-event";

/// Connections, as many as the server has for components.
const CONNECTIONS: u32 = 16;

/// A tenant's rows.
struct Rows {
    pool: PgPool,
    /// `scope_id` of its rows.
    scope: i64,
    /// The setting that triggers require.
    setting: String,
}

/// Opens the database and returns the routes.
pub(super) async fn open(settings: &Settings, addresses: &Addresses) -> Result<Router> {
    let postgres = PostgresSettings {
        url: addresses.host.clone(),
        components_url: addresses.components.clone(),
        ..PostgresSettings::default()
    };
    let storage =
        Storage::open(&StorageConfig { postgres: Some(postgres), ..StorageConfig::new(&settings.data_dir) }).await?;
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .test_before_acquire(false)
        .connect(&addresses.superuser)
        .await?;
    let mut databases = HashMap::new();
    for tenant in &settings.tenants {
        let (scope, setting) = sqlx::query_as(
            "SELECT id, host.scope_setting(id) FROM host.scopes WHERE tenant_id = $1 AND environment = 'sandbox'",
        )
        .bind(tenant.as_str())
        .fetch_one(&pool)
        .await?;
        databases.insert(tenant.clone(), Arc::new(Rows { pool: pool.clone(), scope, setting }));
    }
    Ok(Router::new()
        .route("/partner/v1/projects/{id}", get(project))
        .route("/partner/v1/takeoffs/{id}/items/{item}", patch(review))
        .route(&format!("{WITHOUT_EVENT}/partner/v1/takeoffs/{{id}}/items/{{item}}"), patch(review_without_event))
        .with_state(Arc::new(Peer::new(settings, storage, databases))))
}

async fn project(State(peer): State<Arc<Peer<Rows>>>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    peer.handle(&projects::GET, &headers, async |caller| find_project(&caller, &id).await).await
}

async fn find_project(caller: &Caller<Rows>, id: &str) -> HandlerResult {
    let Rows { pool, scope, .. } = &*caller.database;
    let project: Project = sqlx::query_as(
        "SELECT id, name, reference, end_customer_ref, external_ref, address, metadata, created_at, updated_at, \
         (SELECT COUNT(*) FROM plumbline.documents d WHERE d.scope_id = p.scope_id AND d.project_id = p.id) AS document_count \
         FROM plumbline.projects p WHERE scope_id = $1 AND id = $2",
    )
    .bind(scope)
    .bind(id)
    .fetch_optional(pool)
    .await
    .map_err(internal_error)?
    .ok_or(StatusCode::NOT_FOUND)?;
    Ok(with_end_customer(json_with_etag(&project)?, project.end_customer_ref))
}

async fn review(
    State(peer): State<Arc<Peer<Rows>>>,
    Path((id, item)): Path<(String, String)>,
    headers: HeaderMap,
    Json(review): Json<Review>,
) -> Response {
    peer.handle(&takeoffs::REVIEW, &headers, async |caller| review_item(&caller, &id, &item, review, 1).await).await
}

async fn review_without_event(
    State(peer): State<Arc<Peer<Rows>>>,
    Path((id, item)): Path<(String, String)>,
    headers: HeaderMap,
    Json(review): Json<Review>,
) -> Response {
    peer.handle(&takeoffs::REVIEW, &headers, async |caller| review_item(&caller, &id, &item, review, 0).await).await
}

/// Reads an item, changes it, reads it again and commits. A trigger writes the event of a change that counts as a review.
async fn review_item(caller: &Caller<Rows>, takeoff: &str, item: &str, review: Review, reviews: i64) -> HandlerResult {
    let Rows { pool, scope, setting } = &*caller.database;
    let mut tx = pool.begin().await.map_err(internal_error)?;
    let opened = sqlx::query("SELECT set_config('plumbline.scope', $1, true)").bind(setting).execute(&mut *tx);
    opened.await.map_err(internal_error)?;
    let row = item_row(&mut tx, *scope, takeoff, item, " FOR UPDATE OF i").await?;
    if row.get::<String, _>("origin") == "web_app" {
        return Err(StatusCode::CONFLICT);
    }
    let (status, quantity_override, note) = review.apply(&row);
    sqlx::query(
        "UPDATE plumbline.items SET review_status = $1, quantity_override = $2, note = $3, revision = revision + 1, \
         single_reviews = single_reviews + $4 WHERE scope_id = $5 AND id = $6",
    )
    .bind(status)
    .bind(quantity_override)
    .bind(note)
    .bind(reviews)
    .bind(scope)
    .bind(item)
    .execute(&mut *tx)
    .await
    .map_err(internal_error)?;
    let row = item_row(&mut tx, *scope, takeoff, item, "").await?;
    tx.commit().await.map_err(internal_error)?;
    takeoffs::reviewed(&ItemRow::from_row(&row).map_err(internal_error)?, row.get("end_customer_ref"))
}

/// Reads an item with its takeoff's origin and its project's customer.
async fn item_row(
    tx: &mut PgConnection,
    scope: i64,
    takeoff: &str,
    item: &str,
    lock: &str,
) -> Result<PgRow, StatusCode> {
    let sql = format!(
        "SELECT {COLUMNS}, (SELECT origin FROM plumbline.takeoffs t WHERE t.scope_id = i.scope_id AND t.id = i.takeoff_id) AS \
         origin, (SELECT p.end_customer_ref FROM plumbline.takeoffs t JOIN plumbline.projects p ON p.scope_id = t.scope_id AND \
         p.id = t.project_id WHERE t.scope_id = i.scope_id AND t.id = i.takeoff_id) AS end_customer_ref \
         FROM plumbline.items i WHERE scope_id = $1 AND id = $2 AND takeoff_id = $3{lock}"
    );
    let found = sqlx::query(AssertSqlSafe(sql)).bind(scope).bind(item).bind(takeoff).fetch_optional(tx);
    found.await.map_err(internal_error)?.ok_or(StatusCode::NOT_FOUND)
}
