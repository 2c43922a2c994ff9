//! The projects endpoints end to end over the real schema.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use plumbline_endpoint::testing::{BASE, Harness};
use plumbline_endpoint_projects::{ROUTES, ROUTES_JSON};
use serde_json::{Value, json};

fn harness() -> Harness {
    Harness::new(ROUTES).unwrap()
}

fn code(response: &plumbline_endpoint::Response) -> (u16, String) {
    let body = response.value();
    assert_eq!(body["status"], response.status);
    assert_eq!(response.header("content-type"), Some("application/problem+json"));
    assert_eq!(body["request_id"], "req_1");
    (response.status, body["code"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn the_routes_section_says_what_the_table_serves() {
    let section: Value = serde_json::from_str(ROUTES_JSON).unwrap();
    let section = section.as_array().unwrap();
    assert_eq!(section.len(), ROUTES.len());
    for (said, route) in section.iter().zip(ROUTES) {
        assert_eq!(
            *said,
            json!({"method": route.method, "path": route.path, "scope": route.scope, "operation": route.operation})
        );
    }
}

#[test]
fn a_project_is_created_read_changed_and_deleted() {
    let harness = harness();
    let created =
        harness.post("/projects", &json!({"name": "School", "reference": "24-117", "metadata": {"phase": "2"}}));
    assert_eq!(created.status, 201);
    let project = created.value();
    let id = project["id"].as_str().unwrap();
    assert_eq!(created.header("location"), Some(format!("{BASE}/projects/{id}").as_str()));
    let mut keys: Vec<_> = project.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        [
            "address",
            "created_at",
            "document_count",
            "end_customer_ref",
            "external_ref",
            "id",
            "metadata",
            "name",
            "reference",
            "updated_at"
        ]
    );
    let path = format!("/projects/{id}");
    let read = harness.get(&path);
    assert_eq!(read.value(), project);
    let tag = read.header("etag").unwrap().to_owned();
    assert_eq!(harness.call("GET", &path, None, &[("if-none-match", &tag)]).status, 304);

    let changed = harness.call(
        "PATCH",
        &path,
        Some(&json!({"name": "School, east wing", "reference": null})),
        &[("if-match", &tag)],
    );
    assert_eq!(changed.status, 200);
    assert_eq!(changed.value()["name"], "School, east wing");
    assert_eq!(changed.value()["reference"], Value::Null);
    assert_eq!(changed.value()["metadata"], json!({"phase": "2"}));
    assert_ne!(changed.value()["updated_at"], Value::Null);
    let stale = harness.call("PATCH", &path, Some(&json!({"name": "x"})), &[("if-match", &tag)]);
    assert_eq!(code(&stale), (412, "precondition_failed".to_owned()));

    assert_eq!(harness.call("DELETE", &path, None, &[]).status, 204);
    assert_eq!(code(&harness.get(&path)).0, 404);
    assert_eq!(code(&harness.call("DELETE", &path, None, &[])).0, 404);
}

#[test]
fn unknown_and_malformed_ids_answer_the_same() {
    let harness = harness();
    let unknown = harness.get("/projects/prj_0000000000000000000000");
    let malformed = harness.get("/projects/1");
    assert_eq!(code(&unknown), (404, "not_found".to_owned()));
    assert_eq!(unknown.body, malformed.body);
}

#[test]
fn a_bad_body_names_every_field() {
    let harness = harness();
    let response = harness.post("/projects", &json!({"name": "", "external_ref": "", "colour": "red"}));
    assert_eq!(code(&response), (422, "validation_failed".to_owned()));
    let errors = response.value()["errors"].as_array().unwrap().len();
    assert_eq!(errors, 3, "{}", response.value());
    assert_eq!(
        code(&harness.call("PATCH", "/projects/prj_0000000000000000000000", Some(&json!({"name": null})), &[])).0,
        422
    );
}

#[test]
fn an_external_ref_is_unique() {
    let harness = harness();
    assert_eq!(harness.post("/projects", &json!({"name": "A", "external_ref": "x"})).status, 201);
    let second = harness.post("/projects", &json!({"name": "B"})).value();
    assert_eq!(
        code(&harness.post("/projects", &json!({"name": "C", "external_ref": "x"}))),
        (409, "external_ref_conflict".to_owned())
    );
    let path = format!("/projects/{}", second["id"].as_str().unwrap());
    assert_eq!(code(&harness.call("PATCH", &path, Some(&json!({"external_ref": "x"})), &[])).0, 409);
}

#[test]
fn a_key_repeats_the_first_answer() {
    let mut harness = harness();
    let body = json!({"name": "Once"});
    let first = harness.call("POST", "/projects", Some(&body), &[("idempotency-key", "k1")]);
    let again = harness.call("POST", "/projects", Some(&body), &[("idempotency-key", "\"k1\"")]);
    assert_eq!((again.status, &again.body), (201, &first.body));
    assert_eq!(again.header("location"), first.header("location"));
    let other = harness.call("POST", "/projects", Some(&json!({"name": "Twice"})), &[("idempotency-key", "k1")]);
    assert_eq!(code(&other), (422, "idempotency_key_reused".to_owned()));
    let invalid = harness.call("POST", "/projects", Some(&json!({"name": ""})), &[("idempotency-key", "k2")]);
    assert_eq!(invalid.status, 422);
    assert_eq!(harness.call("POST", "/projects", Some(&body), &[("idempotency-key", "k2")]).status, 201);
    assert_eq!(code(&harness.call("POST", "/projects", Some(&body), &[("idempotency-key", &"k".repeat(256))])).0, 400);

    // A problem is a stored response too, and another credential has its own keys.
    harness.post("/projects", &json!({"name": "Taken", "external_ref": "r"}));
    let taken = json!({"name": "Late", "external_ref": "r"});
    let refused = harness.call("POST", "/projects", Some(&taken), &[("idempotency-key", "k3")]);
    harness.db.execute("UPDATE projects SET external_ref = NULL", []).unwrap();
    let repeated = harness.call("POST", "/projects", Some(&taken), &[("idempotency-key", "k3")]);
    assert_eq!((refused.status, repeated.status), (409, 409));
    assert_eq!(refused.body, repeated.body);
    harness.caller.insert("x-plumbline-client", "pc_0000000000000000000002".to_owned());
    assert_eq!(harness.call("POST", "/projects", Some(&taken), &[("idempotency-key", "k3")]).status, 201);

    // After 24 hours the key is free.
    harness.db.execute("UPDATE idempotency SET created_at = '2020-01-01T00:00:00.000Z'", []).unwrap();
    assert_eq!(
        harness.call("POST", "/projects", Some(&json!({"name": "New"})), &[("idempotency-key", "k3")]).status,
        201
    );
}

#[test]
fn paging_gives_every_project_once_while_others_are_added() {
    let harness = harness();
    let mut expected = Vec::new();
    for number in 0..7 {
        expected.push(harness.post("/projects", &json!({"name": format!("P{number}")})).value()["id"].clone());
    }
    let mut seen = Vec::new();
    let mut target = "/projects?limit=3".to_owned();
    loop {
        let page = harness.get(&target).value();
        seen.extend(page["data"].as_array().unwrap().iter().map(|project| project["id"].clone()));
        harness.post("/projects", &json!({"name": "while paging"}));
        assert_eq!(page["has_more"].as_bool().unwrap(), !page["next_cursor"].is_null());
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        target = format!("/projects?limit=3&cursor={cursor}");
    }
    // Projects added meanwhile may or may not be listed. Nothing is listed twice, and no earlier project is missing.
    let listed: std::collections::HashSet<_> = seen.iter().map(Value::to_string).collect();
    assert_eq!(listed.len(), seen.len());
    assert!(expected.iter().all(|id| listed.contains(&id.to_string())));
}

#[test]
fn a_cursor_is_bound_to_its_filter_and_tenant() {
    let mut harness = harness();
    for _ in 0..3 {
        harness.post("/projects", &json!({"name": "Wing", "end_customer_ref": "c"}));
    }
    let cursor = harness.get("/projects?limit=1&q=WING").value()["next_cursor"].as_str().unwrap().to_owned();
    assert_eq!(
        harness.get(&format!("/projects?q=WING&limit=2&cursor={cursor}")).value()["data"].as_array().unwrap().len(),
        2
    );
    assert_eq!(code(&harness.get(&format!("/projects?limit=1&cursor={cursor}"))), (400, "invalid_cursor".to_owned()));
    harness.caller.insert("x-plumbline-tenant", "ten_0000000000000000000002".to_owned());
    assert_eq!(code(&harness.get(&format!("/projects?limit=1&q=WING&cursor={cursor}"))).1, "invalid_cursor");
}

#[test]
fn filters_and_wrong_parameters() {
    let harness = harness();
    harness.post("/projects", &json!({"name": "100% Hall", "end_customer_ref": "a"}));
    harness.post("/projects", &json!({"name": "1000 Hall", "end_customer_ref": "b", "external_ref": "e1"}));
    let count = |target: &str| harness.get(target).value()["data"].as_array().unwrap().len();
    assert_eq!(count("/projects?q=100%25"), 1);
    assert_eq!(count("/projects?q=hall"), 2);
    assert_eq!(count(&format!("/projects?q={}", "%C3%89".repeat(200))), 0);
    assert_eq!(count("/projects?end_customer_ref=b"), 1);
    assert_eq!(count("/projects?external_ref=e1"), 1);
    assert_eq!(code(&harness.get("/projects?limit=0")), (400, "invalid_request".to_owned()));
    assert_eq!(code(&harness.get("/projects?sort=name")), (400, "invalid_request".to_owned()));
}

#[test]
fn other_methods_and_paths_are_problems() {
    let harness = harness();
    let put = harness.call("PUT", "/projects", Some(&json!({})), &[]);
    assert_eq!(code(&put), (405, "method_not_allowed".to_owned()));
    assert_eq!(put.header("allow"), Some("POST, GET, HEAD"));
    assert_eq!(code(&harness.get("/projects/")).0, 404);
    let html = harness.call("GET", "/projects", None, &[("accept", "text/html")]);
    assert_eq!(code(&html), (406, "not_acceptable".to_owned()));
}

#[test]
fn every_operation_on_one_project_tells_its_customer() {
    let harness = harness();
    let status_and_customer = |response: &plumbline_endpoint::Response| {
        (response.status, response.header("x-plumbline-end-customer").map(str::to_owned))
    };
    let acme = |status: u16| (status, Some("acme%207".to_owned()));
    assert_eq!(status_and_customer(&harness.post("/projects", &json!({"name": "A"}))), (201, None));
    let created = harness.post("/projects", &json!({"name": "B", "end_customer_ref": "acme 7"}));
    assert_eq!(status_and_customer(&created), acme(201));
    let path = format!("/projects/{}", created.value()["id"].as_str().unwrap());
    let read = harness.get(&path);
    assert_eq!(status_and_customer(&read), acme(200));
    let tag = read.header("etag").unwrap().to_owned();
    assert_eq!(status_and_customer(&harness.call("GET", &path, None, &[("if-none-match", &tag)])), acme(304));
    assert_eq!(status_and_customer(&harness.call("PATCH", &path, Some(&json!({"name": "C"})), &[])), acme(200));
    assert_eq!(status_and_customer(&harness.get("/projects")), (200, None), "a list is of many projects");
    assert_eq!(status_and_customer(&harness.call("DELETE", &path, None, &[])), acme(204));
    assert_eq!(status_and_customer(&harness.call("DELETE", &path, None, &[])), (404, None));
    assert!([&created, &read].iter().all(|answer| answer.header("x-plumbline-units").is_none()));
}
