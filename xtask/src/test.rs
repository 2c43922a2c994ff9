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
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// The steps, named as they are announced and as docs/development.md records their times.
pub(crate) const STEPS: [&str; 15] = [
    "set up",
    build::STEPS[0],
    build::STEPS[1],
    build::STEPS[2],
    edge::STEPS[0],
    edge::STEPS[1],
    "build tests",
    "tests",
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

/// Time within which the tests that are repeated on PostgreSQL, clippy and the installation of cargo-deny begin, or are left
/// out. A slow machine needs its time for all other tests, among which each part of PostgreSQL and S3 has its own.
const OPTIONAL_WITHIN: Duration = Duration::from_secs(65 * 60);

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
        _,
        _,
        build_tests,
        tests,
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
    edge::check(&workspace, &mut steps)?;
    steps.begin(build_tests);
    workspace::run(nextest::command(&workspace).arg("--no-run"))?;
    let guests = build_guests(&workspace)?;
    tools.join().unwrap_or_else(|_| Err(anyhow::anyhow!("the installation of tools broke")))?;
    steps.begin(tests);
    let mut command = nextest::command(&workspace);
    // Not `PLUMBLINE_…`, because the program refuses unknown settings.
    command.env("TEST_GUESTS", guests);
    command.arg("--no-fail-fast");
    // Generated cases are the same each time, so that a change is judged on its own. `--full` generates new ones.
    if !arguments.full && std::env::var_os(SEED).is_none() {
        command.env(SEED, "20261122");
    }
    if arguments.full {
        command.args(["--run-ignored", "all"]);
    }
    let met = outcome::create_met_folder(&workspace)?;
    command.env(outcome::TEST_MET, &met);
    outcome::remove_report(&workspace);
    let passed = workspace::run(&mut command);
    let skipped = outcome::skipped_tests(&workspace);
    if passed.is_err()
        && let Ok(skipped) = &skipped
    {
        outcome::print(skipped);
    }
    passed?;
    let skipped = skipped?;
    outcome::check_all_codes_met(&met)?;
    steps.begin(at_the_edge);
    suites::run_at_the_edge(&workspace, &mut skipped_parts)?;
    steps.begin(on_postgres);
    if steps.elapsed() < OPTIONAL_WITHIN {
        suites::ON_POSTGRES.run(&workspace)?;
    } else {
        leave_out(&mut skipped_parts, &steps, on_postgres, &suites::ON_POSTGRES.alone());
    }
    std::thread::scope(|scope| {
        // The compiler takes one crate's examples after the other, so it needs one core only.
        let compiled = scope.spawn(|| documentation_tests(&workspace).output());
        steps.begin(templates);
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
    steps.begin(clippy);
    if steps.elapsed() < OPTIONAL_WITHIN {
        lints::clippy(&workspace)?;
    } else {
        leave_out(&mut skipped_parts, &steps, clippy, "`cargo xtask lints`");
    }
    steps.begin(deny);
    if steps.elapsed() < OPTIONAL_WITHIN || lints::has_deny() {
        lints::deny(&workspace, &mut skipped_parts)?;
    } else {
        leave_out(&mut skipped_parts, &steps, deny, "`cargo xtask lints`");
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

/// Creates a command that runs the examples of the documentation.
fn documentation_tests(workspace: &Workspace) -> Command {
    let mut command = cargo();
    command.args(["test", "--release", "--workspace", "--doc", "--quiet"]).args(WITHOUT_BENCHES).args(PROFILE_ARGS);
    command.current_dir(&workspace.root);
    command
}

/// Reports a step that is left out because the run takes long already, and what runs it alone.
fn leave_out(skipped: &mut SkippedParts, steps: &Steps, step: &str, alone: &str) {
    let minutes = steps.elapsed().as_secs() / 60;
    skipped.add(step, &format!("this run took {minutes} minutes so far. {alone} runs it alone"));
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
    use super::STEPS;
    use crate::steps::{RECORD, parse_recorded_times};

    #[test]
    fn the_document_has_a_time_for_every_step_of_the_tests() {
        let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/development.md")).unwrap();
        let record = parse_recorded_times(&document);
        for step in STEPS {
            assert!(record.contains_key(step), "{RECORD} has no time on record for the step '{step}'");
        }
    }
}
