//! The running service against its own document: Schemathesis makes up requests, valid and not, and checks every answer.

use crate::edge::Edge;
use crate::python::Python;
use crate::server::{Account, Server};
use crate::workspace::{self, Workspace};
use anyhow::{Context as _, Result};
use clap::Args;
use plumbline_client::blocking::Client;
use plumbline_client::types::{Discipline, ExportCreate, ExportFormat, ListItemsQuery, ProjectCreate, TakeoffCreate};
use plumbline_sample::{Drawing, Options};
use std::path::Path;

/// Examples an operation that `cargo xtask test` makes up.
pub(crate) const SHORT: u32 = 25;
/// The same for `cargo xtask test --full`: minutes of one thread of Python; 2,000 of them took over a quarter of an hour
/// and found nothing more.
pub(crate) const FULL: u32 = 250;

/// The document that the service is held to.
const DOCUMENT: &str = "host/openapi.json";
/// The configuration; ids of real resources are written beside a copy of it.
const CONFIGURATION: [&str; 2] = ["schemathesis.toml", "hooks.py"];

/// Flags of `schemathesis`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Examples an operation
    #[arg(long, default_value_t = SHORT)]
    examples: u32,
    /// Ask a Spin application beside the server, under the harness of `tests/edge`
    #[arg(long)]
    edge: bool,
    /// Passed on to `st run`, e.g. `--include-operation-id listProjects`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Runs it by itself, on what is built.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let workspace = Workspace::find()?;
    let place = if arguments.edge { Place::Edge } else { Place::Host };
    check(&workspace, place, arguments.examples, &arguments.rest)
}

/// Who answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The server.
    Host,
    /// A Spin application beside it.
    Edge,
}

/// Starts a server with a tenant that has one of everything, and runs every check in every phase against it or the edge.
pub(crate) fn check(workspace: &Workspace, place: Place, examples: u32, rest: &[String]) -> Result<()> {
    let python = Python::ready(workspace)?;
    let document = workspace.root.join(DOCUMENT);
    python.validate(&document)?;
    let data = tempfile::Builder::new().prefix("schemathesis-").tempdir_in(&workspace.target)?;
    let database = data.path().join("sqlite_db.db");
    let shared = database.to_str().context("a path")?;
    let shared = [("PLUMBLINE_SPIN__DATABASE", shared), ("PLUMBLINE_SPIN__ENVIRONMENT", "sandbox")];
    let shared = if place == Place::Edge { &shared[..] } else { &[] };
    let server = Server::start_with(workspace, data.path(), 0, &[&LIMITS[..], shared].concat())?;
    let mut account = server.account("Schemathesis", "sandbox")?;
    server.grant(&account, CREDITS)?;
    let edge =
        if place == Place::Edge { Some(Edge::start(workspace, &server, &account.tenant, &database)?) } else { None };
    if let Some(edge) = &edge {
        account.client = Client::new(&edge.origin, &account.secret);
    }
    let folder = workspace.target.join("schemathesis");
    for name in CONFIGURATION {
        let text = std::fs::read(workspace.root.join("xtask/schemathesis").join(name))?;
        workspace::write(&folder.join(name), &text)?;
    }
    std::fs::copy(&document, folder.join("openapi.json"))?;
    seed(&account, &folder)?;
    let mut command = python.program("st");
    command.args(["--config-file", "schemathesis.toml", "run", "openapi.json"]);
    command.args(["--url", account.client.base(), "--max-examples", &examples.to_string()]);
    // The short run makes up the same requests every time: it tells of a change, the long one finds what is new.
    if examples <= SHORT {
        command.args(["--seed", "1"]);
    }
    command.args(rest).env("PLUMBLINE_KEY", &account.secret).env("NO_COLOR", "1");
    workspace::run(command.current_dir(&folder)).context(
        "Schemathesis found that the service does not hold what its document says (above); \
         after a fix, `cargo xtask schemathesis` runs this alone",
    )
}

/// Enough for every takeoff and export of a long run.
const CREDITS: u32 = 1_000_000_000;

/// Rates and quotas that a test does not reach; what happens beyond them is tested by itself.
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

/// Makes a project, documents, a takeoff with items, and an export, and writes their ids as dictionaries.
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
    // What takeoffs are made up of: a sheet without anything on it, so that hundreds of them take no time.
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

/// A PDF with one empty page. It has no cross-reference table: readers find the objects.
const BLANK: &[u8] = b"%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n\
2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>\nendobj\n\
trailer\n<</Size 4/Root 1 0 R>>\n%%EOF\n";
