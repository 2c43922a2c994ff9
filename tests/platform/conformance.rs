//! The public conformance suite of the Model Context Protocol. Most of its scenarios call tools, prompts and resources of its
//! own, which the example `conformance` of `host/mcp` offers through the transport and the methods of the product. The others
//! also run against the product.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Node, Server, run, target};

use crate::bearer_proxy::BearerProxy;

/// The server of the suite.
struct Fixture {
    process: Child,
    url: String,
}

impl Fixture {
    fn start() -> Result<Self> {
        let program = target()?.join("release/examples/conformance");
        let mut process = Command::new(program).stdout(Stdio::piped()).spawn().context("the example `conformance`")?;
        let mut url = String::new();
        BufReader::new(process.stdout.take().context("no output")?).read_line(&mut url)?;
        Ok(Self { process, url: url.trim().to_owned() })
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The versions of the protocol that the suite has requirements for.
const VERSIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// The scenarios that fail and are not scored, because they belong to an extension. They call tools of their own for tasks,
/// which the fixture does not have.
const UNSCORED_FAILURES: [&str; 9] = [
    "tasks-lifecycle",
    "tasks-capability-negotiation",
    "tasks-wire-fields",
    "tasks-request-state-removal",
    "tasks-mrtr-input",
    "tasks-request-headers",
    "tasks-dispatch-and-envelope",
    "tasks-required-task-error",
    "tasks-mrtr-composition",
];

/// The scenarios of each version that need no tools, prompts or resources of the suite's own.
const WITHOUT_FIXTURE: [&[&str]; 2] = [
    &["server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection"],
    &[
        "tools-list",
        "resources-list",
        "sep-2164-resource-not-found",
        "prompts-list",
        "dns-rebinding-protection",
        "http-header-validation",
        "caching",
    ],
];

/// Runs the suite against a server and returns what it prints.
fn run_suite(node: &Node, url: &str, arguments: &[&str]) -> Result<String> {
    let folder = tempfile::tempdir()?;
    let mut suite = Command::new(node.program());
    suite.arg(node.packages().join("@modelcontextprotocol/conformance/dist/index.js"));
    suite.args(["server", "--url", url]).args(arguments).current_dir(folder.path());
    Ok(String::from_utf8(run(&mut suite)?)?)
}

#[test]
fn m6_the_conformance_suite_passes_for_both_versions() -> Result<()> {
    let Some(node) = Node::find()? else { return Ok(()) };
    let fixture = Fixture::start()?;
    for (version, unscored) in VERSIONS.into_iter().zip([&[][..], &UNSCORED_FAILURES]) {
        // It ends with an error if a scenario fails that the version requires.
        let output = run_suite(&node, &fixture.url, &["--requirements", version])?;
        let (_, summary) = output.split_once("=== SUMMARY ===").context("no summary")?;
        let (scenarios, total) = summary.split_once("\nTotal: ").context("no total")?;
        let passed: u32 = total.split(' ').next().context("no number")?.parse()?;
        ensure!(passed > 80, "{version}: only {passed} checks passed");
        let failed: Vec<&str> =
            scenarios.lines().filter_map(|line| line.strip_prefix("✗ ")?.split(':').next()).collect();
        assert_eq!(failed, unscored, "{version}");
        // The suite says the same of its scores.
        let not_scored: Vec<&str> =
            total.lines().filter_map(|line| line.strip_prefix("  ✗ ")?.strip_suffix(" (extension)")).collect();
        assert_eq!(not_scored, unscored, "{version}");
    }
    Ok(())
}

#[test]
fn m6_the_product_passes_the_scenarios_that_need_no_fixture() -> Result<()> {
    let Some(node) = Node::find()? else { return Ok(()) };
    let server = Server::start()?;
    // The suite cannot send a credential.
    let url = format!("{}/mcp", BearerProxy::start(&server, &server.account("Ames & Sons")?)?.url);
    for (version, scenarios) in VERSIONS.into_iter().zip(WITHOUT_FIXTURE) {
        for scenario in scenarios {
            let output = run_suite(&node, &url, &["--scenario", scenario, "--spec-version", version])?;
            // A scenario that the version does not have is skipped, which is not an error.
            let total = output.lines().find_map(|line| line.strip_prefix("Passed: ")).context(output.clone())?;
            let (passed, checks) =
                total.split_once(',').and_then(|(count, _)| count.split_once('/')).context("a count")?;
            ensure!(passed == checks && passed.parse::<u32>()? > 0, "{scenario} of {version}: {output}");
        }
    }
    Ok(())
}
