//! The documents endpoints end to end over the real schema.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use plumbline_database::{Value as Sql, ledger, params};
use plumbline_endpoint::Response;
use plumbline_endpoint::testing::{BASE, Harness};
use plumbline_endpoint_documents::ROUTES;
use serde_json::{Value, json};

const PROJECT: &str = "prj_0000000000000000000001";

fn harness() -> Harness {
    let harness = Harness::new(ROUTES).unwrap();
    harness
        .db
        .execute(
            "INSERT INTO projects (id, name, metadata, created_at) VALUES (?, 'P', '{}', '2026-01-01T00:00:00.000Z')",
            params![PROJECT],
        )
        .unwrap();
    harness
}

fn code(response: &Response) -> (u16, String) {
    (response.status, response.value()["code"].as_str().unwrap_or_default().to_owned())
}

fn upload_form() -> Value {
    json!({"project_id": PROJECT, "filename": "E-101.pdf", "source": {"type": "upload", "content_type": "application/pdf"}})
}

#[test]
fn an_upload_is_completed_and_goes_to_ingestion() {
    let harness = harness();
    let created = harness.post("/documents", &upload_form());
    assert_eq!(created.status, 201, "{}", created.value());
    let body = created.value();
    let id = body["document"]["id"].as_str().unwrap().to_owned();
    assert_eq!(body["document"]["status"], "awaiting_upload");
    assert_eq!(body["upload"]["method"], "PUT");
    assert_eq!(body["upload"]["headers"], json!({"content-type": "application/pdf"}));
    assert_eq!(created.header("location"), Some(format!("{BASE}/documents/{id}").as_str()));

    let complete = format!("/documents/{id}/complete");
    assert_eq!(code(&harness.call("POST", &complete, None, &[])), (409, "upload_missing".to_owned()));
    assert_eq!(harness.get(&format!("/documents/{id}")).value()["status"], "awaiting_upload");
    assert_eq!(code(&harness.get(&format!("/documents/{id}/download"))), (409, "upload_missing".to_owned()));

    harness.services.put_blob(&format!("documents/{id}/original"), 1234);
    let accepted = harness.call("POST", &complete, None, &[]);
    assert_eq!(accepted.status, 202);
    assert!(accepted.header("retry-after").is_some());
    assert_eq!(accepted.value()["status"], "ingesting");
    assert_eq!(accepted.value()["size_bytes"], 1234);
    // A second call changes nothing and does not enqueue a second job.
    assert_eq!(harness.call("POST", &complete, None, &[]).status, 202);
    assert_eq!(harness.scalar("SELECT COUNT(*) FROM outbox WHERE kind = 'ingest'").unwrap(), Some(Sql::Integer(1)));
    assert_eq!(
        harness.scalar("SELECT payload FROM outbox WHERE kind = 'ingest'").unwrap(),
        Some(Sql::Text(json!({"document_id": id, "project_id": PROJECT}).to_string()))
    );
    let download = harness.get(&format!("/documents/{id}/download"));
    assert_eq!(download.status, 302);
    assert!(download.header("location").unwrap().contains("filename=E-101.pdf"));
}

#[test]
fn an_address_goes_to_ingestion_at_once() {
    let harness = harness();
    let body = json!({"project_id": PROJECT, "filename": "a.pdf", "external_ref": "x", "discipline_hint": "electrical",
                      "source": {"type": "url", "url": "https://example.test/a.pdf"}});
    let created = harness.call("POST", "/documents", Some(&body), &[("idempotency-key", "k")]);
    assert_eq!(created.status, 202);
    assert_eq!(created.value()["status"], "ingesting");
    let again = harness.call("POST", "/documents", Some(&body), &[("idempotency-key", "k")]);
    assert_eq!(again.body, created.body);
    assert_eq!(harness.scalar("SELECT COUNT(*) FROM outbox").unwrap(), Some(Sql::Integer(1)));
    assert_eq!(code(&harness.post("/documents", &body)), (409, "external_ref_conflict".to_owned()));
}

#[test]
fn bad_bodies_name_every_field() {
    let harness = harness();
    let fields = |body: &Value| -> Vec<String> {
        let response = harness.post("/documents", body);
        assert_eq!(response.status, 422, "{body}");
        response.value()["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["field"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(fields(&json!({})), ["/project_id", "/filename", "/source"]);
    assert_eq!(
        fields(
            &json!({"project_id": PROJECT, "filename": "a", "kind": "plan", "source": {"type": "url", "url": "http://example.test/"}})
        ),
        ["/source/url", "/kind"]
    );
    assert_eq!(
        fields(&json!({"project_id": PROJECT, "filename": "a",
                       "source": {"type": "upload", "size_bytes": 60_000_000, "content_type": "text/plain", "url": "https://x.test"}})),
        ["/source/size_bytes", "/source/content_type", "/source/url"]
    );
    assert_eq!(
        fields(&json!({"project_id": PROJECT, "filename": "a", "source": {"type": "ftp", "url": "x"}})),
        ["/source/type"]
    );
    let unknown = json!({"project_id": "prj_0000000000000000000009", "filename": "a", "source": {"type": "upload"}});
    assert_eq!(code(&harness.post("/documents", &unknown)), (404, "not_found".to_owned()));
}

#[test]
fn a_ready_document_has_its_pages() {
    let harness = harness();
    let id = harness.post("/documents", &upload_form()).value()["document"]["id"].as_str().unwrap().to_owned();
    harness.db.execute("UPDATE documents SET status = 'ready', page_count = 1, ready_at = created_at", []).unwrap();
    harness
        .db
        .execute(
            "INSERT INTO document_pages (document_id, number, sheet_number, has_text, has_vectors, rotation, width_pt, height_pt, disciplines) \
             VALUES (?, 1, 'E-101', 1, 1, 90, 2592.0, 1728.0, '[\"electrical\"]')",
            params![&id],
        )
        .unwrap();
    let document = harness.get(&format!("/documents/{id}"));
    assert_eq!(
        document.value()["pages"],
        json!([{"number": 1, "sheet_number": "E-101", "sheet_title": null, "has_text": true, "rotation": 90,
                "size_pt": {"width": 2592.0, "height": 1728.0}, "disciplines_detected": ["electrical"]}])
    );
    let tag = document.header("etag").unwrap();
    assert_eq!(harness.call("GET", &format!("/documents/{id}"), None, &[("if-none-match", tag)]).status, 304);
    let count = |target: &str| harness.get(target).value()["data"].as_array().unwrap().len();
    assert_eq!(count("/documents?status=ready"), 1);
    assert_eq!(count("/documents?status=failed"), 0);
    assert_eq!(count(&format!("/documents?project_id={PROJECT}")), 1);
}

#[test]
fn deleting_gives_held_credits_back_and_cleans_blobs() {
    let harness = harness();
    let id = harness.post("/documents", &upload_form()).value()["document"]["id"].as_str().unwrap().to_owned();
    harness
        .db
        .transaction(|tx| {
            tx.execute(
                "INSERT INTO takeoffs (id, document_id, project_id, discipline, status, pages, pages_total, include_schedules, units, depth, \
                 estimated_credits, metadata, created_at) VALUES ('tko_1', ?, ?, 'electrical', 'processing', '[1]', 1, 1, 'as_drawn', \
                 'standard', 10, '{}', '2026-01-01T00:00:00.000Z')",
                params![&id, PROJECT],
            )?;
            ledger::hold(tx, "tko_1", 10.0, "estimate", "2026-01-01T00:00:00.000Z")
        })
        .unwrap();
    assert_eq!(ledger::balance(&harness.db).unwrap().held, 10.0);
    assert_eq!(harness.call("DELETE", &format!("/documents/{id}"), None, &[]).status, 204);
    assert_eq!(ledger::balance(&harness.db).unwrap().held, 0.0);
    assert_eq!(harness.scalar("SELECT COUNT(*) FROM takeoffs").unwrap(), Some(Sql::Integer(0)));
    assert_eq!(
        harness.scalar("SELECT payload FROM outbox WHERE kind = 'cleanup' AND due_at IS NULL").unwrap(),
        Some(Sql::Text(json!({"prefixes": [format!("documents/{id}/")]}).to_string()))
    );
    assert_eq!(harness.get(&format!("/documents/{id}")).status, 404);
}
