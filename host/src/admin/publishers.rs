//! `/admin/publishers`: trusted publishers.

use http::{Response, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use super::response::{self, storage_problem};
use super::{Admin, Call};
use crate::cli::publisher::as_json;
use crate::edge::{Body, full};
use plumbline_pipeline::Problem;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Trust {
    name: String,
    public_key: String,
    #[serde(default)]
    tenant: Option<String>,
}

/// `GET /admin/publishers`.
pub(super) async fn list(admin: &Admin) -> Result<Response<Body>, Problem> {
    let publishers = admin.storage.control.publishers().await.map_err(|error| storage_problem(&error))?;
    let data: Vec<Value> = publishers.iter().map(as_json).collect();
    Ok(response::json(StatusCode::OK, &json!({"data": data})))
}

/// `POST /admin/publishers`.
pub(super) async fn trust(admin: &Admin, call: &Call) -> Result<Response<Body>, Problem> {
    let Trust { name, public_key, tenant } = response::body(call)?;
    let trusted = admin.storage.control.trust(&name, &public_key, tenant.as_deref()).await;
    Ok(response::json(StatusCode::CREATED, &as_json(&trusted.map_err(|error| storage_problem(&error))?)))
}

/// `DELETE /admin/publishers/{name}`.
pub(super) async fn revoke(admin: &Admin, name: &str) -> Result<Response<Body>, Problem> {
    admin.storage.control.revoke_publisher(name).await.map_err(|error| storage_problem(&error))?;
    admin.refresh().await;
    let mut response = Response::new(full(""));
    *response.status_mut() = StatusCode::NO_CONTENT;
    Ok(response)
}
