//! Webhooks: the endpoints that receive events, and the deliveries to them. Signatures and retries are those of
//! Standard Webhooks 1.0.0 (<https://www.standardwebhooks.com>).

use plumbline_domain::names;
use serde::{Deserialize, Serialize};

use crate::ids::{EventId, WebhookDeliveryId, WebhookEndpointId};
use crate::{Event, EventKind};

/// The purpose for which an endpoint's secret is sealed in the database. The host opens it to sign.
pub const SECRET_PURPOSE: &str = "webhook-secret";
/// Prefix of a secret. Its key follows, in base64.
pub const SECRET_PREFIX: &str = "whsec_";
/// Bytes of a secret's key. The standard demands 24 to 64.
pub const SECRET_BYTES: usize = 32;
/// Longest address of an endpoint, in characters.
pub const URL_MAX: usize = 2048;
/// Longest description, in characters.
pub const DESCRIPTION_MAX: usize = 200;
/// Most endpoints of an environment.
pub const ENDPOINTS_MAX: i64 = 20;
/// Hours after a rotation for which the previous secret also signs.
pub const ROTATION_HOURS: i64 = 24;
/// Most events that one replay of a range sends again.
pub const REPLAY_MAX: i64 = 1_000;
/// The kind of the host's jobs that send an endpoint's deliveries.
pub const JOB_KIND: &str = "webhook";

names! {
    /// Whether an endpoint receives events.
    WebhookStatus { Enabled = "enabled", Disabled = "disabled" }
}

names! {
    /// Why an endpoint is disabled.
    DisabledReason {
        /// It answered 410.
        Gone = "gone",
        /// A delivery failed at every attempt of three days.
        Failing = "failing",
        /// Its owner disabled it.
        Requested = "requested",
    }
}

names! {
    /// Status of a delivery.
    DeliveryStatus { Pending = "pending", Delivered = "delivered", Failed = "failed" }
}

/// An address that receives events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WebhookEndpoint {
    /// `whe_…`
    pub id: WebhookEndpointId,
    /// The address.
    pub url: String,
    /// Your description.
    pub description: Option<String>,
    /// The kinds of events that it receives.
    pub event_types: Vec<EventKind>,
    /// Whether it receives events.
    pub status: WebhookStatus,
    /// Why it is disabled. Null if it is enabled.
    pub disabled_reason: Option<DisabledReason>,
    /// The secret that signs its deliveries, `whsec_…`. Responses that create or rotate it include it.
    pub secret: Option<String>,
    /// When deliveries stop being signed with the previous secret as well. Null without a previous secret.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub previous_secret_expires_at: Option<String>,
    /// When it was created.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub created_at: String,
    /// When it was last updated. Null before the first update.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub updated_at: Option<String>,
}

/// One attempt to send an event to an endpoint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WebhookAttempt {
    /// When the attempt started.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub attempted_at: String,
    /// Milliseconds until the response arrived or the attempt was abandoned.
    pub latency_ms: u64,
    /// HTTP status of the response. Null if there was no response.
    pub status_code: Option<u16>,
    /// Why the attempt failed. Null if it succeeded.
    pub error: Option<String>,
    /// The first 4 KiB of the response body, as text. Null if there was no response.
    pub response_body: Option<String>,
}

/// Delivery of an event to an endpoint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WebhookDelivery {
    /// `whd_…`
    pub id: WebhookDeliveryId,
    /// The endpoint.
    pub webhook_endpoint_id: WebhookEndpointId,
    /// The event. Every attempt sends its id in the `webhook-id` header.
    pub event_id: EventId,
    /// The event's kind.
    pub event_type: EventKind,
    /// Status.
    pub status: DeliveryStatus,
    /// Body of the request. Null once the event is older than 30 days.
    pub request_body: Option<WebhookPayload>,
    /// The attempts, oldest first.
    pub attempts: Vec<WebhookAttempt>,
    /// Time of the next attempt. Null if none is scheduled.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub next_attempt_at: Option<String>,
    /// When the event happened.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub created_at: String,
    /// When the delivery succeeded, or failed permanently. Null while it is pending.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub finished_at: Option<String>,
}

/// Body of a delivery: the event and its environment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WebhookPayload {
    /// `sandbox` or `production`.
    pub environment: String,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}

/// Result of a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WebhookReplay {
    /// Number of deliveries that will be sent.
    pub deliveries: u64,
}
