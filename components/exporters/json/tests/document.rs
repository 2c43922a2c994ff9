//! Reads the document back with serde_json, as a client would.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use plumbline_exporter::ItemRow;
use plumbline_exporter::testing::{FixedRows, header, item, route, schedule};
use plumbline_exporter_json::write;
use serde_json::{Value, json};

fn read(rows: &impl plumbline_exporter::Rows) -> Value {
    serde_json::from_slice(&write(rows, Vec::new()).unwrap()).unwrap()
}

#[test]
fn the_document_has_the_described_shape() {
    let mut rows = FixedRows::new(header(), 1201, item);
    rows.routes = vec![route(1)];
    rows.schedules = vec![schedule(1), schedule(2)];
    let document = read(&rows);
    assert_eq!((&document["format"], &document["version"]), (&json!("plumbline.takeoff"), &json!(1)));
    assert_eq!(document["takeoff"]["project"]["name"], "Café «Größe» & Söhne, 2nd floor");
    assert_eq!(document["takeoff"]["discipline"], "electrical");
    let makers: Vec<_> = document["takeoff"]["makers"].as_array().unwrap().iter().map(|maker| &maker["id"]).collect();
    assert_eq!(makers, ["pdf", "electrical"]);
    assert_eq!(document["takeoff"]["makers"][1]["version"], "0.1.0");
    assert_eq!(document["takeoff"]["makers"][1]["role"], "extractor");
    assert_eq!(document["items"].as_array().unwrap().len(), 1201);
    assert_eq!(
        document["items"][1200],
        json!({
            "id": "itm_0000000000000000001200", "group_id": "grp-a", "description": "Duplex receptacle, 20 A",
            "trade": "electrical", "category": "devices", "item_type": "receptacle", "measure_type": "count",
            "extracted_quantity": 1.0, "quantity_override": null, "effective_quantity": 1.0, "unit": "EA",
            "tag": "R1200", "attributes": {"circuit": "LP-1/3", "rating": 20.0, "gfci": true},
            "sheet": {"number": "E-101", "title": "Lighting plan"}, "page_number": 2,
            "evidence": [{"page_number": 2, "bbox": [0.25, 0.5, 0.26, 0.51]}], "confidence": "high",
            "review_status": "extracted", "source": "plan", "note": null
        })
    );
    assert_eq!(document["routes"][0]["from"], json!({"type": "panel", "tag": "LP-1", "count": null}));
    assert_eq!(document["routes"][0]["to"], json!({"type": "device_group", "tag": null, "count": 4}));
    assert_eq!(document["schedules"][1]["rows"][0]["attributes"]["Load (VA)"], 1200.0);
}

#[test]
fn evidence_is_absent_unless_asked_for() {
    let mut head = header();
    head.include_evidence = false;
    let document = read(&FixedRows::new(head, 1, item));
    assert!(document["items"][0].get("evidence").is_none());
}

#[test]
fn an_empty_takeoff_is_three_empty_lists() {
    let document = read(&FixedRows::new(header(), 0, item));
    for list in ["items", "routes", "schedules"] {
        assert_eq!(document[list], json!([]));
    }
}

#[test]
fn each_element_stands_on_its_own_line() {
    let bytes = write(&FixedRows::new(header(), 3, |i| ItemRow { note: Some("a\nb".into()), ..item(i) }), Vec::new());
    let text = String::from_utf8(bytes.unwrap()).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("\"itm_")).collect();
    assert_eq!(lines.len(), 3);
    for line in lines {
        serde_json::from_str::<Value>(line.trim_end_matches(',')).unwrap();
    }
}
