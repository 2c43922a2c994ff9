//! Examples of requests and responses.

use plumbline_contract::taxonomy::VERSION;
use serde_json::{Value, json};

/// Returns the calling credential.
pub(crate) fn client() -> Value {
    json!({
        "id": "pc_4fKq0ZtB7mWc2XyR9sLd1A",
        "name": "Estimating backend",
        "environment": "production",
        "mode": "service",
        "agent": null,
        "billing_mode": "ledger",
        "tier": "standard",
        "scopes": ["projects:read", "projects:write", "takeoffs:read", "takeoffs:run"],
        "products": {"takeoffs": true, "exports": true},
        "rate_limits": {"read": {"per_minute": 600, "burst": 60}},
        "quotas": {"documents": 1000},
        "secret_expires_at": null,
    })
}

/// Returns the body of a request for access.
pub(crate) fn access_request() -> Value {
    json!({"capabilities": ["takeoffs:deep"], "note": "Scanned drawings of hospital projects."})
}

/// Returns the receipt of that request.
pub(crate) fn receipt() -> Value {
    json!({"status": "received", "contact": "support@example.com"})
}

/// Returns the capabilities, shortened to one entry of each list.
pub(crate) fn capabilities() -> Value {
    json!({
        "name": "Plumbline",
        "description": "Turns construction drawings into structured quantities.",
        "capabilities": [{
            "capability": "takeoffs",
            "description": "Count the items, measure the routes and read the schedules of a drawing.",
            "tools": ["takeoffs.create", "takeoffs.list", "takeoffs.get", "takeoffs.cancel"],
            "status": "available",
            "pricing":
                "0.5 credits per vector page, 2.5 per scanned page, at least 10 per takeoff. Never more than the estimate.",
        }],
        "example_requests": ["Count the receptacles and luminaires of sheet E-101, by circuit."],
        "environment": "production",
        "billing_mode": "ledger",
        "products": {"takeoffs": true, "exports": true},
        "disciplines": ["electrical", "mechanical", "plumbing"],
        "export_formats": ["csv", "xlsx", "json"],
        "limits": {"list_limit_max": 200, "document_pages_max": 2000},
        "credits_available": 180,
        "unit_system": "imperial",
        "api_version": "v1",
        "taxonomy_version": VERSION,
    })
}
