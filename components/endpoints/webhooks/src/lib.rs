//! Webhook endpoints and their deliveries. The host sends them (host/webhooks).
//!
//! ```
//! use plumbline_endpoint::testing::Harness;
//! use serde_json::json;
//!
//! let harness = Harness::new(plumbline_endpoint_webhooks::ROUTES).expect("a database");
//! let body = json!({"url": "https://example.com/hooks", "event_types": ["takeoff.completed"]});
//! let created = harness.post("/webhook-endpoints", &body).value();
//! assert!(created["secret"].as_str().is_some_and(|secret| secret.starts_with("whsec_")));
//! ```

mod deliveries;
mod endpoints;
#[cfg(not(target_family = "wasm"))]
pub mod openapi;
mod rows;
mod secret;
mod sending;

plumbline_endpoint::endpoint! {
    scopes = include_str!("scopes.json");
    POST "/webhook-endpoints" "webhooks:manage" "webhooks.create" => endpoints::create;
    GET "/webhook-endpoints" "webhooks:manage" "webhooks.list" => endpoints::list, query = true;
    GET "/webhook-endpoints/{webhook_endpoint_id}" "webhooks:manage" "webhooks.get" => endpoints::get;
    PATCH "/webhook-endpoints/{webhook_endpoint_id}" "webhooks:manage" "webhooks.update" => endpoints::update;
    DELETE "/webhook-endpoints/{webhook_endpoint_id}" "webhooks:manage" "webhooks.delete" => endpoints::delete;
    POST "/webhook-endpoints/{webhook_endpoint_id}/rotate-secret" "webhooks:manage" "webhooks.rotate_secret"
        => secret::rotate;
    POST "/webhook-endpoints/{webhook_endpoint_id}/test" "webhooks:manage" "webhooks.test" => endpoints::test;
    POST "/webhook-endpoints/{webhook_endpoint_id}/replay" "webhooks:manage" "webhooks.replay" => deliveries::replay_range;
    GET "/webhook-endpoints/{webhook_endpoint_id}/deliveries" "webhooks:manage" "webhooks.deliveries"
        => deliveries::list, query = true;
    GET "/webhook-endpoints/{webhook_endpoint_id}/deliveries/{delivery_id}" "webhooks:manage" "webhooks.delivery"
        => deliveries::get;
    POST "/webhook-endpoints/{webhook_endpoint_id}/deliveries/{delivery_id}/replay" "webhooks:manage" "webhooks.replay_one"
        => deliveries::replay;
}
