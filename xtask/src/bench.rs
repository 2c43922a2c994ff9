//! `cargo xtask bench`: measurements beside peers, as ratios.

use crate::build;
use crate::workspace::{self, Workspace, cargo, step};
use anyhow::Result;
use clap::Args;

/// Flags of `bench`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Passed on to the measuring program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Builds and measures.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let workspace = Workspace::find()?;
    step(1, 2, "build");
    build::everything(&workspace)?;
    step(2, 2, "measure");
    let mut command = cargo();
    command.args(["run", "--release", "--package", "plumbline-benches", "--"]).args(&arguments.rest);
    workspace::run(command.current_dir(&workspace.root))
}
