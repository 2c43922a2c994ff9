//! Upload slots: the signed limits, and the results of completion and download.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use common::*;
use serde_json::{Value, json};

#[test]
fn a_slot_is_open_for_15_minutes_and_looked_at_after_the_longest_upload() {
    let harness = harness();
    let created = harness.post("/documents", &upload_form(&json!({"content_type": "application/pdf"}))).value();
    assert_eq!(created["upload"]["expires_at"], "2026-11-21T08:15:00.000Z");
    assert_eq!(created["upload"]["headers"], json!({"content-type": "application/pdf"}));
    let id = &created["document"]["id"];
    // An upload that starts at the end of the slot may take half an hour.
    let look = (json!({"expire_upload": id}), Some("2026-11-21T08:46:00.000Z".to_owned()));
    assert_eq!(jobs(&harness, "cleanup"), [look]);
}

#[test]
fn completing_before_any_byte_leaves_the_slot_open() {
    let harness = harness();
    let id = upload(&harness, &json!({}));
    harness.set_now("2026-11-21T08:14:59.999Z");
    assert_eq!(code(&complete(&harness, &id)), problem(409, "upload_missing"));
    assert_eq!(harness.get(&format!("/documents/{id}")).value()["status"], "awaiting_upload");
    harness.services.put_blob(&format!("documents/{id}/original"), 10);
    assert_eq!(complete(&harness, &id).value()["status"], "ingesting");
}

#[test]
fn completing_without_bytes_after_15_minutes_fails_the_document() {
    let harness = harness();
    let id = upload(&harness, &json!({}));
    harness.set_now("2026-11-21T08:15:00.000Z");
    for _ in 0..2 {
        assert_eq!(code(&complete(&harness, &id)), problem(409, "upload_expired"));
    }
    let document = harness.get(&format!("/documents/{id}")).value();
    assert_eq!((&document["status"], &document["failure"]["code"]), (&json!("failed"), &json!("document_unreadable")));
    assert_eq!(code(&harness.get(&format!("/documents/{id}/download"))), problem(409, "upload_expired"));
    assert_eq!(jobs(&harness, "ingest"), []);
}

/// The message says to create the document again, which must be possible with the caller's own id.
#[test]
fn an_upload_that_did_not_come_gives_its_external_ref_up() {
    let harness = harness();
    let body = |size: Option<u64>| {
        let mut body = upload_form(&size.map_or(json!({}), |size| json!({"size_bytes": size})));
        body["external_ref"] = json!("A-1");
        body
    };
    let create = |size| harness.post("/documents", &body(size));
    let id = |answer: &plumbline_endpoint::Response| answer.value()["document"]["id"].as_str().unwrap().to_owned();
    let first = create(None);
    assert_eq!(first.status, 201);
    assert_eq!(code(&create(None)), problem(409, "external_ref_conflict"), "its slot is open");
    harness.set_now("2026-11-21T08:15:00.000Z");
    let second = create(Some(10));
    assert_eq!(second.status, 201, "nothing came: {}", second.value());
    let old = harness.get(&format!("/documents/{}", id(&first))).value();
    assert!(old["external_ref"].is_null(), "{old}");
    // The uploaded size differs from the declared one.
    harness.services.put_blob(&format!("documents/{}/original", id(&second)), 9);
    complete(&harness, &id(&second));
    let third = create(None);
    assert_eq!(third.status, 201, "{}", third.value());
    // A file that arrived in time can still be completed, however late.
    harness.services.put_blob(&format!("documents/{}/original", id(&third)), 10);
    harness.set_now("2026-11-21T09:00:00.000Z");
    assert_eq!(code(&create(None)), problem(409, "external_ref_conflict"));
}

#[test]
fn every_failed_document_gives_its_external_ref_up() {
    let harness = harness();
    let with_ref = |mut body: Value| {
        body["external_ref"] = json!("A-1");
        body
    };
    let uploaded = with_ref(upload_form(&json!({"size_bytes": 10})));
    let fetched = with_ref(url_form("https://example.test/a.pdf"));
    let fail = || harness.db.execute("UPDATE documents SET status = 'failed'", []).unwrap();
    // A file that cannot be read has the declared size.
    let first = harness.post("/documents", &uploaded).value()["document"]["id"].as_str().unwrap().to_owned();
    harness.services.put_blob(&format!("documents/{first}/original"), 10);
    assert_eq!(complete(&harness, &first).value()["status"], "ingesting");
    assert_eq!(code(&harness.post("/documents", &fetched)), problem(409, "external_ref_conflict"));
    fail();
    let second = harness.post("/documents", &fetched);
    assert_eq!(second.status, 202, "{}", second.value());
    assert!(harness.get(&format!("/documents/{first}")).value()["external_ref"].is_null());
    assert_eq!(code(&harness.post("/documents", &uploaded)), problem(409, "external_ref_conflict"));
    fail();
    assert_eq!(harness.post("/documents", &uploaded).status, 201);
}

#[test]
fn bytes_that_came_within_the_slot_are_taken_whenever_complete_is_called() {
    let harness = harness();
    let id = upload(&harness, &json!({}));
    harness.services.put_blob(&format!("documents/{id}/original"), 10);
    harness.set_now("2026-11-21T09:00:00.000Z");
    assert_eq!(complete(&harness, &id).status, 202);
    assert_eq!(complete(&harness, &id).status, 202, "once more changes nothing");
    assert_eq!(jobs(&harness, "ingest"), [(json!({"document_id": id, "project_id": PROJECT}), None)]);
}

#[test]
fn a_declared_size_bounds_the_put_and_must_be_met() {
    let harness = harness();
    let signed = |source| harness.post("/documents", &upload_form(&source)).value()["upload"]["url"].clone();
    assert!(signed(json!({"size_bytes": 1000})).as_str().unwrap().ends_with("max=1000"));
    assert!(signed(json!({})).as_str().unwrap().ends_with("max=50000000"));

    let id = upload(&harness, &json!({"size_bytes": 1000}));
    harness.services.put_blob(&format!("documents/{id}/original"), 999);
    let short = complete(&harness, &id);
    assert_eq!((short.status, &short.value()["status"]), (202, &json!("failed")));
    assert_eq!(short.value()["failure"]["code"], "document_unreadable");
    assert!(short.value()["failure"]["message"].as_str().unwrap().contains("999 bytes"));
    assert_eq!(complete(&harness, &id).status, 202, "it stays as it is");

    let id = upload(&harness, &json!({"size_bytes": 1000}));
    harness.services.put_blob(&format!("documents/{id}/original"), 1000);
    assert_eq!(complete(&harness, &id).value()["status"], "ingesting");
    assert_eq!(jobs(&harness, "ingest").len(), 1);
    // A file of another size is never read, so only the second document was ingesting.
    let ingesting = "SELECT group_concat(resource_id) FROM events WHERE kind = 'document.ingesting'";
    assert_eq!(harness.scalar(ingesting).unwrap(), Some(id.into()));
}

#[test]
fn a_file_that_a_store_took_although_it_is_too_large_becomes_no_document() {
    let harness = harness();
    for (source, size, code) in
        [(json!({}), 50_000_001, "capacity"), (json!({"size_bytes": 1000}), 1001, "document_unreadable")]
    {
        let id = upload(&harness, &source);
        harness.services.put_blob(&format!("documents/{id}/original"), size);
        let refused = complete(&harness, &id);
        assert_eq!((refused.status, &refused.value()["status"]), (202, &json!("failed")));
        assert_eq!(refused.value()["failure"]["code"], code);
        assert!(refused.value().get("size_bytes").is_none_or(Value::is_null), "it takes none of the quota");
    }
    assert!(jobs(&harness, "ingest").is_empty());
}

#[test]
fn a_download_is_signed_for_ten_minutes_or_says_what_is_missing() {
    let harness = harness();
    let id = upload(&harness, &json!({"content_type": "application/pdf"}));
    let download = format!("/documents/{id}/download");
    assert_eq!(code(&harness.get(&download)), problem(409, "upload_missing"));
    harness.services.put_blob(&format!("documents/{id}/original"), 10);
    complete(&harness, &id);
    for status in ["ingesting", "ready", "failed"] {
        harness.db.execute("UPDATE documents SET status = ?", [status.into()]).unwrap();
        let found = harness.get(&download);
        assert_eq!(found.status, 302, "{status}");
        let location = found.header("location").unwrap();
        for part in ["filename=E-101.pdf", "type=application/pdf", "seconds=600"] {
            assert!(location.contains(part), "{location}");
        }
        assert_eq!(found.header("cache-control"), Some("no-store"));
    }
    let fetched = harness.post("/documents", &url_form("https://example.test/a.pdf")).value();
    let download = format!("/documents/{}/download", fetched["id"].as_str().unwrap());
    assert_eq!(code(&harness.get(&download)), problem(409, "document_not_ready"));
}

#[test]
fn operations_on_one_document_name_its_projects_customer() {
    let harness = harness();
    let created = harness.post("/documents", &upload_form(&json!({})));
    let customer =
        |response: &plumbline_endpoint::Response| response.header("x-plumbline-end-customer").map(str::to_owned);
    let ames = Some("Ames%20%26%20S%C3%B6hne".to_owned());
    assert_eq!((customer(&created), created.header("x-plumbline-units")), (ames.clone(), Some("1")));
    let id = created.value()["document"]["id"].as_str().unwrap().to_owned();
    harness.services.put_blob(&format!("documents/{id}/original"), 10);
    assert_eq!(customer(&complete(&harness, &id)), ames);
    assert_eq!(customer(&harness.get(&format!("/documents/{id}"))), ames);
    assert_eq!(customer(&harness.get(&format!("/documents/{id}/download"))), ames);
    assert_eq!(customer(&harness.get(&format!("/documents?project_id={PROJECT}"))), ames);
    assert_eq!(customer(&harness.get("/documents")), None, "a list over all projects is nobody's in particular");
    assert_eq!(customer(&harness.call("DELETE", &format!("/documents/{id}"), None, &[])), ames);
}
