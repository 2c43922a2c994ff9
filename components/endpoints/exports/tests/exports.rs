//! The exports endpoints end to end over the real schema.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use plumbline_database::{Value as Sql, ledger, params, testing};
use plumbline_endpoint::Response;
use plumbline_endpoint::testing::{BASE, Harness};
use plumbline_endpoint_exports::ROUTES;
use serde_json::{Value, json};

const TAKEOFF: &str = "tko_0000000000000000000001";

fn harness() -> Harness {
    let mut harness = Harness::new(ROUTES).unwrap();
    harness.caller.insert("x-plumbline-scopes", "documents:read exports:create exports:read".to_owned());
    let time = "2026-01-01T00:00:00.000Z";
    testing::insert_document(&harness.db, "doc_1", time).unwrap();
    testing::insert_takeoff(&harness.db, TAKEOFF, "doc_1", &[1], time).unwrap();
    harness
}

fn code(response: &Response) -> (u16, String) {
    (response.status, response.value()["code"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn an_export_is_queued_and_downloaded_when_completed() {
    let harness = harness();
    let body = json!({"format": "csv", "takeoff_id": TAKEOFF, "options": {"accepted_only": true, "units": "metric"}});
    let created = harness.call("POST", "/exports", Some(&body), &[("idempotency-key", "k")]);
    assert_eq!(created.status, 202, "{}", created.value());
    let export = created.value();
    let id = export["id"].as_str().unwrap();
    assert_eq!(created.header("location"), Some(format!("{BASE}/exports/{id}").as_str()));
    assert_eq!(
        (&export["status"], &export["credits_charged"], &export["completed_at"]),
        (&json!("queued"), &json!(0.0), &Value::Null)
    );
    assert_eq!(harness.call("POST", "/exports", Some(&body), &[("idempotency-key", "k")]).body, created.body);
    assert_eq!(
        harness.scalar("SELECT payload FROM outbox WHERE kind = 'export'").unwrap(),
        Some(Sql::Text(json!({"export_id": id, "project_id": "prj_1"}).to_string()))
    );
    assert_eq!(
        harness.scalar("SELECT document_url FROM exports").unwrap(),
        Some(Sql::Text(
            "https://api.example.test/blobs/k?filename=a.pdf&type=application/octet-stream&seconds=604800".into()
        ))
    );
    let path = format!("/exports/{id}");
    let queued = harness.get(&path);
    assert_eq!(queued.value(), export);
    harness
        .db
        .execute("UPDATE exports SET status = 'completed', filename = 'a.csv', media_type = 'text/csv', completed_at = created_at", [])
        .unwrap();
    let done = harness.call("GET", &path, None, &[("if-none-match", queued.header("etag").unwrap())]);
    assert_eq!(done.status, 200);
    assert_eq!(done.value()["download"]["filename"], "a.csv");
    assert!(done.value()["download"]["url"].as_str().unwrap().contains(&format!("exports/{id}/file")));
    assert_eq!(harness.call("GET", &path, None, &[("if-none-match", done.header("etag").unwrap())]).status, 304);
}

#[test]
fn only_callers_who_may_read_documents_get_links_to_the_drawing() {
    let mut harness = harness();
    harness.caller.insert("x-plumbline-scopes", "exports:create exports:read".to_owned());
    let created = harness.post("/exports", &json!({"format": "csv", "takeoff_id": TAKEOFF}));
    assert_eq!(created.status, 202, "{}", created.value());
    assert_eq!(harness.scalar("SELECT document_url FROM exports").unwrap(), Some(Sql::Null));
}

#[test]
fn a_package_format_holds_its_price() {
    let harness = harness();
    let body = json!({"format": "ms_project", "takeoff_id": TAKEOFF});
    assert_eq!(harness.post("/exports", &body).status, 202);
    assert_eq!(ledger::balance(&harness.db).unwrap().held, 20.0);
    harness.db.transaction(|tx| ledger::hold(tx, "other", 170.0, "test", "2026-01-01T00:00:00.000Z")).unwrap();
    let refused = harness.post("/exports", &body);
    assert_eq!(code(&refused), (402, "insufficient_credits".to_owned()));
    assert_eq!(refused.value()["available_credits"], 10.0);
    assert_eq!(harness.scalar("SELECT COUNT(*) FROM exports").unwrap(), Some(Sql::Integer(1)));
}

#[test]
fn what_cannot_be_exported_says_why() {
    let mut harness = harness();
    let fields = |body: &Value| -> Vec<Value> {
        harness.post("/exports", body).value()["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["field"].clone())
            .collect()
    };
    assert_eq!(
        fields(&json!({"format": "docx", "options": {"colour": 1}})),
        ["/format", "/takeoff_id", "/options/colour"]
    );
    assert_eq!(fields(&json!({"format": "csv", "takeoff_id": TAKEOFF, "estimate_id": "est_1"})), ["/estimate_id"]);
    assert_eq!(
        code(&harness.post("/exports", &json!({"format": "csv", "estimate_id": "est_1"}))),
        (501, "not_enabled".to_owned())
    );
    assert_eq!(
        code(&harness.post("/exports", &json!({"format": "csv", "takeoff_id": "tko_none"}))),
        (404, "not_found".to_owned())
    );
    assert_eq!(harness.get("/exports/exp_0000000000000000000000").status, 404);
    harness.db.execute("UPDATE takeoffs SET status = 'processing'", []).unwrap();
    let csv = json!({"format": "csv", "takeoff_id": TAKEOFF});
    assert_eq!(code(&harness.post("/exports", &csv)), (409, "takeoff_not_completed".to_owned()));
    harness.caller.insert("x-plumbline-slots", "exporter:xlsx".to_owned());
    assert_eq!(code(&harness.post("/exports", &csv)), (501, "not_enabled".to_owned()));
}

#[test]
fn an_export_tells_one_unit_its_customer_and_its_request() {
    let harness = harness();
    let usage_headers = |response: &Response| {
        let header = |name: &str| response.header(name).map(str::to_owned);
        (header("x-plumbline-units"), header("x-plumbline-end-customer"))
    };
    let body = json!({"format": "csv", "takeoff_id": TAKEOFF});
    assert_eq!(
        usage_headers(&harness.post("/exports", &body)),
        (Some("1".to_owned()), None),
        "this project has no customer"
    );
    harness.db.execute("UPDATE projects SET end_customer_ref = 'acme/7'", []).unwrap();
    let customer = Some("acme%2F7".to_owned());
    let key: &[(&str, &str)] = &[("idempotency-key", "k")];
    let created = harness.call("POST", "/exports", Some(&body), key);
    assert_eq!((created.status, usage_headers(&created)), (202, (Some("1".to_owned()), customer.clone())));
    assert_eq!(usage_headers(&harness.call("POST", "/exports", Some(&body), key)), (None, None), "a repeat");
    let read = harness.get(&format!("/exports/{}", created.value()["id"].as_str().unwrap()));
    assert_eq!((read.status, usage_headers(&read)), (200, (None, customer)));
    assert_eq!(harness.scalar("SELECT MIN(request_id) FROM exports").unwrap(), Some(Sql::Text("req_1".to_owned())));
}

#[test]
fn formats_that_show_pages_need_a_pdf() {
    let harness = harness();
    for (format, content_type, status) in [
        ("pdf", "image/vnd.dxf", 422),
        ("png", "image/png", 422),
        ("png", "application/pdf", 202),
        ("pdf", "application/pdf", 202),
    ] {
        harness.db.execute("UPDATE documents SET content_type = ?", params![content_type]).unwrap();
        let body = json!({"format": format, "takeoff_id": TAKEOFF});
        let key = format!("{format} {content_type}");
        let answer = harness.call("POST", "/exports", Some(&body), &[("idempotency-key", &key)]);
        assert_eq!(answer.status, status, "{key}: {}", answer.value());
        if status == 422 {
            let error = &answer.value()["errors"][0];
            assert_eq!(error["field"], "/format");
            let message = error["message"].as_str().unwrap();
            assert!(message.contains(&format!("`{format}`")) && message.contains(content_type), "{message}");
            assert!(message.contains("Use csv, xlsx or json"), "{message}");
        }
    }
}
