//! Credits, usage, and a credential's report on itself.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Server};
use serde_json::{Value, json};

/// Returns the usage report by a field, once `enough` accepts its rows. The report is written after the responses, so it can lag.
fn wait_for_usage(account: &Account, group_by: &str, enough: impl Fn(&[Value]) -> bool) -> Result<Vec<Value>> {
    let begun = Instant::now();
    loop {
        let report = account.get(&format!("/usage?from=2026-01-01&to=2026-12-31&group_by={group_by}"))?;
        let report = if report.status == 200 { report } else { report.expect(200) };
        let rows = report.json["rows"].as_array().context("no rows")?.clone();
        if enough(&rows) {
            return Ok(rows);
        }
        anyhow::ensure!(begun.elapsed() < Duration::from_secs(30), "{rows:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn row<'a>(rows: &'a [Value], key: &str) -> Option<&'a Value> {
    rows.iter().find(|row| row["key"] == key)
}

#[test]
fn a_takeoff_is_held_charged_and_in_the_usage_report() -> Result<()> {
    let server = Server::start()?;
    let account = server.account_with("Ames & Sons", "production", "all")?;
    let before = account.get("/credits")?.expect(200).json;
    assert_eq!((&before["available"], &before["held"]), (&json!(200.0), &json!(0.0)), "trial credits");
    insta::assert_json_snapshot!("credits", before);

    let project =
        account.post("/projects", json!({"name": "North School", "end_customer_ref": "Größe & Co"}))?.expect(201);
    let document = account.upload(project.text("id"), "E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    let body = json!({"document_id": document["id"], "discipline": "electrical"});
    let takeoff = account.post("/takeoffs", body)?.expect(202);
    let estimate = takeoff.json["estimated_credits"].as_f64().context("no estimate")?;
    let done = account.wait_for_takeoff(takeoff.text("id"))?;
    let charged = done["result_summary"]["credits_charged"].as_f64().context("no charge")?;
    assert!(charged > 0.0 && charged <= estimate, "{charged} of {estimate}");

    let after = account.get("/credits")?.expect(200).json;
    assert_eq!(after["available"].as_f64(), Some(200.0 - charged));
    assert_eq!((&after["held"], after["consumed_total"].as_f64()), (&json!(0.0), Some(charged)));

    let rows = wait_for_usage(&account, "operation", |rows| {
        row(rows, "takeoffs.create").is_some_and(|row| row["credits"] != 0.0)
    })?;
    let created = row(&rows, "takeoffs.create").context("no row")?;
    assert_eq!((&created["requests"], &created["errors"], &created["units"]), (&json!(1), &json!(0), &json!(1.0)));
    assert_eq!(created["credits"].as_f64(), Some(charged));
    assert!(created["p95_ms"].is_u64());
    let rows = wait_for_usage(&account, "end_customer", |rows| row(rows, "Größe & Co").is_some())?;
    assert_eq!(row(&rows, "Größe & Co").context("no row")?["credits"].as_f64(), Some(charged));
    Ok(())
}

#[test]
fn every_request_is_in_the_usage_report_and_none_is_lost_on_shutdown() -> Result<()> {
    let mut server = Server::start()?;
    let mut account = server.account("Ames & Sons")?;
    for number in 0..40 {
        account.post("/projects", json!({"name": format!("Project {number}")}))?.expect(201);
    }
    account.get("/projects/prj_0123456789abcdefABCDEF")?.expect(404);
    account.get("/no-such-path")?.expect(404);
    server.stop()?;
    server.restart()?;
    account.set_server(&server);
    let rows = wait_for_usage(&account, "operation", |_| true)?;
    assert_eq!(row(&rows, "projects.create").context("no row")?["requests"], 40);
    let missing = row(&rows, "projects.get").context("no row")?;
    assert_eq!((&missing["requests"], &missing["errors"]), (&json!(1), &json!(1)));
    assert_eq!(row(&rows, "unmatched").context("no row")?["errors"], 1);
    Ok(())
}

#[test]
fn the_usage_report_is_a_table_too() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    account.project("North School")?;
    wait_for_usage(&account, "operation", |rows| row(rows, "projects.create").is_some())?;
    let table = account.get("/usage?from=2026-01-01&to=2026-12-31&group_by=operation&format=csv")?.expect(200);
    assert_eq!(table.header("content-type"), "text/csv; header=present");
    let text = String::from_utf8(table.bytes)?;
    assert_eq!(text.lines().next(), Some("key,requests,errors,units,credits,p95_ms"));
    assert!(text.lines().any(|line| line.starts_with("projects.create,1,0,")), "{text}");
    for query in [
        "",
        "?from=2026-02-30&to=2026-03-01",
        "?from=2026-02-02&to=2026-02-01",
        "?from=2026-01-01&to=2026-01-02&group_by=color",
    ] {
        account.get(&format!("/usage{query}"))?.expect_problem(400, "invalid_request");
    }
    Ok(())
}

#[test]
fn a_credential_learns_what_it_is_and_may_do() -> Result<()> {
    let server = Server::start()?;
    let account = server.account_with("Ames & Sons", "production", "projects:read billing:read")?;
    let me = account.get("/clients/me")?.expect(200).json;
    insta::assert_json_snapshot!("client", me, {".id" => "[id]", ".rate_limits" => "[limits]", ".quotas" => "[quotas]"});
    server.admin(&["tenant", "set", &account.tenant, "--tier", "enterprise", "--billing-mode", "artifact"])?;
    let begun = Instant::now();
    // Every host learns of it within a second.
    while account.get("/clients/me")?.expect(200).text("tier") != "enterprise" {
        assert!(begun.elapsed() < Duration::from_secs(5), "still the old tier");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(account.get("/credits")?.expect(200).text("billing_mode"), "artifact");
    let capabilities = account.get("/capabilities")?.expect(200);
    let formats =
        ["csv", "xlsx", "json", "pdf", "png", "ms_project", "primavera_p6", "rib_itwo", "presto", "quickbooks"];
    assert_eq!(capabilities.json["export_formats"], json!(formats));
    let disciplines =
        ["electrical", "mechanical", "plumbing", "fire_protection", "process", "structural", "multi_discipline"];
    assert_eq!(capabilities.json["disciplines"], json!(disciplines));
    assert_eq!(capabilities.header("cache-control"), "private, max-age=300");
    let tag = capabilities.header("etag").to_owned();
    account.call("GET", "/capabilities", None, &[("if-none-match", &tag)])?.expect(304);
    let access_request = account
        .post("/access-requests", json!({"capabilities": ["takeoffs:deep"], "note": "For the school"}))?
        .expect(202);
    assert_eq!(access_request.text("status"), "received");
    assert!(access_request.text("contact").contains('@'));
    let premium = account.post("/bim-models", json!({}))?.expect_problem(403, "premium_access_required");
    assert!(!premium.text("next_step").is_empty());
    Ok(())
}

#[test]
fn reference_lists_are_whole() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    for list in ["units", "disciplines", "export-formats", "event-kinds"] {
        let answer = account.get(&format!("/reference/{list}"))?.expect(200);
        assert!(!answer.json["data"].as_array().context("no data")?.is_empty(), "{list}");
        assert!(!answer.header("etag").is_empty(), "{list}");
    }
    let taxonomy = account.get("/reference/taxonomy")?.expect(200).json;
    assert_eq!(taxonomy["trades"].as_array().map(Vec::len), Some(9));
    Ok(())
}

#[test]
fn credits_that_do_not_suffice_hold_nothing() -> Result<()> {
    let server = Server::start()?;
    let account = server.account_with("Ames & Sons", "production", "all")?;
    let project = account.project("North School")?;
    let document = account.upload(&project, "E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    let body = json!({"document_id": document["id"], "discipline": "electrical"});
    // 200 trial credits are 20 takeoffs at the minimum.
    let (mut started, mut refused) = (0, None);
    while refused.is_none() && started <= 20 {
        let answer = account.post("/takeoffs", body.clone())?;
        match answer.status {
            202 => {
                let id = answer.text("id").to_owned();
                assert_eq!(account.wait_for_takeoff(&id)?["status"], "completed");
                started += 1;
            }
            _ => refused = Some(answer.expect_problem(402, "insufficient_credits")),
        }
    }
    let refused = refused.context("nothing was refused")?;
    assert_eq!(refused.json["required_credits"].as_f64(), Some(10.0));
    assert_eq!(refused.json["available_credits"].as_f64(), Some(0.0));
    assert_eq!(account.get("/credits")?.expect(200).json["held"].as_f64(), Some(0.0));
    server.admin(&["tenant", "grant", &account.tenant, "--credits", "10"])?;
    account.post("/takeoffs", body)?.expect(202);
    Ok(())
}
