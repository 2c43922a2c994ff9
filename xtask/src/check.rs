//! `cargo xtask check PATH`: builds the crates that depend on a file's or folder's crate, and runs their tests.

use crate::build;
use crate::layers;
use crate::nextest;
use crate::steps::Steps;
use crate::workspace::{self, Workspace};
use anyhow::{Context as _, Result};
use clap::Args;
use std::path::PathBuf;

/// Arguments of `check`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A file or folder of the changed crate
    path: PathBuf,
    /// Run only the matching tests, e.g. `test(projects)`; same syntax as `cargo nextest run -E`
    #[arg(short = 'E', long, value_name = "FILTER")]
    filter: Option<String>,
}

/// Builds the program and the components, then builds and runs the tests of the crate and of the crates that link it.
///
/// The tests against the running program do not link the crate, so they are not run here.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let workspace = Workspace::find()?;
    let path = arguments.path.canonicalize().with_context(|| format!("cannot find {}", arguments.path.display()))?;
    let package = workspace.package_containing(&path).with_context(|| {
        format!("{} belongs to no crate of this workspace; name a file or folder inside one", path.display())
    })?;
    println!("{package} and the crates that depend on it");
    layers::check(&workspace)?;
    let mut steps = Steps::new(build::STEPS.len() + 1);
    build::build_all(&workspace, &mut steps)?;
    steps.begin("tests of what depends on it");
    let mut tests = format!("rdeps(={package})");
    if let Some(filter) = &arguments.filter {
        tests = format!("{tests} & ({filter})");
    }
    workspace::run(nextest::command(&workspace).args(["--no-tests", "pass", "-E", &tests]))?;
    steps.finish(&workspace)
}
