//! `/admin/publishers`: trusted publishers.

use http::{Response, StatusCode};
use serde::Deserialize;
use serde_json::json;

use super::response::{self, storage_problem};
use super::{Admin, Call};
use crate::edge::{Body, respond};
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
    let publishers = admin.storage.control.publishers().await.map_err(storage_problem)?;
    Ok(response::json(StatusCode::OK, &json!({"data": publishers})))
}

/// `POST /admin/publishers`.
pub(super) async fn trust(admin: &Admin, call: &Call) -> Result<Response<Body>, Problem> {
    let Trust { name, public_key, tenant } = response::body(call)?;
    let trusted = admin.storage.control.trust(&name, &public_key, tenant.as_deref()).await;
    Ok(response::json(StatusCode::CREATED, &json!(trusted.map_err(storage_problem)?)))
}

/// `DELETE /admin/publishers/{name}`.
pub(super) async fn revoke(admin: &Admin, name: &str) -> Result<Response<Body>, Problem> {
    admin.storage.control.revoke_publisher(name).await.map_err(storage_problem)?;
    admin.refresh().await;
    Ok(respond(StatusCode::NO_CONTENT, ""))
}
