//! The reference endpoints: exact shapes, caching, and bound formats.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use std::collections::BTreeSet;

use plumbline_endpoint::testing::Harness;
use plumbline_endpoint_reference::{ROUTES, ROUTES_JSON};
use serde_json::{Value, json};

fn harness() -> Harness {
    Harness::new(ROUTES).unwrap()
}

fn data(harness: &Harness, path: &str) -> Vec<Value> {
    let response = harness.get(path);
    assert_eq!(response.status, 200, "{path}");
    let body = response.value();
    assert_eq!(body.as_object().unwrap().keys().collect::<Vec<_>>(), ["data"], "{path}");
    body["data"].as_array().unwrap().clone()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn any_credential_reads_every_list() {
    let section: Vec<Value> = serde_json::from_str(ROUTES_JSON).unwrap();
    assert_eq!(section.len(), ROUTES.len());
    assert!(section.iter().all(|route| route["scope"].is_null()));
}

#[test]
fn every_list_may_be_cached_for_five_minutes_and_is_not_sent_twice() {
    let harness = harness();
    for route in ROUTES {
        let first = harness.get(route.path);
        let tag = first.header("etag").unwrap();
        assert_eq!(first.header("cache-control"), Some("private, max-age=300"), "{}", route.path);
        let again = harness.call("GET", route.path, None, &[("if-none-match", tag)]);
        assert_eq!((again.status, again.body.as_slice()), (304, b"".as_slice()), "{}", route.path);
        assert_eq!(again.header("etag"), Some(tag), "{}", route.path);
        assert_eq!(again.header("cache-control"), Some("private, max-age=300"), "{}", route.path);
        assert_eq!(harness.call("GET", route.path, None, &[("if-none-match", "\"other\"")]).status, 200);
        assert_eq!(harness.get(&format!("{}?limit=1", route.path)).status, 400, "L5 {}", route.path);
        assert_eq!(harness.call("POST", route.path, Some(&json!({})), &[]).status, 405, "H1 {}", route.path);
    }
}

#[test]
fn units_have_their_factors_to_the_si_unit() {
    let units = data(&harness(), "/reference/units");
    let unit = |code: &str| units.iter().find(|unit| unit["code"] == code).unwrap_or(&Value::Null).clone();
    let foot =
        json!({"code": "FT", "name": "Foot", "measure_type": "length", "system": "imperial", "si_factor": 0.3048});
    assert_eq!(unit("FT"), foot);
    let tonne =
        json!({"code": "T", "name": "Metric tonne", "measure_type": "weight", "system": "metric", "si_factor": 1000.0});
    assert_eq!(unit("T"), tonne);
    let each = json!({"code": "EA", "name": "Each", "measure_type": "count", "system": "either", "si_factor": 1.0});
    assert_eq!(unit("EA"), each);
    assert_eq!(unit("TON")["si_factor"], 907.184_74);
    let codes: BTreeSet<&str> = units.iter().map(|unit| unit["code"].as_str().unwrap()).collect();
    assert_eq!(codes.len(), units.len());
    for code in [
        "EA", "LF", "FT", "IN", "SF", "SY", "CF", "CY", "LB", "TON", "HR", "GAL", "M", "MM", "M2", "M3", "KG", "T",
        "L", "LS",
    ] {
        assert!(codes.contains(code), "{code}");
    }
    for unit in &units {
        assert_eq!(keys(unit), ["code", "measure_type", "name", "si_factor", "system"]);
    }
}

#[test]
fn the_taxonomy_has_every_trade_with_categories_and_item_types() {
    let taxonomy = harness().get("/reference/taxonomy").value();
    assert_eq!(keys(&taxonomy), ["trades", "version"]);
    assert_eq!(taxonomy["version"], plumbline_contract::taxonomy::VERSION);
    let trades = taxonomy["trades"].as_array().unwrap();
    let codes: Vec<&str> = trades.iter().map(|trade| trade["code"].as_str().unwrap()).collect();
    assert_eq!(
        codes,
        [
            "electrical",
            "mechanical",
            "plumbing",
            "fire_protection",
            "structural",
            "architectural",
            "civil",
            "process",
            "other"
        ]
    );
    for trade in trades {
        assert_eq!(keys(trade), ["categories", "code", "name"]);
        for category in trade["categories"].as_array().unwrap() {
            assert_eq!(keys(category), ["code", "item_types", "name"]);
            for item in category["item_types"].as_array().unwrap() {
                let rest: Vec<&str> = keys(item).into_iter().filter(|key| *key != "attribute_keys").collect();
                assert_eq!(rest, ["code", "default_unit", "name"]);
            }
        }
    }
    assert_eq!(trades[0]["categories"][1]["item_types"][0]["code"], "receptacle");
}

#[test]
fn disciplines_are_the_contracts_seven() {
    assert_eq!(
        Value::Array(data(&harness(), "/reference/disciplines")),
        json!([
            {"code": "electrical", "name": "Electrical"},
            {"code": "mechanical", "name": "Mechanical"},
            {"code": "plumbing", "name": "Plumbing"},
            {"code": "fire_protection", "name": "Fire protection"},
            {"code": "process", "name": "Process"},
            {"code": "structural", "name": "Structural"},
            {"code": "multi_discipline", "name": "Multi-discipline"}
        ])
    );
}

#[test]
fn export_formats_are_those_bound_with_a_partners_among_them() {
    let mut harness = harness();
    harness.caller.insert(
        "x-plumbline-slots",
        "exporter:partner_bid reader:pdf exporter:ms_project extractor:electrical exporter:csv".to_owned(),
    );
    assert_eq!(
        Value::Array(data(&harness, "/reference/export-formats")),
        json!([
            {"code": "csv", "name": "Comma-separated values (CSV)", "credits": 0.0},
            {"code": "ms_project", "name": "Microsoft Project (MSPDI XML)", "credits": 20.0},
            {"code": "partner_bid", "name": "Partner bid", "credits": 20.0}
        ])
    );
    harness.caller.insert("x-plumbline-slots", "reader:pdf".to_owned());
    assert_eq!(data(&harness, "/reference/export-formats"), Vec::<Value>::new());
}

#[test]
fn the_decided_formats_cost_what_the_rate_card_says() {
    let mut harness = harness();
    let slots = ["quickbooks", "presto", "rib_itwo", "primavera_p6", "ms_project", "png", "pdf", "json", "xlsx", "csv"];
    let slots: Vec<String> = slots.iter().map(|name| format!("exporter:{name}")).collect();
    harness.caller.insert("x-plumbline-slots", slots.join(" "));
    let formats = data(&harness, "/reference/export-formats");
    let priced: Vec<(&str, f64)> =
        formats.iter().map(|format| (format["code"].as_str().unwrap(), format["credits"].as_f64().unwrap())).collect();
    assert_eq!(
        priced,
        [
            ("csv", 0.0),
            ("xlsx", 0.0),
            ("json", 0.0),
            ("pdf", 0.0),
            ("png", 0.0),
            ("ms_project", 20.0),
            ("primavera_p6", 20.0),
            ("rib_itwo", 20.0),
            ("presto", 20.0),
            ("quickbooks", 20.0)
        ]
    );
}

#[test]
fn event_kinds_say_what_they_tell_of() {
    let kinds = data(&harness(), "/reference/event-kinds");
    let codes: Vec<&str> = kinds.iter().map(|kind| kind["code"].as_str().unwrap()).collect();
    for code in ["document.ready", "takeoff.completed", "export.failed", "credits.changed", "webhook_endpoint.disabled"]
    {
        assert!(codes.contains(&code), "{codes:?}");
    }
    for kind in &kinds {
        assert_eq!(keys(kind), ["code", "description", "name", "schema", "schema_version"]);
        assert!(kind["description"].as_str().is_some_and(|text| text.ends_with('.')), "{kind}");
        assert_eq!(kind["schema"]["type"], "object");
    }
}
