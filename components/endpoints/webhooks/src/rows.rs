//! Rows of webhook endpoints and deliveries, as the contract's resources.

use plumbline_contract::webhook::{DeliveryStatus, DisabledReason, WebhookDelivery, WebhookEndpoint, WebhookStatus};
use plumbline_contract::{Problem, TypedId as _, WebhookDeliveryId, WebhookEndpointId};
use plumbline_database::{Db, Row, params};
use plumbline_endpoint::OperationError;

/// Selects endpoints.
pub(crate) const ENDPOINTS: &str = "SELECT id, url, description, kinds, status, disabled_reason, secret, \
    previous_secret_until, created_at, updated_at FROM webhook_endpoints";

/// Returns an endpoint's row.
pub(crate) fn find(db: &Db, id: &WebhookEndpointId) -> Result<Row, OperationError> {
    let row = db.query_opt(&format!("{ENDPOINTS} WHERE id = ?"), params![id])?;
    Ok(row.ok_or_else(Problem::not_found)?)
}

/// Reads an endpoint. `now` decides whether the previous secret still signs.
pub(crate) fn endpoint(row: &Row, now: &str) -> Result<WebhookEndpoint, OperationError> {
    Ok(WebhookEndpoint {
        id: WebhookEndpointId::stored(row.text("id")?),
        url: row.text("url")?,
        description: row.opt_text("description")?,
        event_types: row.json("kinds")?,
        status: row.name::<WebhookStatus>("status")?,
        disabled_reason: row.opt_name::<DisabledReason>("disabled_reason")?,
        secret: None,
        previous_secret_expires_at: row.opt_text("previous_secret_until")?.filter(|until| until.as_str() > now),
        created_at: row.text("created_at")?,
        updated_at: row.opt_text("updated_at")?,
    })
}

/// Reads a delivery, without the request body.
pub(crate) fn delivery(row: &Row) -> Result<WebhookDelivery, OperationError> {
    Ok(WebhookDelivery {
        id: WebhookDeliveryId::stored(row.text("id")?),
        webhook_endpoint_id: row.id("endpoint_id")?,
        event_id: row.id("event_id")?,
        event_type: row.name("kind")?,
        status: row.name::<DeliveryStatus>("status")?,
        request_body: None,
        attempts: row.json("log")?,
        next_attempt_at: row.opt_text("due_at")?,
        created_at: row.text("created_at")?,
        finished_at: row.opt_text("finished_at")?,
    })
}
