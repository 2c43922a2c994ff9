//! Tenants' files in an S3 store: clients reach the store itself, and hosts share what they compile.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use plumbline_client::blocking::Client;
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, S3Server, Server, ServerOptions, agent, components, poll_until, send, wait_for};
use serde_json::{Value, json};

use crate::metrics::Samples;
use crate::operators::Operator;

/// How long the store refuses requests.
const OUTAGE: Duration = Duration::from_secs(30);

fn store() -> Result<Arc<S3Server>> {
    Ok(Arc::new(S3Server::start()?))
}

fn with(store: &Arc<S3Server>, environment: &[(&str, &str)]) -> ServerOptions {
    ServerOptions { store: Some(Arc::clone(store)), ..ServerOptions::with_environment(environment) }
}

fn pdf() -> Vec<u8> {
    Drawing::e101(1, &Options::default()).pdf
}

/// Creates a document of undeclared size. Returns its id and its upload.
fn slot(account: &Account) -> Result<(String, Value)> {
    let project = account.project("Riverside")?;
    let body = json!({"project_id": project, "filename": "E-101.pdf",
                      "source": {"type": "upload", "content_type": "application/pdf"}});
    let created = account.post("/documents", body)?.expect(201).json;
    let id = created["document"]["id"].as_str().context("no id")?.to_owned();
    Ok((id, created["upload"].clone()))
}

/// Exports a takeoff. Returns the export with its address.
fn export(account: &Account, takeoff: &str, format: &str) -> Result<Value> {
    let created = account.post("/exports", json!({"takeoff_id": takeoff, "format": format}))?.expect(202);
    let path = format!("/exports/{}", created.text("id"));
    let ended = |export: &Value| matches!(export["status"].as_str(), Some("completed" | "failed"));
    let done = wait_for(account, &path, ended)?.json;
    ensure!(done["status"] == "completed", "{done}");
    Ok(done)
}

#[test]
fn files_go_between_clients_and_the_store() -> Result<()> {
    let store = store()?;
    let operator = Operator::start_with(with(&store, &[]))?;
    let server = &operator.server;
    let account = server.account("Ames & Sons")?;
    let (_, upload) = slot(&account)?;
    ensure!(upload["url"].as_str().is_some_and(|url| url.starts_with(store.url())), "{upload}");

    // The published client sends what such an address needs.
    let client = Client::new(&server.url, &account.secret);
    let project = account.project("North School")?;
    let document = client.upload_bytes(&project, "E-101.pdf", pdf())?;
    let original = account.get(&format!("/documents/{}/download", document.id))?.expect(302);
    ensure!(original.header("location").starts_with(store.url()), "{:?}", original.headers);
    ensure!(account.send_bytes("GET", original.header("location"), &[], &[])?.expect(200).bytes == pdf());
    let body = json!({"document_id": document.id, "discipline": "electrical"});
    let takeoff = account.post("/takeoffs", body)?.expect(202).text("id").to_owned();
    ensure!(account.wait_for_takeoff(&takeoff)?["status"] == "completed");

    let done = export(&account, &takeoff, "csv")?;
    let url = done["download"]["url"].as_str().context("no address")?;
    ensure!(url.starts_with(store.url()), "{url}");
    let file = account.send_bytes("GET", url, &[], &[])?.expect(200);
    ensure!(file.header("content-disposition").starts_with("attachment; filename="), "{:?}", file.headers);
    ensure!(file.header("content-type").starts_with("text/csv"), "{:?}", file.headers);
    ensure!(!file.bytes.is_empty());
    export(&account, &takeoff, "png")?;

    let samples = Samples::scrape(&operator)?;
    ensure!(
        samples.get(r#"plumbline_requests_total{operation="files",status="2xx"}"#) == 0.0,
        "no file passed the host"
    );
    ensure!(samples.get(r#"plumbline_store_requests_total{method="put",status="2xx"}"#) > 0.0);
    ensure!(samples.has("plumbline_store_request_duration_seconds"));

    // A deleted document takes its files with it.
    ensure!(store.objects()?.iter().any(|key| key.contains(&document.id)));
    account.call("DELETE", &format!("/documents/{}", document.id), None, &[])?.expect(204);
    poll_until("the files are deleted", || {
        Ok((!store.objects()?.iter().any(|key| key.contains(&document.id) || key.contains(&takeoff))).then_some(()))
    })?;
    server.admin(&["tenant", "revoke", &account.tenant])?;
    server.admin(&["tenant", "delete", &account.tenant])?;
    let left: Vec<_> = store.objects()?.into_iter().filter(|key| key.contains(&account.tenant)).collect();
    ensure!(left.is_empty(), "{left:?}");
    Ok(())
}

#[test]
fn the_rules_of_an_upload_hold_at_the_store() -> Result<()> {
    let server = Server::start_with(with(&store()?, &[]))?;
    let account = server.account("Ames & Sons")?;
    // Before the file came, and of another type than the one declared.
    let (id, upload) = slot(&account)?;
    let complete = |id: &str| account.call("POST", &format!("/documents/{id}/complete"), None, &[]);
    complete(&id)?.expect_problem(409, "upload_missing");
    let mut png = upload.clone();
    png["headers"]["content-type"] = json!("image/png");
    ensure!(account.put(&png, b"x")?.status == 403);
    complete(&id)?.expect_problem(409, "upload_missing");
    // The first file counts.
    ensure!(account.put(&upload, &pdf())?.status == 200);
    ensure!(account.put(&upload, b"another")?.status == 412);
    complete(&id)?.expect(202);
    ensure!(account.put(&upload, b"another")?.status == 200, "the address is valid for 15 minutes");
    complete(&id)?.expect(202);
    ensure!(account.wait_for_document(&id)?["size_bytes"] == pdf().len());

    // A file that is larger than allowed is not a document.
    let (id, upload) = slot(&account)?;
    ensure!(account.put(&upload, &vec![b'%'; 50_000_001])?.status == 200);
    let failed = complete(&id)?.expect(202).json;
    ensure!(failed["status"] == "failed" && failed["failure"]["code"] == "capacity", "{failed}");
    ensure!(failed["size_bytes"].is_null(), "{failed}");
    Ok(())
}

/// Waits until a page of the server has a line.
fn wait_for_readiness(server: &Server, is_reached: bool) -> Result<()> {
    poll_until("the line about the store", || {
        let ready = send(&agent(), "GET", &format!("{}/readyz", server.url), &[], &[])?.expect(200);
        let is_missing = String::from_utf8_lossy(&ready.bytes).contains("files: the store (blobs.url) does not answer");
        Ok((is_missing != is_reached).then_some(()))
    })
}

#[test]
fn a_store_that_refuses_for_half_a_minute_loses_nothing() -> Result<()> {
    let store = store()?;
    let server = Server::start_with(with(&store, &[]))?;
    let account = server.account("Ames & Sons")?;
    let credits = || -> Result<(f64, f64)> {
        let credits = account.get("/credits")?.expect(200).json;
        Ok((credits["available"].as_f64().context("available")?, credits["held"].as_f64().context("held")?))
    };
    let (available, _) = credits()?;
    let started = account.start_takeoff("E-101.pdf", &pdf())?;
    ensure!(account.wait_for_takeoff(&started.id)?["status"] == "completed");
    let price = available - credits()?.0;
    let (waiting, upload) = slot(&account)?;
    ensure!(account.put(&upload, &pdf())?.status == 200);

    store.refuse(true);
    let begun = Instant::now();
    wait_for_readiness(&server, false)?;
    let body = json!({"document_id": started.document, "discipline": "electrical"});
    let takeoff = account.post("/takeoffs", body)?.expect(202).text("id").to_owned();
    let created = account.post("/exports", json!({"takeoff_id": started.id, "format": "csv"}))?.expect(202);
    let exported = format!("/exports/{}", created.text("id"));
    account.call("POST", &format!("/documents/{waiting}/complete"), None, &[])?.expect_problem(503, "unavailable");
    account.get("/projects")?.expect(200);
    poll_until("the outage has lasted", || Ok((begun.elapsed() >= OUTAGE).then_some(())))?;
    ensure!(account.get(&format!("/takeoffs/{takeoff}"))?.json["status"] != "failed", "it waits");
    store.refuse(false);

    wait_for_readiness(&server, true)?;
    ensure!(account.wait_for_takeoff(&takeoff)?["status"] == "completed");
    let ended = |export: &Value| matches!(export["status"].as_str(), Some("completed" | "failed"));
    let done = wait_for(&account, &exported, ended)?.json;
    ensure!(done["status"] == "completed", "{done}");
    account.call("POST", &format!("/documents/{waiting}/complete"), None, &[])?.expect(202);
    ensure!(account.wait_for_document(&waiting)?["status"] == "ready", "the file was kept");
    let exports = done["credits_charged"].as_f64().context("credits_charged")?;
    let (left, held) = credits()?;
    ensure!(
        (available - left - 2.0 * price - exports).abs() < 1e-6 && held == 0.0,
        "{available} {left} {price} {held}"
    );
    Ok(())
}

/// Returns the descriptions of a takeoff's items.
fn items(account: &Account, takeoff: &str) -> Result<Vec<String>> {
    let items = account.get(&format!("/takeoffs/{takeoff}/items?limit=200"))?.expect(200).json;
    let mut items: Vec<_> =
        items["data"].as_array().context("no items")?.iter().map(|item| item["description"].to_string()).collect();
    items.sort();
    Ok(items)
}

#[test]
fn a_takeoff_is_put_off_while_the_store_is_away_and_lacks_no_page() -> Result<()> {
    let (store, folder) = (store()?, tempfile::tempdir()?);
    let log = folder.path().join("log");
    let options =
        ServerOptions { log: Some(("warn", log.clone())), ..with(&store, &[("PLUMBLINE_BLOBS__RETRY_SECONDS", "1")]) };
    let server = Server::start_with(options)?;
    let account = server.account("Ames & Sons")?;
    let first = account.start_takeoff("E-101.pdf", &pdf())?;
    ensure!(account.wait_for_takeoff(&first.id)?["status"] == "completed");

    store.refuse(true);
    let body = json!({"document_id": first.document, "discipline": "electrical"});
    let takeoff = account.post("/takeoffs", body)?.expect(202).text("id").to_owned();
    poll_until("an attempt has failed", || Ok(std::fs::read_to_string(&log)?.contains("job failed").then_some(())))?;
    store.refuse(false);

    ensure!(account.wait_for_takeoff(&takeoff)?["status"] == "completed");
    let (expected, found) = (items(&account, &first.id)?, items(&account, &takeoff)?);
    ensure!(!expected.is_empty() && found == expected, "{found:?} and not {expected:?}");
    let warnings = |takeoff: &str| -> Result<Value> {
        Ok(account.get(&format!("/takeoffs/{takeoff}"))?.expect(200).json["warnings"].clone())
    };
    ensure!(warnings(&takeoff)? == warnings(&first.id)?, "{}", warnings(&takeoff)?);
    Ok(())
}

#[test]
fn with_temporary_credentials_addresses_keep_their_validity() -> Result<()> {
    let store = store()?;
    let server = Server::start_with(with(&store, &[("AWS_SESSION_TOKEN", "session")]))?;
    let account = server.account("Ames & Sons")?;
    // The session may end before the 15 minutes of an upload. So the host takes the file.
    let (id, upload) = slot(&account)?;
    ensure!(upload["url"].as_str().is_some_and(|url| url.starts_with(&server.url)), "{upload}");
    ensure!(account.put(&upload, &pdf())?.status == 204);
    ensure!(account.put(&upload, &pdf())?.status == 412);
    account.call("POST", &format!("/documents/{id}/complete"), None, &[])?.expect(202);
    ensure!(account.wait_for_document(&id)?["status"] == "ready");
    // A download begins at once. So the address of the host leads to a fresh one of the store.
    let download = account.get(&format!("/documents/{id}/download"))?.expect(302);
    let own = download.header("location").to_owned();
    ensure!(own.starts_with(&server.url), "{own}");
    let led = account.send_bytes("GET", &own, &[], &[])?.expect(302);
    ensure!(led.header("location").starts_with(store.url()), "{:?}", led.headers);
    ensure!(account.send_bytes("GET", led.header("location"), &[], &[])?.expect(200).bytes == pdf());
    let head = account.send_bytes("HEAD", &own, &[], &[])?.expect(200);
    ensure!(head.header("content-length") == pdf().len().to_string(), "{:?}", head.headers);
    Ok(())
}

#[test]
fn the_address_of_the_store_may_come_from_the_variable_of_aws() -> Result<()> {
    let store = store()?;
    let mut environment = store.environment();
    let own = environment.iter_mut().find(|(name, _)| name == "PLUMBLINE_BLOBS__ENDPOINT").context("no endpoint")?;
    "AWS_ENDPOINT_URL".clone_into(&mut own.0);
    let server = Server::start_with(ServerOptions { environment, ..ServerOptions::default() })?;
    let account = server.account("Ames & Sons")?;
    let (id, upload) = slot(&account)?;
    ensure!(upload["url"].as_str().is_some_and(|url| url.starts_with(store.url())), "{upload}");
    ensure!(account.put(&upload, &pdf())?.status == 200);
    account.call("POST", &format!("/documents/{id}/complete"), None, &[])?.expect(202);
    ensure!(account.wait_for_document(&id)?["status"] == "ready");
    ensure!(store.objects()?.iter().any(|key| key.contains(&id)), "the bucket is in the path");
    Ok(())
}

#[test]
fn a_store_that_clients_cannot_reach_is_behind_the_host() -> Result<()> {
    let server = Server::start_with(with(&store()?, &[("PLUMBLINE_BLOBS__ADDRESSES", "host")]))?;
    let account = server.account("Ames & Sons")?;
    let (id, upload) = slot(&account)?;
    ensure!(account.put(&upload, &pdf())?.status == 204);
    account.call("POST", &format!("/documents/{id}/complete"), None, &[])?.expect(202);
    account.wait_for_document(&id)?;
    let download = account.get(&format!("/documents/{id}/download"))?.expect(302);
    ensure!(account.send_bytes("GET", download.header("location"), &[], &[])?.expect(200).bytes == pdf());
    Ok(())
}

#[test]
fn a_store_that_cannot_be_used_is_named_at_start() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let log = folder.path().join("log");
    let refused = |store: &Arc<S3Server>, environment: &[(&str, &str)]| -> Result<String> {
        let options = ServerOptions { log: Some(("warn", log.clone())), ..with(store, environment) };
        ensure!(Server::start_with(options).is_err(), "it started");
        Ok(std::fs::read_to_string(&log)?)
    };
    let store = store()?;
    let plain = refused(&store, &[("PLUMBLINE_BLOBS__ENDPOINT", "http://10.0.0.1:9000")])?;
    ensure!(plain.contains("blobs.endpoint: `http://10.0.0.1:9000` is not encrypted"), "{plain}");
    ensure!(plain.contains("blobs.allow_unencrypted"), "{plain}");
    store.ignore_conditions();
    let replaces = refused(&store, &[])?;
    ensure!(replaces.contains("blobs.url: the store replaces"), "{replaces}");
    Ok(())
}

/// Starts a server with one component and its own folder of machine code. Returns how many components it compiled.
fn compiled(store: &Arc<S3Server>, own: &Path, key: Option<&[u8]>) -> Result<(Server, usize)> {
    let folder = tempfile::tempdir()?;
    let (log, code) = (folder.path().join("log"), folder.path().join("compiled"));
    let code = code.to_str().context("a path")?;
    let options = ServerOptions {
        components: Some(own.to_owned()),
        log: Some(("info", log.clone())),
        ..with(store, &[("PLUMBLINE_COMPILED_DIR", code)])
    };
    let mut server = Server::prepare(options)?;
    if let Some(key) = key {
        std::fs::write(server.data_dir().join("signing.key"), key)?;
    }
    server.restart()?;
    let number = poll_until("the log's line about being ready", || {
        let text = std::fs::read_to_string(&log)?;
        let line = text.lines().find(|line| line.contains("ready_made="));
        Ok(line.and_then(|line| line.split_whitespace().find_map(|word| word.strip_prefix("compiled=")?.parse().ok())))
    })?;
    Ok((server, number))
}

#[test]
fn a_host_fetches_what_another_has_compiled_and_takes_it_from_no_one_else() -> Result<()> {
    let store = store()?;
    let folder = tempfile::tempdir()?;
    std::os::unix::fs::symlink(components()?.join("exporter-csv.wasm"), folder.path().join("exporter-csv.wasm"))?;
    let (first, number) = compiled(&store, folder.path(), None)?;
    ensure!(number == 1, "{number}");
    let key = std::fs::read(first.data_dir().join("signing.key"))?;
    let code: Vec<PathBuf> =
        store.objects()?.into_iter().filter(|key| key.contains("/code/")).map(|key| store.bucket().join(key)).collect();
    ensure!(code.len() == 1, "{code:?}");
    ensure!(compiled(&store, folder.path(), Some(&key))?.1 == 0, "another host fetches it");
    // Someone who may write to the bucket changes a byte.
    let mut bytes = std::fs::read(&code[0])?;
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&code[0], &bytes)?;
    ensure!(compiled(&store, folder.path(), Some(&key))?.1 == 1, "it is compiled again");
    ensure!(std::fs::read(&code[0])? != bytes, "and replaced");
    ensure!(compiled(&store, folder.path(), None)?.1 == 1, "an installation with another secret takes none of it");
    Ok(())
}
