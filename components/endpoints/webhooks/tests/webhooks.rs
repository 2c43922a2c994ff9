//! Webhook endpoints over the real schema: what callers see, and what waits for the host.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use std::collections::BTreeSet;

use plumbline_database::{params, testing};
use plumbline_endpoint::testing::Harness;
use plumbline_endpoint_webhooks::ROUTES;
use serde_json::{Value, json};

const TIME: &str = "2026-01-01T00:00:00.000Z";
const TAKEOFF: &str = "tko_0000000000000000000001";
const DOCUMENT: &str = "doc_0000000000000000000001";

fn harness() -> Harness {
    let mut harness = Harness::new(ROUTES).unwrap();
    harness.caller.insert("x-plumbline-scopes", "webhooks:manage".to_owned());
    testing::insert_document(&harness.db, DOCUMENT, TIME).unwrap();
    testing::insert_takeoff(&harness.db, TAKEOFF, DOCUMENT, &[1], TIME).unwrap();
    harness.db.execute("UPDATE takeoffs SET status = 'processing'", params![]).unwrap();
    harness
}

fn create(harness: &Harness, kinds: &[&str]) -> Value {
    let created =
        harness.post("/webhook-endpoints", &json!({"url": "https://example.com/hooks", "event_types": kinds}));
    assert_eq!(created.status, 201, "{}", created.value());
    created.value()
}

fn complete(harness: &Harness) {
    harness.db.execute("UPDATE takeoffs SET status = 'completed' WHERE id = ?", params![TAKEOFF]).unwrap();
}

fn count(harness: &Harness, sql: &str) -> i64 {
    match harness.scalar(sql).unwrap() {
        Some(plumbline_database::Value::Integer(number)) => number,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_secret_is_shown_once_and_stored_sealed() {
    let harness = harness();
    let body = json!({"url": "https://example.com/hooks", "event_types": ["takeoff.completed"]});
    let headers = [("idempotency-key", "k1")];
    let first = harness.call("POST", "/webhook-endpoints", Some(&body), &headers).value();
    let secret = first["secret"].as_str().unwrap();
    assert!(secret.starts_with("whsec_") && secret.len() > 40);
    let again = harness.call("POST", "/webhook-endpoints", Some(&body), &headers).value();
    assert_eq!((&again["id"], &again["secret"]), (&first["id"], &Value::Null));
    let path = format!("/webhook-endpoints/{}", first["id"].as_str().unwrap());
    assert_eq!(harness.get(&path).value()["secret"], Value::Null);
    let text = format!("SELECT COUNT(*) FROM webhook_endpoints WHERE secret LIKE '%{secret}%'");
    assert_eq!(count(&harness, &text), 0);
    let key = format!("SELECT COUNT(*) FROM idempotency WHERE body LIKE '%{secret}%'");
    assert_eq!(count(&harness, &key), 0);
}

#[test]
fn a_rotation_keeps_the_previous_secret_for_a_day() {
    let harness = harness();
    harness.set_now("2026-11-21T08:00:00.000Z");
    let created = create(&harness, &["takeoff.completed"]);
    let path = format!("/webhook-endpoints/{}", created["id"].as_str().unwrap());
    let rotated = harness.post(&format!("{path}/rotate-secret"), &json!({})).value();
    assert_ne!(rotated["secret"], created["secret"]);
    assert_eq!(rotated["previous_secret_expires_at"], "2026-11-22T08:00:00.000Z");
    harness.set_now("2026-11-22T08:00:00.001Z");
    assert_eq!(harness.get(&path).value()["previous_secret_expires_at"], Value::Null);
}

#[test]
fn an_event_is_delivered_to_the_endpoints_that_want_it() {
    let harness = harness();
    let wants = create(&harness, &["takeoff.completed"]);
    let other = create(&harness, &["export.completed"]);
    complete(&harness);
    let deliveries = |endpoint: &Value| {
        harness.get(&format!("/webhook-endpoints/{}/deliveries", endpoint["id"].as_str().unwrap())).value()
    };
    let delivery = deliveries(&wants)["data"][0].clone();
    assert_eq!((&delivery["status"], &delivery["event_type"]), (&json!("pending"), &json!("takeoff.completed")));
    assert_eq!(deliveries(&other)["data"], json!([]));
    assert_eq!(count(&harness, "SELECT COUNT(*) FROM outbox WHERE kind = 'webhook'"), 1);
    // The job that has not begun sends both.
    harness.db.execute("UPDATE takeoffs SET status = 'processing'", params![]).unwrap();
    complete(&harness);
    assert_eq!(deliveries(&wants)["data"].as_array().unwrap().len(), 2);
    assert_eq!(count(&harness, "SELECT COUNT(*) FROM outbox WHERE kind = 'webhook'"), 1);
    // An entry is marked as dispatched before its job begins, or after it has ended.
    harness.db.execute("UPDATE outbox SET dispatched_at = 'now' WHERE kind = 'webhook'", params![]).unwrap();
    harness.db.execute("UPDATE takeoffs SET status = 'processing'", params![]).unwrap();
    complete(&harness);
    assert_eq!(count(&harness, "SELECT COUNT(*) FROM outbox WHERE kind = 'webhook'"), 1);
    // What a job does when it begins.
    harness.db.execute("UPDATE webhook_endpoints SET woken_for = NULL", params![]).unwrap();
    harness.db.execute("UPDATE takeoffs SET status = 'processing'", params![]).unwrap();
    complete(&harness);
    assert_eq!(count(&harness, "SELECT COUNT(*) FROM outbox WHERE kind = 'webhook'"), 2);
}

#[test]
fn a_disabled_endpoint_gets_nothing_until_a_replay() {
    let harness = harness();
    let created = create(&harness, &["takeoff.completed"]);
    let path = format!("/webhook-endpoints/{}", created["id"].as_str().unwrap());
    let patch = |status: &str| harness.call("PATCH", &path, Some(&json!({"status": status})), &[]).value();
    assert_eq!(patch("disabled")["disabled_reason"], "requested");
    complete(&harness);
    assert_eq!(harness.get(&format!("{path}/deliveries")).value()["data"], json!([]));
    let replay = |body: &Value| harness.post(&format!("{path}/replay"), body);
    assert_eq!(replay(&json!({"since": TIME})).status, 422);
    assert_eq!(patch("enabled")["disabled_reason"], Value::Null);
    let range = json!({"since": "2026-01-01T00:00:00.000Z", "until": "2099-01-01T00:00:00.000Z"});
    assert_eq!(replay(&range).value(), json!({"deliveries": 1}));
    assert_eq!(harness.get(&format!("{path}/deliveries?status=pending")).value()["data"].as_array().unwrap().len(), 1);
    // What waits already is not sent twice.
    assert_eq!(replay(&range).value(), json!({"deliveries": 0}));
}

#[test]
fn a_test_reaches_one_endpoint_whatever_it_receives() {
    let harness = harness();
    let tested = create(&harness, &["export.completed"]);
    let other = create(&harness, &["export.completed", "webhook_endpoint.test"]);
    let path = |endpoint: &Value| format!("/webhook-endpoints/{}", endpoint["id"].as_str().unwrap());
    let sent = harness.post(&format!("{}/test", path(&tested)), &json!({}));
    assert_eq!(sent.status, 202, "{}", sent.value());
    let delivery = sent.value();
    assert_eq!(delivery["request_body"]["type"], "webhook_endpoint.test");
    assert_eq!(delivery["request_body"]["environment"], "production");
    assert_eq!(harness.get(&format!("{}/deliveries", path(&other))).value()["data"], json!([]));
    let one = format!("{}/deliveries/{}", path(&tested), delivery["id"].as_str().unwrap());
    assert_eq!(harness.get(&one).value(), delivery);
    let again = harness.post(&format!("{one}/replay"), &json!({}));
    assert_eq!((again.status, &again.value()["event_id"]), (202, &delivery["event_id"]));
}

#[test]
fn each_test_answers_with_its_own_delivery() {
    let harness = harness();
    let path = format!("/webhook-endpoints/{}", create(&harness, &["export.completed"])["id"].as_str().unwrap());
    let mut seen = BTreeSet::new();
    for _ in 0..3 {
        let sent = harness.post(&format!("{path}/test"), &json!({}));
        assert_eq!(sent.status, 202, "{}", sent.value());
        assert!(seen.insert(sent.value()["id"].as_str().unwrap().to_owned()), "{}", sent.value());
        // Earlier deliveries sort as newer, as those of the same millisecond may.
        harness.db.execute("UPDATE webhook_deliveries SET created_at = '9999-01-01T00:00:00.000Z'", params![]).unwrap();
    }
    assert_eq!(count(&harness, "SELECT COUNT(*) FROM webhook_deliveries"), 3);
}

#[test]
fn bad_endpoints_are_refused_by_field() {
    let harness = harness();
    let refused = harness
        .post("/webhook-endpoints", &json!({"url": "https://unreachable.test/", "event_types": ["takeoff.lost"]}));
    assert_eq!((refused.status, &refused.value()["errors"][0]["field"]), (422, &json!("/event_types/0")));
    let body = json!({"url": "https://unreachable.test/", "event_types": ["takeoff.completed"]});
    let refused = harness.post("/webhook-endpoints", &body);
    assert_eq!((refused.status, &refused.value()["errors"][0]["field"]), (422, &json!("/url")));
    for _ in 0..20 {
        create(&harness, &["takeoff.completed"]);
    }
    let full = harness
        .post("/webhook-endpoints", &json!({"url": "https://example.com/", "event_types": ["takeoff.completed"]}));
    assert_eq!((full.status, &full.value()["code"]), (429, &json!("quota_exceeded")));
}
