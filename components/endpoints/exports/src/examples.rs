//! Examples of requests and responses.

use plumbline_contract::IdKind;
use plumbline_endpoint::example::id;
use serde_json::{Value, json};

/// Returns the body of a create request.
pub(crate) fn create() -> Value {
    json!({"takeoff_id": id(IdKind::Takeoff), "format": "xlsx", "options": {"accepted_only": true}})
}

/// Returns the queued export of that body.
pub(crate) fn queued() -> Value {
    json!({
        "id": id(IdKind::Export),
        "format": "xlsx",
        "status": "queued",
        "external_ref": null,
        "credits_charged": 0,
        "created_at": "2026-03-02T14:10:00Z",
        "completed_at": null,
        "takeoff_id": id(IdKind::Takeoff),
    })
}

/// Returns the completed export.
pub(crate) fn completed() -> Value {
    let mut export = queued();
    export["status"] = "completed".into();
    export["completed_at"] = "2026-03-02T14:10:01Z".into();
    export["download"] = json!({
        "url": "https://api.example.com/blobs/eyJrZXkiOiJleHAifQ.c2lnbmF0dXJl",
        "filename": "E-101.xlsx",
        "expires_at": "2026-03-02T14:25:00Z",
    });
    export
}
