//! The check of the running service against its own document: Schemathesis generates valid and invalid requests and checks
//! every response.

use crate::edge::Edge;
use crate::python::Python;
use crate::server::{Account, Server};
use crate::workspace::{self, Workspace};
use anyhow::{Context as _, Result, anyhow, ensure};
use clap::{Args, ValueEnum};
use plumbline_client::blocking::Client;
use plumbline_client::types::{Discipline, ExportCreate, ExportFormat, ListItemsQuery, ProjectCreate, TakeoffCreate};
use plumbline_sample::{Drawing, Options};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Examples per operation in `cargo xtask test`.
pub(crate) const SHORT_EXAMPLES: u32 = 25;
/// Examples per operation in `cargo xtask test --full`, which take minutes of one Python thread. 2,000 took over a quarter
/// of an hour and found nothing more.
pub(crate) const FULL_EXAMPLES: u32 = 250;

/// The document that the service is checked against.
const DOCUMENT: &str = "host/openapi.json";
/// The configuration files. The ids of real resources are written beside a copy of them.
const CONFIGURATION: [&str; 2] = ["schemathesis.toml", "hooks.py"];

/// Arguments of `schemathesis`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Number of examples per operation
    #[arg(long, default_value_t = SHORT_EXAMPLES)]
    examples: u32,
    /// Check one side only, and print what it finds as it runs
    #[arg(long)]
    only: Option<Target>,
    /// Arguments passed to `st run`, e.g. `--include-operation-id listProjects`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Runs the check on its own, with the existing build.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let workspace = Workspace::find()?;
    let Some(target) = arguments.only else { return check_both(&workspace, arguments.examples, &arguments.rest) };
    let mut check = Check::prepare(&workspace, &python(&workspace)?, target, arguments.examples)?;
    workspace::run(check.command.args(&arguments.rest)).context(FOUND)
}

/// Checks the host and the edge at once, because each check spends most of its time in one thread of Python. Prints what
/// they print once they have ended.
pub(crate) fn check_both(workspace: &Workspace, examples: u32, rest: &[String]) -> Result<()> {
    let python = python(workspace)?;
    let mut checks = [Target::Host, Target::Edge]
        .map(|target| Check::prepare(workspace, &python, target, examples).map(|check| (target, check)))
        .into_iter()
        .collect::<Result<Vec<_>>>()?;
    let outputs: Vec<_> = std::thread::scope(|scope| {
        let running: Vec<_> = checks
            .iter_mut()
            .map(|(target, check)| (*target, scope.spawn(|| check.command.args(rest).output())))
            .collect();
        running.into_iter().map(|(target, thread)| (target, thread.join())).collect()
    });
    let mut failed = false;
    for (target, output) in outputs {
        let output = output.map_err(|_| anyhow!("a thread broke"))?.context("cannot start Schemathesis")?;
        println!("      {target:?}:\n{}", String::from_utf8_lossy(&output.stdout));
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        failed |= !output.status.success();
    }
    ensure!(!failed, FOUND);
    Ok(())
}

/// What a failure means.
const FOUND: &str = "Schemathesis found that the service does not hold what its document says (above); after a fix, \
    `cargo xtask schemathesis` runs this alone";

/// Returns the environment with Schemathesis, after it has checked the document itself.
fn python(workspace: &Workspace) -> Result<Python> {
    let python = Python::for_tests(workspace)?;
    python.validate(&workspace.root.join(DOCUMENT))?;
    Ok(python)
}

/// The side that answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// The server
    Host,
    /// A Spin application beside the server, under the harness of `tests/edge`
    Edge,
}

/// A prepared check, with what has to live as long as it runs.
struct Check {
    command: Command,
    _edge: Option<Edge>,
    _server: Server,
    _data: TempDir,
}

impl Check {
    /// Starts a server with a tenant that has one record of each kind, and prepares every check in every phase against it or
    /// the edge.
    fn prepare(workspace: &Workspace, python: &Python, target: Target, examples: u32) -> Result<Self> {
        let data = tempfile::Builder::new().prefix("schemathesis-").tempdir_in(&workspace.target)?;
        let database = data.path().join("sqlite_db.db");
        let shared = database.to_str().context("a path")?;
        let shared = [("PLUMBLINE_SPIN__DATABASE", shared), ("PLUMBLINE_SPIN__ENVIRONMENT", "sandbox")];
        let shared = if target == Target::Edge { &shared[..] } else { &[] };
        let server = Server::start_with(workspace, data.path(), 0, &[&LIMITS[..], shared].concat())?;
        let mut account = server.account("Schemathesis", "sandbox")?;
        server.grant(&account, CREDITS)?;
        let edge = match target {
            Target::Edge => Some(Edge::start(workspace, &server, &account.tenant, &database)?),
            Target::Host => None,
        };
        if let Some(edge) = &edge {
            account.client = Client::new(&edge.origin, &account.secret);
        }
        let folder = workspace.target.join("schemathesis").join(if edge.is_some() { "edge" } else { "host" });
        for name in CONFIGURATION {
            let text = std::fs::read(workspace.root.join("xtask/schemathesis").join(name))?;
            workspace::write(&folder.join(name), &text)?;
        }
        std::fs::copy(workspace.root.join(DOCUMENT), folder.join("openapi.json"))?;
        seed(&account, &folder)?;
        let mut command = python.program("st");
        command.args(["--config-file", "schemathesis.toml", "run", "openapi.json"]);
        command.args(["--url", account.client.base(), "--max-examples", &examples.to_string()]);
        // The short run repeats the same requests, so that it detects changes. The long run looks for new errors.
        if examples <= SHORT_EXAMPLES {
            command.args(["--seed", "1"]);
        }
        command.env("PLUMBLINE_KEY", &account.secret).env("NO_COLOR", "1").current_dir(&folder);
        Ok(Self { command, _edge: edge, _server: server, _data: data })
    }
}

/// Enough for every takeoff and export of a long run.
const CREDITS: u32 = 1_000_000_000;

/// Rates and quotas that this check does not reach. The limits have their own tests.
const LIMITS: [(&str, &str); 8] = [
    ("PLUMBLINE_TIERS__SANDBOX__READ__PER_MINUTE", "10000000"),
    ("PLUMBLINE_TIERS__SANDBOX__READ__BURST", "10000000"),
    ("PLUMBLINE_TIERS__SANDBOX__WRITE__PER_MINUTE", "10000000"),
    ("PLUMBLINE_TIERS__SANDBOX__WRITE__BURST", "10000000"),
    ("PLUMBLINE_TIERS__SANDBOX__QUOTAS__DOCUMENTS", "10000000"),
    ("PLUMBLINE_TIERS__SANDBOX__QUOTAS__STORAGE_MB", "10000000"),
    ("PLUMBLINE_TIERS__SANDBOX__QUOTAS__TAKEOFF_PAGES_PER_DAY", "10000000"),
    ("PLUMBLINE_TIERS__SANDBOX__QUOTAS__EXPORTS_PER_DAY", "10000000"),
];

/// Creates a project, documents, a takeoff with items, and an export, and writes their ids as dictionaries.
fn seed(account: &Account, folder: &Path) -> Result<()> {
    let client = &account.client;
    let project = client.create_project(&ProjectCreate::new("Seed"))?;
    let drawing = Drawing::e101(1, &Options::default());
    let document = client.upload_bytes(&project.id, "E-101.pdf", drawing.pdf)?;
    let takeoff = client.create_takeoff(&TakeoffCreate::new(&document.id, Discipline::Electrical))?;
    let takeoff = client.wait(&takeoff)?;
    let items = client.items(&takeoff.id, &ListItemsQuery::default())?;
    let export = client.create_export(&ExportCreate::new(&takeoff.id, ExportFormat::Csv))?;
    let export = client.wait(&export)?;
    // The document for generated takeoffs: an empty sheet, so that hundreds of them take no time.
    let blank = client.upload_bytes(&project.id, "blank.pdf", BLANK.to_vec())?;
    let item = items.first().context("the sample sheet has items")?;
    for (name, id) in [
        ("projects", &project.id),
        ("documents", &document.id),
        ("blank_documents", &blank.id),
        ("takeoffs", &takeoff.id),
        ("items", &item.id),
        ("exports", &export.id),
    ] {
        workspace::write(&folder.join(format!("{name}.dict")), format!("\"{id}\"\n").as_bytes())?;
    }
    Ok(())
}

/// A PDF with one empty page. It has no cross-reference table, so readers search for the objects.
const BLANK: &[u8] = b"%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n\
2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>\nendobj\n\
trailer\n<</Size 4/Root 1 0 R>>\n%%EOF\n";
