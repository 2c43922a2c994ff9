//! Listing, reading and replay of deliveries.

use plumbline_contract::webhook::{DeliveryStatus, REPLAY_MAX, WebhookDelivery, WebhookPayload, WebhookReplay};
use plumbline_contract::{EventId, EventKind, IdKind, Problem, WebhookDeliveryId, WebhookEndpointId, event, new_id};
use plumbline_database::{Db, Transaction, Value, columns, params};
use plumbline_endpoint::list::{Conditions, placeholders};
use plumbline_endpoint::validate::require_empty_body;
use plumbline_endpoint::{
    Context, Fields, OperationError, Outcome, Query, Request, Response, etag, idempotent, validate,
};

use crate::rows;
use crate::sending::{require_enabled, send};

const SELECT: &str = "SELECT id, endpoint_id, event_id, kind, status, attempts, due_at, log, created_at, finished_at \
    FROM webhook_deliveries";

/// Reads the query of a list.
pub(crate) fn read_filter(query: &mut Query) -> Conditions {
    let mut conditions = Conditions::new();
    conditions.and("status = ?", query.name::<DeliveryStatus>("status").map(DeliveryStatus::as_str));
    conditions.and("kind = ?", query.name::<EventKind>("event_type").map(EventKind::as_str));
    conditions.and("event_id = ?", query.id::<EventId>("event_id"));
    conditions.and("created_at >= ?", query.timestamp("since"));
    conditions.and("created_at < ?", query.timestamp("until"));
    conditions
}

/// Handles `GET /webhook-endpoints/{webhook_endpoint_id}/deliveries`, newest first.
pub(crate) fn list(context: &Context<'_>, request: &Request) -> Outcome {
    let id: WebhookEndpointId = context.id("webhook_endpoint_id")?;
    let mut query = Query::parse(request);
    let mut conditions = read_filter(&mut query);
    let list = query.list(context, request)?;
    rows::find(context.db, &id)?;
    conditions.and("endpoint_id = ?", Some(&id));
    let found = list.newest_first(context.db, SELECT, conditions)?;
    let mut deliveries = found.iter().map(rows::delivery).collect::<Result<Vec<_>, _>>()?;
    add_bodies(context.db, context, &mut deliveries)?;
    let page = list.page(context, deliveries, |delivery| vec![delivery.created_at.clone(), delivery.id.to_string()]);
    Response::json(200, &page)
}

/// Handles `GET /webhook-endpoints/{webhook_endpoint_id}/deliveries/{delivery_id}`.
pub(crate) fn get(context: &Context<'_>, request: &Request) -> Outcome {
    let id: WebhookDeliveryId = context.id("delivery_id")?;
    etag::respond(request, &find(context.db, context, &context.id("webhook_endpoint_id")?, &id)?)
}

/// Returns a delivery with its body.
pub(crate) fn find(
    db: &Db,
    context: &Context<'_>,
    endpoint: &WebhookEndpointId,
    id: &str,
) -> Result<WebhookDelivery, OperationError> {
    let row = db.query_opt(&format!("{SELECT} WHERE endpoint_id = ? AND id = ?"), params![endpoint, id])?;
    let mut found = [rows::delivery(&row.ok_or_else(Problem::not_found)?)?];
    add_bodies(db, context, &mut found)?;
    let [delivery] = found;
    Ok(delivery)
}

/// Adds the request bodies from the event log.
fn add_bodies(db: &Db, context: &Context<'_>, deliveries: &mut [WebhookDelivery]) -> Result<(), OperationError> {
    for delivery in deliveries {
        let row =
            db.query_opt(&format!("SELECT {} FROM events WHERE id = ?", event::COLUMNS), params![&delivery.event_id])?;
        let event = row.map(|row| event::read(&row)).transpose()?;
        delivery.request_body =
            event.map(|event| WebhookPayload { environment: context.caller.environment.clone(), event });
    }
    Ok(())
}

/// Handles `POST /webhook-endpoints/{webhook_endpoint_id}/deliveries/{delivery_id}/replay`: sends an event again with the
/// same `webhook-id`.
pub(crate) fn replay(context: &Context<'_>, request: &Request) -> Outcome {
    require_empty_body(request)?;
    let endpoint: WebhookEndpointId = context.id("webhook_endpoint_id")?;
    let id: WebhookDeliveryId = context.id("delivery_id")?;
    idempotent(context, request, |tx| {
        require_enabled(tx, context, &endpoint)?;
        find(tx.db(), context, &endpoint, &id)?;
        tx.execute(
            "UPDATE webhook_deliveries SET status = 'pending', attempts = 0, due_at = ?, finished_at = NULL WHERE id = ?",
            params![context.now(), &id],
        )?;
        send(tx, context, &endpoint)?;
        let path = format!("/webhook-endpoints/{endpoint}/deliveries/{id}");
        Response::accepted(context.url(&path), &find(tx.db(), context, &endpoint, &id)?)
    })
}

/// Body of a replay of a range.
pub(crate) struct Range {
    since: String,
    until: Option<String>,
    only_failed: bool,
}

/// Reads the body of a replay of a range.
pub(crate) fn read_range(fields: &mut Fields<'_>) -> Range {
    Range {
        since: fields.required_timestamp("since"),
        until: fields.timestamp("until"),
        only_failed: fields.bool_or("only_failed", false),
    }
}

/// Handles `POST /webhook-endpoints/{webhook_endpoint_id}/replay`: sends the events of a time range again, oldest first. They
/// include those that happened while the endpoint was disabled or did not exist.
pub(crate) fn replay_range(context: &Context<'_>, request: &Request) -> Outcome {
    let endpoint: WebhookEndpointId = context.id("webhook_endpoint_id")?;
    let range = validate(request, read_range)?;
    idempotent(context, request, |tx| {
        require_enabled(tx, context, &endpoint)?;
        let until = range.until.as_deref().unwrap_or(context.now());
        let wanted = if range.only_failed { "failed" } else { "" };
        // A pending delivery keeps its turn.
        let again = tx.execute(
            "UPDATE webhook_deliveries SET status = 'pending', attempts = 0, due_at = created_at, finished_at = NULL \
             WHERE endpoint_id = ? AND id IN (SELECT id FROM webhook_deliveries WHERE endpoint_id = ? AND created_at >= ? \
             AND created_at < ? AND status <> 'pending' AND (? = '' OR status = 'failed') ORDER BY created_at LIMIT ?)",
            params![&endpoint, &endpoint, &range.since, until, wanted, REPLAY_MAX],
        )?;
        let missed = if range.only_failed { 0 } else { add_missed(tx, &endpoint, &range.since, until)? };
        send(tx, context, &endpoint)?;
        Response::accepted(
            context.url(&format!("/webhook-endpoints/{endpoint}/deliveries?status=pending")),
            &WebhookReplay { deliveries: again + missed },
        )
    })
}

/// Adds deliveries of the events that have none for the endpoint, and returns their number.
fn add_missed(
    tx: &Transaction<'_>,
    endpoint: &WebhookEndpointId,
    since: &str,
    until: &str,
) -> Result<u64, OperationError> {
    let kinds: Vec<String> = rows::find(tx.db(), endpoint)?.json("kinds")?;
    let sql = format!(
        "SELECT id, kind, created_at FROM events WHERE created_at >= ? AND created_at < ? AND kind IN ({}) AND NOT EXISTS \
         (SELECT 1 FROM webhook_deliveries WHERE endpoint_id = ? AND event_id = events.id) ORDER BY created_at, id LIMIT ?",
        placeholders(kinds.len())
    );
    let range = params![since, until].into_iter().chain(kinds.into_iter().map(Value::from));
    let missed = tx.query(&sql, range.chain(params![endpoint, REPLAY_MAX]).collect::<Vec<_>>())?;
    for row in &missed {
        let created_at = row.text("created_at")?;
        tx.insert(
            "webhook_deliveries",
            columns! {
                id: new_id(IdKind::WebhookDelivery),
                endpoint_id: endpoint,
                event_id: row.text("id")?,
                kind: row.text("kind")?,
                status: DeliveryStatus::Pending.as_str(),
                due_at: &created_at,
                created_at: &created_at,
            },
        )?;
    }
    Ok(missed.len() as u64)
}
