//! The takeoffs endpoints end to end over the real schema: starting, cancelling and listing takeoffs.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

mod races;
mod results;
mod reviews;

use plumbline_database::{Value as Sql, ledger, params, testing};
use plumbline_endpoint::Response;
use plumbline_endpoint::testing::{BASE, Harness};
use plumbline_endpoint_takeoffs::ROUTES;
use serde_json::{Value, json};

const DOCUMENT: &str = "doc_0000000000000000000001";
const TIME: &str = "2026-01-01T00:00:00.000Z";

/// Returns a tenant with 200 credits and a ready document: pages 1 and 2 with text and linework, page 3 a scan.
fn harness() -> Harness {
    let harness = Harness::new(ROUTES).unwrap();
    let db = &harness.db;
    testing::insert_document(db, DOCUMENT, TIME).unwrap();
    for (number, text) in [(1, true), (2, true), (3, false)] {
        testing::insert_page(db, DOCUMENT, number, text, text).unwrap();
    }
    harness
}

fn code(response: &Response) -> (u16, String) {
    (response.status, response.value()["code"].as_str().unwrap_or_default().to_owned())
}

fn takeoff_body(extra: Value) -> Value {
    let mut body = json!({"document_id": DOCUMENT, "discipline": "electrical"});
    body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    body
}

/// Page, position, description, tag, quantity, unit.
type ItemSpec<'a> = (i64, i64, &'a str, Option<&'a str>, f64, &'a str);

/// Creates a completed takeoff with two finished pages and these items.
fn completed(harness: &Harness, items: &[ItemSpec<'_>]) -> String {
    let id = harness.post("/takeoffs", &takeoff_body(json!({}))).value()["id"].as_str().unwrap().to_owned();
    let db = &harness.db;
    db.execute(
        "UPDATE takeoffs SET status = 'completed', credits_charged = 10, completed_at = created_at WHERE id = ?",
        params![&id],
    )
    .unwrap();
    for page in [1_i64, 2] {
        db.execute(
            "INSERT INTO takeoff_pages (takeoff_id, page_number, rate, finished_at) VALUES (?, ?, 'text_page', ?)",
            params![&id, page, TIME],
        )
        .unwrap();
    }
    for (number, (page, position, description, tag, quantity, unit)) in items.iter().enumerate() {
        let measure = if *unit == "EA" { "count" } else { "length" };
        db.execute(
            "INSERT INTO items (id, takeoff_id, page_number, position, description, trade, category, item_type, measure_type, \
             extracted_quantity, unit, tag, attributes, evidence, confidence, review_status, source) VALUES (?, ?, ?, ?, ?, 'electrical', \
             'lighting', 'luminaire', ?, ?, ?, ?, '{\"layer\":\"E-LITE\"}', ?, 'high', 'extracted', 'plan')",
            params![
                format!("itm_{number:022}"),
                &id,
                *page,
                *position,
                *description,
                measure,
                *quantity,
                *unit,
                *tag,
                json!([{"page_number": page, "bbox": [0.1, 0.1, 0.2, 0.2]}]).to_string(),
            ],
        )
        .unwrap();
    }
    id
}

#[test]
fn a_takeoff_holds_its_estimate_and_queues_its_job() {
    let harness = harness();
    let created = harness.post("/takeoffs", &takeoff_body(json!({"metadata": {"scale": "1:50"}})));
    assert_eq!(created.status, 202, "{}", created.value());
    let takeoff = created.value();
    let id = takeoff["id"].as_str().unwrap();
    assert_eq!(created.header("location"), Some(format!("{BASE}/takeoffs/{id}").as_str()));
    assert!(created.header("retry-after").is_some());
    // 0.5 + 0.5 + 2.5 is less than the minimum charge of a job.
    assert_eq!(takeoff["estimated_credits"], 10.0);
    assert_eq!(takeoff["status"], "queued");
    assert_eq!(takeoff["queue_position"], 1);
    assert_eq!(takeoff["progress"], json!({"percent": 0, "pages_processed": 0, "pages_total": 3}));
    assert_eq!(takeoff["pages_requested"], 3);
    assert_eq!(takeoff["warnings"], json!([]));
    for (field, value) in [("external_ref", Value::Null), ("started_at", Value::Null), ("completed_at", Value::Null)] {
        assert_eq!(takeoff[field], value);
        assert!(takeoff.as_object().unwrap().contains_key(field));
    }
    let balance = ledger::balance(&harness.db).unwrap();
    assert_eq!((balance.available, balance.held), (190.0, 10.0));
    assert_eq!(
        harness.scalar("SELECT payload FROM outbox WHERE kind = 'takeoff'").unwrap(),
        Some(Sql::Text(json!({"takeoff_id": id, "project_id": "prj_1"}).to_string()))
    );
    let read = harness.get(&format!("/takeoffs/{id}"));
    assert_eq!(read.value(), takeoff);
    assert_eq!(
        harness
            .call("GET", &format!("/takeoffs/{id}"), None, &[("if-none-match", read.header("etag").unwrap())])
            .status,
        304
    );
}

#[test]
fn a_hold_that_fails_leaves_nothing_behind_and_is_repeated() {
    let harness = harness();
    harness.db.transaction(|tx| ledger::hold(tx, "other", 195.0, "test", TIME)).unwrap();
    let refused = harness.call("POST", "/takeoffs", Some(&takeoff_body(json!({}))), &[("idempotency-key", "k")]);
    assert_eq!(code(&refused), (402, "insufficient_credits".to_owned()));
    assert_eq!(refused.value()["required_credits"], 10.0);
    assert_eq!(refused.value()["available_credits"], 5.0);
    assert_eq!(harness.scalar("SELECT COUNT(*) FROM takeoffs").unwrap(), Some(Sql::Integer(0)));
    assert_eq!(harness.scalar("SELECT COUNT(*) FROM outbox").unwrap(), Some(Sql::Integer(0)));
    let again = harness.call("POST", "/takeoffs", Some(&takeoff_body(json!({}))), &[("idempotency-key", "k")]);
    assert_eq!((again.status, &again.body), (402, &refused.body));
}

#[test]
fn a_key_gives_one_takeoff_one_hold_one_job() {
    let harness = harness();
    let first = harness.call("POST", "/takeoffs", Some(&takeoff_body(json!({}))), &[("idempotency-key", "k")]);
    let again = harness.call("POST", "/takeoffs", Some(&takeoff_body(json!({}))), &[("idempotency-key", "k")]);
    assert_eq!(first.body, again.body);
    assert_eq!(ledger::balance(&harness.db).unwrap().held, 10.0);
    assert_eq!(harness.scalar("SELECT COUNT(*) FROM outbox").unwrap(), Some(Sql::Integer(1)));
}

#[test]
fn pages_and_depth_make_the_estimate() {
    let mut harness = harness();
    assert_eq!(
        code(&harness.post("/takeoffs", &takeoff_body(json!({"options": {"depth": "deep"}})))),
        (403, "premium_access_required".to_owned())
    );
    harness.caller.insert("x-plumbline-scopes", "takeoffs:run takeoffs:deep".to_owned());
    let deep = harness.post("/takeoffs", &takeoff_body(json!({"options": {"depth": "deep"}, "pages": [3, 1, 3]})));
    assert_eq!(deep.value()["estimated_credits"], 20.0);
    assert_eq!(deep.value()["pages_requested"], 2);
    assert_eq!(harness.scalar("SELECT pages FROM takeoffs").unwrap(), Some(Sql::Text("[3,1]".to_owned())));
    let outside = harness.post("/takeoffs", &takeoff_body(json!({"pages": [1, 4, 9]})));
    assert_eq!(outside.status, 422);
    let named: Vec<_> =
        outside.value()["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
    assert_eq!(named, ["/pages/1", "/pages/2"]);
    assert_eq!(harness.post("/takeoffs", &takeoff_body(json!({"scope": "pages"}))).status, 422);
}

#[test]
fn no_page_selected_is_a_failure_that_costs_nothing() {
    let harness = harness();
    let takeoff = harness.post("/takeoffs", &takeoff_body(json!({"pages": []})));
    assert_eq!(takeoff.status, 202);
    assert_eq!(
        (&takeoff.value()["status"], &takeoff.value()["failure"]["code"]),
        (&json!("failed"), &json!("no_pages_selected"))
    );
    assert_eq!(ledger::balance(&harness.db).unwrap().held, 0.0);
    assert_eq!(harness.scalar("SELECT COUNT(*) FROM outbox").unwrap(), Some(Sql::Integer(0)));
}

#[test]
fn what_cannot_start_says_why() {
    let mut harness = harness();
    harness.db.execute("UPDATE documents SET status = 'ingesting'", []).unwrap();
    assert_eq!(code(&harness.post("/takeoffs", &takeoff_body(json!({})))), (409, "document_not_ready".to_owned()));
    assert_eq!(code(&harness.post("/takeoffs", &json!({"document_id": "doc_x", "discipline": "electrical"}))).0, 404);
    let response = harness.post("/takeoffs", &json!({"discipline": "magic", "options": {"fast": true}}));
    let named: Vec<_> =
        response.value()["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
    assert_eq!(named, ["/document_id", "/discipline", "/options/fast"]);
    harness.caller.insert("x-plumbline-slots", "extractor:plumbing exporter:csv".to_owned());
    assert_eq!(code(&harness.post("/takeoffs", &takeoff_body(json!({})))), (501, "not_enabled".to_owned()));
}

#[test]
fn cancelling_a_queued_takeoff_gives_the_hold_back() {
    let harness = harness();
    let id = harness.post("/takeoffs", &takeoff_body(json!({}))).value()["id"].as_str().unwrap().to_owned();
    let cancel = format!("/takeoffs/{id}/cancel");
    let cancelled = harness.call("POST", &cancel, None, &[]);
    assert_eq!((cancelled.status, &cancelled.value()["status"]), (202, &json!("cancelled")));
    assert_eq!(ledger::balance(&harness.db).unwrap().available, 200.0);
    assert_eq!(code(&harness.call("POST", &cancel, None, &[])), (409, "takeoff_not_cancellable".to_owned()));

    let running = harness.post("/takeoffs", &takeoff_body(json!({}))).value()["id"].as_str().unwrap().to_owned();
    harness.db.execute("UPDATE takeoffs SET status = 'processing' WHERE id = ?", params![&running]).unwrap();
    let asked = harness.call("POST", &format!("/takeoffs/{running}/cancel"), None, &[]);
    assert_eq!((asked.status, &asked.value()["status"]), (202, &json!("processing")));
    assert_eq!(
        harness.scalar("SELECT SUM(cancel_requested) FROM takeoffs WHERE status = 'processing'").unwrap(),
        Some(Sql::Integer(1))
    );
    assert_eq!(ledger::balance(&harness.db).unwrap().held, 10.0);
}

#[test]
fn lists_are_newest_first_and_filtered() {
    let harness = harness();
    for number in 0..3 {
        let id = harness.post("/takeoffs", &takeoff_body(json!({"external_ref": format!("r{number}")}))).value()["id"]
            .as_str()
            .unwrap()
            .to_owned();
        harness
            .db
            .execute("UPDATE takeoffs SET created_at = ? WHERE id = ?", params![format!("2026-01-0{}", number + 1), id])
            .unwrap();
    }
    let refs = |target: &str| -> Vec<String> {
        let body = harness.get(target).value();
        body["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|takeoff| takeoff["external_ref"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(refs("/takeoffs"), ["r2", "r1", "r0"]);
    assert_eq!(refs("/takeoffs?external_ref=r1"), ["r1"]);
    assert_eq!(refs(&format!("/takeoffs?document_id={DOCUMENT}&status=queued&limit=2")), ["r2", "r1"]);
    assert_eq!(harness.get("/takeoffs?status=done").status, 400);
}

/// Returns units and customer of a response, which the host reads for the usage record.
fn usage_headers(response: &Response) -> (Option<&str>, Option<&str>) {
    (response.header("x-plumbline-units"), response.header("x-plumbline-end-customer"))
}

#[test]
fn every_operation_on_one_takeoff_tells_its_projects_customer() {
    let harness = harness();
    let plain = harness.post("/takeoffs", &takeoff_body(json!({"pages": [3, 1, 3]})));
    assert_eq!(usage_headers(&plain), (Some("2"), None), "a page counts once; this project has no customer");
    harness.db.execute("UPDATE projects SET end_customer_ref = 'Größe & Co'", []).unwrap();
    let customer = Some("Gr%C3%B6%C3%9Fe%20%26%20Co");

    let key: &[(&str, &str)] = &[("idempotency-key", "k")];
    let created = harness.call("POST", "/takeoffs", Some(&takeoff_body(json!({}))), key);
    assert_eq!((created.status, usage_headers(&created)), (202, (Some("3"), customer)));
    assert_eq!(
        usage_headers(&harness.call("POST", "/takeoffs", Some(&takeoff_body(json!({}))), key)),
        (None, None),
        "a repeat"
    );
    let nothing = harness.post("/takeoffs", &takeoff_body(json!({"pages": []})));
    assert_eq!((nothing.value()["status"].clone(), usage_headers(&nothing)), (json!("failed"), (Some("0"), customer)));

    let id = completed(&harness, &[(1, 0, "Luminaire", None, 1.0, "EA")]);
    for below in ["", "/items", "/items?consolidated=true", "/summary", "/schedules", "/routes"] {
        let answer = harness.get(&format!("/takeoffs/{id}{below}"));
        assert_eq!((answer.status, usage_headers(&answer)), (200, (None, customer)), "{below}");
    }
    let tag = harness.get(&format!("/takeoffs/{id}")).header("etag").unwrap().to_owned();
    let unchanged = harness.call("GET", &format!("/takeoffs/{id}"), None, &[("if-none-match", &tag)]);
    assert_eq!((unchanged.status, usage_headers(&unchanged)), (304, (None, customer)));
    let review = json!({"review_status": "accepted"});
    let reviewed = harness.call("PATCH", &format!("/takeoffs/{id}/items/itm_{:022}", 0), Some(&review), &[]);
    assert_eq!((reviewed.status, usage_headers(&reviewed)), (200, (None, customer)));
    let queued = created.value()["id"].as_str().unwrap().to_owned();
    let cancelled = harness.call("POST", &format!("/takeoffs/{queued}/cancel"), None, &[]);
    assert_eq!((cancelled.status, usage_headers(&cancelled)), (202, (None, customer)));
    assert_eq!(usage_headers(&harness.get("/takeoffs")), (None, None), "a list is of many projects");
    assert_eq!(
        usage_headers(&harness.call("POST", &format!("/takeoffs/{id}/cancel"), None, &[])),
        (None, None),
        "a problem"
    );
}

#[test]
fn a_takeoff_keeps_the_request_that_started_it() {
    let mut harness = harness();
    harness.caller.insert("x-plumbline-request-id", "req_42".to_owned());
    assert_eq!(harness.post("/takeoffs", &takeoff_body(json!({}))).status, 202);
    assert_eq!(harness.scalar("SELECT request_id FROM takeoffs").unwrap(), Some(Sql::Text("req_42".to_owned())));
}
