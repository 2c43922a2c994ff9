//! Examples of requests and responses.

use plumbline_contract::IdKind;
use plumbline_endpoint::example::id;
use serde_json::{Value, json};

/// Returns the body of a create request.
pub(crate) fn create() -> Value {
    json!({
        "name": "North School",
        "reference": "2026-117",
        "address": "12 Mill Lane, Columbus, OH",
        "end_customer_ref": "ames-and-sons",
        "external_ref": "crm-48213",
        "metadata": {"estimator": "R. Ames"},
    })
}

/// Returns the project of that body.
pub(crate) fn project() -> Value {
    json!({
        "id": id(IdKind::Project),
        "name": "North School",
        "reference": "2026-117",
        "end_customer_ref": "ames-and-sons",
        "external_ref": "crm-48213",
        "address": "12 Mill Lane, Columbus, OH",
        "metadata": {"estimator": "R. Ames"},
        "document_count": 1,
        "created_at": "2026-03-02T14:05:09Z",
        "updated_at": null,
    })
}

/// Returns the last page of a list of projects.
pub(crate) fn list() -> Value {
    json!({"data": [project()], "has_more": false, "next_cursor": null})
}

/// Returns the body of an update.
pub(crate) fn update() -> Value {
    json!({"reference": "2026-117-B"})
}

/// Returns the project after that update.
pub(crate) fn updated() -> Value {
    let mut project = project();
    project["reference"] = "2026-117-B".into();
    project["updated_at"] = "2026-03-03T08:30:00Z".into();
    project
}
