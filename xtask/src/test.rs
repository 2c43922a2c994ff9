//! `cargo xtask test`: set up, build, run all tests.

use crate::build::{self, WITHOUT_BENCHES};
use crate::python::Python;
use crate::workspace::{self, Workspace, cargo, step};
use crate::{plugins, schemathesis, setup};
use anyhow::Result;
use clap::Args;

/// What property tests draw their cases from.
const SEED: &str = "PROPTEST_RNG_SEED";

/// Flags of `test`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Run the long tests too
    #[arg(long)]
    full: bool,
}

/// Runs them, the made-up requests last.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    step(1, 7, "set up");
    setup::run()?;
    let workspace = Workspace::find()?;
    step(2, 7, "build");
    build::everything(&workspace)?;
    step(3, 7, "examples in the documentation");
    workspace::run(
        cargo()
            .args(["test", "--release", "--workspace", "--doc", "--quiet"])
            .args(WITHOUT_BENCHES)
            .current_dir(&workspace.root),
    )?;
    step(4, 7, "tests");
    let mut command = cargo();
    let nextest = ["nextest", "run", "--release", "--workspace", "--no-fail-fast"];
    command.args(nextest).args(WITHOUT_BENCHES).current_dir(&workspace.root);
    // Drawn cases are the same ones each time, so that a change is judged by itself; `--full` draws new ones.
    if !arguments.full && std::env::var_os(SEED).is_none() {
        command.env(SEED, "20261122");
    }
    // Without it the tests that need Python are skipped.
    Python::ready(&workspace)?;
    command.env("CI_REQUIRE_PYTHON", "1");
    if arguments.full {
        command.args(["--run-ignored", "all"]);
    }
    workspace::run(&mut command)?;
    step(5, 7, "identity for a gateway component");
    // Who calls is checked by the same module on the edge, where there is no host.
    let gateway = ["build", "--release", "--quiet", "--package", "plumbline-identity", "--target", "wasm32-wasip2"];
    workspace::run(cargo().args(gateway).current_dir(&workspace.root))?;
    step(6, 7, "templates of plugins");
    plugins::check(&workspace, arguments.full)?;
    step(7, 7, "the service against its own document");
    schemathesis::check(&workspace, if arguments.full { schemathesis::FULL } else { schemathesis::SHORT }, &[])
}
