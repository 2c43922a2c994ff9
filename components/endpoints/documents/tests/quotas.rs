//! The quotas of documents and storage.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use std::collections::BTreeMap;

use common::*;
use plumbline_endpoint::testing::Harness;
use plumbline_endpoint::{Account, Response};
use serde_json::{Value, json};

fn harness_with_quota(name: &str, limit: f64) -> Harness {
    bench_of(&Account { quotas: BTreeMap::from([(name.to_owned(), limit)]), ..Account::default() })
}

fn refused(response: &Response, quota: &str) {
    assert_eq!(code(response), problem(429, "quota_exceeded"), "{}", response.value());
    assert_eq!(response.value()["quota"], quota);
    assert_eq!(response.value()["retry_after"], Value::Null, "waiting does not help");
    assert_eq!(response.header("retry-after"), None);
}

#[test]
fn documents_at_once_are_bounded_and_deleting_makes_room() {
    let harness = harness_with_quota("documents", 2.0);
    let first = upload(&harness, &json!({}));
    upload(&harness, &json!({}));
    let body = upload_form(&json!({}));
    let third = harness.call("POST", "/documents", Some(&body), &[("idempotency-key", "k")]);
    refused(&third, "documents");
    assert!(third.value()["detail"].as_str().unwrap().contains("The quota is 2 documents, and 2 are stored"));
    refused(&harness.post("/documents", &url_form("https://example.test/a.pdf")), "documents");
    assert_eq!(count(&harness, "SELECT COUNT(*) FROM documents"), 2);
    harness.call("DELETE", &format!("/documents/{first}"), None, &[]);
    // The refusal was not stored under the key.
    assert_eq!(harness.call("POST", "/documents", Some(&body), &[("idempotency-key", "k")]).status, 201);
}

#[test]
fn stored_bytes_are_bounded_with_room_kept_for_open_slots() {
    let harness = harness_with_quota("storage_mb", 2.0);
    let id = upload(&harness, &json!({"size_bytes": 1_500_000}));
    let second = harness.post("/documents", &upload_form(&json!({"size_bytes": 500_001})));
    refused(&second, "storage_mb");
    assert!(second.value()["detail"].as_str().unwrap().contains("The quota is 2 MB, 1.5 MB are stored"));
    let fits = upload(&harness, &json!({"size_bytes": 500_000}));
    refused(&harness.post("/documents", &upload_form(&json!({}))), "storage_mb");
    // An unused slot releases its space when it expires. Uploaded bytes do not.
    harness.set_now("2026-11-21T08:15:00.000Z");
    assert_eq!(complete(&harness, &fits).status, 409);
    harness.services.put_blob(&format!("documents/{id}/original"), 1_500_000);
    complete(&harness, &id);
    refused(&harness.post("/documents", &upload_form(&json!({"size_bytes": 500_001}))), "storage_mb");
    // A file of undeclared size may use the remaining space, which is then not available to others.
    let last = harness.post("/documents", &upload_form(&json!({})));
    let url = last.value()["upload"]["url"].as_str().unwrap().to_owned();
    assert!(url.ends_with("?max=500000"), "{url}");
    refused(&harness.post("/documents", &upload_form(&json!({}))), "storage_mb");
    refused(&harness.post("/documents", &url_form("https://example.test/a.pdf")), "storage_mb");
}

#[test]
fn sheets_exports_and_files_that_are_fetched_are_stored_bytes() {
    let harness = harness_with_quota("storage_mb", 120.0);
    // The size of a fetched file is unknown until it arrives.
    assert_eq!(harness.post("/documents", &url_form("https://example.test/a.pdf")).status, 202);
    upload(&harness, &json!({"size_bytes": 50_000_000}));
    refused(&harness.post("/documents", &upload_form(&json!({"size_bytes": 20_000_001}))), "storage_mb");
    harness
        .db
        .execute("UPDATE documents SET status = 'ready', size_bytes = 1000000, sheet_bytes = 35000000", [])
        .unwrap();
    let more = harness.post("/documents", &upload_form(&json!({"size_bytes": 48_000_001})));
    refused(&more, "storage_mb");
    assert!(more.value()["detail"].as_str().unwrap().contains("72.0 MB are"), "{}", more.value());
    harness.db.execute("UPDATE documents SET sheet_bytes = 10000000", []).unwrap();
    harness
        .db
        .execute(
            "INSERT INTO exports (id, format, status, accepted_only, include_evidence, units, credits_charged, blob_key, size_bytes, \
             created_at) VALUES ('exp_1', 'csv', 'completed', 0, 0, 'imperial', 0, 'k', 60000000, '2026')",
            [],
        )
        .unwrap();
    refused(&harness.post("/documents", &upload_form(&json!({"size_bytes": 38_000_001}))), "storage_mb");
    assert_eq!(harness.post("/documents", &upload_form(&json!({"size_bytes": 38_000_000}))).status, 201);
}

#[test]
fn what_has_no_quota_is_not_bounded() {
    let harness = harness_with_quota("other", 0.0);
    upload(&harness, &json!({"size_bytes": 50_000_000}));
    refused(&harness_with_quota("documents", 0.0).post("/documents", &upload_form(&json!({}))), "documents");
}
