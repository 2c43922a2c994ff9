//! Descriptions of this component's operations.

use plumbline_contract::webhook::{WebhookDelivery, WebhookEndpoint, WebhookReplay};
use plumbline_contract::{IdKind, Page, ProblemCode};
use plumbline_endpoint::operation::{Area, Cut, Operation, ResponseSpec};

use crate::{ROUTES, deliveries, endpoints};

/// Returns the descriptions of the operations.
pub fn operations() -> Vec<Operation> {
    let operation = |name, id, summary| Operation::new(ROUTES, (name, id), Area::Webhooks, Cut::Beta, summary);
    let one = |name, id, summary| operation(name, id, summary).id("webhook_endpoint_id", IdKind::WebhookEndpoint);
    let delivery = |name, id, summary| one(name, id, summary).id("delivery_id", IdKind::WebhookDelivery);
    let endpoint = |words| ResponseSpec::ok::<WebhookEndpoint>(words).example(example("endpoint"));
    let accepted = |words| ResponseSpec::accepted::<WebhookDelivery>(words).example(example("pending"));
    vec![
        operation("webhooks.create", "createWebhookEndpoint", "Create a webhook endpoint")
            .about(
                "Plumbline sends events of the kinds in `event_types` to `url` with POST, signed as Standard Webhooks 1.0.0 \
                 specifies. The response contains the `secret`, which you cannot read again.",
            )
            .body("WebhookEndpointCreate", endpoints::read)
            .example("Takeoffs and exports", example("create"))
            .response(
                ResponseSpec::created::<WebhookEndpoint>("The new webhook endpoint, with its secret.")
                    .example(example("created"))
                    .link("webhooks.get", "webhook_endpoint_id", "/id"),
            )
            .idempotent()
            .problem(ProblemCode::QuotaExceeded),
        operation("webhooks.list", "listWebhookEndpoints", "List webhook endpoints")
            .about("Newest first.")
            .list(endpoints::read_filter)
            .response(ResponseSpec::ok::<Page<WebhookEndpoint>>("A page of webhook endpoints.").example(example("list"))),
        one("webhooks.get", "getWebhookEndpoint", "Get a webhook endpoint")
            .about("Returns the endpoint without its secret.")
            .response(endpoint("The webhook endpoint."))
            .if_none_match(),
        one("webhooks.update", "updateWebhookEndpoint", "Update a webhook endpoint")
            .about(
                "Fields that you omit do not change. Set `status` to disable or enable the endpoint. A disabled endpoint \
                 receives no events. When you enable it, its pending deliveries are sent.",
            )
            .body("WebhookEndpointUpdate", endpoints::read_change)
            .example("Enable an endpoint", example("update"))
            .response(endpoint("The updated webhook endpoint."))
            .if_match(),
        one("webhooks.delete", "deleteWebhookEndpoint", "Delete a webhook endpoint")
            .about("Also deletes the endpoint's deliveries.")
            .response(ResponseSpec::empty(204, "The webhook endpoint is deleted.")),
        one("webhooks.rotate_secret", "rotateWebhookSecret", "Rotate the secret of a webhook endpoint")
            .about("Returns the new `secret`. For 24 hours, deliveries are signed with both secrets.")
            .response(ResponseSpec::ok::<WebhookEndpoint>("The webhook endpoint, with its new secret.").example(example("rotated")))
            .idempotent(),
        one("webhooks.test", "testWebhookEndpoint", "Test a webhook endpoint")
            .about("Sends a `webhook_endpoint.test` event to this endpoint only.")
            .response(accepted("The delivery of the test event."))
            .idempotent(),
        one("webhooks.replay", "replayWebhookEvents", "Replay events of a time range")
            .about(
                "Sends the events from `since` to `until` again, oldest first, with the same `webhook-id`. A replay sends \
                 at most 1,000 events that were already sent, and 1,000 that were not, for example because the endpoint was \
                 disabled. Set `only_failed` to replay only events whose delivery failed.",
            )
            .body("WebhookReplayRange", deliveries::read_range)
            .example("Replay the events of a day", example("replay"))
            .response(ResponseSpec::accepted::<WebhookReplay>("The number of deliveries.").example(example("replayed")))
            .idempotent(),
        one("webhooks.deliveries", "listWebhookDeliveries", "List deliveries of a webhook endpoint")
            .about("Newest first. Each delivery has its request body and its attempts with their responses.")
            .list(deliveries::read_filter)
            .response(ResponseSpec::ok::<Page<WebhookDelivery>>("A page of deliveries.").example(example("deliveries"))),
        delivery("webhooks.delivery", "getWebhookDelivery", "Get a delivery of a webhook endpoint")
            .about("Returns the request body, and every attempt with its response.")
            .response(ResponseSpec::ok::<WebhookDelivery>("The delivery.").example(example("delivery")))
            .if_none_match(),
        delivery("webhooks.replay_one", "replayWebhookDelivery", "Replay a delivery")
            .about("Sends the event again with the same `webhook-id`. If an attempt fails, it is retried like a new delivery.")
            .response(accepted("The delivery, which is pending again."))
            .idempotent(),
    ]
}

plumbline_endpoint::examples!();
plumbline_endpoint::test_descriptions!();
