//! `cargo xtask edge`: gateway and adapters, and each endpoint group composed with them.

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::build;
use crate::steps::Steps;
use crate::workspace::{self, Workspace};

/// The steps beside those of a build.
pub(crate) const STEPS: [&str; 2] = ["gateway and adapters", "compose"];

/// The manifest for a clone, at its top.
const MANIFEST: &str = "spin.toml";

/// Builds what changed, composes, and writes the manifest anew.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::find()?;
    let mut steps = Steps::new(build::STEPS.len() + STEPS.len());
    build::everything(&workspace, &mut steps)?;
    compose(&workspace, &mut steps, Path::new(MANIFEST))?;
    steps.finish(&workspace)
}

/// Composes what is built, and holds the manifest of the clone against what would be written.
///
/// # Errors
/// When it is another.
pub(crate) fn check(workspace: &Workspace, steps: &mut Steps) -> Result<()> {
    let written = workspace.edge_dir().join(MANIFEST);
    compose(workspace, steps, &written)?;
    let read = |path: &Path| std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()));
    // Where the files lie elsewhere, the manifest of the clone does not find them.
    let is_usual = workspace.edge_dir().starts_with(&workspace.root);
    if is_usual && read(&written)? != read(&workspace.root.join(MANIFEST))? {
        bail!("{MANIFEST} is not what `cargo xtask edge` writes; run it and commit the file");
    }
    Ok(())
}

fn compose(workspace: &Workspace, steps: &mut Steps, manifest: &Path) -> Result<()> {
    let [parts_step, compose_step] = STEPS;
    let (folder, parts) = (workspace.edge_dir(), workspace.edge_dir().join("parts"));
    steps.begin(parts_step);
    build::collect_components(workspace, &workspace.edge_parts(), &parts)?;
    steps.begin(compose_step);
    let mut compose = build::program(workspace);
    compose.args(["edge", "build", "--components"]).arg(workspace.components_dir()).arg("--parts").arg(&parts);
    // As the manifest finds them, from the folder that it is in.
    compose.arg("--output").arg(folder.strip_prefix(&workspace.root).unwrap_or(&folder));
    compose.arg("--manifest").arg(manifest);
    workspace::run(compose.current_dir(&workspace.root))
}
