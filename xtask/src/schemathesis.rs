//! The check of the running service against its own document: Schemathesis generates valid and invalid requests and checks
//! every response.

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
    /// Call a Spin application beside the server, under the harness of `tests/edge`
    #[arg(long)]
    edge: bool,
    /// Arguments passed to `st run`, e.g. `--include-operation-id listProjects`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Runs the check on its own, with the existing build.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let workspace = Workspace::find()?;
    let target = if arguments.edge { Target::Edge } else { Target::Host };
    check(&workspace, target, arguments.examples, &arguments.rest)
}

/// The side that answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// The server.
    Host,
    /// A Spin application beside the server.
    Edge,
}

/// Starts a server with a tenant that has one record of each kind, and runs every check in every phase against it or the edge.
pub(crate) fn check(workspace: &Workspace, target: Target, examples: u32, rest: &[String]) -> Result<()> {
    let python = Python::for_tests(workspace)?;
    let document = workspace.root.join(DOCUMENT);
    python.validate(&document)?;
    let data = tempfile::Builder::new().prefix("schemathesis-").tempdir_in(&workspace.target)?;
    let database = data.path().join("sqlite_db.db");
    let shared = database.to_str().context("a path")?;
    let shared = [("PLUMBLINE_SPIN__DATABASE", shared), ("PLUMBLINE_SPIN__ENVIRONMENT", "sandbox")];
    let shared = if target == Target::Edge { &shared[..] } else { &[] };
    let server = Server::start_with(workspace, data.path(), 0, &[&LIMITS[..], shared].concat())?;
    let mut account = server.account("Schemathesis", "sandbox")?;
    server.grant(&account, CREDITS)?;
    let edge =
        if target == Target::Edge { Some(Edge::start(workspace, &server, &account.tenant, &database)?) } else { None };
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
    // The short run repeats the same requests, so that it detects changes. The long run looks for new errors.
    if examples <= SHORT_EXAMPLES {
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
