//! The part `webhooks` of the document: what the service sends to webhook endpoints.

use plumbline_contract::event::event_kinds;
use serde_json::{Map, Value, json};

/// Returns the requests by their kinds of events.
pub(crate) fn webhooks() -> Value {
    let header = |name: &str, description: &str| json!({"name": name, "in": "header", "required": true, "description": description, "schema": {"type": "string"}});
    let headers = [
        header("webhook-id", "Id of the event, the same at each attempt."),
        header("webhook-timestamp", "Time of the attempt, in seconds since 1970."),
        header(
            "webhook-signature",
            "Signatures of id, time and body by Standard Webhooks 1.0.0, separated by blanks: `v1,…`.",
        ),
    ];
    let entry = |kind: plumbline_contract::event::EventKindEntry| {
        let code = kind.code.as_str();
        let mut data = kind.schema;
        if let Some(data) = data.as_object_mut() {
            data.remove("$schema");
        }
        let body = json!({
            "allOf": [
                {"$ref": "#/components/schemas/WebhookPayload"},
                {"type": "object", "properties": {"type": {"const": code}, "data": data}},
            ],
        });
        let request = json!({
            "post": {
                "operationId": format!("on{}", pascal_case(code)),
                "summary": kind.name,
                "description": kind.description,
                "tags": ["Webhooks"],
                "x-schema-version": kind.schema_version,
                "security": [],
                "parameters": headers,
                "requestBody": {"required": true, "content": {"application/json": {"schema": body}}},
                "responses": {
                    "2XX": {"description": "The event arrived."},
                    "410": {"description": "No more events are wanted. The endpoint is disabled."},
                },
            },
        });
        (code.to_owned(), request)
    };
    Value::Object(event_kinds().data.into_iter().map(entry).collect::<Map<_, _>>())
}

/// Returns `TakeoffCompleted` of `takeoff.completed`.
fn pascal_case(code: &str) -> String {
    let capital =
        |word: &str| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect::<String>();
    code.split(['.', '_']).map(capital).collect()
}
