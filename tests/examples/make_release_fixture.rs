//! Creates the data directory of a release for the test of upgrades to the current program (`platform/upgrade.rs`):
//! `make_release_fixture NAME PROGRAM COMPONENTS ARCHIVE`. `cargo xtask release-fixture` runs it.
#![expect(clippy::print_stdout, reason = "it says what it made")]

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Environment, Release, Server, ServerOptions, wait_for};
use serde_json::{Value, json};

/// A throw-away password, like all secrets of the fixture.
const PASSWORD: &str = "Perlmutt-Zwieback 71";
const EMAIL: &str = "ada@creek.example";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, program, components, archive] = arguments.as_slice() else {
        bail!("usage: make_release_fixture NAME PROGRAM COMPONENTS ARCHIVE");
    };
    let components = PathBuf::from(components);
    let mut server = Server::prepare(ServerOptions {
        program: Some(program.into()),
        components: Some(components.clone()),
        ..ServerOptions::default()
    })?;
    server.set_environment("PLUMBLINE_COMPILED_DIR", &components);
    server.restart()?;
    let mut release = create_tenant(&server, name)?;
    let account = server.key(&release.tenant, "production", "all")?;
    let (mut production, project) = create_project(&account, "production")?;
    let document = upload(&account, &project, &mut production)?;
    run_takeoff(&account, &document, &mut production)?;
    let (sandbox, _) = create_project(&server.key(&release.tenant, "sandbox", "all")?, "sandbox")?;
    release.environments = vec![production, sandbox];
    start_unfinished_takeoffs(&mut server, &mut release, &document)?;

    // Restarts once more, so that the release has finished its work and written all usage.
    server.stop()?;
    server.restart()?;
    for index in 0..release.environments.len() {
        let account = release.environments[index].account(&server, &release);
        release.environments[index].refresh(&account)?;
    }
    release.sign_in(&server)?;
    release.service_token(&server)?;
    server.stop()?;
    for database in ["control.db".to_owned(), database_path(&release, "production"), database_path(&release, "sandbox")]
    {
        checkpoint(&server.data_dir().join(database))?;
    }
    release.pack(server.data_dir(), archive.as_ref())?;
    println!("{archive}: {} bytes", std::fs::metadata(archive)?.len());
    Ok(())
}

/// Returns the path of an environment's database in the data directory.
fn database_path(release: &Release, environment: &str) -> String {
    format!("tenants/{}/{environment}.db", release.tenant)
}

/// Has SQLite write its log into the database. The log contains most pages several times.
fn checkpoint(database: &std::path::Path) -> Result<()> {
    let connection = rusqlite::Connection::open(database)?;
    let busy: bool = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    ensure!(!busy, "{} is still open elsewhere", database.display());
    Ok(())
}

/// Returns the text of a field.
fn text(value: &Value, field: &str) -> Result<String> {
    Ok(value[field].as_str().with_context(|| format!("no `{field}` in {value}"))?.to_owned())
}

/// Creates a tenant with a fractional credit balance, a user who can sign in and a service credential.
fn create_tenant(server: &Server, name: &str) -> Result<Release> {
    let tenant = text(&server.admin(&["tenant", "create", "Hidden Creek Electric"])?, "id")?;
    for (environment, credits) in [("production", "12.345"), ("sandbox", "0.007")] {
        let reference = format!("fixture-{environment}");
        let grant = ["tenant", "grant", &tenant, "--environment", environment, "--credits", credits];
        server.admin(&[&grant[..], &["--reference", &reference]].concat())?;
    }
    let user = ["user", "create", "--tenant", &tenant, "--email", EMAIL, "--name", "Ada", "--role", "admin"];
    server.admin_with_input(&[&user[..], &["--password-stdin"]].concat(), PASSWORD)?;
    let service = ["service", "create", "--tenant", &tenant, "--environment", "sandbox", "--scopes", "projects:read"];
    let service = server.admin(&[&service[..], &["--name", "Backend"]].concat())?;
    Ok(Release {
        name: name.to_owned(),
        email: EMAIL.into(),
        password: PASSWORD.into(),
        service_id: text(&service, "id")?,
        service_secret: text(&service, "secret")?,
        environments: Vec::new(),
        tenant,
    })
}

/// Creates a project, and returns the environment and the project's id.
fn create_project(account: &Account, environment: &str) -> Result<(Environment, String)> {
    let project = account.post("/projects", json!({"name": "North School", "end_customer_ref": "Größe & Co"}))?;
    let project = project.expect(201);
    let year = project.text("created_at").get(..4).context("no year")?.to_owned();
    let project = project.text("id").to_owned();
    let mut recorded = Environment {
        name: environment.to_owned(),
        key: account.key.clone(),
        secret: account.secret.clone(),
        ..Environment::default()
    };
    for path in [
        "/projects".to_owned(),
        format!("/projects/{project}"),
        "/credits".to_owned(),
        format!("/usage?from={year}-01-01&to={year}-12-31&group_by=operation"),
    ] {
        recorded.answers.insert(path, Value::Null);
    }
    Ok((recorded, project))
}

/// Uploads a drawn sheet and returns its id.
fn upload(account: &Account, project: &str, recorded: &mut Environment) -> Result<String> {
    let document = account.upload(project, "E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    ensure!(document["status"] == "ready", "{document}");
    let document = text(&document, "id")?;
    recorded.answers.insert(format!("/documents/{document}"), Value::Null);
    recorded.files.insert(format!("/documents/{document}/download"), String::new());
    Ok(document)
}

/// Takes off the sheet, reviews the takeoff and exports it.
fn run_takeoff(account: &Account, document: &str, recorded: &mut Environment) -> Result<()> {
    let body = json!({"document_id": document, "discipline": "electrical"});
    let takeoff = account.post("/takeoffs", body)?.expect(202).text("id").to_owned();
    ensure!(account.wait_for_takeoff(&takeoff)?["status"] == "completed");
    let items = account.list_all(&format!("/takeoffs/{takeoff}/items"))?;
    ensure!(items.len() > 3, "too few items for every kind of review");
    let reviews = [
        json!({"review_status": "accepted"}),
        json!({"review_status": "rejected", "note": "Not in contract"}),
        json!({"quantity_override": 17.25, "note": "Counted on site"}),
    ];
    for (item, review) in items.iter().zip(reviews) {
        account.patch(&format!("/takeoffs/{takeoff}/items/{}", text(item, "id")?), review)?.expect(200);
    }
    let export = account.post("/exports", json!({"takeoff_id": takeoff, "format": "csv"}))?.expect(202);
    let export = format!("/exports/{}", export.text("id"));
    let done = wait_for(account, &export, |export| export["completed_at"].is_string())?;
    ensure!(done.json["status"] == "completed", "{}", done.json);
    for part in ["", "/items", "/items?consolidated=true", "/routes", "/schedules", "/summary"] {
        recorded.answers.insert(format!("/takeoffs/{takeoff}{part}"), Value::Null);
    }
    recorded.answers.insert(export.clone(), Value::Null);
    recorded.files.insert(export, String::new());
    Ok(())
}

/// Leaves two takeoffs unfinished, both with credits held: one that the server is killed in the middle of, and one that was
/// only requested. They are a job and an entry of the outbox.
fn start_unfinished_takeoffs(server: &mut Server, release: &mut Release, document: &str) -> Result<()> {
    let account = release.environments[0].account(server, release);
    let body = json!({"document_id": document, "discipline": "electrical"});
    let begun = account.post("/takeoffs", body.clone())?.expect(202).text("id").to_owned();
    let path = format!("/takeoffs/{begun}");
    // Polls without a pause, because it takes a fraction of a second.
    while account.get(&path)?.expect(200).json["status"] == "queued" {}
    server.kill()?;
    // From here on, no jobs run.
    server.set_environment("PLUMBLINE_JOBS__CONCURRENCY", "0");
    server.restart()?;
    let account = release.environments[0].account(server, release);
    let status = account.get(&path)?.expect(200).json["status"].clone();
    ensure!(status == "processing", "the takeoff was {status} before the server was killed; try again");
    let queued = account.post("/takeoffs", body)?.expect(202).text("id").to_owned();
    let environment = &mut release.environments[0];
    for id in [&begun, &queued] {
        environment.answers.insert(format!("/takeoffs/{id}"), Value::Null);
    }
    environment.unfinished = vec![begun, queued];
    Ok(())
}
