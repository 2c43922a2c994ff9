//! The OpenAPI document is usable: clients generated from it, one in Rust and one in Python, do the main job.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use plumbline_client::Client;
use plumbline_client::types::{Discipline, ExportCreate, ExportCreateFormat, ItemSource, TakeoffCreate};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Python, Server, run, target, workspace};

#[test]
fn the_rust_client_generated_from_the_document_does_the_main_job() -> Result<()> {
    let server = Server::start()?;
    let client = Client::new(&server.url, &server.account("Rust")?.secret);
    let Drawing { pdf, truth } = Drawing::e101(1, &Options::default());
    let before = client.credits()?.available;
    let project = client.create_project("Rust")?;
    let document = client.upload(&project.id, "E-101.pdf", pdf, "application/pdf", |_| {})?;
    assert_eq!(document.page_count, Some(truth.sheets.len() as i64));
    let takeoff = client.run_takeoff(&TakeoffCreate::new(&document.id, Discipline::Electrical), |_| {})?;
    let items = client.items(&takeoff.id)?;
    for (description, drawn) in truth.counts() {
        let of_kind = items.iter().filter(|item| item.description == description && item.source == ItemSource::Plan);
        assert_eq!(of_kind.count(), drawn, "{description}");
    }
    let totals = client.summary(&takeoff.id)?.totals;
    assert_eq!(totals.iter().map(|total| total.item_count).sum::<i64>(), items.len() as i64);
    let summary = takeoff.result_summary.context("a completed takeoff has a summary")?;
    assert_eq!(summary.item_count, items.len() as i64);
    let spent = before - client.credits()?.available;
    assert!(spent > 0.0 && (spent - summary.credits_charged).abs() < 1e-6, "{spent} of {summary:?}");
    let export = client.export(&ExportCreate::new(&takeoff.id, ExportCreateFormat::Csv))?;
    let csv = String::from_utf8(client.download(&export)?)?;
    for description in truth.counts().into_keys() {
        // A description with a comma or a quote is written in quotes, with its own doubled.
        assert!(csv.contains(&description.replace('"', "\"\"")), "the export has no {description}");
    }
    Ok(())
}

#[test]
fn the_python_client_generated_from_the_document_does_the_main_job() -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    let package = generate(&python)?;
    let folder = tempfile::tempdir()?;
    let Drawing { pdf, truth } = Drawing::e101(1, &Options::default());
    std::fs::write(folder.path().join("E-101.pdf"), pdf)?;
    std::fs::write(folder.path().join("E-101.json"), serde_json::to_vec(&truth)?)?;
    let server = Server::start()?;
    let account = server.account("Python")?;
    run(python
        .script("drive.py")
        .args([server.url.as_str(), "E-101.pdf", "E-101.json"])
        .current_dir(folder.path())
        .env("PYTHONPATH", package)
        .env("PLUMBLINE_KEY", &account.secret))?;
    Ok(())
}

/// Generates the package `plumbline_client` in `target/python-client`; what the generator warns about is an error.
fn generate(python: &Python) -> Result<PathBuf> {
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
