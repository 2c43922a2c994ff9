//! The calling credential, and requests for premium access.

use plumbline_database::Value as Cell;
use plumbline_endpoint::Response;
use plumbline_endpoint::testing::{BASE, Harness};
use plumbline_endpoint_clients::{ROUTES, ROUTES_JSON};
use serde_json::{Value, json};

use crate::{harness, keys};

fn code(response: &Response) -> (u16, String) {
    assert_eq!(response.header("content-type"), Some("application/problem+json"));
    (response.status, response.value()["code"].as_str().unwrap_or_default().to_owned())
}

fn requests(harness: &Harness) -> i64 {
    match harness.scalar("SELECT COUNT(*) FROM access_requests").unwrap() {
        Some(Cell::Integer(count)) => count,
        other => panic!("{other:?}"),
    }
}

#[test]
fn any_credential_reaches_the_operations() {
    let section: Vec<Value> = serde_json::from_str(ROUTES_JSON).unwrap();
    assert_eq!(section.len(), ROUTES.len());
    assert!(section.iter().all(|route| route["scope"].is_null()));
}

#[test]
fn a_credential_sees_itself() {
    let harness = harness("takeoffs:run exports:create clash:run");
    let info = harness.get("/clients/me");
    assert_eq!(info.status, 200);
    assert_eq!(
        info.value(),
        json!({
            "id": "pc_0000000000000000000001", "name": "Estimating", "environment": "production", "mode": "service",
            "agent": null, "billing_mode": "ledger", "tier": "enterprise",
            "scopes": ["takeoffs:run", "exports:create", "clash:run"],
            "products": {
                "takeoffs": true, "exports": true, "cad": false, "estimates": false, "interior": false, "bim": false,
                "clash": false
            },
            "rate_limits": {"read": {"per_minute": 600, "burst": 60}, "write": {"per_minute": 60, "burst": 10}},
            "quotas": {"pages_per_day": 5000.0}, "secret_expires_at": null
        })
    );
    assert_eq!(harness.get("/clients/me?x=1").status, 400, "L5");
}

#[test]
fn a_users_token_is_delegated_and_a_quiet_host_means_the_environments_tier() {
    let mut harness = harness("");
    harness.caller.insert("x-plumbline-mode", "delegated".to_owned());
    harness.caller.insert("x-plumbline-environment", "sandbox".to_owned());
    harness.caller.insert("x-plumbline-account", json!({"client_name": "Ann", "agent": "desk/2"}).to_string());
    let info = harness.get("/clients/me").value();
    assert_eq!(
        (&info["mode"], &info["agent"], &info["tier"]),
        (&json!("delegated"), &json!("desk/2"), &json!("sandbox"))
    );
    assert_eq!((&info["environment"], &info["billing_mode"]), (&json!("sandbox"), &json!("ledger")));
    assert_eq!((&info["scopes"], &info["rate_limits"], &info["quotas"]), (&json!([]), &json!({}), &json!({})));
    assert!(info["products"].as_object().unwrap().values().all(|usable| *usable == json!(false)));
    harness.caller.insert("x-plumbline-environment", "production".to_owned());
    harness.caller.insert("x-plumbline-mode", "service".to_owned());
    let info = harness.get("/clients/me").value();
    assert_eq!((&info["mode"], &info["tier"]), (&json!("service"), &json!("standard")));
}

#[test]
fn a_request_for_access_is_kept_and_answered_with_whom_to_ask() {
    let harness = harness("");
    let body = json!({"capabilities": ["bim:generate", "takeoffs:deep"], "note": "Hospital, 400 sheets"});
    let response = harness.post("/access-requests", &body);
    assert_eq!(response.status, 202);
    assert_eq!(response.value(), json!({"status": "received", "contact": "help@example.test"}));
    assert_eq!(response.header("location"), Some(format!("{BASE}/capabilities").as_str()), "H2");
    assert!(response.header("retry-after").is_some(), "H2");
    let text = |column: &str| match harness.scalar(&format!("SELECT {column} FROM access_requests")).unwrap() {
        Some(Cell::Text(text)) => text,
        other => panic!("{other:?}"),
    };
    assert!(text("id").starts_with("acr_"));
    assert_eq!(text("client_id"), "pc_0000000000000000000001");
    assert_eq!(text("capabilities"), r#"["bim:generate","takeoffs:deep"]"#);
    assert_eq!(text("note"), "Hospital, 400 sheets");
}

#[test]
fn where_the_host_names_no_address_the_contact_is_this_machines() {
    let mut harness = harness("");
    harness.caller.remove("x-plumbline-account");
    let response = harness.post("/access-requests", &json!({"capabilities": ["clash:run"]}));
    assert_eq!(response.value()["contact"], "support@localhost");
}

#[test]
fn i2_i4_a_key_asks_once() {
    let harness = harness("");
    let body = json!({"capabilities": ["clash:run"]});
    let keyed = |body: &Value| harness.call("POST", "/access-requests", Some(body), &[("idempotency-key", "k1")]);
    let (first, again) = (keyed(&body), keyed(&body));
    assert_eq!((first.status, again.status), (202, 202));
    assert_eq!(first.body, again.body);
    assert_eq!(requests(&harness), 1);
    assert_eq!(code(&keyed(&json!({"capabilities": ["bim:generate"]}))), (422, "idempotency_key_reused".to_owned()));
    assert_eq!(harness.post("/access-requests", &body).status, 202);
    assert_eq!(requests(&harness), 2);
}

#[test]
fn a_client_keeps_its_newest_20_requests() {
    let harness = harness("");
    let other =
        "INSERT INTO access_requests (id, client_id, capabilities, created_at) VALUES ('acr_1', 'pc_2', '[]', '2020')";
    harness.db.execute(other, []).unwrap();
    for second in 10..35 {
        harness.set_now(&format!("2026-11-21T08:00:{second}.000Z"));
        assert_eq!(harness.post("/access-requests", &json!({"capabilities": ["clash:run"]})).status, 202);
    }
    assert_eq!(requests(&harness), 21, "20, and the request of another client");
    let oldest = "SELECT MIN(created_at) FROM access_requests WHERE client_id <> 'pc_2'";
    assert_eq!(harness.scalar(oldest).unwrap(), Some(Cell::Text("2026-11-21T08:00:15.000Z".to_owned())));
}

#[test]
fn e7_a_bad_request_for_access_names_every_field_and_keeps_nothing() {
    let harness = harness("");
    let long = "é".repeat(501);
    for (body, fields) in [
        (json!({}), vec!["/capabilities"]),
        (json!({"capabilities": []}), vec!["/capabilities"]),
        (json!({"capabilities": "clash:run"}), vec!["/capabilities"]),
        (
            json!({"capabilities": ["clash:run", "clash:run", "takeoffs:run"], "note": long, "urgent": true}),
            vec!["/capabilities/1", "/capabilities/2", "/note", "/urgent"],
        ),
    ] {
        let refused = harness.post("/access-requests", &body);
        assert_eq!(code(&refused), (422, "validation_failed".to_owned()), "{body}");
        let errors = refused.value()["errors"].clone();
        let named: Vec<&str> =
            errors.as_array().unwrap().iter().map(|error| error["field"].as_str().unwrap()).collect();
        assert_eq!(named, fields, "{body}");
    }
    assert_eq!(requests(&harness), 0);
    let longest = json!({"capabilities": ["clash:run"], "note": "é".repeat(500)});
    assert_eq!(harness.post("/access-requests", &longest).status, 202);
    assert_eq!(keys(&harness.post("/access-requests", &longest).value()), ["contact", "status"]);
}
