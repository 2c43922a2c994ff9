//! The daily quota of pages, and scales declared on a takeoff.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::BTreeMap;

use plumbline_database::{Value as Sql, ledger, testing};
use plumbline_endpoint::testing::Harness;
use plumbline_endpoint::{Account, Response};
use plumbline_endpoint_takeoffs::ROUTES;
use serde_json::{Value, json};

const DOCUMENT: &str = "doc_0000000000000000000001";
const TIME: &str = "2026-11-21T23:59:00.250Z";

/// Returns a harness at two minutes before midnight, with a ready document of three pages and this quota of pages.
fn harness(pages: f64) -> Harness {
    let mut harness = Harness::new(ROUTES).unwrap();
    harness.set_now(TIME);
    let quotas = BTreeMap::from([("takeoff_pages_per_day".to_owned(), pages)]);
    harness.set_account(&Account { quotas, ..Account::default() });
    let db = &harness.db;
    testing::insert_document(db, DOCUMENT, TIME).unwrap();
    for number in 1..=3 {
        testing::insert_page(db, DOCUMENT, number, true, true).unwrap();
    }
    harness
}

fn start(harness: &Harness, extra: &[(&str, Value)]) -> Response {
    let mut body = json!({"document_id": DOCUMENT, "discipline": "electrical"});
    for (name, value) in extra {
        body[name] = value.clone();
    }
    harness.post("/takeoffs", &body)
}

#[test]
fn pages_in_a_day_are_bounded_until_midnight() {
    let harness = harness(5.0);
    assert_eq!(start(&harness, &[]).status, 202);
    let refused = start(&harness, &[]);
    let problem = refused.value();
    assert_eq!((refused.status, &problem["code"]), (429, &json!("quota_exceeded")), "{problem}");
    assert_eq!((&problem["quota"], &problem["retry_after"]), (&json!("takeoff_pages_per_day"), &json!(60)));
    assert_eq!(refused.header("retry-after"), Some("60"));
    assert!(
        problem["detail"]
            .as_str()
            .unwrap()
            .contains("The quota is 5 pages of takeoffs per day, 3 were requested today")
    );
    assert_eq!(ledger::balance(&harness.db).unwrap().held, 10.0, "what was refused holds nothing");
    // Refused pages are not counted, so two more pages fit. Pages of deleted takeoffs are counted.
    assert_eq!(start(&harness, &[("pages", json!([1, 2]))]).status, 202);
    harness.db.execute("DELETE FROM takeoffs", []).unwrap();
    assert_eq!(start(&harness, &[("pages", json!([1]))]).status, 429);
    harness.set_now("2026-11-22T00:00:00.000Z");
    assert_eq!(start(&harness, &[]).status, 202);
    assert_eq!(harness.scalar("SELECT COUNT(*) FROM quota_use").unwrap(), Some(Sql::Integer(1)), "past days are swept");
}

#[test]
fn what_fails_for_another_reason_is_not_counted() {
    let harness = harness(6.0);
    harness.db.execute("UPDATE credit_balance SET granted = 0", []).unwrap();
    assert_eq!(start(&harness, &[]).status, 402);
    harness.db.execute("UPDATE credit_balance SET granted = 200000000", []).unwrap();
    assert_eq!((start(&harness, &[]).status, start(&harness, &[]).status), (202, 202));
}

#[test]
fn a_scale_that_cannot_be_read_names_its_field() {
    let harness = harness(100.0);
    let refused = start(&harness, &[("metadata", json!({"scale": "1:50", "scale.2": "NTS"}))]);
    assert_eq!((refused.status, &refused.value()["errors"][0]["field"]), (422, &json!("/metadata/scale.2")));
    assert_eq!(start(&harness, &[("metadata", json!({"scale": "1:50", "scale.2": "1 in = 20 ft"}))]).status, 202);
}
