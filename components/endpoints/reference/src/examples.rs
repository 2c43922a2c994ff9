//! Examples of responses, shortened to some entries of each list.

use plumbline_contract::taxonomy::VERSION;
use serde_json::{Value, json};

/// Returns units.
pub(crate) fn units() -> Value {
    json!({"data": [
        {"code": "EA", "name": "Each", "measure_type": "count", "system": "either", "si_factor": 1},
        {"code": "LF", "name": "Linear foot", "measure_type": "length", "system": "imperial", "si_factor": 0.3048},
    ]})
}

/// Returns the taxonomy.
pub(crate) fn taxonomy() -> Value {
    json!({
        "version": VERSION,
        "trades": [{
            "code": "electrical",
            "name": "Electrical",
            "categories": [{
                "code": "power",
                "name": "Power outlets",
                "item_types": [{
                    "code": "duplex_receptacle", "name": "Duplex receptacle", "default_unit": "EA",
                    "attribute_keys": ["circuit", "panel", "rating", "mounting"],
                }],
            }],
        }],
    })
}

/// Returns disciplines.
pub(crate) fn disciplines() -> Value {
    json!({"data": [{"code": "electrical", "name": "Electrical"}, {"code": "mechanical", "name": "Mechanical"}]})
}

/// Returns export formats.
pub(crate) fn export_formats() -> Value {
    json!({"data": [
        {"code": "csv", "name": "Comma-separated values (CSV)", "credits": 0},
        {"code": "xlsx", "name": "Excel workbook (XLSX)", "credits": 0},
    ]})
}

/// Returns event kinds.
pub(crate) fn event_kinds() -> Value {
    json!({"data": [{
        "code": "takeoff.completed",
        "name": "Takeoff completed",
        "description": "The takeoff is complete. You can read its items, routes and schedules.",
    }]})
}
