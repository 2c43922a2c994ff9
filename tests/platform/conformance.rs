//! The public conformance suite of the Model Context Protocol. It calls tools, prompts and resources of its own, which the
//! example `conformance` of `host/mcp` offers through the transport and the methods of the product.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Node, run, target};

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

#[test]
fn m6_the_conformance_suite_passes_for_both_versions() -> Result<()> {
    let Some(node) = Node::find()? else { return Ok(()) };
    let fixture = Fixture::start()?;
    let folder = tempfile::tempdir()?;
    for version in ["2025-11-25", "2026-07-28"] {
        let mut suite = Command::new(node.program());
        suite.arg(node.packages().join("@modelcontextprotocol/conformance/dist/index.js"));
        suite.args(["server", "--url", &fixture.url, "--requirements", version]).current_dir(folder.path());
        // It ends with an error if a scenario fails that the version requires.
        let output = String::from_utf8(run(&mut suite)?)?;
        let total = output.lines().find(|line| line.starts_with("Total: ")).context("no total")?;
        let passed: u32 = total.split(' ').nth(1).context("no number")?.parse()?;
        ensure!(passed > 80, "{version}: only {total}");
    }
    Ok(())
}
