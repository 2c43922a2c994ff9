//! A tenant with a project, and helpers for tests of its documents.
#![allow(dead_code, reason = "each test file uses a part")]

use plumbline_database::{Value as Sql, params};
use plumbline_endpoint::testing::Harness;
use plumbline_endpoint::{Account, Response};
use plumbline_endpoint_documents::ROUTES;
use serde_json::{Value, json};

pub(crate) const PROJECT: &str = "prj_0000000000000000000001";
pub(crate) const T0: &str = "2026-11-21T08:00:00.000Z";

/// Returns a harness at [`T0`], with a project for the customer "Ames & Söhne".
pub(crate) fn harness() -> Harness {
    let harness = Harness::new(ROUTES).unwrap();
    harness.set_now(T0);
    harness
        .db
        .execute(
            "INSERT INTO projects (id, name, end_customer_ref, metadata, created_at) \
             VALUES (?, 'P', 'Ames & Söhne', '{}', '2026-01-01T00:00:00.000Z')",
            params![PROJECT],
        )
        .unwrap();
    harness
}

/// Like [`harness`], with an account reported by the host.
pub(crate) fn bench_of(account: &Account) -> Harness {
    let mut harness = harness();
    harness.set_account(account);
    harness
}

pub(crate) fn code(response: &Response) -> (u16, String) {
    (response.status, response.value()["code"].as_str().unwrap_or_default().to_owned())
}

pub(crate) fn problem(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

/// Returns the body of a create request with an upload. `source` adds to its source.
pub(crate) fn upload_form(source: &Value) -> Value {
    let mut body = json!({"project_id": PROJECT, "filename": "E-101.pdf", "source": {"type": "upload"}});
    for (name, value) in source.as_object().unwrap() {
        body["source"][name] = value.clone();
    }
    body
}

pub(crate) fn url_form(url: &str) -> Value {
    json!({"project_id": PROJECT, "filename": "E-101.pdf", "source": {"type": "url", "url": url}})
}

/// Creates a document with an upload and returns its id.
pub(crate) fn upload(harness: &Harness, source: &Value) -> String {
    let created = harness.post("/documents", &upload_form(source));
    assert_eq!(created.status, 201, "{}", created.value());
    created.value()["document"]["id"].as_str().unwrap().to_owned()
}

pub(crate) fn complete(harness: &Harness, id: &str) -> Response {
    harness.call("POST", &format!("/documents/{id}/complete"), None, &[])
}

pub(crate) fn count(harness: &Harness, sql: &str) -> i64 {
    match harness.scalar(sql).unwrap() {
        Some(Sql::Integer(number)) => number,
        other => panic!("{other:?}"),
    }
}

/// Returns payload and time of every job of a kind.
pub(crate) fn jobs(harness: &Harness, kind: &str) -> Vec<(Value, Option<String>)> {
    let sql = "SELECT payload, due_at FROM outbox WHERE kind = ? ORDER BY due_at, id";
    let rows = harness.db.query(sql, params![kind]).unwrap();
    rows.iter().map(|row| (row.json("payload").unwrap(), row.opt_text("due_at").unwrap())).collect()
}
