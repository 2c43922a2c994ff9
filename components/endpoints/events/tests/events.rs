//! The event log over the real schema: every change has its event, in the transaction of the change.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use plumbline_database::deletion::{Target, delete};
use plumbline_database::{columns, params, testing};
use plumbline_endpoint::testing::Harness;
use plumbline_endpoint_events::ROUTES;
use serde_json::{Value, json};

const TIME: &str = "2026-01-01T00:00:00.000Z";
const TAKEOFF: &str = "tko_0000000000000000000001";
const DOCUMENT: &str = "doc_0000000000000000000001";
const EXPORT: &str = "exp_0000000000000000000001";

fn harness() -> Harness {
    let mut harness = Harness::new(ROUTES).unwrap();
    harness.caller.insert("x-plumbline-scopes", "events:read".to_owned());
    testing::insert_document(&harness.db, DOCUMENT, TIME).unwrap();
    testing::insert_takeoff(&harness.db, TAKEOFF, DOCUMENT, &[1], TIME).unwrap();
    harness
}

/// Returns the kinds of the events that a list has, oldest first.
fn kinds(harness: &Harness, query: &str) -> Vec<String> {
    let listed = harness.get(&format!("/events{query}")).value();
    let mut events: Vec<Value> = listed["data"].as_array().unwrap().clone();
    events.reverse();
    events.iter().map(|event| event["type"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_takeoff_has_an_event_for_each_of_its_states() {
    let harness = harness();
    let set = |status: &str| {
        harness.db.execute("UPDATE takeoffs SET status = ? WHERE id = ?", params![status, TAKEOFF]).unwrap();
    };
    harness.db.execute("DELETE FROM events", params![]).unwrap();
    ["queued", "processing", "processing", "completed"].into_iter().for_each(set);
    harness.db.execute("DELETE FROM takeoffs WHERE id = ?", params![TAKEOFF]).unwrap();
    let mut of_takeoff = kinds(&harness, &format!("?resource_id={TAKEOFF}"));
    of_takeoff.sort();
    assert_eq!(of_takeoff, ["takeoff.completed", "takeoff.deleted", "takeoff.started"]);
    let completed = harness.get("/events?type=takeoff.completed").value()["data"][0].clone();
    assert_eq!(completed["data"]["status"], "completed");
    let id = completed["id"].as_str().unwrap();
    assert_eq!(harness.get(&format!("/events/{id}")).value(), completed);
}

/// Inserts an export of the takeoff that is queued.
fn insert_export(harness: &Harness) {
    let export = columns! {
        id: EXPORT, takeoff_id: TAKEOFF, format: "csv", status: "queued", accepted_only: false, include_evidence: false,
        units: "as_drawn", credits_charged: 0.0, blob_key: "k", created_at: TIME
    };
    harness.db.transaction(|tx| tx.insert("exports", export)).unwrap();
}

/// Gives a resource states one after another and returns the kinds of the events that this adds, sorted.
fn kinds_of_states(harness: &Harness, table: &str, id: &str, states: &[&str]) -> Vec<String> {
    harness.db.execute("DELETE FROM events", params![]).unwrap();
    for state in states {
        harness.db.execute(&format!("UPDATE {table} SET status = ? WHERE id = ?"), params![*state, id]).unwrap();
    }
    let mut kinds = kinds(harness, &format!("?resource_id={id}"));
    kinds.sort();
    kinds
}

#[test]
fn a_document_has_an_event_for_each_of_its_states() {
    let harness = harness();
    let states = ["awaiting_upload", "ingesting", "ingesting", "ready", "failed"];
    let expected = ["document.failed", "document.ingesting", "document.ready"];
    assert_eq!(kinds_of_states(&harness, "documents", DOCUMENT, &states), expected);
}

#[test]
fn an_export_has_an_event_for_each_of_its_states() {
    let harness = harness();
    insert_export(&harness);
    let states = ["queued", "processing", "processing", "completed", "failed"];
    let expected = ["export.completed", "export.failed", "export.started"];
    assert_eq!(kinds_of_states(&harness, "exports", EXPORT, &states), expected);
}

#[test]
fn what_is_deleted_has_events_of_its_project() {
    for target in [Target::Project("prj_1"), Target::Document(DOCUMENT)] {
        let harness = harness();
        insert_export(&harness);
        assert!(harness.db.transaction(|tx| delete(tx, target, TIME)).unwrap());
        let deleted = "SELECT group_concat(kind || ' ' || project_id, ', ')
            FROM (SELECT kind, project_id FROM events WHERE kind LIKE '%.deleted' ORDER BY kind)";
        let expected = "document.deleted prj_1, export.deleted prj_1, takeoff.deleted prj_1";
        assert_eq!(harness.scalar(deleted).unwrap(), Some(expected.into()), "{target:?}");
    }
}

#[test]
fn events_are_filtered_by_project() {
    let harness = harness();
    let project = "prj_0000000000000000000001";
    harness
        .db
        .transaction(|tx| {
            tx.insert("projects", columns! { id: project, name: "P", metadata: "{}", created_at: TIME })?;
            tx.execute("UPDATE takeoffs SET project_id = ?", params![project])?;
            tx.execute("UPDATE takeoffs SET status = 'processing'", params![])
        })
        .unwrap();
    assert_eq!(kinds(&harness, &format!("?project_id={project}")), ["takeoff.started"]);
    assert_eq!(kinds(&harness, "?project_id=prj_0000000000000000000002"), Vec::<String>::new());
}

#[test]
fn a_change_that_is_rolled_back_has_no_event() {
    let harness = harness();
    let before = kinds(&harness, "").len();
    let failed: Result<(), plumbline_database::DbError> = harness.db.transaction(|tx| {
        tx.execute("UPDATE takeoffs SET status = 'failed' WHERE id = ?", params![TAKEOFF])?;
        Err(plumbline_database::DbError::Sql("changed its mind".to_owned()))
    });
    assert!(failed.is_err());
    assert_eq!(kinds(&harness, "").len(), before);
}

#[test]
fn wrong_filters_are_named() {
    let harness = harness();
    let refused = harness.get("/events?type=takeoff.lost&since=yesterday&project_id=x");
    assert_eq!(refused.status, 400, "{}", refused.value());
    let named: Vec<Value> =
        refused.value()["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
    assert_eq!(named, [json!("type"), json!("project_id"), json!("since")]);
}

#[test]
fn an_account_that_falls_below_its_threshold_is_told_once() {
    let harness = harness();
    let hold = |job: &str, credits: f64| {
        harness.db.transaction(|tx| plumbline_database::ledger::hold(tx, job, credits, "takeoff", TIME)).unwrap();
    };
    hold("tko_1", 179.0);
    assert_eq!(kinds(&harness, "?type=credits.low"), Vec::<String>::new());
    hold("tko_2", 2.0);
    hold("tko_3", 2.0);
    let listed = harness.get("/events?type=credits.low").value();
    assert_eq!(listed["data"].as_array().unwrap().len(), 1, "{listed}");
    assert_eq!(
        (&listed["data"][0]["data"]["available"], &listed["data"][0]["data"]["held"]),
        (&json!(19.0), &json!(181.0))
    );
}
