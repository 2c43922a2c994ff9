//! `cargo xtask corpus DIR`: takes off the drawings of a folder over HTTP and compares the results with its truth.

use crate::python::Python;
use crate::score::{self, Case, Results};
use crate::server::Server;
use crate::steps::Steps;
use crate::workspace::{self, Workspace};
use crate::{build, marks};
use anyhow::{Context as _, Result, bail};
use clap::Args;
use plumbline_client::blocking::Client;
use plumbline_client::types::{Discipline, ListItemsQuery, ListRoutesQuery, ProjectCreate, TakeoffCreate};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Arguments of `corpus`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Folder with truth.json and the drawings it names
    folder: PathBuf,
    /// Run only the case with this id
    #[arg(long, value_name = "ID")]
    only: Option<String>,
    /// Folder for results (ID.json) and marked-up drawings (ID.pdf)
    #[arg(long, default_value = "out/corpus", value_name = "DIR")]
    out: PathBuf,
}

/// Runs every case that is supported, then prints the score.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let truth = arguments.folder.join("truth.json");
    let text = std::fs::read(&truth).with_context(|| format!("cannot read {}", truth.display()))?;
    let truth: score::Truth =
        serde_json::from_slice(&text).with_context(|| format!("{} is no list of cases", truth.display()))?;
    let mut cases = truth.cases;
    if let Some(only) = &arguments.only {
        let known: Vec<String> = cases.iter().map(|case| case.id.clone()).collect();
        cases.retain(|case| case.id == *only);
        if cases.is_empty() {
            bail!("--only: truth.json has no case {only}; it has {}", known.join(", "));
        }
    }
    let workspace = Workspace::find()?;
    build::build_all(&workspace, &mut Steps::new(build::STEPS.len()))?;
    let data = tempfile::Builder::new().prefix("corpus-").tempdir_in(&workspace.target).context("no data directory")?;
    let server = Server::start(&workspace, data.path(), 0)?;

    let (built, missing): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(|case| is_built(&workspace, case));
    for (index, case) in built.iter().enumerate() {
        println!("[{}/{}] {} ({})", index + 1, built.len(), case.id, case.file);
        // Each case has its own tenant, so it starts with full credits and cannot see other data.
        let account = server.account(&case.id, "sandbox")?;
        let start = Instant::now();
        let stem = arguments.out.join(&case.id);
        // The result of an earlier run must not be used for a case that fails now.
        for extension in ["json", "pdf"] {
            let _ = std::fs::remove_file(stem.with_extension(extension));
        }
        match take_off(&account.client, &arguments.folder, case, &stem) {
            Ok(results) => println!(
                "      {} items, {} routes, {} schedules, {} warnings in {:.1} s",
                results.items.len(),
                results.routes.len(),
                results.schedules.len(),
                results.warnings.len(),
                start.elapsed().as_secs_f64()
            ),
            Err(error) => println!("      failed after {:.1} s: {error:#}", start.elapsed().as_secs_f64()),
        }
    }
    println!("results and marked-up drawings in {}\n", arguments.out.display());
    for case in &missing {
        println!("{:16} not built ({}, {})", case.id, case.discipline, extension(case));
    }
    let card = score::score(&built, &arguments.out)?;
    for line in card.lines.iter().chain(&card.disciplines).chain(&card.calibration) {
        println!("{line}");
    }
    println!("{}", card.means);
    println!("{}", compare_cells(&workspace, &arguments.folder, &arguments.out, &built)?);
    Ok(())
}

/// Compares the cells of all schedules with another program's reading of the same files. Only PDFs are compared.
fn compare_cells(workspace: &Workspace, folder: &Path, out: &Path, cases: &[Case]) -> Result<String> {
    let python = Python::ensure(workspace, "venv-corpus", "xtask/corpus/requirements.txt")?;
    let (mut right, mut all) = (0u32, 0u32);
    for case in cases.iter().filter(|case| extension(case) == "pdf") {
        let results = out.join(&case.id).with_extension("json");
        if !results.exists() {
            continue;
        }
        println!("{}: cells of its schedules", case.id);
        let script = workspace.root.join("xtask/corpus/cells.py");
        let mut cells = python.program("python");
        let text = workspace::output(cells.arg(script).arg(&results).arg(folder.join(&case.file)))?;
        for line in text.lines() {
            let counted = line.strip_prefix("cells ").and_then(|counts| counts.split_once(' '));
            match counted.and_then(|(a, b)| Some((a.parse::<u32>().ok()?, b.parse::<u32>().ok()?))) {
                Some((some, of)) => (right, all) = (right + some, all + of),
                None => println!("{line}"),
            }
        }
    }
    Ok(format!("cells of schedules right: {right} of {all}"))
}

fn extension(case: &Case) -> String {
    Path::new(&case.file).extension().map(|text| text.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// Returns whether an extractor of the case's discipline and a reader of its format exist.
fn is_built(workspace: &Workspace, case: &Case) -> bool {
    let reader = match extension(case).as_str() {
        "dxf" | "dwg" => "cad".to_owned(),
        "png" | "jpg" | "jpeg" => "image".to_owned(),
        other => other.to_owned(),
    };
    let wanted = [format!("extractor-{}", case.discipline), format!("reader-{reader}")];
    let components = workspace.components();
    wanted.iter().all(|file| components.iter().any(|component| component.file == *file))
}

/// Runs one case through HTTP and writes its results and its marked-up drawing.
fn take_off(client: &Client, folder: &Path, case: &Case, stem: &Path) -> Result<Results> {
    let file = folder.join(&case.file);
    let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let project = client.create_project(&ProjectCreate::new(&case.id))?;
    let document = client.upload_bytes(&project.id, &name, bytes.clone())?;
    let discipline = Discipline::from(case.discipline.as_str());
    let request = TakeoffCreate {
        pages: (!case.pages.is_empty()).then(|| case.pages.iter().copied().map(u64::from).collect()),
        metadata: (!case.metadata.is_empty()).then(|| case.metadata.clone()),
        ..TakeoffCreate::new(&document.id, discipline)
    };
    let takeoff = client.wait(&client.create_takeoff(&request)?)?;
    let results = Results {
        items: client.items(&takeoff.id, &ListItemsQuery::default())?,
        routes: client.routes(&takeoff.id, &ListRoutesQuery::default())?,
        schedules: client.list_schedules(&takeoff.id)?.data,
        warnings: takeoff.warnings,
    };
    workspace::write(&stem.with_extension("json"), &serde_json::to_vec_pretty(&results)?)?;
    if extension(case) == "pdf" {
        let marked = plumbline_pdf::marks::mark(&bytes, &marks::from_items(&results.items))
            .context("the drawing cannot be marked")?;
        workspace::write(&stem.with_extension("pdf"), &marked)?;
    }
    Ok(results)
}
