//! `cargo xtask bench`: measurements compared with peers, as ratios.

use crate::build::{self, WITHOUT_BENCHES};
use crate::edge;
use crate::request_path;
use crate::setup::WASM;
use crate::steps::Steps;
use crate::workspace::{self, Workspace, cargo};
use anyhow::Result;
use clap::Args;
use std::process::Command;

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Measure only the request path and record the figures in docs/performance.md
    #[arg(long, conflicts_with = "compare")]
    record: bool,
    /// Measure only the request path and print the figures beside those on record
    #[arg(long)]
    compare: bool,
    /// Arguments passed to the measuring program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Builds and runs the measuring program.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let workspace = Workspace::find()?;
    if arguments.record || arguments.compare {
        let mut steps = Steps::new(build::STEPS.len() + 1);
        build::build_all(&workspace, &mut steps)?;
        steps.begin("measure");
        if arguments.record {
            return request_path::update_record(&workspace);
        }
        request_path::print_comparison(&workspace);
        return Ok(());
    }
    let mut steps = Steps::new(build::STEPS.len() + edge::STEPS.len() + 2);
    build::build_all(&workspace, &mut steps)?;
    edge::compose(&workspace, &mut steps, &workspace.edge_dir())?;
    steps.begin("peers");
    let hello = ["build", "--release", "--target", WASM, "--package", "plumbline-bench-hello", "--lib", "--examples"];
    workspace::run(cargo().args(hello).args(build::PROFILE_ARGS).current_dir(&workspace.root))?;
    let harness = ["build", "--release", "--workspace", "--bin", "edge-harness"];
    workspace::run(cargo().args(harness).args(WITHOUT_BENCHES).current_dir(&workspace.root))?;
    // Two programs: the measuring one, and `wasmtime serve` as its peer, whose features build Wasmtime once more.
    let programs = ["build", "--release", "--package", "plumbline-benches", "--bins"];
    workspace::run(cargo().args(programs).args(request_path::PROFILE_ARGS).current_dir(&workspace.root))?;
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
    fn flags_of_our_own_come_before_those_that_are_passed_on() {
        let read = |words: &[&str]| Line::parse_from([&["bench"], words].concat()).arguments;
        assert!(read(&["--record"]).record);
        assert!(read(&["--compare"]).compare);
        let passed_on = read(&["--only", "calls"]);
        assert!(!passed_on.record && !passed_on.compare);
        assert_eq!(passed_on.rest, ["--only", "calls"]);
    }
}
