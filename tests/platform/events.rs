//! The event log of a running server: credentials and components of a tenant's own.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use plumbline_tests::{Account, Server};
use serde_json::Value;

use crate::hot_swap::{publish, variant};

/// Waits until an event of this kind is in the log, and returns the newest.
fn wait_for(account: &Account, kind: &str, is_wanted: impl Fn(&Value) -> bool) -> Result<Value> {
    let begun = Instant::now();
    loop {
        let events = account.list_all(&format!("/events?type={kind}"))?;
        if let Some(event) = events.into_iter().find(&is_wanted) {
            return Ok(event);
        }
        ensure!(begun.elapsed() < Duration::from_secs(30), "no such event: {kind}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn credentials_and_bindings_of_a_tenant_are_events() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let other = server.account("Brown Brothers")?;
    let created = wait_for(&account, "credential.created", |event| event["resource_id"] == account.key.as_str())?;
    assert_eq!(created["data"]["credential_type"], "api_key");
    assert!(!created.to_string().contains(&account.secret));
    let arguments = ["key", "create", "--tenant", &account.tenant, "--environment", "sandbox", "--scopes", "all"];
    let key = server.admin(&arguments)?;
    let id = key["id"].as_str().unwrap_or_default();
    server.admin(&["key", "revoke", id])?;
    wait_for(&account, "credential.revoked", |event| event["resource_id"] == id)?;
    assert!(other.list_all("/events?type=credential.revoked")?.is_empty());
    let folder = tempfile::tempdir()?;
    let digest = publish(&server, "endpoint:reference", &variant("endpoint-reference", 21, folder.path())?)?;
    server.admin(&["component", "bind", &digest, "--tenant", &account.tenant])?;
    let bound = wait_for(&account, "component_binding.changed", |event| event["data"]["digest"] == digest.as_str())?;
    assert_eq!(
        (bound["resource_id"].as_str(), bound["data"]["change"].as_str()),
        (Some("endpoint:reference"), Some("bind"))
    );
    // A binding for all tenants is no event of any.
    server.admin(&["component", "bind", &digest])?;
    assert!(other.list_all("/events?type=component_binding.changed")?.is_empty());
    Ok(())
}

#[test]
fn a_review_is_an_event_of_its_takeoff() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let drawing = plumbline_sample::Drawing::e101(1, &plumbline_sample::Options::default());
    let takeoff = account.start_takeoff("E-101.pdf", &drawing.pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    let before = account.list_all("/events?type=takeoff.reviewed")?.len();
    let review = serde_json::json!({"filter": {}, "review_status": "accepted"});
    account.post(&format!("/takeoffs/{}/items/review", takeoff.id), review)?.expect(200);
    let events = account.list_all("/events?type=takeoff.reviewed")?;
    assert_eq!(events.len(), before + 1);
    assert_eq!(events[0]["resource_id"], takeoff.id.as_str());
    Ok(())
}
