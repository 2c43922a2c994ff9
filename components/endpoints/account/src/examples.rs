//! Examples of responses.

use serde_json::{Value, json};

/// Returns a balance and some of the rate card.
pub(crate) fn credits() -> Value {
    json!({
        "available": 180,
        "held": 10,
        "purchased_total": 0,
        "consumed_total": 10,
        "environment": "production",
        "billing_mode": "ledger",
        "rate_card": [
            {"operation": "takeoff.text_page", "credits": 0.5},
            {"operation": "takeoff.job_min", "credits": 10},
            {"operation": "export.standard", "credits": 0},
        ],
    })
}

/// Returns a report of one day.
pub(crate) fn usage() -> Value {
    json!({
        "from": "2026-03-02",
        "to": "2026-03-02",
        "group_by": "operation",
        "rows": [
            {"key": "takeoffs.create", "requests": 1, "errors": 0, "units": 1, "credits": 10, "p95_ms": 12},
        ],
    })
}

/// The report of [`usage`] as a table.
pub(crate) const USAGE_CSV: &str = "key,requests,errors,units,credits,p95_ms\r\ntakeoffs.create,1,0,1,10,12\r\n";
