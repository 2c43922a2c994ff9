//! `GET /credits` end to end over the real schema.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use plumbline_database::{ledger, params};
use plumbline_endpoint::testing::Harness;
use plumbline_endpoint_account::{ROUTES, ROUTES_JSON};
use serde_json::{Value, json};

const NOW: &str = "2026-11-21T08:00:00.000Z";

fn card() -> Value {
    let card = [
        ("document.ingest", 0.0),
        ("document.cad_convert", 100.0),
        ("takeoff.text_page", 0.5),
        ("takeoff.page", 2.5),
        ("takeoff.job_min", 10.0),
        ("estimate.generate", 50.0),
        ("estimate.item_priced", 0.2),
        ("export.standard", 0.0),
        ("export.estimating_format", 20.0),
        ("takeoff.deep_page", 10.0),
        ("interior.reveal", 100.0),
        ("interior.walkthrough_video", 30.0),
        ("bim.generate", 50.0),
        ("clash.run", 60.0),
        ("share.embed_url", 0.0),
    ];
    card.map(|(operation, credits)| json!({"operation": operation, "credits": credits})).to_vec().into()
}

#[test]
fn a_new_account_has_its_trial_credits_and_has_bought_nothing() {
    let harness = Harness::new(ROUTES).unwrap();
    let answer = harness.get("/credits");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(
        answer.value(),
        json!({
            "available": 200.0, "held": 0.0, "purchased_total": 0.0, "consumed_total": 0.0, "environment": "production",
            "billing_mode": "ledger", "rate_card": card(), "low_balance_threshold": 20.0,
        })
    );
}

#[test]
fn what_is_held_consumed_and_bought_is_told_apart() {
    let mut harness = Harness::new(ROUTES).unwrap();
    harness
        .db
        .execute(
            "INSERT INTO ledger (job_id, kind, credits, note, created_at) VALUES ('g1', 'grant', 500.5, 'bought', ?)",
            params![NOW],
        )
        .unwrap();
    harness
        .db
        .transaction(|tx| {
            ledger::hold(tx, "tko_1", 60.0, "takeoff", NOW)?;
            ledger::charge(tx, "tko_1", 12.5, "takeoff", NOW)?;
            ledger::release(tx, "tko_1", "not needed", NOW)?;
            ledger::hold(tx, "tko_2", 30.2, "takeoff", NOW)
        })
        .unwrap();
    harness.caller.insert("x-plumbline-environment", "sandbox".to_owned());
    harness.caller.insert("x-plumbline-account", json!({"billing_mode": "artifact", "tier": "enterprise"}).to_string());
    assert_eq!(
        harness.get("/credits").value(),
        json!({
            "available": 657.8, "held": 30.2, "purchased_total": 500.5, "consumed_total": 12.5, "environment": "sandbox",
            "billing_mode": "artifact", "rate_card": card(), "low_balance_threshold": 20.0,
        })
    );
}

#[test]
fn l5_credits_take_no_parameter_and_no_other_method() {
    let harness = Harness::new(ROUTES).unwrap();
    let refused = harness.get("/credits?format=csv");
    assert_eq!((refused.status, &refused.value()["errors"][0]["field"]), (400, &json!("format")));
    let method = harness.call("POST", "/credits", None, &[]);
    assert_eq!((method.status, method.header("allow")), (405, Some("GET, HEAD")));
    assert_eq!(harness.call("GET", "/credits", None, &[("accept", "text/csv")]).status, 406, "H1");
}

#[test]
fn both_operations_ask_for_the_billing_scope() {
    let section: Value = serde_json::from_str(ROUTES_JSON).unwrap();
    assert_eq!(
        section,
        json!([
            {"method": "GET", "path": "/credits", "scope": "billing:read", "operation": "credits.get"},
            {"method": "GET", "path": "/usage", "scope": "billing:read", "operation": "usage.report"},
        ])
    );
}
