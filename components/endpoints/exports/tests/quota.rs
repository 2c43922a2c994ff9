//! The quotas of exports.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::BTreeMap;

use plumbline_database::testing;
use plumbline_endpoint::Account;
use plumbline_endpoint::testing::Harness;
use plumbline_endpoint_exports::ROUTES;
use serde_json::json;

const TAKEOFF: &str = "tko_0000000000000000000001";
const TIME: &str = "2026-11-21T22:00:00.000Z";

/// Returns a tenant with a completed takeoff and quotas.
fn harness(quotas: &[(&str, f64)]) -> Harness {
    let mut harness = Harness::new(ROUTES).unwrap();
    harness.set_now(TIME);
    let quotas: BTreeMap<String, f64> = quotas.iter().map(|(name, limit)| ((*name).to_owned(), *limit)).collect();
    harness.set_account(&Account { quotas, ..Account::default() });
    testing::insert_document(&harness.db, "doc_1", TIME).unwrap();
    testing::insert_takeoff(&harness.db, TAKEOFF, "doc_1", &[1], TIME).unwrap();
    harness
}

#[test]
fn exports_in_a_day_are_bounded_until_midnight() {
    let harness = harness(&[("exports_per_day", 2.0)]);
    let body = json!({"format": "csv", "takeoff_id": TAKEOFF});
    let export = || harness.call("POST", "/exports", Some(&body), &[("idempotency-key", "k")]);
    assert_eq!(harness.post("/exports", &body).status, 202);
    assert_eq!(harness.post("/exports", &body).status, 202);
    let refused = export();
    let problem = refused.value();
    assert_eq!((refused.status, &problem["quota"]), (429, &json!("exports_per_day")), "{problem}");
    assert_eq!((&problem["retry_after"], refused.header("retry-after")), (&json!(7200), Some("7200")));
    harness.set_now("2026-11-22T00:00:00.000Z");
    assert_eq!(export().status, 202, "the refusal was not kept under the key");
}

#[test]
fn a_tenant_without_space_starts_no_export() {
    let harness = harness(&[("storage_mb", 2.0), ("exports_per_day", 1.0)]);
    let body = json!({"format": "csv", "takeoff_id": TAKEOFF});
    harness.db.execute("UPDATE documents SET size_bytes = 1500000, sheet_bytes = 500000", []).unwrap();
    let refused = harness.post("/exports", &body);
    let problem = refused.value();
    assert_eq!((refused.status, &problem["quota"]), (429, &json!("storage_mb")), "{problem}");
    assert!(problem["detail"].as_str().unwrap().contains("The quota is 2 MB, and 2.0 MB are stored"), "{problem}");
    harness.db.execute("UPDATE documents SET sheet_bytes = 499999", []).unwrap();
    assert_eq!(harness.post("/exports", &body).status, 202, "a refused export does not count");
}
