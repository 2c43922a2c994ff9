//! Verification of webhooks: whether a POST that arrived was sent by the service, and the event that it brings.
//!
//! ```
//! use plumbline_client::webhook::{self, WebhookError};
//!
//! # fn example(headers: &http::HeaderMap, body: &[u8]) -> Result<(), WebhookError> {
//! let event = webhook::verify("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", headers, body)?;
//! println!("{} {}", event.kind, event.resource_id);
//! # Ok(())
//! # }
//! ```

use http::HeaderMap;
use serde::Deserialize;
use serde_json::{Map, Value};
use standardwebhooks::Webhook;

/// An event that was sent to a webhook endpoint.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct WebhookEvent {
    /// `evt_…`. An event may arrive more than once, with the same id.
    pub id: String,
    /// The kind: `takeoff.completed`.
    #[serde(rename = "type")]
    pub kind: String,
    /// When the change was made, ISO 8601.
    pub timestamp: String,
    /// `sandbox` or `production`.
    pub environment: String,
    /// The kind of resource that changed: `takeoff`.
    pub resource_type: String,
    /// Its id.
    pub resource_id: String,
    /// The project that it belongs to.
    pub project_id: Option<String>,
    /// What changed. `GET /reference/event-kinds` has the schema of each kind.
    pub data: Map<String, Value>,
}

/// Why a message is not an event of the service.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WebhookError {
    /// The secret is not one, or the message was not signed by it within the last five minutes.
    #[error("the webhook is not signed by this secret: {0}")]
    Signature(#[from] standardwebhooks::WebhookError),
    /// The body is not an event.
    #[error("the body of the webhook is not an event: {0}")]
    Body(#[from] serde_json::Error),
}

/// Verifies a message by the secret of its endpoint (`whsec_…`), and returns its event. `body` is the body as it arrived, byte by
/// byte.
///
/// # Errors
/// [`WebhookError`] if the message is not an event that the service sent within the last five minutes.
pub fn verify(secret: &str, headers: &HeaderMap, body: &[u8]) -> Result<WebhookEvent, WebhookError> {
    Webhook::new(secret)?.verify(body, headers)?;
    Ok(serde_json::from_slice(body)?)
}

#[cfg(test)]
mod tests {
    use std::time::{SystemTime, UNIX_EPOCH};

    use super::*;

    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
    const BODY: &[u8] = br#"{"id": "evt_1", "type": "takeoff.completed", "timestamp": "2026-03-02T09:41:07.512Z",
        "environment": "sandbox", "resource_type": "takeoff", "resource_id": "tko_1", "project_id": null, "data": {"id": "tko_1"}}"#;

    fn signed(age: i64) -> HeaderMap {
        let now = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()).unwrap() - age;
        let signature = Webhook::new(SECRET).unwrap().sign("evt_1", now, BODY).unwrap();
        let mut headers = HeaderMap::new();
        headers.insert("webhook-id", "evt_1".parse().unwrap());
        headers.insert("webhook-timestamp", now.to_string().parse().unwrap());
        // Another secret's signature, as during a rotation, comes first.
        headers.insert("webhook-signature", format!("v1,AAAA {signature}").parse().unwrap());
        headers
    }

    #[test]
    fn a_signed_message_is_an_event() {
        let event = verify(SECRET, &signed(0), BODY).unwrap();
        assert_eq!((event.kind.as_str(), event.resource_id.as_str()), ("takeoff.completed", "tko_1"));
    }

    #[test]
    fn another_message_is_refused() {
        let other = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
        assert!(matches!(verify(other, &signed(0), BODY), Err(WebhookError::Signature(_))));
        assert!(matches!(verify(SECRET, &signed(600), BODY), Err(WebhookError::Signature(_))));
        assert!(matches!(verify(SECRET, &HeaderMap::new(), BODY), Err(WebhookError::Signature(_))));
        assert!(matches!(verify(SECRET, &signed(0), b"{}"), Err(WebhookError::Signature(_))));
    }
}
