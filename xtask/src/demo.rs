//! `cargo xtask demo`: the main job, from a new server to a spreadsheet and a marked-up sheet.

use crate::server::{Account, Server};
use crate::steps::Steps;
use crate::workspace::{self, Workspace};
use crate::{build, setup};
use anyhow::{Context as _, Result};
use clap::Args;
use plumbline_client::types::{
    Discipline, ExportCreate, ExportCreateOptions, ExportFormat, ListItemsQuery, ListRoutesQuery, MeasureType,
    ProjectCreate, TakeoffCreate, TakeoffItem,
};
use plumbline_report::Screen;
use plumbline_sample::{Drawing, Options, Truth};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Arguments of `demo`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Keep the server running at the end, until Ctrl-C
    #[arg(long)]
    serve: bool,
    /// Port of the server; 0 picks a free one
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Folder for the results
    #[arg(short, long, default_value = "out", value_name = "DIR")]
    output: PathBuf,
    /// Seed of the sheet's content
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Number of steps in addition to those of a build.
const STEPS: usize = 6;
const NAME: &str = "E-101.pdf";

/// Runs the demo.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    println!("Plumbline demo: a sheet in, quantities out");
    let mut steps = Steps::new(STEPS + build::STEPS.len());
    steps.begin("set up");
    setup::install_wasm_target()?;
    let workspace = Workspace::find()?;
    build::build_all(&workspace, &mut steps)?;

    steps.begin("start the server: SQLite and local files, data in a folder of its own");
    let data = tempfile::Builder::new().prefix("demo-").tempdir_in(&workspace.target).context("no data directory")?;
    let server = Server::start(&workspace, data.path(), arguments.port)?;
    let account = server.account("Demo", "sandbox")?;
    println!("      {} · tenant and API key created", server.origin);

    steps.begin("draw the sheet E-101 and upload it");
    let drawing = Drawing::e101(arguments.seed, &Options::default());
    workspace::write(&arguments.output.join(NAME), &drawing.pdf)?;
    let client = &account.client;
    let project = client.create_project(&ProjectCreate::new("Linden Office Building"))?;
    let document = client.upload_bytes(&project.id, NAME, drawing.pdf.clone())?;
    println!("      {} {}: {} page(s)", document.id, document.status, document.page_count.unwrap_or_default());

    steps.begin("take it off");
    let start = Instant::now();
    let mut shown = None;
    let takeoff = client.create_takeoff(&TakeoffCreate::new(&document.id, Discipline::Electrical))?;
    let takeoff = client.wait_with(&takeoff, |takeoff| {
        let now = (takeoff.status.clone(), takeoff.progress.percent);
        if shown.as_ref() != Some(&now) {
            println!("      {} {} %", now.0, now.1);
            shown = Some(now);
        }
    })?;
    println!("      {} completed in {:.1} s", takeoff.id, start.elapsed().as_secs_f64());

    steps.begin("what was found");
    let items = client.items(&takeoff.id, &ListItemsQuery::default())?;
    let routes = client.routes(&takeoff.id, &ListRoutesQuery::default())?;
    let schedules = client.list_schedules(&takeoff.id)?.data;
    let results = json!({"takeoff": takeoff, "items": items, "routes": routes, "schedules": schedules});
    println!("{}\n", plumbline_report::report(&results, Screen::of_stdout())?);
    compare(&items, &drawing.truth);

    steps.begin("write the results");
    let evidence = ExportCreateOptions { include_evidence: Some(true), ..ExportCreateOptions::default() };
    let spreadsheet = ExportCreate { options: Some(evidence), ..ExportCreate::new(&takeoff.id, ExportFormat::Xlsx) };
    let export = client.wait(&client.create_export(&spreadsheet)?)?;
    save(&arguments.output.join("takeoff.xlsx"), &client.download(&export)?, "the quantities as a spreadsheet")?;
    let marked = client.wait(&client.create_export(&ExportCreate::new(&takeoff.id, ExportFormat::Pdf))?)?;
    save(&arguments.output.join("takeoff.pdf"), &client.download(&marked)?, "the sheet, each counted item numbered")?;
    println!("\ndone in {:.0} s", steps.elapsed().as_secs_f64());
    steps.finish(&workspace)?;

    if arguments.serve {
        print_next_calls(&account, &project.id, &document.id, &takeoff.id);
        println!("\nThe server runs until Ctrl-C.");
        return server.wait();
    }
    println!("`cargo xtask demo --serve` leaves the server running and prints the calls to make next.");
    println!("One drawing, no server: {} takeoff DRAWING.pdf --discipline electrical", workspace.program().display());
    Ok(())
}

/// Compares the items with the sheet's truth, which is known because the sheet is drawn here.
fn compare(items: &[TakeoffItem], truth: &Truth) {
    let counted = |description: &str| -> f64 {
        let of_kind =
            items.iter().filter(|item| item.description == description && item.measure_type == MeasureType::Count);
        of_kind.fold(0.0, |sum, item| sum + item.effective_quantity)
    };
    let drawn = truth.counts();
    let wrong: Vec<String> = drawn
        .iter()
        .filter(|(description, drawn)| (counted(description) - **drawn as f64).abs() > 1e-6)
        .map(|(description, drawn)| format!("{description}: drawn {drawn}, counted {}", counted(description)))
        .collect();
    let total: usize = drawn.values().sum();
    if wrong.is_empty() {
        println!("The sheet was drawn with {total} devices of {} kinds; every kind was counted exactly.", drawn.len());
    } else {
        println!("The sheet was drawn with {total} devices. Not counted as drawn: {}", wrong.join("; "));
    }
}

fn save(file: &Path, bytes: &[u8], what: &str) -> Result<()> {
    workspace::write(file, bytes)?;
    println!("      {} ({} kB): {what}", file.display(), bytes.len().div_ceil(1000));
    Ok(())
}

fn print_next_calls(account: &Account, project: &str, document: &str, takeoff: &str) {
    let json = "-H 'Content-Type: application/json'";
    println!("\nNext, in another terminal:\n");
    println!("BASE={}; AUTH='Authorization: Bearer {}'", account.client.base(), account.secret);
    println!("curl -H \"$AUTH\" $BASE/projects/{project}");
    println!("curl -H \"$AUTH\" $BASE/documents/{document}");
    println!("curl -H \"$AUTH\" \"$BASE/takeoffs/{takeoff}/items?limit=5\"");
    println!("curl -H \"$AUTH\" $BASE/takeoffs/{takeoff}/summary");
    println!("curl -H \"$AUTH\" $BASE/takeoffs/{takeoff}/routes");
    println!("curl -H \"$AUTH\" {json} $BASE/exports -d '{{\"takeoff_id\": \"{takeoff}\", \"format\": \"csv\"}}'");
    println!("curl -H \"$AUTH\" {json} $BASE/projects -d '{{\"name\": \"My project\"}}'");
}
