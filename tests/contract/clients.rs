//! The main job with the published clients, and with one that is generated from the OpenAPI document.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};
use plumbline_client::blocking::Client;
use plumbline_client::types::{
    Discipline, DocumentCreate, DocumentCreateSource, ExportCreate, ExportCreateOptions, ExportFormat, ItemSource,
    ItemUpdate, ListItemsQuery, ProblemCode, ProjectCreate, ReviewDecision, ReviewItemQuery, ReviewStatus,
    TakeoffCreate,
};
use plumbline_client::{Error, operations};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Python, Server, run, target, workspace};
use tempfile::TempDir;

/// Page size, small enough that the items take several pages.
const PAGE_SIZE: u64 = 20;

/// Sets the expiry of a document's upload slot to the past.
fn expire_upload_slot(server: &Server, account: &Account, document: &str) -> Result<()> {
    let passed = "UPDATE documents SET upload_expires_at = '2026-01-01T00:00:00.000Z'";
    let changed = server.sandbox_query(&account.tenant, &format!("{passed} WHERE id = '{document}' RETURNING id"))?;
    assert_eq!(changed, document);
    Ok(())
}

#[test]
fn the_rust_client_runs_a_takeoff_end_to_end() -> Result<()> {
    let server = Server::start()?;
    let client = Client::new(&server.url, &server.account("Rust")?.secret);
    let Drawing { pdf, truth } = Drawing::e101(1, &Options::default());
    let folder = tempfile::tempdir()?;
    let drawing = folder.path().join("E-101.pdf");
    std::fs::write(&drawing, pdf)?;
    let before = client.get_credits()?.available;
    let project = client.create_project(&ProjectCreate::new("Rust"))?;
    let document = client.upload(&project.id, &drawing)?;
    assert_eq!(document.page_count, Some(truth.sheets.len() as i64));
    let takeoff = client.create_takeoff(&TakeoffCreate::new(&document.id, Discipline::Electrical))?;
    let mut looks = 0;
    let takeoff = client.wait_with(&takeoff, |_| looks += 1)?;
    assert!(looks > 0);
    let items = client.items(&takeoff.id, &ListItemsQuery { limit: Some(PAGE_SIZE), ..ListItemsQuery::default() })?;
    assert!(items.len() as u64 > PAGE_SIZE, "{} items are not several pages", items.len());
    for (description, drawn) in truth.counts() {
        let of_kind = items.iter().filter(|item| item.description == description && item.source == ItemSource::Plan);
        assert_eq!(of_kind.count(), drawn, "{description}");
    }
    let totals = client.get_takeoff_summary(&takeoff.id)?.totals;
    assert_eq!(totals.iter().map(|total| total.item_count).sum::<i64>(), items.len() as i64);
    let summary = takeoff.result_summary.context("a completed takeoff has a summary")?;
    assert_eq!(summary.item_count, items.len() as i64);
    let spent = before - client.get_credits()?.available;
    assert!(spent > 0.0 && (spent - summary.credits_charged).abs() < 1e-6, "{spent} of {summary:?}");

    let item = items.first().context("no items")?;
    let pictures = [
        client.page_picture(&document.id, 1, None)?,
        client.page_picture(&document.id, 1, Some([0.0, 0.0, 0.5, 0.5]))?,
        client.item_picture(&takeoff.id, &item.id)?,
    ];
    assert!(pictures.iter().all(|picture| picture.starts_with(b"\x89PNG")));
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2]);

    // A review after someone else's review of the same item.
    let review = ItemUpdate { review_status: Some(ReviewDecision::Accepted), ..ItemUpdate::default() };
    let call =
        || operations::review_item(&takeoff.id, &item.id, &ReviewItemQuery::default(), &review).if_match(&item.version);
    let reviewed = client.call(call())?;
    assert_eq!(reviewed.review_status, ReviewStatus::Accepted);
    let late = client.call(call()).map_err(|error| error.code().cloned());
    assert_eq!(late, Err(Some(ProblemCode::PreconditionFailed)));

    let accepted = ExportCreateOptions { accepted_only: Some(true), ..ExportCreateOptions::default() };
    let body = ExportCreate { options: Some(accepted), ..ExportCreate::new(&takeoff.id, ExportFormat::Csv) };
    let export = client.wait(&client.create_export(&body)?)?;
    let csv = String::from_utf8(client.download(&export)?)?;
    // A description with a comma or a quote is written in quotes, with its own quotes doubled.
    assert!(csv.contains(&item.description.replace('"', "\"\"")), "{csv}");
    Ok(())
}

#[test]
fn the_rust_client_reports_an_expired_upload_by_its_code() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Rust")?;
    let client = Client::new(&server.url, &account.secret);
    let project = client.create_project(&ProjectCreate::new("Too late"))?;
    let body = DocumentCreate::new(&project.id, "a.pdf", DocumentCreateSource::upload("a.pdf", 4));
    let operations::CreateDocumentAnswer::DocumentWithUpload(slot) = client.create_document(&body)? else {
        anyhow::bail!("no address for the upload");
    };
    expire_upload_slot(&server, &account, &slot.document.id)?;
    let error = client.complete_upload(&slot.document.id).err().context("the upload was completed")?;
    assert_eq!((error.code(), error.status()), (Some(&ProblemCode::UploadExpired), Some(409)));
    assert!(error.request_id().is_some_and(|id| !id.is_empty()), "{error}");
    let failed = client.wait(&slot.document);
    assert!(matches!(failed, Err(Error::Failed { code, .. }) if code == "document_unreadable"));
    Ok(())
}

/// Installs the package of `clients/python` and runs a scenario of `python/published.py` with it. Skipped without the
/// Python environment.
fn run_python_scenario(scenario: &str, prepare: impl FnOnce(&Server, &Account) -> Vec<String>) -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    let package = install_python_client(&python)?;
    run_script_with_drawing(&python, "published.py", package.path(), |server, account| {
        [vec![scenario.to_owned()], prepare(server, account)].concat()
    })
}

/// Builds the package and installs it into a folder of its own, as `pip install` does for users. The environment of the
/// tests has the build backend and the packages that the client needs, so no network is used. The build writes nothing
/// beside the sources.
fn install_python_client(python: &Python) -> Result<TempDir> {
    let folder = tempfile::tempdir()?;
    run(python
        .program("python")
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(["--no-index", "--no-deps", "--no-build-isolation", "--target"])
        .arg(folder.path())
        .arg(workspace().join("clients/python")))?;
    ensure!(folder.path().join("plumbline/py.typed").is_file(), "the installed package does not have its types");
    Ok(folder)
}

/// Runs a script with a client's package, a drawing and its true counts.
fn run_script_with_drawing(
    python: &Python,
    script: &str,
    package: &Path,
    arguments: impl FnOnce(&Server, &Account) -> Vec<String>,
) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let Drawing { pdf, truth } = Drawing::e101(1, &Options::default());
    std::fs::write(folder.path().join("E-101.pdf"), pdf)?;
    std::fs::write(folder.path().join("E-101.json"), serde_json::to_vec(&truth)?)?;
    let server = Server::start()?;
    let account = server.account("Python")?;
    run(python
        .script(script)
        .args(arguments(&server, &account))
        .current_dir(folder.path())
        .env("PYTHONPATH", package)
        .env("PLUMBLINE_KEY", &account.secret))?;
    Ok(())
}

fn drawing_arguments(server: &Server) -> Vec<String> {
    [server.url.as_str(), "E-101.pdf", "E-101.json"].map(str::to_owned).to_vec()
}

#[test]
fn the_python_client_runs_a_takeoff_end_to_end() -> Result<()> {
    run_python_scenario("main", |server, _| drawing_arguments(server))
}

#[test]
fn the_python_client_runs_a_takeoff_with_asyncio() -> Result<()> {
    run_python_scenario("async", |server, _| drawing_arguments(server))
}

#[test]
fn the_python_client_reports_an_expired_upload_by_its_code() -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    let server = Server::start()?;
    let account = server.account("Python")?;
    let package = install_python_client(&python)?;
    let mut script = python
        .script("published.py")
        .args(["expired", &server.url])
        .env("PYTHONPATH", package.path())
        .env("PLUMBLINE_KEY", &account.secret)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut document = String::new();
    BufReader::new(script.stdout.as_mut().context("no output")?).read_line(&mut document)?;
    expire_upload_slot(&server, &account, document.trim())?;
    script.stdin.take().context("no input")?.write_all(b"\n")?;
    ensure!(script.wait()?.success(), "the scenario failed");
    Ok(())
}

#[test]
fn the_python_client_retries_with_the_same_key() -> Result<()> {
    run_python_scenario("retries", |_, _| Vec::new())
}

#[test]
fn the_python_client_is_typed() -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    let package = workspace().join("clients/python");
    let cache = tempfile::tempdir()?;
    run(python
        .program("mypy")
        .args(["--strict", "--cache-dir"])
        .arg(cache.path())
        .arg("src/plumbline")
        .current_dir(package))?;
    Ok(())
}

#[test]
fn the_generated_python_client_runs_a_takeoff_end_to_end() -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    let package = generate_python_client(&python)?;
    run_script_with_drawing(&python, "drive.py", &package, |server, _| drawing_arguments(server))
}

/// Generates the package `plumbline_client` in `target/python-client`. Warnings of the generator are errors.
fn generate_python_client(python: &Python) -> Result<PathBuf> {
    let folder = target()?.join("python-client");
    std::fs::create_dir_all(&folder)?;
    run(python
        .program("openapi-python-client")
        .args(["generate", "--meta", "none", "--overwrite", "--fail-on-warning", "--path"])
        .arg(workspace().join("host/openapi.json"))
        .arg("--config")
        .arg(workspace().join("tests/python/generator.json"))
        .arg("--output-path")
        .arg(folder.join("plumbline_client"))
        // Tables of warnings are drawn to the terminal's width.
        .env("COLUMNS", "200"))?;
    Ok(folder)
}
