//! MCP clients and a conformance suite that others wrote, with a person in headless Chromium: `python/agents.py`.

use std::path::Path;

use anyhow::Result;
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Node, Python, chromium, run};

use crate::support::{Fixture, PASSWORD, text};

/// Runs a scenario on a new server, unless Python or Chromium is missing. `arguments` returns the scenario's own.
fn run_scenario(name: &str, arguments: impl FnOnce(&Fixture) -> Result<Vec<String>>) -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    let Some(chromium) = chromium()? else { return Ok(()) };
    let fixture = Fixture::new()?;
    let mut command = python.script("agents.py");
    command.args([name, "--origin", &fixture.server.url, "--chromium"]).arg(chromium);
    command.args(arguments(&fixture)?).args(["--password", PASSWORD]);
    run(&mut command)?;
    Ok(())
}

/// Returns the options that name a person who can sign in.
fn person(fixture: &Fixture) -> Result<[String; 2]> {
    Ok(["--email".to_owned(), fixture.person("admin")?.email])
}

/// Returns the options that name a drawing, which it writes into a folder.
fn drawing(folder: &Path) -> Result<[String; 2]> {
    let file = folder.join("E-101.pdf");
    std::fs::write(&file, Drawing::e101(1, &Options::default()).pdf)?;
    Ok(["--drawing".to_owned(), file.display().to_string()])
}

/// Returns the options that name Node.js and its packages.
fn packages(node: &Node) -> [String; 4] {
    let (program, folder) = (node.program().display().to_string(), node.packages().display().to_string());
    ["--node".to_owned(), program, "--packages".to_owned(), folder]
}

#[test]
fn an_agent_signs_a_person_in_asks_about_the_cost_and_takes_off_a_drawing() -> Result<()> {
    let folder = tempfile::tempdir()?;
    run_scenario("signs-in", |fixture| Ok([person(fixture)?, drawing(folder.path())?].concat()))
}

#[test]
fn an_agent_of_the_earlier_version_takes_off_a_drawing_for_a_person_who_was_invited() -> Result<()> {
    let folder = tempfile::tempdir()?;
    run_scenario("registers", |fixture| {
        let email = "nele@creek.example";
        let arguments = ["user", "invite", "--tenant", &fixture.tenant, "--email", email, "--role", "estimator"];
        let link = text(&fixture.server.admin(&arguments)?, "link")?;
        let invited = ["--email".to_owned(), email.to_owned(), "--link".to_owned(), link];
        Ok([&invited[..], &drawing(folder.path())?].concat())
    })
}

#[test]
fn the_mcp_inspector_takes_off_a_drawing() -> Result<()> {
    let Some(node) = Node::find()? else { return Ok(()) };
    run_scenario("inspector", |fixture| {
        // A person's app works in production.
        let account = fixture.server.key(&fixture.tenant, "production", "all")?;
        let project = account.project("North School")?;
        let document = account.upload(&project, "E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
        let document = ["--document".to_owned(), text(&document, "id")?];
        Ok([&person(fixture)?[..], &packages(&node), &document].concat())
    })
}

#[test]
fn the_conformance_suite_of_mcp_accepts_the_authorization_server() -> Result<()> {
    let Some(node) = Node::find()? else { return Ok(()) };
    run_scenario("conformance", |fixture| Ok([&person(fixture)?[..], &packages(&node)].concat()))
}
