//! The capabilities record.

use plumbline_endpoint::testing::Harness;
use serde_json::{Value, json};

use crate::{SLOTS, harness, keys};

const ALL_SCOPES: &str = "projects:read documents:read takeoffs:read takeoffs:run takeoffs:review takeoffs:deep exports:create \
    estimates:generate billing:read cad:convert interior:generate bim:generate clash:run webhooks:manage events:read";

fn record(harness: &Harness) -> Value {
    let response = harness.get("/capabilities");
    assert_eq!(response.status, 200);
    response.value()
}

fn capability<'a>(record: &'a Value, code: &str) -> &'a Value {
    record["capabilities"].as_array().unwrap().iter().find(|entry| entry["capability"] == code).unwrap()
}

#[test]
fn the_record_has_what_the_contract_requires() {
    let record = record(&harness(ALL_SCOPES));
    assert_eq!(
        keys(&record),
        [
            "api_version",
            "billing_mode",
            "capabilities",
            "credits_available",
            "description",
            "disciplines",
            "environment",
            "example_requests",
            "export_formats",
            "limits",
            "name",
            "products",
            "taxonomy_version",
            "unit_system"
        ]
    );
    assert_eq!(
        json!({
            "name": record["name"], "api_version": record["api_version"], "taxonomy_version": record["taxonomy_version"],
            "environment": record["environment"], "billing_mode": record["billing_mode"],
            "unit_system": record["unit_system"], "disciplines": record["disciplines"],
            "export_formats": record["export_formats"], "credits_available": record["credits_available"],
            "products": record["products"]
        }),
        json!({
            "name": "Plumbline", "api_version": "v1", "taxonomy_version": plumbline_contract::taxonomy::VERSION,
            "environment": "production", "billing_mode": "ledger", "unit_system": "imperial",
            "disciplines": ["electrical"], "export_formats": ["csv", "xlsx", "partner_bid"], "credits_available": 200.0,
            "products": {
                "takeoffs": true, "exports": true, "cad": false, "estimates": false, "interior": false, "bim": false,
                "clash": false
            }
        })
    );
}

#[test]
fn each_capability_has_the_contracts_shape_and_prices_come_from_the_rate_card() {
    let record = record(&harness(ALL_SCOPES));
    for entry in record["capabilities"].as_array().unwrap() {
        let required: Vec<&str> = keys(entry).into_iter().filter(|key| *key != "pricing").collect();
        assert_eq!(required, ["capability", "description", "status", "tools"], "{entry}");
        assert!(entry["tools"].as_array().is_some_and(|tools| !tools.is_empty()), "{entry}");
    }
    assert_eq!(
        *capability(&record, "exports"),
        json!({
            "capability": "exports", "status": "available", "tools": ["exports.create", "exports.get"],
            "description": "Export a takeoff to a spreadsheet, or to an estimating or scheduling package.",
            "pricing":
                "0 credits per CSV, XLSX, JSON, PDF or PNG export, 20 per export to an estimating or scheduling package."
        })
    );
    let takeoffs = capability(&record, "takeoffs")["pricing"].as_str().unwrap();
    assert!(["0.5", "2.5", "10"].iter().all(|credits| takeoffs.contains(credits)), "{takeoffs}");
    assert!(capability(&record, "projects").get("pricing").is_none());
}

#[test]
fn premium_is_coming_even_to_those_it_is_granted_to() {
    let record = record(&harness(ALL_SCOPES));
    for code in ["interior_renders", "bim_models", "clash_runs", "cad"] {
        assert_eq!(capability(&record, code)["status"], "coming_soon", "{code}");
    }
}

#[test]
fn capabilities_without_operations_are_not_listed() {
    let record = record(&harness(ALL_SCOPES));
    let listed: Vec<&str> =
        record["capabilities"].as_array().unwrap().iter().map(|entry| entry["capability"].as_str().unwrap()).collect();
    assert!(!listed.contains(&"estimates"), "{listed:?}");
}

#[test]
fn a_status_follows_the_grant_and_what_is_bound() {
    let mut harness = harness("takeoffs:read");
    let lesser = record(&harness);
    assert_eq!(capability(&lesser, "takeoffs")["status"], "not_enabled");
    assert_eq!(capability(&lesser, "deep_takeoffs")["status"], "not_enabled");
    assert_eq!(capability(&lesser, "takeoff_results")["status"], "available");
    assert_eq!(lesser["products"]["takeoffs"], true);
    assert_eq!(lesser["products"]["exports"], false);
    assert_eq!(lesser["example_requests"], json!(["How many meters of conduit are on the second floor, by system?"]));

    harness.caller.insert("x-plumbline-scopes", ALL_SCOPES.to_owned());
    harness.caller.insert("x-plumbline-slots", SLOTS.replace("extractor:electrical", ""));
    let bare = record(&harness);
    assert_eq!(capability(&bare, "takeoffs")["status"], "coming_soon");
    assert_eq!(bare["disciplines"], json!([]));
    harness.caller.insert("x-plumbline-slots", format!("{SLOTS} extractor:fire_protection extractor:multi_discipline"));
    let more = record(&harness);
    assert_eq!(more["disciplines"], json!(["electrical", "fire_protection", "multi_discipline"]));
}

#[test]
fn credits_are_told_to_those_who_may_see_them_and_holds_are_not_available() {
    let harness = harness("billing:read");
    harness
        .db
        .execute(
            "INSERT INTO ledger (job_id, kind, credits, note, created_at) \
             VALUES ('tko_1', 'hold', 12.5, 'test', '2026-01-01T00:00:00.000Z')",
            [],
        )
        .unwrap();
    assert_eq!(record(&harness)["credits_available"], 187.5);
    assert_eq!(record(&crate::harness("takeoffs:run"))["credits_available"], Value::Null);
}

#[test]
fn units_are_metric_unless_the_account_says_otherwise() {
    let mut harness = harness("");
    for (account, expected) in [
        (json!({}), "metric"),
        (json!({"unit_system": "as_drawn"}), "metric"),
        (json!({"unit_system": "imperial"}), "imperial"),
    ] {
        harness.caller.insert("x-plumbline-account", account.to_string());
        assert_eq!(record(&harness)["unit_system"], expected, "{account}");
    }
}

#[test]
fn limits_are_the_contracts_numbers() {
    assert_eq!(
        record(&harness(""))["limits"],
        json!({
            "list_limit_min": 1, "list_limit_max": 200, "list_limit_default": 50, "cursor_max_characters": 512,
            "project_name_min_characters": 1, "project_name_max_characters": 200,
            "project_reference_max_characters": 100, "end_customer_ref_max_characters": 128,
            "external_ref_min_characters": 1, "external_ref_max_characters": 128, "address_max_characters": 500,
            "metadata_value_max_characters": 500, "filename_min_characters": 1, "filename_max_characters": 255,
            "source_url_max_characters": 2048, "document_max_bytes": 50_000_000, "document_max_pages": 2000,
            "upload_slot_seconds": 900, "document_download_seconds": 600, "cad_download_seconds": 3600,
            "cad_conversion_seconds": 180, "takeoff_pages_max_entries": 500, "takeoff_page_min": 1,
            "item_note_max_characters": 500, "idempotency_window_seconds": 86_400,
            "idempotency_key_max_characters": 255, "access_token_seconds": 3600, "filter_q_max_characters": 200,
            "filter_category_max_characters": 64, "filter_item_type_max_characters": 64,
            "access_request_note_max_characters": 500
        })
    );
}

#[test]
fn the_record_may_be_cached_for_five_minutes_and_is_not_sent_twice() {
    let harness = harness(ALL_SCOPES);
    let first = harness.get("/capabilities");
    assert_eq!(first.header("cache-control"), Some("private, max-age=300"));
    let tag = first.header("etag").unwrap();
    let again = harness.call("GET", "/capabilities", None, &[("if-none-match", tag)]);
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("cache-control"), Some("private, max-age=300"));
    let other = crate::harness("takeoffs:read").call("GET", "/capabilities", None, &[("if-none-match", tag)]);
    assert_eq!(other.status, 200);
    assert_eq!(harness.get("/capabilities?x=1").status, 400, "L5");
}
