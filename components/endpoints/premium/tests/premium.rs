//! The responses of the premium endpoints for callers with and without access.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use plumbline_endpoint::testing::Harness;
use plumbline_endpoint_premium::{ROUTES, ROUTES_JSON};
use serde_json::{Value, json};

const OPERATIONS: [(&str, &str, &str, &str); 9] = [
    ("POST", "/interior/renders", "interior:generate", "interior:generate"),
    ("GET", "/interior/renders", "interior:read", "interior:generate"),
    ("GET", "/interior/renders/int_1", "interior:read", "interior:generate"),
    ("POST", "/bim-models", "bim:generate", "bim:generate"),
    ("GET", "/bim-models", "bim:read", "bim:generate"),
    ("GET", "/bim-models/bim_1", "bim:read", "bim:generate"),
    ("POST", "/clash-runs", "clash:run", "clash:run"),
    ("GET", "/clash-runs", "clash:run", "clash:run"),
    ("GET", "/clash-runs/cls_1", "clash:run", "clash:run"),
];

#[test]
fn any_credential_reaches_the_operations() {
    let section: Vec<Value> = serde_json::from_str(ROUTES_JSON).unwrap();
    assert_eq!((section.len(), ROUTES.len()), (OPERATIONS.len(), OPERATIONS.len()));
    assert!(section.iter().all(|route| route["scope"].is_null()));
}

#[test]
fn without_the_grant_premium_access_is_required_and_the_next_step_told() {
    for (method, path, scope, asked) in OPERATIONS {
        let mut harness = Harness::new(ROUTES).unwrap();
        let others: Vec<&str> =
            OPERATIONS.iter().map(|(_, _, other, _)| *other).filter(|other| *other != scope).collect();
        harness.caller.insert("x-plumbline-scopes", others.join(" "));
        let body = (method == "POST").then(|| json!({"document_id": "doc_1"}));
        let response = harness.call(method, path, body.as_ref(), &[]);
        assert_eq!(response.header("content-type"), Some("application/problem+json"), "E1 {method} {path}");
        assert_eq!(
            response.value(),
            json!({
                "type": "https://api.example.test/errors/premium_access_required", "title": "Premium access required",
                "status": 403, "code": "premium_access_required", "request_id": "req_1",
                "detail": format!("This operation requires premium access with the scope {scope}."),
                "next_step": format!("POST /access-requests with capabilities [\"{asked}\"].")
            }),
            "{method} {path}"
        );
    }
}

#[test]
fn with_the_grant_it_is_not_enabled() {
    for (method, path, scope, _) in OPERATIONS {
        let mut harness = Harness::new(ROUTES).unwrap();
        harness.caller.insert("x-plumbline-scopes", scope.to_owned());
        let response = harness.call(method, path, None, &[]);
        assert_eq!((response.status, response.value()["code"].as_str()), (501, Some("not_enabled")), "{method} {path}");
    }
}

#[test]
fn other_methods_are_refused() {
    let harness = Harness::new(ROUTES).unwrap();
    let response = harness.call("DELETE", "/clash-runs", None, &[]);
    assert_eq!((response.status, response.header("allow")), (405, Some("POST, GET, HEAD")), "H1");
}
