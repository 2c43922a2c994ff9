//! Problems that arise only from states that callers cannot cause. The tests change the tenant's database from outside.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Server, ServerOptions};
use rusqlite::Connection;
use serde_json::json;

#[test]
fn operations_for_signed_in_users_require_consent() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let path = "/documents/doc_0123456789abcdefABCDEF";
    let refused = account.get(&format!("{path}/cad"))?.expect_problem(403, "consent_required");
    assert!(!refused.text("next_step").is_empty());
    account.post(&format!("{path}/cad-files"), json!({}))?.expect_problem(403, "consent_required");
    Ok(())
}

#[test]
fn h1_only_json_is_acceptable() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    account.call("GET", "/projects", None, &[("accept", "text/html")])?.expect_problem(406, "not_acceptable");
    account.call("GET", "/projects", None, &[("accept", "text/html, application/json;q=0.5")])?.expect(200);
    Ok(())
}

#[test]
fn a_discipline_without_an_extractor_is_not_enabled() -> Result<()> {
    let excluded_components = vec!["extractor-structural.wasm"];
    let server = Server::start_with(ServerOptions { excluded_components, ..ServerOptions::default() })?;
    let account = server.account("Ames & Sons")?;
    let body = json!({"document_id": "doc_0123456789abcdefABCDEF", "discipline": "structural"});
    account.post("/takeoffs", body)?.expect_problem(501, "not_enabled");
    Ok(())
}

#[test]
fn an_expired_upload_slot_fails_its_document() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let project = account.project("North School")?;
    let body = json!({"project_id": project, "filename": "a.pdf", "source": {"type": "upload"}, "external_ref": "A-1"});
    let slot = account.post("/documents", body.clone())?.expect(201).json;
    let id = slot["document"]["id"].as_str().context("no id")?;
    let passed = "UPDATE documents SET upload_expires_at = '2026-01-01T00:00:00.000Z'";
    server.sandbox_query(&account.tenant, &format!("{passed} WHERE id = '{id}'"))?;
    account.call("POST", &format!("/documents/{id}/complete"), None, &[])?.expect_problem(409, "upload_expired");
    let document = account.get(&format!("/documents/{id}"))?.expect(200).json;
    assert_eq!((&document["status"], &document["failure"]["code"]), (&json!("failed"), &json!("document_unreadable")));
    // As the message says, the document can be created again.
    account.post("/documents", body)?.expect(201);
    Ok(())
}

#[test]
fn a_takeoff_that_runs_or_is_the_web_applications_is_guarded() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?.id;
    account.wait_for_takeoff(&takeoff)?;
    let set = |what: &str| {
        server.sandbox_query(&account.tenant, &format!("UPDATE takeoffs SET {what} WHERE id = '{takeoff}'"))
    };
    let export = json!({"format": "csv", "takeoff_id": takeoff});
    set("status = 'processing'")?;
    account.post("/exports", export.clone())?.expect_problem(409, "takeoff_not_completed");
    set("status = 'completed', origin = 'web_app'")?;
    assert_eq!(account.get(&format!("/takeoffs/{takeoff}"))?.expect(200).text("origin"), "web_app");
    let items = account.get(&format!("/takeoffs/{takeoff}/items?limit=1"))?.expect(200).json;
    let item = items["data"][0]["id"].as_str().context("no item")?;
    account
        .patch(&format!("/takeoffs/{takeoff}/items/{item}"), json!({"review_status": "accepted"}))?
        .expect_problem(409, "read_only_origin");
    // It can be read and exported like any other takeoff.
    account.post("/exports", export)?.expect(202);
    Ok(())
}

#[test]
fn e8_an_internal_error_reveals_no_details() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    account.project("North School")?;
    server.sandbox_query(&account.tenant, "ALTER TABLE projects RENAME TO lost")?;
    let failed = account.get("/projects")?.expect_problem(500, "internal");
    let shown = String::from_utf8(failed.bytes)?.to_lowercase();
    for inside in ["select", "table", "sqlite", "postgres", ".rs", "panicked", "/tmp"] {
        assert!(!shown.contains(inside), "{inside}: {shown}");
    }
    Ok(())
}

/// A transaction of another process that has the turn to write. Dropping it ends the transaction.
enum WriteLock {
    Sqlite(#[expect(dead_code, reason = "held")] Connection),
    Postgres(Child),
}

impl WriteLock {
    fn take(server: &Server, account: &Account) -> Result<Self> {
        let Some(database) = server.database() else {
            let connection = Connection::open(server.sandbox_database(&account.tenant))?;
            connection.execute_batch("BEGIN IMMEDIATE")?;
            return Ok(Self::Sqlite(connection));
        };
        let mut session = Command::new("psql")
            .args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--dbname", &database.url("postgres")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let statements = b"BEGIN; SELECT pg_advisory_xact_lock(19001, id::int) FROM host.scopes; SELECT 'locked';\n";
        session.stdin.as_mut().context("no input")?.write_all(statements)?;
        let answers = BufReader::new(session.stdout.as_mut().context("no output")?).lines();
        ensure!(answers.map_while(Result::ok).any(|line| line == "locked"), "psql did not get the lock");
        Ok(Self::Postgres(session))
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        if let Self::Postgres(session) = self {
            // Its transaction ends with its input.
            drop(session.stdin.take());
            let _ = session.wait();
        }
    }
}

#[test]
fn a_locked_database_is_unavailable_until_released() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    account.project("North School")?;
    let lock = WriteLock::take(&server, &account)?;
    let busy = account.post("/projects", json!({"name": "Later"}))?.expect_problem(503, "unavailable");
    assert!(!busy.header("retry-after").is_empty());
    // Reads still work.
    account.get("/projects")?.expect(200);
    drop(lock);
    account.post("/projects", json!({"name": "Later"}))?.expect(201);
    Ok(())
}
