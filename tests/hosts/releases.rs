//! Two releases side by side on one database, as during an upgrade.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Account, S3Server, Server, ServerOptions, TestDatabase, program, report_skipped, run};

use crate::{Hosts, takeoffs};

/// Variable that names the program of the release before, as `cargo xtask build` left it: `target/release/plumbline`, with
/// `target/components`.
const TEST_RELEASE_BEFORE: &str = "TEST_RELEASE_BEFORE";

/// What the next release may add by the rules of docs/postgresql.md, and the record of its migration.
const NEXT_RELEASE: &str = "
    ALTER TABLE plumbline.projects ADD COLUMN next_note TEXT COLLATE \"C\";
    ALTER TABLE host.tenants ADD COLUMN next_note TEXT COLLATE \"C\";
    CREATE TABLE plumbline.next_notes (
        scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
        id TEXT COLLATE \"C\" NOT NULL,
        PRIMARY KEY (scope_id, id)
    );
    SELECT host.protect_tables();
    CREATE INDEX next_notes_of_projects ON plumbline.projects (scope_id, next_note);
    INSERT INTO host.migrations (version, name, checksum, applied_at)
        VALUES (9000, 'next_notes', 'unknown', '2026-01-01T00:00:00.000Z')";

/// Checks that both hosts serve the tenant and run its takeoffs.
fn check_serving(accounts: [&Account; 2], document: &str, expected: &[(String, String)]) -> Result<()> {
    for (here, there) in [(accounts[0], accounts[1]), (accounts[1], accounts[0])] {
        let project = here.project("Riverside")?;
        there.get(&format!("/projects/{project}"))?.expect(200);
        let takeoff = takeoffs::start(here, document)?;
        let done = there.wait_for_takeoff(&takeoff)?;
        ensure!(done["status"] == "completed", "{done}");
        ensure!(takeoffs::items(here, &takeoff)? == expected, "{takeoff} has other items");
    }
    Ok(())
}

#[test]
fn hosts_serve_and_start_on_the_schema_of_the_next_release() -> Result<()> {
    let Some(mut hosts) = Hosts::start()? else { return Ok(()) };
    let account = hosts.account("Ames & Co")?;
    let (first, expected) = takeoffs::first(&account)?;

    hosts.database.query("plumbline_owner", NEXT_RELEASE)?;
    hosts.servers[1].restart()?;
    check_serving([&account, &hosts.at(&account, 1)], &first.document, &expected)?;

    // Its migrations might contradict those of the next release.
    let applied = || hosts.database.query("postgres", "SELECT version, checksum FROM host.migrations ORDER BY version");
    let before = applied()?;
    let refused = hosts.servers[0].command()?.arg("migrate").output()?;
    let printed = String::from_utf8_lossy(&refused.stderr);
    ensure!(!refused.status.success(), "it migrated a schema that it does not know");
    ensure!(printed.contains("9000") && printed.contains("Run the release that migrated the database"), "{printed}");
    ensure!(applied()? == before, "it changed the schema");
    Ok(())
}

#[test]
fn the_release_before_serves_beside_this_one() -> Result<()> {
    let Some(before) = std::env::var_os(TEST_RELEASE_BEFORE).map(PathBuf::from) else {
        report_skipped(&format!("{TEST_RELEASE_BEFORE} does not name the program of the release before"));
        return Ok(());
    };
    let Some(database) = TestDatabase::start(&before)? else { return Ok(()) };
    let options = ServerOptions {
        database: Some(database.clone()),
        store: Some(Arc::new(S3Server::start()?)),
        ..ServerOptions::default()
    };
    let components = before.ancestors().nth(2).context("no folder of the build")?.join("components");
    let mut old = Server::prepare(ServerOptions {
        program: Some(before),
        components: Some(components.clone()),
        ..options.clone()
    })?;
    old.set_environment("PLUMBLINE_COMPILED_DIR", &components);
    old.restart()?;
    let account = old.account("Ames & Co")?;
    let (first, expected) = takeoffs::first(&account)?;

    let folder = tempfile::tempdir()?;
    let settings = database.environment();
    run(Command::new(program()?).args(["migrate", "--data-dir"]).arg(folder.path()).envs(settings))?;
    account.get("/projects")?.expect(200);
    let new = old.start_peer(options)?;
    let there = Account::from_key(&new, &account.tenant, &account.key, &account.secret);
    check_serving([&account, &there], &first.document, &expected)?;
    // An upgrade that is given up starts hosts of the old release again.
    old.restart()?;
    let account = Account::from_key(&old, &account.tenant, &account.key, &account.secret);
    check_serving([&account, &there], &first.document, &expected)
}
