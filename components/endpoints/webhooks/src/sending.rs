//! Asks the host to send deliveries to a webhook endpoint.

use plumbline_contract::webhook::{JOB_KIND, WebhookStatus};
use plumbline_contract::{FieldError, IdKind, Problem, WebhookEndpointId, new_id};
use plumbline_database::{Transaction, outbox};
use plumbline_endpoint::{Context, OperationError};

use crate::rows;

/// Refuses an endpoint that is unknown or disabled.
pub(crate) fn require_enabled(
    tx: &Transaction<'_>,
    context: &Context<'_>,
    id: &WebhookEndpointId,
) -> Result<(), OperationError> {
    let endpoint = rows::endpoint(&rows::find(tx.db(), id)?, context.now())?;
    if endpoint.status == WebhookStatus::Enabled {
        return Ok(());
    }
    let error = FieldError {
        field: "/status".to_owned(),
        message: "is disabled. Enable the webhook endpoint with PATCH first".to_owned(),
    };
    Err(Problem::validation(vec![error]).into())
}

/// Asks the host to send the deliveries that are due.
pub(crate) fn send(tx: &Transaction<'_>, context: &Context<'_>, id: &WebhookEndpointId) -> Result<(), OperationError> {
    let job = serde_json::json!({"endpoint_id": id});
    Ok(outbox::enqueue(tx, &new_id(IdKind::Job), JOB_KIND, &job, context.now())?)
}
