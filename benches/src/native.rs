//! The native peer of `GET /projects/{id}`: the same check, query and answer with axum and sqlx, no component between.

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use axum::extract::{Path as UrlPath, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{Row as _, SqlitePool};

struct Peer {
    pool: SqlitePool,
    bearer: String,
}

/// Serves the projects of a tenant's database and returns the address.
pub async fn serve(database: &Path, bearer: &str) -> Result<String> {
    let options = SqliteConnectOptions::new().filename(database).read_only(true);
    let pool = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
    let peer = Arc::new(Peer { pool, bearer: format!("Bearer {bearer}") });
    let router = Router::new().route("/partner/v1/projects/{id}", get(project)).with_state(peer);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}

async fn project(
    State(peer): State<Arc<Peer>>,
    UrlPath(id): UrlPath<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, StatusCode> {
    let known = headers.get("authorization").is_some_and(|value| value.as_bytes() == peer.bearer.as_bytes());
    if !known {
        return Err(StatusCode::UNAUTHORIZED);
    }
    let row = sqlx::query(
        "SELECT id, name, reference, end_customer_ref, external_ref, address, metadata, created_at, updated_at,
                (SELECT COUNT(*) FROM documents WHERE project_id = projects.id) AS document_count
         FROM projects WHERE id = ?",
    )
    .bind(id)
    .fetch_optional(&peer.pool)
    .await
    .map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?
    .ok_or(StatusCode::NOT_FOUND)?;
    let text = |name: &str| row.get::<Option<String>, _>(name);
    let metadata: Value = serde_json::from_str(row.get("metadata")).unwrap_or(Value::Null);
    Ok(Json(json!({
        "id": text("id"), "name": text("name"), "reference": text("reference"),
        "end_customer_ref": text("end_customer_ref"), "external_ref": text("external_ref"), "address": text("address"),
        "metadata": metadata, "document_count": row.get::<i64, _>("document_count"),
        "created_at": text("created_at"), "updated_at": text("updated_at"),
    })))
}
