//! `cargo xtask test`: set up, build, run all tests.

use crate::build::{self, WITHOUT_BENCHES};
use crate::edge;
use crate::nextest::{self, PROFILE_ARGS};
use crate::outcome::SkippedParts;
use crate::setup::WASM;
use crate::steps::Steps;
use crate::workspace::{self, Workspace, cargo};
use crate::{dist, fuzz, layers, lints, outcome, plugins, request_path, schemathesis, setup, suites};
use anyhow::Result;
use clap::Args;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// The steps, named as they are announced and as docs/development.md records their times.
pub(crate) const STEPS: [&str; 16] = [
    "set up",
    build::STEPS[0],
    build::STEPS[1],
    build::STEPS[2],
    "build tests",
    "tests",
    edge::STEPS[0],
    edge::STEPS[1],
    "tests of the edge",
    suites::AT_THE_EDGE.step,
    suites::ON_POSTGRES.step,
    "templates of plugins",
    "the service against its own document",
    "examples in the documentation",
    "clippy",
    "licenses and advisories",
];

/// Additional steps of `--full`, beside those of [`dist::check`] and [`suites::OTHERS`].
const FULL_STEPS: [&str; 2] = ["fuzz targets", "the request path under load"];

/// Time within which a step after the tests begins. Later, it and those after it are left out, so that the run ends in time on
/// a slow machine too. `--full` leaves nothing out.
const OPTIONAL_WITHIN: Duration = Duration::from_secs(70 * 60);
/// The tests that need a build for the edge, which takes minutes.
const OF_THE_EDGE: &str = "package(plumbline-edge-harness)";

/// Variable with the seed of property tests.
const SEED: &str = "PROPTEST_RNG_SEED";

/// Arguments of `test`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Run the long tests, the test of the archive and the benches of the request path too
    #[arg(long)]
    full: bool,
}

/// Runs all tests, those with generated requests and the examples of the documentation last.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let [
        set_up,
        _,
        _,
        _,
        build_tests,
        tests,
        gateway,
        _,
        of_the_edge,
        at_the_edge,
        on_postgres,
        templates,
        document,
        examples,
        clippy,
        deny,
    ] = STEPS;
    let more = FULL_STEPS.len() + dist::CHECK_STEPS + suites::OTHERS.len();
    let mut steps = Steps::new(STEPS.len() + if arguments.full { more } else { 0 });
    steps.begin(set_up);
    setup::install_build_tools()?;
    // What only the tests run is downloaded while the compiler runs.
    let tools = std::thread::spawn(setup::install_tools_for_tests);
    let workspace = Workspace::find()?;
    layers::check(&workspace)?;
    let mut skipped_parts = SkippedParts::from_env();
    build::build_all(&workspace, &mut steps)?;
    steps.begin(build_tests);
    workspace::run(nextest::command(&workspace).arg("--no-run"))?;
    let guests = build_guests(&workspace)?;
    tools.join().unwrap_or_else(|_| Err(anyhow::anyhow!("the installation of tools broke")))?;
    steps.begin(tests);
    let mut command = nextest::command(&workspace);
    // Not `PLUMBLINE_…`, because the program refuses unknown settings.
    command.env("TEST_GUESTS", guests).args(["-E", &format!("not {OF_THE_EDGE}")]);
    // Generated cases are the same each time, so that a change is judged on its own. `--full` generates new ones.
    if !arguments.full && std::env::var_os(SEED).is_none() {
        command.env(SEED, "20261122");
    }
    if arguments.full {
        command.args(["--run-ignored", "all"]);
    }
    let met = outcome::create_met_folder(&workspace)?;
    command.env(outcome::TEST_MET, &met);
    let mut skipped = run_tests(&workspace, &mut command)?;
    outcome::check_all_codes_met(&met)?;
    let within = if arguments.full { Duration::MAX } else { OPTIONAL_WITHIN };
    let edge_alone = format!("After `cargo xtask edge`, {}", suites::AT_THE_EDGE.alone());
    if is_in_time(&steps, within, &mut skipped_parts, gateway, &edge_alone) {
        edge::check(&workspace, &mut steps)?;
        steps.begin(of_the_edge);
        let of_edge = run_tests(&workspace, nextest::command(&workspace).args(["-E", OF_THE_EDGE]))?;
        for (reason, tests) in of_edge {
            *skipped.entry(reason).or_default() += tests;
        }
        steps.begin(at_the_edge);
        suites::run_at_the_edge(&workspace, &mut skipped_parts)?;
    }
    steps.begin(on_postgres);
    if is_in_time(&steps, within, &mut skipped_parts, on_postgres, &suites::ON_POSTGRES.alone()) {
        suites::ON_POSTGRES.run(&workspace)?;
    }
    steps.begin(templates);
    if is_in_time(
        &steps,
        within,
        &mut skipped_parts,
        templates,
        "`cargo xtask plugins`, then `cargo xtask schemathesis`",
    ) {
        std::thread::scope(|scope| {
            // The compiler takes one crate's examples after the other, so it needs one core only.
            let compiled = scope.spawn(|| documentation_tests(&workspace).output());
            plugins::check(&workspace, arguments.full, &mut skipped_parts)?;
            steps.begin(document);
            if setup::has_python() {
                let examples = if arguments.full { schemathesis::FULL_EXAMPLES } else { schemathesis::SHORT_EXAMPLES };
                schemathesis::check_both(&workspace, examples, &[])?;
            } else {
                skipped_parts.add_missing(document, "Python 3.11 or later with its module venv is not installed")?;
            }
            steps.begin(examples);
            let compiled = compiled.join().map_err(|_| anyhow::anyhow!("a thread broke"))?;
            workspace::show_output(&documentation_tests(&workspace), compiled)
        })?;
    }
    steps.begin(clippy);
    if is_in_time(&steps, within, &mut skipped_parts, clippy, "`cargo xtask lints`") {
        lints::clippy(&workspace)?;
    }
    steps.begin(deny);
    // Its installation is what takes long.
    if lints::has_deny() || is_in_time(&steps, within, &mut skipped_parts, deny, "`cargo xtask lints`") {
        lints::deny(&workspace, &mut skipped_parts)?;
    }
    if arguments.full {
        for surroundings in &suites::OTHERS {
            steps.begin(surroundings.step);
            surroundings.run(&workspace)?;
        }
        dist::check(&workspace, &mut steps, &mut skipped_parts)?;
        let [fuzzing, request_path] = FULL_STEPS;
        steps.begin(fuzzing);
        fuzz::check(&workspace, fuzz::SHORT_SECONDS, &[])?;
        steps.begin(request_path);
        request_path::print_comparison(&workspace);
    }
    steps.finish(&workspace)?;
    outcome::print(&skipped);
    skipped_parts.print();
    Ok(())
}

/// Runs tests, and returns the number of those skipped, by reason.
fn run_tests(workspace: &Workspace, command: &mut Command) -> Result<BTreeMap<String, usize>> {
    outcome::remove_report(workspace);
    let passed = workspace::run(command.arg("--no-fail-fast"));
    let skipped = outcome::skipped_tests(workspace);
    if passed.is_err()
        && let Ok(skipped) = &skipped
    {
        outcome::print(skipped);
    }
    passed?;
    skipped
}

/// Creates a command that runs the examples of the documentation.
fn documentation_tests(workspace: &Workspace) -> Command {
    let mut command = cargo();
    command.args(["test", "--release", "--workspace", "--doc", "--quiet"]).args(WITHOUT_BENCHES).args(PROFILE_ARGS);
    command.current_dir(&workspace.root);
    command
}

/// Returns whether a step may begin. Otherwise reports that it is left out because the run takes long already, and what runs
/// it alone.
fn is_in_time(steps: &Steps, within: Duration, skipped: &mut SkippedParts, step: &str, alone: &str) -> bool {
    let elapsed = steps.elapsed();
    if elapsed >= within {
        skipped.add(step, &format!("this run took {} minutes so far. {alone} runs it alone", elapsed.as_secs() / 60));
    }
    elapsed < within
}

/// Builds the small components that tests of the host load, and returns their folder. Otherwise each test would call cargo,
/// because each test is a process.
fn build_guests(workspace: &Workspace) -> Result<PathBuf> {
    let target = workspace.target.join("tmp/test-guests");
    let mut build = cargo();
    build.args(["build", "--release", "--quiet", "--target", WASM, "--manifest-path"]);
    build.arg(workspace.root.join("host/engine/tests/guests/Cargo.toml")).env("CARGO_TARGET_DIR", &target);
    workspace::run(&mut build)?;
    Ok(target.join(WASM).join("release"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{STEPS, is_in_time};
    use crate::outcome::SkippedParts;
    use crate::steps::{RECORD, Steps, parse_recorded_times};

    #[test]
    fn a_step_that_would_begin_too_late_is_left_out() {
        let (steps, mut skipped) = (Steps::new(1), SkippedParts::from_env());
        assert!(!is_in_time(&steps, Duration::ZERO, &mut skipped, "clippy", "`cargo xtask lints`"));
        assert!(is_in_time(&steps, Duration::MAX, &mut skipped, "clippy", "`cargo xtask lints`"));
    }

    #[test]
    fn the_document_has_a_time_for_every_step_of_the_tests() {
        let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/development.md")).unwrap();
        let record = parse_recorded_times(&document);
        for step in STEPS {
            assert!(record.contains_key(step), "{RECORD} has no time on record for the step '{step}'");
        }
    }
}
