//! Jobs without a worker, and the places that each kind of jobs has.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, HiddenBytes, Server, ServerOptions, components, poll_until, wait_for};
use serde_json::{Value, json};

use crate::surveys::{pdf_of, start_with_test_extractor};

/// The worker that the server starts without.
const WORKER: &str = "worker-takeoff.wasm";

/// Starts a server without the worker of takeoffs.
pub(crate) fn server_without_worker() -> Result<Server> {
    Server::start_with(ServerOptions { excluded_components: vec![WORKER], ..ServerOptions::default() })
}

fn held_credits(account: &Account) -> Result<f64> {
    account.get("/credits")?.expect(200).json["held"].as_f64().context("no held credits")
}

fn readiness(account: &Account) -> Result<String> {
    Ok(String::from_utf8(account.send_bytes("GET", &format!("{}/readyz", account.address()), &[], &[])?.bytes)?)
}

/// Returns the only job in a state.
fn only_job(server: &Server, state: &str) -> Result<Value> {
    poll_until(state, || {
        let jobs = server.admin(&["job", "list", "--state", state])?;
        Ok(jobs.as_array().filter(|jobs| jobs.len() == 1).map(|jobs| jobs[0].clone()))
    })
}

/// Returns the job of a takeoff once it is in a state.
fn job_of(server: &Server, state: &str, takeoff: &str) -> Result<Value> {
    poll_until(state, || {
        let jobs = server.admin(&["job", "list", "--state", state])?;
        Ok(jobs.as_array().into_iter().flatten().find(|job| job["payload"]["takeoff_id"] == takeoff).cloned())
    })
}

/// Publishes and binds the worker of takeoffs.
pub(crate) fn bind_worker(server: &Server) -> Result<Value> {
    publish_and_bind(server, WORKER, "worker:takeoff")
}

fn publish_and_bind(server: &Server, file: &str, slot: &str) -> Result<Value> {
    let file = components()?.join(file);
    server.admin(&["component", "publish", file.to_str().context("path")?, "--slot", slot, "--bind"])
}

/// Publishes a component and binds it with its bytes moved aside, and waits until the server reports that it cannot be
/// loaded. Returns the bytes.
fn bind_without_bytes(server: &Server, account: &Account, file: &str, slot: &str) -> Result<HiddenBytes> {
    let file = components()?.join(file);
    let published = server.admin(&["component", "publish", file.to_str().context("path")?, "--slot", slot])?;
    let digest = published["digest"].as_str().context("no digest")?;
    let bytes = server.hide_component(digest)?;
    server.admin(&["component", "bind", digest])?;
    let line = format!("not loaded: {slot}\n");
    poll_until("the slot is named", || Ok(readiness(account)?.contains(&line).then_some(())))?;
    Ok(bytes)
}

/// Runs a statement that ends with `RETURNING id`, and fails if it changed no job.
fn update_job(server: &Server, returning: &str) -> Result<()> {
    ensure!(!server.control_query(returning)?.is_empty(), "no such job");
    Ok(())
}

#[test]
fn a_job_waits_for_its_worker_and_its_code_without_using_attempts() -> Result<()> {
    let server = server_without_worker()?;
    let account = server.account("Ames & Sons")?;
    let text = readiness(&account)?;
    assert!(text.starts_with("ready\n") && text.ends_with("\nmissing: worker:takeoff\n"), "{text}");
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    let job = only_job(&server, "unserved")?;
    assert_eq!((job["kind"].as_str(), job["attempts"].as_u64()), (Some("takeoff"), Some(0)), "{job}");
    assert_eq!(job["payload"]["takeoff_id"], takeoff.id);
    assert_eq!(job["unserved"], "no component is bound to worker:takeoff");
    assert!(held_credits(&account)? > 0.0);
    let text = readiness(&account)?;
    assert!(text.starts_with("ready\n"), "{text}");
    assert!(text.contains("missing: worker:takeoff; jobs waiting: 1\n"), "{text}");

    // Bound, but its bytes cannot be read for now. The server retries without another change.
    let bytes = bind_without_bytes(&server, &account, WORKER, "worker:takeoff")?;
    bytes.put_back()?;
    let done = account.wait_for_takeoff(&takeoff.id)?;
    assert_eq!(done["status"], "completed", "{done}");
    assert_eq!(held_credits(&account)?, 0.0);
    assert_eq!(readiness(&account)?.lines().count(), 2, "nothing is missing now");
    let job = job["id"].as_str().context("no id")?;
    let job = poll_until("the job is done", || {
        Ok(Some(server.admin(&["job", "show", job])?).filter(|job| job["state"] == "done"))
    })?;
    assert_eq!(job["attempts"], 1);
    Ok(())
}

#[test]
fn a_worker_with_more_jobs_than_places_is_not_missing() -> Result<()> {
    let operator = start_with_test_extractor(&[("PLUMBLINE_JOBS__CONCURRENCY", "1")])?;
    let account = operator.server.account("Ames & Sons")?;
    // The extractor computes on this page until its time limit of two minutes.
    let takeoff = account.start_takeoff("E-101.pdf", &pdf_of(&["extract-loop"])?)?;
    let running = job_of(&operator.server, "running", &takeoff.id)?;
    let body = json!({"document_id": takeoff.document, "discipline": "electrical"});
    let second = account.post("/takeoffs", body)?.expect(202);
    job_of(&operator.server, "waiting", second.text("id"))?;
    let text = readiness(&account)?;
    assert!(text.starts_with("ready\n") && !text.contains("missing"), "{text}");
    let running = operator.server.admin(&["job", "show", running["id"].as_str().context("no id")?])?;
    assert_eq!(running["state"], "running", "the worker was not busy: {running}");
    Ok(())
}

#[test]
fn takeoffs_of_one_tenant_delay_neither_its_other_jobs_nor_takeoffs_of_others() -> Result<()> {
    /// The longest that a takeoff of another tenant may wait for its start.
    const MAX_WAIT: Duration = Duration::from_secs(1);
    // Of three places for takeoffs, a tenant can take two.
    let operator = start_with_test_extractor(&[("PLUMBLINE_JOBS__CONCURRENCY", "3")])?;
    let server = &operator.server;
    let (busy, other) = (server.account("Ames & Sons")?, server.account("Brick & Co")?);
    let plan = pdf_of(&["plan"])?;
    let document = other.upload(&other.project("North School")?, "E-101.pdf", &plan)?;
    assert_eq!(document["status"], "ready", "{document}");

    // The extractor computes on this page until its time limit of two minutes.
    let first = busy.start_takeoff("E-101.pdf", &pdf_of(&["extract-loop"])?)?;
    let start_another = || -> Result<String> {
        let body = json!({"document_id": first.document, "discipline": "electrical"});
        Ok(busy.post("/takeoffs", body)?.expect(202).text("id").to_owned())
    };
    let (second, third) = (start_another()?, start_another()?);
    let running = [job_of(server, "running", &first.id)?, job_of(server, "running", &second)?];
    job_of(server, "waiting", &third)?;

    let uploaded = busy.upload(&first.project, "E-102.pdf", &plan)?;
    assert_eq!(uploaded["status"], "ready", "{uploaded}");
    let uploaded = uploaded["id"].as_str().context("no id")?;
    let files = server.files_of(&format!("/{uploaded}/"))?;
    ensure!(!files.is_empty(), "the document has no files");
    busy.delete(&format!("/documents/{uploaded}"))?.expect(204);
    poll_until("the files are deleted", || Ok(files.iter().all(|file| !file.exists()).then_some(())))?;

    let asked = Instant::now();
    let body = json!({"document_id": document["id"], "discipline": "electrical"});
    let takeoff = other.post("/takeoffs", body)?.expect(202).text("id").to_owned();
    wait_for(&other, &format!("/takeoffs/{takeoff}"), |takeoff| takeoff["status"] != "queued")?;
    let waited = asked.elapsed();
    ensure!(waited < MAX_WAIT, "it waited for {waited:?}");
    let done = other.wait_for_takeoff(&takeoff)?;
    assert_eq!(done["status"], "completed", "{done}");

    for job in running {
        let job = server.admin(&["job", "show", job["id"].as_str().context("no id")?])?;
        assert_eq!(job["state"], "running", "its place was free: {job}");
    }
    assert_eq!(busy.get(&format!("/takeoffs/{third}"))?.expect(200).text("status"), "queued");
    Ok(())
}

#[test]
fn a_document_is_read_when_its_reader_can_be_loaded_again() -> Result<()> {
    const READER: &str = "reader-pdf.wasm";
    let server = Server::start_with(ServerOptions { excluded_components: vec![READER], ..ServerOptions::default() })?;
    let account = server.account("Ames & Sons")?;
    let bytes = bind_without_bytes(&server, &account, READER, "reader:pdf")?;
    let project = account.project("North School")?;
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let document = std::thread::scope(|scope| -> Result<Value> {
        let upload = scope.spawn(|| account.upload(&project, "E-101.pdf", &pdf));
        poll_until("the first attempt has failed", || {
            let jobs = server.admin(&["job", "list"])?;
            let has_failed = jobs.as_array().is_some_and(|jobs| jobs.iter().any(|job| job["reason"].is_string()));
            Ok((has_failed || upload.is_finished()).then_some(()))
        })?;
        bytes.put_back()?;
        upload.join().map_err(|_| anyhow::anyhow!("the upload panicked"))?
    })?;
    assert_eq!(document["status"], "ready", "{document}");
    Ok(())
}

#[test]
fn an_export_is_made_when_its_exporter_can_be_loaded_again() -> Result<()> {
    const EXPORTER: &str = "exporter-csv.wasm";
    const EXPORT_WORKER: &str = "worker-export.wasm";
    let excluded_components = vec![EXPORTER, EXPORT_WORKER];
    let mut server = Server::start_with(ServerOptions { excluded_components, ..ServerOptions::default() })?;
    let mut account = server.account("Ames & Sons")?;
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    assert_eq!(account.wait_for_takeoff(&takeoff.id)?["status"], "completed");
    let published = publish_and_bind(&server, EXPORTER, "exporter:csv")?;
    let export = poll_until("the exporter is bound", || {
        let answer = account.post("/exports", json!({"takeoff_id": takeoff.id, "format": "csv"}))?;
        Ok((answer.status == 202).then_some(answer))
    })?;
    let path = format!("/exports/{}", export.text("id"));
    only_job(&server, "unserved")?;

    // After the restart, the exporter's bytes cannot be read for now.
    server.stop()?;
    let digest = published["digest"].as_str().context("no digest")?;
    let bytes = server.hide_component(digest)?;
    publish_and_bind(&server, EXPORT_WORKER, "worker:export")?;
    server.restart()?;
    account.set_server(&server);
    poll_until("the first attempt has failed", || {
        let jobs = server.admin(&["job", "list"])?;
        let is_retried = jobs.as_array().is_some_and(|jobs| jobs.iter().any(|job| job["reason"].is_string()));
        let has_ended = account.get(&path)?.json["status"] == "failed";
        Ok((is_retried || has_ended).then_some(()))
    })?;
    bytes.put_back()?;
    let is_finished = |export: &Value| matches!(export["status"].as_str(), Some("completed" | "failed"));
    let export = wait_for(&account, &path, is_finished)?.json;
    assert_eq!(export["status"], "completed", "{export}");
    Ok(())
}

#[test]
fn a_stranded_job_is_listed_and_can_be_retried() -> Result<()> {
    let server = server_without_worker()?;
    let account = server.account("Ames & Sons")?;
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    let job = only_job(&server, "unserved")?;
    let id = job["id"].as_str().context("no id")?;
    // The state after ten failed attempts to call a worker that traps.
    let strand =
        "UPDATE jobs SET state = 'abandoned', unserved = NULL, stranded = 'worker:takeoff trapped', attempts = 15,
                  finished_at = '2026-01-01T00:00:00.000Z' WHERE leased_by IS NULL";
    update_job(&server, &format!("{strand} AND id = '{id}' RETURNING id"))?;
    let listed = server.admin(&["job", "list"])?;
    assert_eq!((&listed[0]["id"], &listed[0]["state"]), (&job["id"], &json!("stranded")), "{listed}");
    let shown = server.admin(&["job", "show", id])?;
    assert_eq!(shown["stranded"], "worker:takeoff trapped");

    bind_worker(&server)?;
    assert_eq!(server.admin(&["job", "retry", id])?["state"], "waiting");
    assert_eq!(account.wait_for_takeoff(&takeoff.id)?["status"], "completed");
    assert_eq!(held_credits(&account)?, 0.0);
    poll_until("the job is done", || {
        Ok(Some(server.admin(&["job", "show", id])?).filter(|job| job["state"] == "done"))
    })?;
    let done = server.admin(&["job", "retry", id]).unwrap_err().to_string();
    assert!(done.contains("is done"), "{done}");
    let unknown = server.admin(&["job", "show", "nothing"]).unwrap_err().to_string();
    assert!(unknown.contains("plumbline job list --all"), "{unknown}");
    Ok(())
}

#[test]
fn credits_held_for_a_lost_job_are_released_at_the_next_start() -> Result<()> {
    let mut server = server_without_worker()?;
    let mut account = server.account("Ames & Sons")?;
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    let job = only_job(&server, "unserved")?;
    delete_job_and_restart(&mut server, job["id"].as_str().context("no id")?)?;
    account.set_server(&server);
    wait_for(&account, &format!("/takeoffs/{}", takeoff.id), |takeoff| takeoff["status"] == "failed")?;
    assert_eq!(held_credits(&account)?, 0.0);
    Ok(())
}

#[test]
fn a_kind_that_no_worker_can_serve_is_abandoned() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    account.get("/projects?limit=1")?.expect(200);
    let entry = "INSERT INTO outbox (id, kind, payload, created_at) VALUES ('odd', 'no\nkind', '{}', '2026-01-01T00:00:00.000Z')";
    server.sandbox_query(&account.tenant, entry)?;
    let job = only_job(&server, "abandoned")?;
    assert_eq!(job["reason"], "no worker can be bound for the kind `no\\nkind`");
    assert!(!readiness(&account)?.contains("missing"));
    Ok(())
}

/// Deletes a job, as an older copy of the control database would, and restarts with its worker.
fn delete_job_and_restart(server: &mut Server, job: &str) -> Result<()> {
    server.stop()?;
    update_job(server, &format!("DELETE FROM jobs WHERE id = '{job}' RETURNING id"))?;
    bind_worker(server)?;
    server.restart()
}
