//! The operations of this component, described.

use plumbline_contract::webhook::{WebhookDelivery, WebhookEndpoint, WebhookReplay};
use plumbline_contract::{IdKind, Page, ProblemCode};
use plumbline_endpoint::operation::{Area, Cut, Operation, ResponseSpec};

use crate::{ROUTES, deliveries, endpoints};

/// Every operation, described.
pub fn operations() -> Vec<Operation> {
    let operation = |name, id, summary| Operation::new(ROUTES, (name, id), Area::Webhooks, Cut::Beta, summary);
    let one = |name, id, summary| operation(name, id, summary).id("webhook_endpoint_id", IdKind::WebhookEndpoint);
    let delivery = |name, id, summary| one(name, id, summary).id("delivery_id", IdKind::WebhookDelivery);
    let endpoint = |words| ResponseSpec::ok::<WebhookEndpoint>(words).example(example("endpoint"));
    let accepted = |words| ResponseSpec::accepted::<WebhookDelivery>(words).example(example("pending"));
    vec![
        operation("webhooks.create", "createWebhookEndpoint", "Create a webhook endpoint")
            .about(
                "Events of the kinds in `event_types` are sent to `url` with POST, signed by Standard Webhooks 1.0.0. The \
                 response has the `secret`, which no later response shows.",
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
            .about("Without its secret.")
            .response(endpoint("The webhook endpoint."))
            .if_none_match(),
        one("webhooks.update", "updateWebhookEndpoint", "Update a webhook endpoint")
            .about(
                "Fields that you leave out stay as they are. `status` disables and enables it. An endpoint gets no events \
                 while it is disabled. Deliveries that wait are sent when you enable it.",
            )
            .body("WebhookEndpointUpdate", endpoints::read_change)
            .example("Enable it again", example("update"))
            .response(endpoint("The updated webhook endpoint."))
            .if_match(),
        one("webhooks.delete", "deleteWebhookEndpoint", "Delete a webhook endpoint")
            .about("Also deletes its deliveries.")
            .response(ResponseSpec::empty(204, "The webhook endpoint is deleted.")),
        one("webhooks.rotate_secret", "rotateWebhookSecret", "Rotate the secret of a webhook endpoint")
            .about("The response has the new `secret`. For 24 hours, deliveries are signed with both secrets.")
            .response(ResponseSpec::ok::<WebhookEndpoint>("The webhook endpoint, with its new secret.").example(example("rotated")))
            .idempotent(),
        one("webhooks.test", "testWebhookEndpoint", "Test a webhook endpoint")
            .about("Sends an event of the kind `webhook_endpoint.test` to this endpoint alone.")
            .response(accepted("The delivery of the test event."))
            .idempotent(),
        one("webhooks.replay", "replayWebhookEvents", "Send the events of a time again")
            .about(
                "Sends the events from `since` until `until` again, oldest first, under the same `webhook-id`: at most 1,000 \
                 that were sent before and 1,000 that were not. With `only_failed`, only those whose delivery failed.",
            )
            .body("WebhookReplayRange", deliveries::read_range)
            .example("The events of a day", example("replay"))
            .response(ResponseSpec::accepted::<WebhookReplay>("The number of deliveries.").example(example("replayed")))
            .idempotent(),
        one("webhooks.deliveries", "listWebhookDeliveries", "List deliveries of a webhook endpoint")
            .about("Newest first, with the body that is sent and the answers.")
            .list(deliveries::read_filter)
            .response(ResponseSpec::ok::<Page<WebhookDelivery>>("A page of deliveries.").example(example("deliveries"))),
        delivery("webhooks.delivery", "getWebhookDelivery", "Get a delivery of a webhook endpoint")
            .about("With the body that is sent, and each attempt with its answer.")
            .response(ResponseSpec::ok::<WebhookDelivery>("The delivery.").example(example("delivery")))
            .if_none_match(),
        delivery("webhooks.replay_one", "replayWebhookDelivery", "Send an event again")
            .about("The event is sent under the same `webhook-id`, with all attempts.")
            .response(accepted("The delivery, which waits again."))
            .idempotent(),
    ]
}

plumbline_endpoint::examples!();
plumbline_endpoint::test_descriptions!();
