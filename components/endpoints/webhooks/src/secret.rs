//! Secrets of webhook endpoints: creation, sealing for the database, rotation.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use plumbline_contract::webhook::{ROTATION_HOURS, SECRET_BYTES, SECRET_PREFIX, SECRET_PURPOSE};
use plumbline_contract::{WebhookEndpointId, timestamp};
use plumbline_database::params;
use plumbline_endpoint::validate::require_empty_body;
use plumbline_endpoint::{Context, OperationError, Outcome, Request, Response, idempotent};

use crate::rows;

/// A new secret, and its form in the database.
pub(crate) struct Secret {
    /// `whsec_…`
    pub(crate) text: String,
    /// Sealed, so that a copy of the database signs nothing.
    pub(crate) sealed: String,
}

impl Secret {
    /// Creates a secret.
    pub(crate) fn new(context: &Context<'_>) -> Result<Self, OperationError> {
        let mut key = [0; SECRET_BYTES];
        getrandom::fill(&mut key).map_err(|error| OperationError::Internal(format!("no random bytes: {error}")))?;
        let text = format!("{SECRET_PREFIX}{}", BASE64.encode(key));
        let sealed = context.host.seal(SECRET_PURPOSE, &text);
        Ok(Self { text, sealed })
    }
}

/// Adds the secret to the first response. The response to a repeated request does not have it, because the stored response
/// of an idempotency key is not encrypted in the database.
pub(crate) fn show(mut response: Response, secret: Option<&str>) -> Outcome {
    if let Some(secret) = secret {
        let body = serde_json::from_slice(&response.body);
        let mut body: serde_json::Value = body.map_err(|error| OperationError::Internal(error.to_string()))?;
        body["secret"] = secret.into();
        response.body = body.to_string().into_bytes();
    }
    Ok(response)
}

/// Handles `POST /webhook-endpoints/{webhook_endpoint_id}/rotate-secret`.
pub(crate) fn rotate(context: &Context<'_>, request: &Request) -> Outcome {
    require_empty_body(request)?;
    let id: WebhookEndpointId = context.id("webhook_endpoint_id")?;
    let mut shown = None;
    let response = idempotent(context, request, |tx| {
        let old = rows::find(tx.db(), &id)?.text("secret")?;
        let until = timestamp::after(context.now(), ROTATION_HOURS * 3600)
            .ok_or_else(|| OperationError::Internal(format!("the time {} cannot be read", context.now())))?;
        let secret = Secret::new(context)?;
        tx.execute(
            "UPDATE webhook_endpoints SET secret = ?, previous_secret = ?, previous_secret_until = ?, updated_at = ? WHERE id = ?",
            params![&secret.sealed, old, until, context.now(), &id],
        )?;
        shown = Some(secret.text);
        Response::json(200, &rows::endpoint(&rows::find(tx.db(), &id)?, context.now())?)
    })?;
    show(response, shown.as_deref())
}
