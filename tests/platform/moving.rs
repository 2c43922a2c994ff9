//! `plumbline move`: from SQLite files to PostgreSQL and back, interrupted in the middle.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Server, ServerOptions, TestDatabase, program};
use serde_json::{Value, json};

/// What a client sees of a takeoff, and of what was paid for it.
fn seen(account: &Account, takeoff: &str) -> Result<Vec<Value>> {
    let paths = [
        format!("/takeoffs/{takeoff}"),
        format!("/takeoffs/{takeoff}/items?limit=200"),
        format!("/takeoffs/{takeoff}/routes?limit=200"),
        format!("/takeoffs/{takeoff}/schedules"),
        "/credits".to_owned(),
        "/projects".to_owned(),
    ];
    paths.iter().map(|path| Ok(account.get(path)?.expect(200).json)).collect()
}

fn moving(folder: &Path, from: &str, to: &str) -> Result<Command> {
    let mut command = Command::new(program()?);
    command.args(["move", "--json", "--data-dir"]).arg(folder).args(["--from", from, "--to", to]);
    Ok(command)
}

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
    let before = seen(&account, &takeoff.id)?;

    let folder = server.data_dir().to_owned();
    let (files, owner) = (folder.to_str().context("a path")?.to_owned(), database.url("plumbline_owner"));
    let refused = run(moving(&folder, &files, &owner)?).unwrap_err().to_string();
    ensure!(refused.contains("has a running server"), "{refused}");
    server.stop()?;
    let refused = run(moving(&folder, &files, &files)?).unwrap_err().to_string();
    ensure!(refused.contains("--from, --to: one must be a data directory"), "{refused}");

    // Interrupted as soon as it has written something.
    let mut first = moving(&folder, &files, &owner)?.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    plumbline_tests::poll_until("a tenant was moved", || {
        Ok((database.query("plumbline_owner", "SELECT COUNT(*) FROM host.tenants")? != "0").then_some(()))
    })?;
    first.kill()?;
    first.wait()?;
    let moved = run(moving(&folder, &files, &owner)?)?;
    let rows = |moved: &Value, table: &str| {
        let tables = moved["tables"].as_array().into_iter().flatten();
        tables.filter(|one| one["table"] == table).filter_map(|one| one["rows"].as_u64()).sum::<u64>()
    };
    ensure!(rows(&moved, "tenants") == 1 && rows(&moved, "items") > 0 && rows(&moved, "ledger_entries") > 0, "{moved}");
    let again = run(moving(&folder, &files, &owner)?)?;
    let written = |moved: &Value| {
        let tables = moved["tables"].as_array().into_iter().flatten();
        tables.filter_map(|one| one["written"].as_u64()).sum::<u64>()
    };
    ensure!(written(&again) == 0 && again["files"]["written"] == 0, "nothing is left to do: {again}");

    server.use_database(&database);
    server.restart()?;
    account.set_server(&server);
    ensure!(seen(&account, &takeoff.id)? == before, "the answers differ on PostgreSQL");
    // What was moved can be worked with: its sheets, and the numbers of new rows.
    let body = json!({"document_id": takeoff.document, "discipline": "electrical"});
    let second = account.post("/takeoffs", body)?.expect(202).text("id").to_owned();
    account.wait_for_takeoff(&second)?;
    let on_postgres = seen(&account, &second)?;
    server.stop()?;

    let back = tempfile::tempdir()?;
    let target = back.path().to_str().context("a path")?;
    let returned = run(moving(&folder, &owner, target)?)?;
    ensure!(rows(&returned, "takeoffs") == 2, "{returned}");
    let mut server = Server::prepare_on(back)?;
    server.use_files();
    server.restart()?;
    account.set_server(&server);
    ensure!(seen(&account, &second)? == on_postgres, "the answers differ on SQLite");
    let third = account.post("/takeoffs", json!({"document_id": takeoff.document, "discipline": "electrical"}))?;
    account.wait_for_takeoff(third.expect(202).text("id"))?;
    Ok(())
}
