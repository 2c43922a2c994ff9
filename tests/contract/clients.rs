//! The OpenAPI document is usable: clients generated from it, one in Rust and one in Python, do the main job.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use plumbline_client::Client;
use plumbline_client::types::{Discipline, ExportCreate, ExportFormat, ItemSource, TakeoffCreate};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Server, program, workspace};

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
    let export = client.export(&ExportCreate::new(&takeoff.id, ExportFormat::Csv))?;
    let csv = String::from_utf8(client.download(&export)?)?;
    for description in truth.counts().into_keys() {
        // A description with a comma or a quote is written in quotes, with its own doubled.
        assert!(csv.contains(&description.replace('"', "\"\"")), "the export has no {description}");
    }
    Ok(())
}

/// Set where Python must be there; elsewhere a machine without it skips what needs it.
const REQUIRED: &str = "CI_REQUIRE_PYTHON";

#[test]
fn the_python_client_generated_from_the_document_does_the_main_job() -> Result<()> {
    let program = program()?;
    let target = program.ancestors().nth(2).context("no target folder")?;
    let programs = target.join("venv").join(if cfg!(windows) { "Scripts" } else { "bin" });
    if !programs.is_dir() {
        if std::env::var_os(REQUIRED).is_some() {
            bail!("{} is not there; `cargo xtask test` makes it", programs.display());
        }
        #[allow(clippy::print_stdout, reason = "a test that was not run says so")]
        {
            println!("skipped: {} is not there; `cargo xtask test` makes it", programs.display());
        }
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let package = generate(&programs, target)?;
    let Drawing { pdf, truth } = Drawing::e101(1, &Options::default());
    std::fs::write(folder.path().join("E-101.pdf"), pdf)?;
    std::fs::write(folder.path().join("E-101.json"), serde_json::to_vec(&truth)?)?;
    let server = Server::start()?;
    let account = server.account("Python")?;
    run(Command::new(programs.join("python"))
        .arg(workspace().join("tests/python/drive.py"))
        .args([server.url.as_str(), "E-101.pdf", "E-101.json"])
        .current_dir(folder.path())
        .env("PYTHONPATH", package)
        .env("PLUMBLINE_KEY", &account.secret))
}

/// Generates the package `plumbline_client` in `target/python-client`; what the generator warns about is an error.
fn generate(programs: &Path, target: &Path) -> Result<PathBuf> {
    let folder = target.join("python-client");
    std::fs::create_dir_all(&folder)?;
    run(Command::new(programs.join("openapi-python-client"))
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

fn run(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    if !output.status.success() {
        let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        bail!("{command:?}: {}\n{said}\n{wrong}", output.status);
    }
    Ok(())
}
