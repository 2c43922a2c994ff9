//! Addresses, declared scales and retention of new documents, and the jobs that they start.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use common::*;
use plumbline_endpoint::Account;
use serde_json::{Value, json};

fn fields(problem: &Value) -> Vec<&str> {
    problem["errors"].as_array().unwrap().iter().map(|error| error["field"].as_str().unwrap()).collect()
}

#[test]
fn an_address_that_is_none_names_its_field() {
    let harness = harness();
    let long = format!("https://example.test/{}", "a".repeat(2028));
    for url in [
        "http://example.test/a.pdf",
        "ftp://example.test/a.pdf",
        "https://",
        "https://user:secret@example.test/a.pdf",
        "https://example.test/a b.pdf",
        "a.pdf",
        "",
        &long,
    ] {
        let refused = harness.post("/documents", &url_form(url));
        assert_eq!(code(&refused), problem(422, "validation_failed"), "{url}");
        assert_eq!(fields(&refused.value()), ["/source/url"], "{url}");
    }
    assert_eq!(long.len(), 2049);
    assert_eq!(harness.post("/documents", &url_form(&long[..2048])).status, 202);
    // Plain http to this machine is for development. A host that does not allow it treats it as any other http.
    let local = harness.post("/documents", &url_form("http://127.0.0.1/unreachable"));
    assert_eq!(fields(&local.value()), ["/source/url"]);
    assert_eq!(count(&harness, "SELECT COUNT(*) FROM documents"), 1);
}

#[test]
fn an_unreachable_address_is_said_and_not_stored_under_the_key() {
    let harness = harness();
    let body = url_form("https://unreachable.test/a.pdf");
    for _ in 0..2 {
        let refused = harness.call("POST", "/documents", Some(&body), &[("idempotency-key", "k")]);
        assert_eq!(code(&refused), problem(422, "source_unreachable"));
        assert!(refused.value()["detail"].as_str().unwrap().contains("the server could not be reached"));
        assert_eq!(refused.header("idempotent-replayed"), None);
    }
    assert_eq!(count(&harness, "SELECT COUNT(*) FROM documents") + count(&harness, "SELECT COUNT(*) FROM outbox"), 0);
    let good = url_form("https://example.test/a.pdf");
    let first = harness.call("POST", "/documents", Some(&good), &[("idempotency-key", "k")]);
    assert_eq!(first.status, 202);
    assert_eq!(harness.call("POST", "/documents", Some(&good), &[("idempotency-key", "k")]).body, first.body);
    // The key is checked before the address: here it returns the problem of a different body.
    let other = harness.call("POST", "/documents", Some(&body), &[("idempotency-key", "k")]);
    assert_eq!(code(&other), problem(422, "idempotency_key_reused"));
}

#[test]
fn a_scale_that_cannot_be_read_names_its_field() {
    let harness = harness();
    let with = |metadata: Value| {
        let mut body = upload_form(&json!({}));
        body["metadata"] = metadata;
        harness.post("/documents", &body)
    };
    let refused = with(json!({"scale": "as noted", "scale.2": "1:50", "scale.3": "one in fifty"}));
    assert_eq!(code(&refused), problem(422, "validation_failed"));
    assert_eq!(fields(&refused.value()), ["/metadata/scale", "/metadata/scale.3"]);
    let taken = with(json!({"scale": "1/8\"=1'-0\"", "scale.2": "1:50", "scale.note": "as noted"}));
    assert_eq!(taken.status, 201);
    assert_eq!(taken.value()["document"]["metadata"]["scale.note"], "as noted");
}

#[test]
fn a_tenants_retention_sets_when_its_documents_go() {
    let harness = bench_of(&Account { retention_days: Some(30), ..Account::default() });
    let end = "2026-12-21T08:00:00.000Z";
    let document = harness.post("/documents", &url_form("https://example.test/a.pdf")).value();
    assert_eq!(document["retain_until"], end);
    assert_eq!(harness.get(&format!("/documents/{}", document["id"].as_str().unwrap())).value()["retain_until"], end);
    assert_eq!(jobs(&harness, "cleanup"), [(json!({"expire_document": document["id"]}), Some(end.to_owned()))]);
    let id = upload(&harness, &json!({}));
    assert_eq!(harness.get(&format!("/documents/{id}")).value()["retain_until"], end);
    assert!(jobs(&harness, "cleanup").contains(&(json!({"expire_document": id}), Some(end.to_owned()))));
}

#[test]
fn without_retention_documents_stay() {
    for retention_days in [None, Some(0), Some(u32::MAX)] {
        let harness = bench_of(&Account { retention_days, ..Account::default() });
        let document = harness.post("/documents", &url_form("https://example.test/a.pdf")).value();
        assert_eq!(document["retain_until"], Value::Null, "{retention_days:?}");
        assert_eq!(jobs(&harness, "cleanup"), []);
    }
}
