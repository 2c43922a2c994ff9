//! `cargo xtask edge`: gateway and adapters, and each endpoint group composed with them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::build;
use crate::server::{Running, Server, read_address};
use crate::steps::Steps;
use crate::workspace::{self, Workspace};

/// Steps in addition to those of a build.
pub(crate) const STEPS: [&str; 2] = ["gateway and adapters", "compose"];

/// The manifests at the root of a clone: one for Spin's SQLite, one for a PostgreSQL that the host shares. The files of the
/// second are in a separate folder.
const MANIFESTS: [(&str, &str, &str); 2] =
    [("spin.toml", "sqlite", ""), ("spin-postgres.toml", "postgres", "postgres")];

/// The oldest Spin that runs our files: the first with `wasi:http@0.3.0`.
const OLDEST_SPIN: (u64, u64) = (4, 1);

/// Returns the Spin that the variable `SPIN` or the path names, if it runs our files, or the reason why there is none.
pub(crate) fn find_spin() -> Result<PathBuf, String> {
    let program = std::env::var_os("SPIN").map_or_else(|| PathBuf::from("spin"), PathBuf::from);
    let output =
        Command::new(&program).arg("--version").output().map_err(|_| "no spin on the path, nor in SPIN".to_owned())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = text.split_whitespace().nth(1).unwrap_or_default();
    let mut numbers = version.split('.').map_while(|number| number.parse::<u64>().ok());
    match numbers.next().zip(numbers.next()) {
        Some(version) if version >= OLDEST_SPIN => Ok(program),
        _ => Err(format!("{} is older than 4.1", text.trim())),
    }
}

/// Builds everything that changed, composes the files and rewrites the manifests.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::find()?;
    let mut steps = Steps::new(build::STEPS.len() + STEPS.len());
    build::build_all(&workspace, &mut steps)?;
    compose(&workspace, &mut steps, Path::new(""))?;
    steps.finish(&workspace)
}

/// Composes the built files, and checks that the manifests of the clone equal the generated ones.
///
/// # Errors
/// Returns an error if a manifest differs.
pub(crate) fn check(workspace: &Workspace, steps: &mut Steps) -> Result<()> {
    compose(workspace, steps, &workspace.edge_dir())?;
    let read = |path: &Path| std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()));
    // If the target folder is outside the clone, the manifests of the clone do not find the files.
    let is_inside_clone = workspace.edge_dir().starts_with(&workspace.root);
    for (manifest, ..) in MANIFESTS.iter().filter(|_| is_inside_clone) {
        if read(&workspace.edge_dir().join(manifest))? != read(&workspace.root.join(manifest))? {
            bail!("{manifest} is out of date. Run `cargo xtask edge` and commit the file");
        }
    }
    Ok(())
}

/// Composes all files and writes the manifests into a folder.
///
/// # Errors
/// Returns an error if a part does not build or does not fit.
pub(crate) fn compose(workspace: &Workspace, steps: &mut Steps, manifests: &Path) -> Result<()> {
    let [parts_step, compose_step] = STEPS;
    let (folder, parts) = (workspace.edge_dir(), workspace.edge_dir().join("parts"));
    steps.begin(parts_step);
    build::collect_components(workspace, &workspace.edge_parts(), &parts)?;
    steps.begin(compose_step);
    // The path that a manifest uses, relative to its own folder.
    let found = folder.strip_prefix(&workspace.root).unwrap_or(&folder);
    for (manifest, database, below) in MANIFESTS {
        let mut compose = build::host_command(workspace);
        compose.args(["edge", "build", "--components"]).arg(workspace.components_dir()).arg("--parts").arg(&parts);
        compose.args(["--database", database, "--output"]).arg(found.join(below));
        compose.arg("--manifest").arg(manifests.join(manifest));
        workspace::run(compose.current_dir(&workspace.root))?;
    }
    Ok(())
}

/// A Spin application beside a server, under the harness of `tests/edge`. Dropping it stops the application.
pub(crate) struct Edge {
    _child: Running,
    /// The address it listens on: `http://127.0.0.1:PORT`.
    pub(crate) origin: String,
}

impl Edge {
    /// Builds the application of a tenant's sandbox from its bindings, and serves it.
    ///
    /// # Errors
    /// Returns an error if the application does not start listening.
    pub(crate) fn start(workspace: &Workspace, server: &Server, tenant: &str, database: &Path) -> Result<Self> {
        let (application, parts) = (server.data().join("application"), workspace.edge_dir().join("parts"));
        let (output, parts) = (application.to_str().context("a path")?, parts.to_str().context("a path")?);
        let build = ["edge", "build", "--tenant", tenant, "--environment", "sandbox", "--parts", parts, "-o", output];
        server.administer(&build)?;
        let secret = std::fs::read(server.data().join("signing.key")).context("the server has no secret")?;
        let mut harness = Command::new(workspace.program().with_file_name("edge-harness"));
        harness.arg("--manifest").arg(application.join("spin.toml")).arg("--database").arg(database);
        harness.arg("--compiled").arg(workspace.edge_dir().join("compiled"));
        harness.args(["--variable", &format!("secret={}", URL_SAFE_NO_PAD.encode(secret))]);
        harness.args(["--variable", &format!("centre_url={}", server.origin)]);
        let mut child = harness.stdout(Stdio::piped()).spawn().context("cannot start the harness")?;
        let output = child.stdout.take().context("the harness has no output")?;
        let origin = read_address(output)?.context("the harness did not start")?;
        Ok(Self { _child: Running(child), origin })
    }
}
