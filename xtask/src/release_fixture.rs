//! `cargo xtask release-fixture`: the data directory of a release, for the upgrade test of the next one.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::build;
use crate::workspace::{self, Workspace, cargo};

/// The example of the tests that creates the fixture.
const EXAMPLE: &str = "make_release_fixture";

/// Arguments of `release-fixture`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Name of the release: its version or its commit
    name: String,
    /// The release's program; by default the one built here
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// The release's components, compiled by that program; by default those built here
    #[arg(long, value_name = "DIR")]
    components: Option<PathBuf>,
    /// The archive to write
    #[arg(short, long, default_value = "tests/fixtures/release.tar.gz", value_name = "FILE")]
    output: PathBuf,
}

/// Builds and runs the example that creates the fixture.
pub(crate) fn run(arguments: Arguments) -> Result<()> {
    let workspace = Workspace::find()?;
    let mut make = cargo();
    make.args(["build", "--release", "--workspace"]).args(build::WITHOUT_BENCHES).args(["--example", EXAMPLE]);
    workspace::run(make.current_dir(&workspace.root))?;
    let program = arguments.program.unwrap_or_else(|| workspace.program());
    let components = arguments.components.unwrap_or_else(|| workspace.components_dir());
    let example = workspace.target.join("release/examples").join(EXAMPLE);
    let mut command = Command::new(example);
    command.arg(arguments.name).arg(program).arg(components).arg(arguments.output);
    workspace::run(&mut command)
}
