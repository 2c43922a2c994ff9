//! Creation, listing, reading, update, deletion and test of webhook endpoints.

use std::collections::BTreeSet;

use plumbline_contract::webhook::{
    DESCRIPTION_MAX, DisabledReason, ENDPOINTS_MAX, URL_MAX, WebhookEndpoint, WebhookStatus,
};
use plumbline_contract::{EventKind, FieldError, Problem, ProblemCode, TypedId as _, WebhookEndpointId};
use plumbline_database::{Transaction, columns, json, params};
use plumbline_endpoint::list::Conditions;
use plumbline_endpoint::validate::require_empty_body;
use plumbline_endpoint::{
    Context, Fields, OperationError, Outcome, Query, Request, Response, etag, idempotent, replay, validate,
};

use crate::secret::{self, Secret};
use crate::sending::{require_enabled, send};
use crate::{deliveries, rows};

/// Body of a create request.
pub(crate) struct NewEndpoint {
    url: String,
    description: Option<String>,
    event_types: Vec<EventKind>,
}

/// Body of an update: the outer `None` leaves a field unchanged, the inner one clears it.
pub(crate) struct Change {
    url: Option<String>,
    description: Option<Option<String>>,
    event_types: Option<Vec<EventKind>>,
    status: Option<WebhookStatus>,
}

fn read_url(fields: &mut Fields<'_>) -> String {
    fields.required_url("url", URL_MAX, |_| Ok(()))
}

fn read_description(fields: &mut Fields<'_>) -> Option<String> {
    fields.text("description", 0, DESCRIPTION_MAX)
}

/// Reads the body of a create request.
pub(crate) fn read(fields: &mut Fields<'_>) -> NewEndpoint {
    NewEndpoint {
        url: read_url(fields),
        description: read_description(fields),
        event_types: fields.required_names("event_types"),
    }
}

/// Reads the body of an update.
pub(crate) fn read_change(fields: &mut Fields<'_>) -> Change {
    Change {
        url: fields.has("url").then(|| read_url(fields)),
        description: fields.has("description").then(|| read_description(fields)),
        event_types: fields.has("event_types").then(|| fields.required_names("event_types")),
        status: fields.name("status"),
    }
}

/// Refuses a URL that events cannot be sent to, with the reason.
fn require_reachable(context: &Context<'_>, url: &str) -> Result<(), OperationError> {
    context.host.check_source(url).map_err(|reason| {
        let message = format!("cannot receive events: {reason}. Use an https address on the public internet.");
        Problem::validation(vec![FieldError { field: "/url".to_owned(), message }]).into()
    })
}

/// Handles `POST /webhook-endpoints`.
pub(crate) fn create(context: &Context<'_>, request: &Request) -> Outcome {
    let new = validate(request, read)?;
    if let Some(first) = replay(context, request)? {
        return Ok(first);
    }
    require_reachable(context, &new.url)?;
    let mut shown = None;
    let response = idempotent(context, request, |tx| {
        let stored = tx.query_opt("SELECT COUNT(*) AS total FROM webhook_endpoints", params![])?;
        if stored.map_or(Ok(0), |row| row.int("total"))? >= ENDPOINTS_MAX {
            let detail = format!(
                "An environment has at most {ENDPOINTS_MAX} webhook endpoints. Delete one that you do not need."
            );
            return Err(OperationError::problem(ProblemCode::QuotaExceeded, detail));
        }
        let secret = Secret::new(context)?;
        let endpoint = WebhookEndpoint {
            id: WebhookEndpointId::random(),
            url: new.url,
            description: new.description,
            event_types: new.event_types,
            status: WebhookStatus::Enabled,
            disabled_reason: None,
            secret: None,
            previous_secret_expires_at: None,
            created_at: context.now().to_owned(),
            updated_at: None,
        };
        tx.insert(
            "webhook_endpoints",
            columns! {
                id: &endpoint.id,
                url: &endpoint.url,
                description: endpoint.description.as_ref(),
                kinds: json(&endpoint.event_types)?,
                status: endpoint.status.as_str(),
                secret: &secret.sealed,
                created_at: &endpoint.created_at,
            },
        )?;
        shown = Some(secret.text);
        Response::created(context.url(&format!("/webhook-endpoints/{}", endpoint.id)), &endpoint)
    })?;
    secret::show(response, shown.as_deref())
}

/// Reads the query of a list.
pub(crate) fn read_filter(query: &mut Query) -> Conditions {
    let mut conditions = Conditions::new();
    conditions.and("status = ?", query.name::<WebhookStatus>("status").map(WebhookStatus::as_str));
    conditions
}

/// Handles `GET /webhook-endpoints`, newest first.
pub(crate) fn list(context: &Context<'_>, request: &Request) -> Outcome {
    let mut query = Query::parse(request);
    let conditions = read_filter(&mut query);
    let list = query.list(context, request)?;
    let found = list.newest_first(context.db, rows::ENDPOINTS, conditions)?;
    let endpoints = found.iter().map(|row| rows::endpoint(row, context.now())).collect::<Result<Vec<_>, _>>()?;
    let page = list.page(context, endpoints, |endpoint| vec![endpoint.created_at.clone(), endpoint.id.to_string()]);
    Response::json(200, &page)
}

/// Handles `GET /webhook-endpoints/{webhook_endpoint_id}`.
pub(crate) fn get(context: &Context<'_>, request: &Request) -> Outcome {
    let row = rows::find(context.db, &context.id("webhook_endpoint_id")?)?;
    etag::respond(request, &rows::endpoint(&row, context.now())?)
}

/// Handles `PATCH /webhook-endpoints/{webhook_endpoint_id}`. Enabling an endpoint sends its pending deliveries.
pub(crate) fn update(context: &Context<'_>, request: &Request) -> Outcome {
    let id: WebhookEndpointId = context.id("webhook_endpoint_id")?;
    let change = validate(request, read_change)?;
    if let Some(url) = &change.url {
        require_reachable(context, url)?;
    }
    let endpoint = context.db.transaction(|tx| {
        let mut endpoint = rows::endpoint(&rows::find(tx.db(), &id)?, context.now())?;
        etag::require_match(request, &etag::of(&endpoint)?)?;
        let before = endpoint.status;
        endpoint.url = change.url.unwrap_or(endpoint.url);
        endpoint.description = change.description.unwrap_or(endpoint.description);
        endpoint.event_types = change.event_types.unwrap_or(endpoint.event_types);
        endpoint.status = change.status.unwrap_or(before);
        endpoint.disabled_reason = match endpoint.status {
            WebhookStatus::Enabled => None,
            WebhookStatus::Disabled => endpoint.disabled_reason.or(Some(DisabledReason::Requested)),
        };
        endpoint.updated_at = Some(context.now().to_owned());
        tx.execute(
            "UPDATE webhook_endpoints SET url = ?, description = ?, kinds = ?, status = ?, disabled_reason = ?, \
             updated_at = ? WHERE id = ?",
            params![
                &endpoint.url,
                endpoint.description.as_ref(),
                json(&endpoint.event_types)?,
                endpoint.status.as_str(),
                endpoint.disabled_reason.map(DisabledReason::as_str),
                endpoint.updated_at.as_ref(),
                &id,
            ],
        )?;
        if (before, endpoint.status) == (WebhookStatus::Disabled, WebhookStatus::Enabled) {
            send(tx, context, &id)?;
        }
        Ok::<_, OperationError>(endpoint)
    })?;
    Ok(Response::json(200, &endpoint)?.with_header("etag", etag::of(&endpoint)?))
}

/// Handles `DELETE /webhook-endpoints/{webhook_endpoint_id}`: deletes the endpoint and its deliveries.
pub(crate) fn delete(context: &Context<'_>, request: &Request) -> Outcome {
    require_empty_body(request)?;
    let id: WebhookEndpointId = context.id("webhook_endpoint_id")?;
    let deleted = context.db.transaction(|tx| {
        tx.execute("DELETE FROM webhook_deliveries WHERE endpoint_id = ?", params![&id])?;
        Ok::<_, OperationError>(tx.execute("DELETE FROM webhook_endpoints WHERE id = ?", params![&id])?)
    })?;
    if deleted == 0 { Err(Problem::not_found().into()) } else { Ok(Response::empty(204)) }
}

/// Handles `POST /webhook-endpoints/{webhook_endpoint_id}/test`: an event for this endpoint alone.
pub(crate) fn test(context: &Context<'_>, request: &Request) -> Outcome {
    require_empty_body(request)?;
    let id: WebhookEndpointId = context.id("webhook_endpoint_id")?;
    idempotent(context, request, |tx| {
        require_enabled(tx, context, &id)?;
        // A trigger writes the delivery. Its time may be that of another one of the same millisecond.
        let before = unsent_tests(tx, &id)?;
        tx.execute("UPDATE webhook_endpoints SET tests = tests + 1 WHERE id = ?", params![&id])?;
        let added = unsent_tests(tx, &id)?.difference(&before).next().cloned();
        let delivery = added.ok_or_else(|| OperationError::Internal("the test has no delivery".to_owned()))?;
        let path = format!("/webhook-endpoints/{id}/deliveries/{delivery}");
        Response::accepted(context.url(&path), &deliveries::find(tx.db(), context, &id, &delivery)?)
    })
}

/// Returns the ids of the endpoint's test deliveries that were never attempted.
fn unsent_tests(tx: &Transaction<'_>, id: &WebhookEndpointId) -> Result<BTreeSet<String>, OperationError> {
    let unsent =
        "SELECT id FROM webhook_deliveries WHERE endpoint_id = ? AND kind = ? AND status = 'pending' AND attempts = 0";
    let rows = tx.query(unsent, params![id, EventKind::WebhookEndpointTest.as_str()])?;
    Ok(rows.iter().map(|row| row.text("id")).collect::<Result<_, _>>()?)
}
