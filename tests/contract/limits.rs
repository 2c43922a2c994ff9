//! Rate limits and quotas: R1, R2, R3.

use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Server, ServerOptions};
use serde_json::json;

/// Returns the value of a parameter of a structured field: `"read";q=600;w=60` has q and w.
fn parameter(header: &str, name: &str) -> Option<u64> {
    header.split(';').find_map(|part| part.trim().strip_prefix(name)?.strip_prefix('=')?.parse().ok())
}

#[test]
fn r1_r3_every_response_states_the_limits_of_clients_me() -> Result<()> {
    let server = Server::start_with(ServerOptions::with_environment(&[
        ("PLUMBLINE_TIERS__SANDBOX__READ__PER_MINUTE", "600"),
        ("PLUMBLINE_TIERS__SANDBOX__READ__BURST", "50"),
        ("PLUMBLINE_TIERS__SANDBOX__WRITE__PER_MINUTE", "60"),
        ("PLUMBLINE_TIERS__SANDBOX__WRITE__BURST", "20"),
    ]))?;
    let account = server.account("Ames & Sons")?;
    let limits = account.get("/clients/me")?.expect(200).json["rate_limits"].clone();
    assert_eq!(limits, json!({"read": {"per_minute": 600, "burst": 50}, "write": {"per_minute": 60, "burst": 20}}));
    let read = account.get("/projects")?.expect(200);
    assert_eq!(read.header("ratelimit-policy"), "\"read\";q=600;w=60;plumbline-burst=50");
    assert!(read.header("ratelimit").starts_with("\"read\";r="), "{}", read.header("ratelimit"));
    let write = account.post("/projects", json!({"name": "A"}))?.expect(201);
    assert_eq!(write.header("ratelimit-policy"), "\"write\";q=60;w=60;plumbline-burst=20");
    assert_eq!(parameter(write.header("ratelimit"), "r"), Some(19));
    // Problems have the headers too.
    let missing = account.get("/no-such-path")?.expect_problem(404, "not_found");
    assert!(missing.header("ratelimit-policy").contains("\"read\""));
    Ok(())
}

#[test]
fn r2_a_rate_limited_credential_is_told_when_to_retry() -> Result<()> {
    // One call a minute is restored, so none while the test runs.
    let server = Server::start_with(ServerOptions::with_environment(&[
        ("PLUMBLINE_TIERS__SANDBOX__WRITE__PER_MINUTE", "1"),
        ("PLUMBLINE_TIERS__SANDBOX__WRITE__BURST", "2"),
    ]))?;
    let account = server.account("Ames & Sons")?;
    for remaining in [1, 0] {
        let answer = account.post("/projects", json!({"name": "A"}))?.expect(201);
        assert_eq!(parameter(answer.header("ratelimit"), "r"), Some(remaining));
    }
    let refused = account.post("/projects", json!({"name": "A"}))?.expect_problem(429, "rate_limited");
    let wait = refused.json["retry_after"].as_u64().context("no retry_after")?;
    assert_eq!(refused.header("retry-after"), wait.to_string());
    let reset = parameter(refused.header("ratelimit"), "t").context("no t")?;
    assert!(wait >= reset && (1..=60).contains(&reset), "{wait} {reset}");
    // Reading has its own bucket, and so does another credential.
    assert_eq!(account.list_all("/projects")?.len(), 2);
    server.key(&account.tenant, "sandbox", "all")?.post("/projects", json!({"name": "B"}))?.expect(201);
    Ok(())
}

#[test]
fn an_exhausted_quota_is_named() -> Result<()> {
    let server =
        Server::start_with(ServerOptions::with_environment(&[("PLUMBLINE_TIERS__SANDBOX__QUOTAS__DOCUMENTS", "1")]))?;
    let account = server.account("Ames & Sons")?;
    assert_eq!(account.get("/clients/me")?.expect(200).json["quotas"]["documents"], 1.0);
    let project = account.project("North School")?;
    let body = json!({"project_id": project, "filename": "a.pdf", "source": {"type": "upload"}});
    let first = account.post("/documents", body.clone())?.expect(201);
    let refused = account.post("/documents", body.clone())?.expect_problem(429, "quota_exceeded");
    assert_eq!(refused.text("quota"), "documents");
    // Deleting a document frees its place in the quota.
    let id = first.json["document"]["id"].as_str().context("no id")?;
    account.delete(&format!("/documents/{id}"))?.expect(204);
    account.post("/documents", body)?.expect(201);
    Ok(())
}

#[test]
fn sheets_and_surveys_count_as_stored_bytes() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    assert_eq!(account.wait_for_takeoff(&takeoff.id)?["status"], "completed");
    let sheets = format!("{}/sandbox/documents/{}/sheets", account.tenant, takeoff.document);
    let folder = server.store().map_or_else(|| server.data_dir().join("blobs"), |store| store.bucket().join("files"));
    let (mut bytes, mut surveys) = (0, 0);
    for entry in std::fs::read_dir(folder.join(sheets))? {
        let entry = entry?;
        bytes += entry.metadata()?.len();
        surveys += usize::from(entry.file_name().to_string_lossy().contains(".survey."));
    }
    assert_eq!(surveys, 1);
    assert_eq!(server.sandbox_query(&account.tenant, "SELECT sheet_bytes FROM documents")?.parse::<u64>()?, bytes);
    Ok(())
}
