//! `/admin/publishers`: trusted publishers.

use std::sync::Arc;

use axum::extract::State;
use http::{Response, StatusCode};
use serde::Deserialize;
use serde_json::json;

use super::call::{Call, Segment};
use super::response::{self, Refusal, storage_problem};
use super::state::Admin;
use crate::edge::{Body, respond};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Trust {
    name: String,
    public_key: String,
    #[serde(default)]
    tenant: Option<String>,
}

/// Handles `GET /admin/publishers`.
pub(super) async fn list(State(admin): State<Arc<Admin>>) -> Result<Response<Body>, Refusal> {
    let publishers = admin.storage.control.publishers().await.map_err(storage_problem)?;
    Ok(response::json(StatusCode::OK, &json!({"data": publishers})))
}

/// Handles `POST /admin/publishers`.
pub(super) async fn trust(State(admin): State<Arc<Admin>>, call: Call) -> Result<Response<Body>, Refusal> {
    let Trust { name, public_key, tenant } = call.json()?;
    let trusted = admin.storage.control.trust(&name, &public_key, tenant.as_deref()).await;
    Ok(response::json(StatusCode::CREATED, &json!(trusted.map_err(storage_problem)?)))
}

/// Handles `DELETE /admin/publishers/{name}`.
pub(super) async fn revoke(State(admin): State<Arc<Admin>>, Segment(name): Segment) -> Result<Response<Body>, Refusal> {
    admin.storage.control.revoke_publisher(&name).await.map_err(storage_problem)?;
    admin.refresh().await;
    Ok(respond(StatusCode::NO_CONTENT, ""))
}
