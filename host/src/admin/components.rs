//! `/admin/components`: publish and list.

use std::sync::Arc;

use axum::extract::State;
use bytes::Bytes;
use http::{Response, StatusCode};
use plumbline_engine::{DEFAULT_TENANT, Slot};
use plumbline_storage::{Change, Component, Publication};
use serde::Deserialize;
use serde_json::{Value, json};

use super::call::{Call, Segment};
use super::response::{self, Refusal, invalid, publish_problem, storage_problem};
use super::state::Admin;
use crate::app;
use crate::app::publishing::Request;
use crate::edge::Body;
use plumbline_pipeline::{Problem, ProblemCode};

/// The actor that the history records for changes made here.
pub(super) const ACTOR: &str = "admin";

/// The parameters of a publication: a JSON body with a reference, or a query with the bytes as the body.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Publish {
    slot: Slot,
    #[serde(default = "all_tenants")]
    tenant: String,
    #[serde(default = "actor")]
    publisher: String,
    #[serde(default)]
    signature: Option<String>,
    /// `oci://host/repository:tag` or `namespace:name@version`.
    #[serde(default)]
    reference: Option<String>,
    /// Whether to bind it immediately for its tenant.
    #[serde(default)]
    bind: bool,
}

pub(super) fn all_tenants() -> String {
    DEFAULT_TENANT.to_owned()
}

fn actor() -> String {
    ACTOR.to_owned()
}

/// Handles `POST /admin/components`: `application/wasm` with `?slot=…`, or JSON with a reference. Returns 201 with the digest.
pub(super) async fn publish(State(admin): State<Arc<Admin>>, call: Call) -> Result<Response<Body>, Refusal> {
    let (wanted, bytes, source) = match call.media_type() {
        "application/wasm" => (from_query(&call)?, call.body.clone(), None),
        "application/json" => {
            let wanted: Publish = call.json()?;
            let (bytes, source) = fetch(&admin, &wanted).await?;
            (wanted, bytes, source)
        }
        _ => {
            let detail = "Send the component as `application/wasm`, or a `reference` to it as `application/json`.";
            return Err(Problem::new(ProblemCode::UnsupportedMediaType, detail).into());
        }
    };
    let Publish { slot, tenant, publisher, signature, bind, .. } = wanted;
    let publication = Publication { tenant: tenant.clone(), publisher, signature, source };
    let request = Request { slot: slot.clone(), bytes, publication };
    let published = app::publishing::publish(&admin.engine, &admin.config.publishing, request).await;
    let published = published.map_err(publish_problem)?;
    if bind {
        let checked = app::operations::check(&admin.storage.control, &published.digest, &tenant).await;
        checked.map_err(|error| invalid(format_args!("{error:#}")))?;
        let (slot, by) = (slot.to_string(), Change::by(ACTOR));
        let bound = admin.storage.control.bind(&tenant, &slot, &published.digest, "{}", &by).await;
        bound.map_err(storage_problem)?;
        admin.refresh().await;
    }
    let value = json!({
        "digest": published.digest, "slot": slot, "tenant": tenant, "bound": bind, "description": published.description,
    });
    Ok(response::json(StatusCode::CREATED, &value))
}

fn from_query(call: &Call) -> Result<Publish, Problem> {
    const KNOWN: [&str; 5] = ["slot", "tenant", "publisher", "signature", "bind"];
    if let Some((name, _)) = call.query.iter().find(|(name, _)| !KNOWN.contains(&name.as_str())) {
        return Err(invalid(format_args!("{name}: is not a parameter. Valid parameters are {}", KNOWN.join(", "))));
    }
    let slot = call.parameter("slot").ok_or_else(|| invalid("slot: is required, for example `?slot=exporter:acme`"))?;
    let bind = match call.parameter("bind") {
        None | Some("false") => false,
        Some("true") => true,
        Some(other) => return Err(invalid(format_args!("bind: must be true or false, not `{other}`"))),
    };
    Ok(Publish {
        slot: slot.parse().map_err(|error| invalid(format_args!("slot: {error}")))?,
        tenant: call.parameter("tenant").map_or_else(all_tenants, str::to_owned),
        publisher: call.parameter("publisher").map_or_else(actor, str::to_owned),
        // Base64 in a query: an unescaped plus was decoded as a space.
        signature: call.parameter("signature").map(|text| text.replace(' ', "+")),
        reference: None,
        bind,
    })
}

async fn fetch(admin: &Admin, wanted: &Publish) -> Result<(Bytes, Option<String>), Problem> {
    let reference = wanted.reference.as_deref().ok_or_else(|| invalid("reference: is required in a JSON body"))?;
    // A path would let a caller read the host's files. Only the configured folder of packages is read.
    if !reference.starts_with("oci://") && (!reference.contains(':') || reference.contains('/')) {
        return Err(invalid("reference: must be oci://host/repository:tag or namespace:name@version"));
    }
    let fetched = app::reference::fetch(reference, &admin.config.publishing).await;
    let fetched = fetched.map_err(|error| invalid(format_args!("reference: {error:#}")))?;
    Ok((fetched.bytes, fetched.source))
}

async fn as_json(admin: &Admin, component: &Component) -> Result<Value, Problem> {
    let published = admin.storage.control.publications(&component.digest).await.map_err(storage_problem)?;
    let published: Vec<Value> = published
        .into_iter()
        .map(|one| {
            json!({
                "tenant": one.tenant, "publisher": one.publisher, "signed": one.signature.is_some(), "source": one.source,
            })
        })
        .collect();
    Ok(json!({
        "digest": component.digest, "slot": component.slot, "version": component.version,
        "published_at": component.published_at, "publications": published,
        "description": serde_json::from_str(&component.description).unwrap_or_else(|_| json!(component.description)),
    }))
}

/// Handles `GET /admin/components?slot=`: all published components, newest first.
pub(super) async fn list(State(admin): State<Arc<Admin>>, call: Call) -> Result<Response<Body>, Refusal> {
    let components = admin.storage.control.components(call.parameter("slot")).await.map_err(storage_problem)?;
    let mut data = Vec::new();
    for component in &components {
        data.push(as_json(&admin, component).await?);
    }
    Ok(response::json(StatusCode::OK, &json!({"data": data})))
}

/// Handles `GET /admin/components/{digest}`.
pub(super) async fn get(State(admin): State<Arc<Admin>>, Segment(digest): Segment) -> Result<Response<Body>, Refusal> {
    let component = admin.storage.control.component(&digest).await.map_err(storage_problem)?;
    Ok(response::json(StatusCode::OK, &as_json(&admin, &component).await?))
}

impl Admin {
    /// Applies a change on this host immediately. Other hosts apply it within a quarter of a second.
    pub(super) async fn refresh(&self) {
        if let Err(error) = self.engine.registry().refresh().await {
            tracing::warn!("the bindings could not be read: {error:#}");
        }
    }
}
