//! The event log of a running server: changes of a project, and credentials and components of a tenant's own.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Server, wait_for as wait_for_state};
use serde_json::{Value, json};

use crate::hot_swap::{publish, variant};
use crate::jobs::{bind_worker, server_without_worker};

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
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    let before = account.list_all("/events?type=takeoff.reviewed")?.len();
    let review = json!({"filter": {}, "review_status": "accepted"});
    account.post(&format!("/takeoffs/{}/items/review", takeoff.id), review)?.expect(200);
    let events = account.list_all("/events?type=takeoff.reviewed")?;
    assert_eq!(events.len(), before + 1);
    assert_eq!(events[0]["resource_id"], takeoff.id.as_str());
    Ok(())
}

/// A project whose documents, takeoffs and exports have been through their states.
struct Changes {
    project: String,
    /// The takeoff that was completed.
    takeoff: String,
}

impl Changes {
    /// Uploads a drawing and a file that is not one, cancels a takeoff, completes another, exports and reviews it, and deletes
    /// the drawing.
    fn make(server: &Server, account: &Account) -> Result<Self> {
        let project = account.project("North School")?;
        let document = account.upload(&project, "E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
        let broken = account.upload(&project, "broken.pdf", b"%PDF-1.7\nnothing that follows is a PDF")?;
        ensure!((&document["status"], &broken["status"]) == (&json!("ready"), &json!("failed")), "{document} {broken}");
        let body = json!({"document_id": document["id"], "discipline": "electrical"});
        let start = || anyhow::Ok(account.post("/takeoffs", body.clone())?.expect(202).text("id").to_owned());
        account.call("POST", &format!("/takeoffs/{}/cancel", start()?), None, &[])?.expect(202);
        bind_worker(server)?;
        let takeoff = start()?;
        account.wait_for_takeoff(&takeoff)?;
        let export = account.post("/exports", json!({"takeoff_id": takeoff, "format": "csv"}))?.expect(202);
        wait_for_state(account, &format!("/exports/{}", export.text("id")), |export| export["status"] == "completed")?;
        for (list, row) in [("items", "items"), ("items?consolidated=true", "items"), ("routes", "routes")] {
            let rows = account.list_all(&format!("/takeoffs/{takeoff}/{list}"))?;
            let id = rows.first().and_then(|row| row["id"].as_str()).context("no row")?;
            ensure!(id.starts_with("grp_") == list.contains('?'), "{list}: {id}");
            let path = format!("/takeoffs/{takeoff}/{row}/{id}");
            account.patch(&path, json!({"review_status": "accepted"}))?.expect(200);
        }
        account.delete(&format!("/documents/{}", document["id"].as_str().context("no id")?))?.expect(204);
        Ok(Self { project, takeoff })
    }
}

/// Returns how many events there are of each kind.
fn count_kinds(events: &[Value]) -> BTreeMap<&str, usize> {
    let mut kinds = BTreeMap::new();
    for event in events {
        *kinds.entry(event["type"].as_str().unwrap_or_default()).or_default() += 1;
    }
    kinds
}

#[test]
fn every_change_is_an_event_of_its_schema() -> Result<()> {
    let server = server_without_worker()?;
    let account = server.account("Ames & Sons")?;
    let Changes { project, takeoff } = Changes::make(&server, &account)?;
    wait_for(&account, "credential.created", |event| event["resource_id"] == account.key.as_str())?;
    let all = account.list_all("/events")?;

    let of_project = account.list_all(&format!("/events?project_id={project}"))?;
    let expected = BTreeMap::from([
        ("document.created", 2),
        ("document.ingesting", 2),
        ("document.ready", 1),
        ("document.failed", 1),
        ("document.deleted", 1),
        ("takeoff.created", 2),
        ("takeoff.cancelled", 1),
        ("takeoff.started", 1),
        ("takeoff.completed", 1),
        ("takeoff.reviewed", 3),
        ("takeoff.deleted", 2),
        ("export.created", 1),
        ("export.started", 1),
        ("export.completed", 1),
        ("export.deleted", 1),
    ]);
    assert_eq!(count_kinds(&of_project), expected);
    assert!(of_project.iter().all(|event| event["project_id"] == project.as_str()));
    let others: Vec<Value> = all.iter().filter(|event| event["project_id"].is_null()).cloned().collect();
    assert_eq!(Vec::from_iter(count_kinds(&others).into_keys()), ["credential.created", "credits.changed"]);
    assert_eq!(all.len(), of_project.len() + others.len());
    let empty = account.project("South School")?;
    assert_eq!(account.list_all(&format!("/events?project_id={empty}"))?, Vec::<Value>::new());

    let kinds = account.get("/reference/event-kinds")?.expect(200).json;
    let kinds = kinds["data"].as_array().context("no kinds")?;
    for event in &all {
        let kind = kinds.iter().find(|kind| kind["code"] == event["type"]).context("a kind that is not listed")?;
        let schema = jsonschema::draft202012::new(&kind["schema"]).map_err(|error| anyhow::anyhow!("{error}"))?;
        ensure!(schema.is_valid(&event["data"]), "{event} does not have the schema {}", kind["schema"]);
        // The schema describes every field.
        let described = kind["schema"]["properties"].as_object().context("no properties")?;
        let data = event["data"].as_object().context("no data")?;
        ensure!(data.keys().all(|name| described.contains_key(name)), "{event} has more than {}", kind["schema"]);
        assert_eq!(event["data"]["id"], event["resource_id"]);
    }

    // Newest first.
    let of_takeoff = account.list_all(&format!("/events?resource_id={takeoff}"))?;
    let of_takeoff: Vec<_> = of_takeoff.iter().map(|event| event["type"].as_str().unwrap_or_default()).collect();
    let [deleted, reviewed, completed] = ["takeoff.deleted", "takeoff.reviewed", "takeoff.completed"];
    assert_eq!(of_takeoff, [deleted, reviewed, reviewed, reviewed, completed, "takeoff.started", "takeoff.created"]);

    let ids = |events: Vec<Value>| BTreeSet::from_iter(events.into_iter().map(|event| event["id"].to_string()));
    let moment = wait_for(&account, completed, |_| true)?["timestamp"].as_str().context("no timestamp")?.to_owned();
    let (since, until): (Vec<Value>, Vec<Value>) =
        all.into_iter().partition(|event| event["timestamp"].as_str() >= Some(moment.as_str()));
    ensure!(!since.is_empty() && !until.is_empty(), "{moment}");
    assert_eq!(ids(account.list_all(&format!("/events?since={moment}"))?), ids(since));
    assert_eq!(ids(account.list_all(&format!("/events?until={moment}"))?), ids(until));
    assert_eq!(account.list_all(&format!("/events?since={moment}&until={moment}"))?, Vec::<Value>::new());
    Ok(())
}
