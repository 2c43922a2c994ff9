//! `cargo xtask bench`: measurements beside peers, as ratios.

use crate::build::{self, WITHOUT_BENCHES};
use crate::edge;
use crate::request_path;
use crate::setup::WASM;
use crate::steps::Steps;
use crate::workspace::{self, Workspace, cargo};
use anyhow::Result;
use clap::Args;
use std::process::Command;

/// Flags of `bench`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Measure the request path alone and record the figures in docs/performance.md
    #[arg(long)]
    record: bool,
    /// Passed on to the measuring program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Builds and measures.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let workspace = Workspace::find()?;
    if arguments.record {
        let mut steps = Steps::new(build::STEPS.len() + 1);
        build::everything(&workspace, &mut steps)?;
        steps.begin("measure");
        return request_path::renew(&workspace);
    }
    let mut steps = Steps::new(build::STEPS.len() + edge::STEPS.len() + 2);
    build::everything(&workspace, &mut steps)?;
    edge::compose(&workspace, &mut steps, &workspace.edge_dir())?;
    steps.begin("peers");
    let hello = ["build", "--release", "--target", WASM, "--package", "plumbline-bench-hello", "--lib", "--examples"];
    workspace::run(cargo().args(hello).args(build::OPTIMIZED).current_dir(&workspace.root))?;
    let harness = ["build", "--release", "--workspace", "--bin", "edge-harness"];
    workspace::run(cargo().args(harness).args(WITHOUT_BENCHES).current_dir(&workspace.root))?;
    // Two programs: the measuring one, and `wasmtime serve` as its peer. The peer's features build Wasmtime once more.
    let programs = ["build", "--release", "--package", "plumbline-benches", "--bins"];
    workspace::run(cargo().args(programs).args(request_path::OPTIMIZED).current_dir(&workspace.root))?;
    steps.begin("measure");
    let mut command = Command::new(workspace.target.join("release").join("plumbline-benches"));
    command.args(&arguments.rest);
    workspace::run(command.current_dir(&workspace.root))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    #[test]
    fn the_record_is_renewed_only_when_asked_for_first() {
        let read = |words: &[&str]| Line::parse_from([&["bench"], words].concat()).arguments;
        assert!(read(&["--record"]).record);
        let passed_on = read(&["--only", "calls"]);
        assert!(!passed_on.record);
        assert_eq!(passed_on.rest, ["--only", "calls"]);
    }
}
