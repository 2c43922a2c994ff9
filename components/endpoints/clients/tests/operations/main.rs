//! The clients endpoints over the real schema, with a caller in the form that the host provides.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

mod capabilities;
mod credential;
mod limits;

use plumbline_endpoint::testing::Harness;
use plumbline_endpoint_clients::ROUTES;
use serde_json::{Value, json};

/// All slots that this server binds.
const SLOTS: &str = "endpoint:projects endpoint:documents endpoint:takeoffs endpoint:exports endpoint:clients \
    endpoint:reference worker:ingest worker:takeoff worker:export reader:pdf extractor:electrical exporter:csv exporter:xlsx \
    exporter:partner_bid";

/// Returns a harness whose caller has these scopes and all of [`SLOTS`].
fn harness(scopes: &str) -> Harness {
    let mut harness = Harness::new(ROUTES).unwrap();
    let account = json!({
        "client_name": "Estimating", "agent": null, "tier": "enterprise", "billing_mode": "ledger",
        "rate_limits": {"read": {"per_minute": 600, "burst": 60}, "write": {"per_minute": 60, "burst": 10}},
        "quotas": {"pages_per_day": 5000.0}, "secret_expires_at": null, "retention_days": 90,
        "support_email": "help@example.test", "unit_system": "imperial"
    });
    harness.caller.insert("x-plumbline-scopes", scopes.to_owned());
    harness.caller.insert("x-plumbline-slots", SLOTS.to_owned());
    harness.caller.insert("x-plumbline-mode", "key".to_owned());
    harness.caller.insert("x-plumbline-account", account.to_string());
    harness
}

/// Returns the names of an object's properties.
fn keys(value: &Value) -> Vec<&str> {
    value.as_object().map(|object| object.keys().map(String::as_str).collect()).unwrap_or_default()
}
