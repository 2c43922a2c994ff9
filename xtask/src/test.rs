//! `cargo xtask test`: set up, build, run all tests.

use crate::build::{self, WITHOUT_BENCHES};
use crate::setup;
use crate::workspace::{self, Workspace, cargo, step};
use anyhow::Result;
use clap::Args;

/// Flags of `test`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Run the long tests too
    #[arg(long)]
    full: bool,
}

/// Runs them; the test runner's summary comes last.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    step(1, 4, "set up");
    setup::run()?;
    let workspace = Workspace::find()?;
    step(2, 4, "build");
    build::everything(&workspace)?;
    step(3, 4, "examples in the documentation");
    workspace::run(
        cargo()
            .args(["test", "--release", "--workspace", "--doc", "--quiet"])
            .args(WITHOUT_BENCHES)
            .current_dir(&workspace.root),
    )?;
    step(4, 4, "tests");
    let mut command = cargo();
    command.args(["nextest", "run", "--release", "--workspace"]).args(WITHOUT_BENCHES).current_dir(&workspace.root);
    if arguments.full {
        command.args(["--run-ignored", "all"]);
    }
    workspace::run(&mut command)
}
