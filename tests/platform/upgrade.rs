//! Upgrades: the current program opens the previous release's data directory. Nothing is lost, and pending jobs continue.
//!
//! `fixtures/README.md` describes the content of the directory and how it was created.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Release, Server, differences, program, run, workspace};
use serde_json::Value;

/// Returns the path of the previous release's data directory.
fn archive() -> PathBuf {
    workspace().join("tests/fixtures/release.tar.gz")
}

/// Starts the current program on a data directory. Usage is kept even if the fixture is old.
fn start(data: tempfile::TempDir, jobs: &str) -> Result<Server> {
    let mut server = Server::prepare_on(data)?;
    server.set_environment("PLUMBLINE_USAGE__RETENTION_DAYS", "36500");
    server.set_environment("PLUMBLINE_JOBS__CONCURRENCY", jobs);
    server.restart()?;
    Ok(server)
}

/// Returns the number of migrations in a database, and the number of migration files for its kind.
fn migrations(database: &Path, kind: &str) -> Result<(usize, usize)> {
    let connection = rusqlite::Connection::open(database)?;
    let applied: u32 = connection.query_row("SELECT COUNT(*) FROM _sqlx_migrations", [], |row| row.get(0))?;
    let files = std::fs::read_dir(workspace().join("migrations").join(kind))?.filter_map(Result::ok);
    Ok((
        applied as usize,
        files.filter(|file| file.path().extension().is_some_and(|extension| extension == "sql")).count(),
    ))
}

/// Returns an amount of credits in whole millionths.
fn micros(credits: &Value, field: &str) -> Result<i64> {
    let amount = credits[field].as_f64().with_context(|| format!("no `{field}` in {credits}"))?;
    #[expect(clippy::cast_possible_truncation, reason = "credits of a test are few")]
    Ok((amount * 1e6).round() as i64)
}

#[test]
fn an_upgrade_keeps_all_data_and_finishes_pending_jobs() -> Result<()> {
    let (data, release) = Release::unpack(&archive())?;
    let (applied, files) = migrations(&data.path().join("control.db"), "control")?;
    ensure!(applied < files, "the fixture has all of today's migrations: make one of the release before");

    // At first no job runs, so that the responses can be compared.
    let mut server = start(data, "0")?;
    ensure!(migrations(&server.data_dir().join("control.db"), "control")?.0 == files, "a migration did not run");
    let found = differences(&server, &release)?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    ensure!(release.sign_in(&server)?.contains(&release.email), "the account's page is another's");
    let mut service = release.environments[0].account(&server, &release);
    service.secret = release.service_token(&server)?;
    ensure!(service.get("/clients/me")?.expect(200).json["id"] == release.service_id);
    let folder = tempfile::tempdir()?;
    let backup = folder.path().join("backup");
    server.admin(&["backup", backup.to_str().context("a path")?])?;

    // Jobs run: the interrupted and the requested takeoff are completed and charged once.
    server.set_environment("PLUMBLINE_JOBS__CONCURRENCY", "2");
    server.stop()?;
    server.restart()?;
    for environment in &release.environments {
        let account = environment.account(&server, &release);
        let mut charged = 0;
        for takeoff in &environment.unfinished {
            let done = account.wait_for_takeoff(takeoff)?;
            ensure!(done["status"] == "completed", "{done}");
            charged += micros(&done["result_summary"], "credits_charged")?;
        }
        ensure!(environment.unfinished.is_empty() || charged > 0, "nothing was charged");
        let before = environment.answers.get("/credits").context("credits")?;
        let now = account.get("/credits")?.expect(200).json;
        ensure!(micros(&now, "held")? == 0, "something is still held: {now}");
        ensure!(micros(&now, "consumed_total")? == micros(before, "consumed_total")? + charged, "{now} after {before}");
        let owned = |credits: &Value| -> Result<i64> {
            Ok(micros(credits, "available")? + micros(credits, "held")? + micros(credits, "consumed_total")?)
        };
        ensure!(owned(&now)? == owned(before)?, "credits have gone: {now} after {before}");
    }
    server.stop()?;

    // The backup is from before the jobs ran.
    let restored = tempfile::tempdir()?;
    run(Command::new(program()?).arg("restore").arg(&backup).arg("--data-dir").arg(restored.path()))?;
    let found = differences(&start(restored, "0")?, &release)?;
    ensure!(found.is_empty(), "after the backup was restored: {}", found.join("\n"));
    Ok(())
}

/// Checks that the comparison detects differences. Each change is one that a faulty migration could make.
#[test]
fn data_lost_by_a_migration_is_detected() -> Result<()> {
    for (change, noticed) in [
        ("DELETE FROM items WHERE id = (SELECT MAX(id) FROM items)", "/items"),
        ("UPDATE items SET quantity_override = NULL", "quantity_override"),
        ("UPDATE items SET review_status = 'extracted'", "review_status"),
        (
            "INSERT INTO ledger (job_id, kind, credits, note, created_at) VALUES ('more', 'grant', 0.000001, '', '2026-11-24')",
            "/credits",
        ),
        ("UPDATE usage_totals SET requests = requests + 1", "/usage"),
        ("UPDATE exports SET blob_key = 'gone'", "/exports/"),
    ] {
        let (data, release) = Release::unpack(&archive())?;
        let database = data.path().join("tenants").join(&release.tenant).join("production.db");
        let connection = rusqlite::Connection::open(database)?;
        ensure!(connection.execute(change, [])? > 0, "{change} changes nothing");
        drop(connection);
        let found = differences(&start(data, "0")?, &release)?;
        ensure!(found.iter().any(|line| line.contains(noticed)), "{change} is not noticed: {found:?}");
    }
    Ok(())
}
