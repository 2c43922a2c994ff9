//! `/admin/bindings`: bind, stage, promote, roll back, and list the history.

use std::sync::Arc;

use axum::extract::State;
use http::{Response, StatusCode};
use plumbline_engine::{DEFAULT_TENANT, NotLoaded, Slot};
use plumbline_storage::{Binding, Change, Outcomes, Stage, StorageError};
use serde::Deserialize;
use serde_json::{Value, json};

use super::call::Call;
use super::components::{ACTOR, all_tenants};
use super::response::{self, Refusal, invalid, storage_problem};
use super::state::Admin;
use crate::app::operations;
use crate::edge::Body;
use plumbline_pipeline::Problem;

/// A binding, or a stage for a share of the calls.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bind {
    slot: Slot,
    digest: String,
    #[serde(default = "all_tenants")]
    tenant: String,
    #[serde(default)]
    settings: serde_json::Map<String, Value>,
    #[serde(default)]
    stage: Option<Stage>,
    #[serde(default)]
    reason: Option<String>,
}

/// The slot whose binding is changed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SlotRequest {
    slot: Slot,
    #[serde(default = "all_tenants")]
    tenant: String,
    #[serde(default)]
    reason: Option<String>,
}

fn by(reason: Option<&str>) -> Change {
    reason.map_or_else(|| Change::by(ACTOR), |reason| Change::new(ACTOR, reason))
}

fn as_json(binding: &Binding, outcomes: Option<Outcomes>) -> Value {
    let counts = |counts: plumbline_storage::Counts| json!({"calls": counts.calls, "failures": counts.failures});
    json!({
        "sequence": binding.sequence, "slot": binding.slot, "tenant": binding.tenant, "kind": binding.kind,
        "digest": binding.digest, "stage": binding.stage, "bound_at": binding.bound_at, "actor": binding.actor,
        "reason": binding.reason, "origin": binding.origin,
        "settings": serde_json::from_str(&binding.settings).unwrap_or_else(|_| json!(binding.settings)),
        "outcomes": outcomes.map(|both| json!({"staged": counts(both.staged), "stable": counts(both.stable)})),
    })
}

/// Handles `POST /admin/bindings`.
pub(super) async fn bind(State(admin): State<Arc<Admin>>, call: Call) -> Result<Response<Body>, Refusal> {
    let Bind { slot, digest, tenant, settings, stage, reason } = call.json()?;
    let (slot, settings, by) = (slot.to_string(), Value::Object(settings).to_string(), by(reason.as_deref()));
    let control = &admin.storage.control;
    let checked = operations::check(control, &digest, &tenant).await;
    checked.map_err(|error| invalid(format_args!("{error:#}")))?;
    let bound = match &stage {
        Some(stage) => control.stage(&tenant, &slot, &digest, &settings, stage, &by).await,
        None => control.bind(&tenant, &slot, &digest, &settings, &by).await,
    };
    let bound = bound.map_err(storage_problem)?;
    admin.refresh().await;
    Ok(response::json(StatusCode::CREATED, &as_json(&bound, None)))
}

/// Handles `POST /admin/bindings/promote`.
pub(super) async fn promote(State(admin): State<Arc<Admin>>, call: Call) -> Result<Response<Body>, Refusal> {
    let (slot, tenant, by) = change(&call)?;
    changed(&admin, admin.storage.control.promote(&tenant, &slot, &by).await).await
}

/// Handles `POST /admin/bindings/rollback`.
pub(super) async fn roll_back(State(admin): State<Arc<Admin>>, call: Call) -> Result<Response<Body>, Refusal> {
    let (slot, tenant, by) = change(&call)?;
    changed(&admin, admin.storage.control.rollback(&tenant, &slot, &by).await).await
}

/// Handles `POST /admin/bindings/unbind`.
pub(super) async fn unbind(State(admin): State<Arc<Admin>>, call: Call) -> Result<Response<Body>, Refusal> {
    let (slot, tenant, by) = change(&call)?;
    changed(&admin, admin.storage.control.unbind(&tenant, &slot, &by).await).await
}

/// Returns slot, tenant and actor of a call that changes a binding.
fn change(call: &Call) -> Result<(String, String, Change), Problem> {
    let SlotRequest { slot, tenant, reason } = call.json()?;
    Ok((slot.to_string(), tenant, by(reason.as_deref())))
}

/// Applies a change on this host and returns the new binding.
async fn changed(admin: &Admin, binding: Result<Binding, StorageError>) -> Result<Response<Body>, Refusal> {
    let binding = binding.map_err(storage_problem)?;
    admin.refresh().await;
    Ok(response::json(StatusCode::OK, &as_json(&binding, None)))
}

/// Handles `GET /admin/bindings`: the current bindings, or with `slot` (and `tenant`) the history of a slot, newest first. If this
/// host cannot load a binding's component, `not_loaded` is the reason.
pub(super) async fn list(State(admin): State<Arc<Admin>>, call: Call) -> Result<Response<Body>, Refusal> {
    let control = &admin.storage.control;
    let bindings = match call.parameter("slot") {
        Some(slot) => {
            let slot: Slot = slot.parse().map_err(|error| invalid(format_args!("slot: {error}")))?;
            let tenant = call.parameter("tenant").unwrap_or(DEFAULT_TENANT);
            control.history(tenant, &slot.to_string()).await.map_err(storage_problem)?
        }
        None => {
            let mut all = control.current().await.map_err(storage_problem)?;
            all.extend(control.staged().await.map_err(storage_problem)?);
            all.retain(|binding| call.parameter("tenant").is_none_or(|tenant| tenant == binding.tenant));
            all
        }
    };
    let not_loaded = admin.engine.registry().not_loaded();
    let reason = |binding: &Binding| {
        let is_same = |one: &&NotLoaded| {
            one.digest == binding.digest && one.tenant == binding.tenant && one.slot.to_string() == binding.slot
        };
        json!(not_loaded.iter().find(is_same).map(|one| &one.cause))
    };
    let mut data = Vec::new();
    for binding in &bindings {
        let outcomes = match binding.stage {
            Some(_) => Some(control.outcomes(binding.sequence).await.map_err(storage_problem)?),
            None => None,
        };
        let mut value = as_json(binding, outcomes);
        value["not_loaded"] = reason(binding);
        data.push(value);
    }
    Ok(response::json(StatusCode::OK, &json!({"data": data})))
}
