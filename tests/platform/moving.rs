//! `plumbline move`: from SQLite files to PostgreSQL and back, interrupted in the middle.

use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{S3Server, Server, ServerOptions, TestDatabase, program};
use serde_json::{Value, json};

fn run(mut command: Command) -> Result<Value> {
    let output = command.output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

#[test]
fn an_installation_moves_to_postgresql_and_back() -> Result<()> {
    let Some(database) = TestDatabase::start(&program()?)? else { return Ok(()) };
    let mut server = Server::prepare(ServerOptions::default())?;
    server.use_files();
    server.restart()?;
    let mut account = server.account("Ames & Co")?;
    let drawing = Drawing::e101(1, &Options::default());
    let takeoff = account.start_takeoff("E-101.pdf", &drawing.pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    let before = account.answers_about(&takeoff.id)?;

    // On PostgreSQL, the files are in a store.
    let store = Arc::new(S3Server::start()?);
    let folder = server.data_dir().to_owned();
    let (files, owner) = (folder.to_str().context("a path")?.to_owned(), database.url("plumbline_owner"));
    let moving = |from: &str, to: &str| -> Result<Command> {
        let mut command = Command::new(program()?);
        command.args(["move", "--json", "--data-dir"]).arg(&folder).args(["--from", from, "--to", to]);
        command.envs(store.environment());
        Ok(command)
    };
    let refused = run(moving(&files, &owner)?).unwrap_err().to_string();
    ensure!(refused.contains("has a running server"), "{refused}");
    server.stop()?;
    let refused = run(moving(&files, &files)?).unwrap_err().to_string();
    ensure!(refused.contains("--from, --to: one must be a data directory"), "{refused}");

    // Interrupted as soon as it has written something.
    let mut first = moving(&files, &owner)?.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    plumbline_tests::poll_until("a tenant was moved", || {
        Ok((database.query("plumbline_owner", "SELECT COUNT(*) FROM host.tenants")? != "0").then_some(()))
    })?;
    first.kill()?;
    first.wait()?;
    // A row that the source does not have would mix two installations.
    let insert = "INSERT INTO host.job_turns (tenant_id, served_at) VALUES ('ten_stray', '2026-01-01T00:00:00.000Z')";
    database.query("postgres", insert)?;
    let refused = run(moving(&files, &owner)?).unwrap_err().to_string();
    ensure!(refused.contains("--to: job_turns has") && refused.contains("Move to an empty database"), "{refused}");
    database.query("postgres", "DELETE FROM host.job_turns WHERE tenant_id = 'ten_stray'")?;
    let moved = run(moving(&files, &owner)?)?;
    let rows = |moved: &Value, table: &str| {
        let tables = moved["tables"].as_array().into_iter().flatten();
        tables.filter(|one| one["table"] == table).filter_map(|one| one["rows"].as_u64()).sum::<u64>()
    };
    ensure!(rows(&moved, "tenants") == 1 && rows(&moved, "items") > 0 && rows(&moved, "ledger_entries") > 0, "{moved}");
    let again = run(moving(&files, &owner)?)?;
    let written = |moved: &Value| {
        let tables = moved["tables"].as_array().into_iter().flatten();
        tables.filter_map(|one| one["written"].as_u64()).sum::<u64>()
    };
    ensure!(written(&again) == 0 && again["files"]["written"] == 0, "nothing is left to do: {again}");
    let is_moved = store.objects()?.iter().any(|key| key.contains(&takeoff.document));
    ensure!(is_moved, "the store has no file of the document");
    std::fs::remove_dir_all(folder.join("blobs"))?;

    server.use_database(&database);
    server.use_store(&store);
    server.restart()?;
    account.set_server(&server);
    ensure!(account.answers_about(&takeoff.id)? == before, "the answers differ on PostgreSQL");
    // What was moved can be worked with: its sheets, and the numbers of new rows.
    let body = json!({"document_id": takeoff.document, "discipline": "electrical"});
    let second = account.post("/takeoffs", body)?.expect(202).text("id").to_owned();
    ensure!(account.wait_for_takeoff(&second)?["status"] == "completed");
    let on_postgres = account.answers_about(&second)?;
    server.stop()?;

    let back = tempfile::tempdir()?;
    let target = back.path().to_str().context("a path")?;
    let returned = run(moving(&owner, target)?)?;
    ensure!(rows(&returned, "takeoffs") == 2, "{returned}");
    let mut server = Server::prepare_on(back)?;
    server.use_files();
    server.restart()?;
    account.set_server(&server);
    ensure!(account.answers_about(&second)? == on_postgres, "the answers differ on SQLite");
    let third = account.post("/takeoffs", json!({"document_id": takeoff.document, "discipline": "electrical"}))?;
    ensure!(account.wait_for_takeoff(third.expect(202).text("id"))?["status"] == "completed");
    Ok(())
}
