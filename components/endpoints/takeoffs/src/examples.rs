//! Examples of requests and responses.

use plumbline_contract::IdKind;
use plumbline_endpoint::example::{another_id, id};
use serde_json::{Value, json};

/// Returns the body of a takeoff of all pages.
pub(crate) fn create() -> Value {
    json!({"document_id": id(IdKind::Document), "discipline": "electrical"})
}

/// Returns the body of a takeoff of one page.
pub(crate) fn create_page() -> Value {
    json!({
        "document_id": id(IdKind::Document),
        "discipline": "electrical",
        "pages": [1],
        "scope": "pages",
        "options": {"units": "metric", "include_schedules": true, "depth": "standard"},
        "metadata": {"scale": "1:50"},
    })
}

/// Returns a queued takeoff of that document.
pub(crate) fn queued() -> Value {
    json!({
        "id": id(IdKind::Takeoff),
        "document_id": id(IdKind::Document),
        "project_id": id(IdKind::Project),
        "discipline": "electrical",
        "status": "queued",
        "external_ref": null,
        "progress": {"percent": 0, "pages_processed": 0, "pages_total": 1},
        "queue_position": 1,
        "origin": "api",
        "pages_requested": 1,
        "estimated_credits": 10,
        "warnings": [],
        "metadata": {},
        "created_at": "2026-03-02T14:07:00Z",
        "started_at": null,
        "completed_at": null,
    })
}

/// Returns the completed takeoff.
pub(crate) fn completed() -> Value {
    let mut takeoff = queued();
    if let Some(fields) = takeoff.as_object_mut() {
        fields.remove("queue_position");
    }
    takeoff["status"] = "completed".into();
    takeoff["warnings"] = json!([{
        "code": "layers_off",
        "message": "Objects on hidden layers were not counted: E-DEMO.",
        "pages": [1],
    }]);
    takeoff["progress"] = json!({"percent": 100, "pages_processed": 1, "pages_total": 1});
    takeoff["result_summary"] = json!({
        "item_count": 23, "sheet_count": 1, "credits_charged": 10, "pages_processed": 1,
        "route_count": 4, "schedule_count": 1, "by_trade": {"electrical": 23},
    });
    takeoff["started_at"] = "2026-03-02T14:07:01Z".into();
    takeoff["completed_at"] = "2026-03-02T14:07:06Z".into();
    takeoff
}

/// Returns the takeoff, cancelled while it was queued.
pub(crate) fn cancelled() -> Value {
    let mut takeoff = queued();
    if let Some(fields) = takeoff.as_object_mut() {
        fields.remove("queue_position");
    }
    takeoff["status"] = "cancelled".into();
    takeoff["failure"] = json!({"code": "cancelled", "message": "The takeoff was canceled before it started."});
    takeoff["completed_at"] = "2026-03-02T14:07:01Z".into();
    takeoff
}

/// Returns the last page of a list of takeoffs.
pub(crate) fn list() -> Value {
    json!({"data": [completed()], "has_more": false, "next_cursor": null})
}

/// Returns an item.
pub(crate) fn item() -> Value {
    json!({
        "id": id(IdKind::Item),
        "version": "0",
        "takeoff_id": id(IdKind::Takeoff),
        "group_id": null,
        "description": "Duplex receptacle, 20 A",
        "trade": "electrical",
        "category": "power",
        "item_type": "duplex_receptacle",
        "measure_type": "count",
        "extracted_quantity": 1,
        "quantity_override": null,
        "effective_quantity": 1,
        "unit": "EA",
        "tag": null,
        "attributes": {"circuit": "LP1-3", "layer": "E-POWR"},
        "sheet": {"number": "E-101", "title": "Lighting and power plan"},
        "page_number": 1,
        "geometry": {
            "type": "point", "page_number": 1, "coordinate_space": "page_normalized", "coordinates": [0.412, 0.287],
        },
        "evidence": [{"page_number": 1, "bbox": [0.408, 0.281, 0.416, 0.293]}],
        "confidence": "high",
        "review_status": "extracted",
        "source": "plan",
        "note": null,
    })
}

/// Returns a page of items that another page follows.
pub(crate) fn items() -> Value {
    json!({"data": [item()], "has_more": true, "next_cursor": "eyJhZnRlciI6MX0", "consolidated": false})
}

/// Returns a review that corrects a quantity.
pub(crate) fn review() -> Value {
    json!({"review_status": "modified", "quantity_override": 2, "note": "Quad receptacle, counted as two."})
}

/// Returns the item after that review.
pub(crate) fn reviewed() -> Value {
    let mut item = item();
    item["version"] = "1".into();
    item["quantity_override"] = 2.into();
    item["effective_quantity"] = 2.into();
    item["review_status"] = "modified".into();
    item["note"] = "Quad receptacle, counted as two.".into();
    item
}

/// Returns a review of all items that a filter selects.
pub(crate) fn review_filter() -> Value {
    json!({"filter": {"confidence": "high", "review_status": "extracted"}, "review_status": "accepted"})
}

/// Returns a review of items selected by id.
pub(crate) fn review_ids() -> Value {
    json!({
        "item_ids": [id(IdKind::Item), another_id(IdKind::Item, 2)],
        "review_status": "rejected",
        "note": "Existing to remain.",
    })
}

/// Returns the result of a review of many items.
pub(crate) fn items_reviewed() -> Value {
    json!({"selected": 19, "changed": 19})
}

/// Returns the totals.
pub(crate) fn summary() -> Value {
    json!({
        "takeoff_id": id(IdKind::Takeoff),
        "totals": [
            {"trade": "electrical", "category": "power", "unit": "EA", "quantity": 16, "item_count": 16},
            {"trade": "electrical", "category": "lighting", "unit": "EA", "quantity": 7, "item_count": 7},
        ],
        "routes": [
            {"trade": "electrical", "system": "conduit", "unit": "LF", "quantity": 148.5, "route_count": 4},
        ],
    })
}

/// Returns the schedules.
pub(crate) fn schedules() -> Value {
    json!({"data": [{
        "id": id(IdKind::Schedule),
        "kind": "panel",
        "title": "Panel LP1",
        "sheet": {"number": "E-101", "title": "Lighting and power plan"},
        "page_number": 1,
        "columns": ["CKT", "DESCRIPTION", "BREAKER"],
        "rows": [{"tag": "3", "description": "Receptacles", "attributes": {"BREAKER": "20 A"}}],
    }]})
}

/// Returns a route.
fn route() -> Value {
    json!({
        "id": id(IdKind::Route),
        "takeoff_id": id(IdKind::Takeoff),
        "item_id": id(IdKind::Item),
        "trade": "electrical",
        "system": "conduit",
        "quantity": 42.5,
        "quantity_override": null,
        "effective_quantity": 42.5,
        "review_status": "extracted",
        "note": null,
        "version": "0",
        "unit": "LF",
        "page_number": 1,
        "attributes": {"size": "3/4\""},
        "confidence": "medium",
        "from": {"type": "panel", "tag": "LP1"},
        "to": {"type": "device_group", "count": 6},
        "segments": 3,
        "geometry": {
            "type": "polyline", "page_number": 1, "coordinate_space": "page_normalized",
            "coordinates": [[0.12, 0.31], [0.12, 0.287], [0.412, 0.287]],
            "scale": {"units_per_normalized_x": 288, "unit": "LF", "source": "title_block"},
        },
    })
}

/// Returns the last page of a list of routes.
pub(crate) fn routes() -> Value {
    json!({
        "data": [route()],
        "has_more": false,
        "next_cursor": null,
        "totals_by_system": {"conduit": {"quantity": 42.5, "unit": "LF"}},
    })
}

/// Returns a review that rejects a route.
pub(crate) fn review_route() -> Value {
    json!({"review_status": "rejected", "note": "Demolition."})
}

/// Returns the route after that review.
pub(crate) fn route_reviewed() -> Value {
    let mut route = route();
    route["review_status"] = "rejected".into();
    route["note"] = "Demolition.".into();
    route["version"] = "1".into();
    route
}
