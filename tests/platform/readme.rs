//! The commands of the README and of the documents that go on from it, as a newcomer pastes them.

use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Python, ReservedPort, program, report_missing, target, workspace};
use tempfile::TempDir;

/// The address of the README's server. The tests change its port, because another program may use it.
const ADDRESS: &str = "127.0.0.1:8080";
/// The port of the receiver of webhooks, which the tests change too.
const RECEIVER_PORT: &str = "9000";
/// Maximum time for all commands, in seconds.
const LIMIT: &str = "600";

/// Returns a line as jq 1.6 prints it. Later versions keep the decimal of a whole number: `42.0 EA`.
fn without_zero_decimals(line: &str) -> String {
    line.split(' ').map(|word| word.strip_suffix(".0").unwrap_or(word)).collect::<Vec<_>>().join(" ")
}

/// Returns the fenced blocks of a language.
fn code_blocks<'r>(readme: &'r str, language: &str) -> Vec<&'r str> {
    let fence = format!("```{language}\n");
    readme.split(fence.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// Returns whether the tools of the commands are installed. Reports the first missing one.
fn has_tools() -> Result<bool> {
    let has = |tool: &str| Command::new(tool).arg("--version").stdout(Stdio::null()).status().is_ok();
    for tool in ["jq", "curl", "bash"] {
        if !has(tool) {
            report_missing(tool, &format!("Install {tool}, which the README's commands use"))?;
            return Ok(false);
        }
    }
    Ok(true)
}

#[test]
fn the_readmes_links_lead_to_files() {
    let readme = include_str!("../../README.md");
    let links = readme.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let relative: Vec<&str> = links.filter(|link| !link.is_empty() && !link.contains("://")).collect();
    assert!(relative.contains(&"docs/images/takeoff.png"), "{relative:?}");
    for link in relative {
        assert!(workspace().join(link).exists(), "README.md links {link}, which does not exist");
    }
}

#[test]
fn the_readmes_wait_ends_when_a_job_fails() -> Result<()> {
    if !has_tools()? {
        return Ok(());
    }
    let blocks = code_blocks(include_str!("../../README.md"), "sh");
    let (_, body) = blocks.iter().find_map(|block| block.split_once("wait_for()")).context("no wait_for")?;
    let document = r#"{"status": "failed", "failure": {"code": "document_unreadable"}}"#;
    let script = format!("api() {{ echo '{document}'; }}\nwait_for(){body}\nwait_for /documents/doc_1 ready");
    let output = Command::new("timeout").args(["10", "bash", "-c", &script]).output()?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), stderr.trim()), (Some(1), r#"{"code":"document_unreadable"}"#));
    Ok(())
}

/// A folder like the project's after the demo, in which commands are run.
struct Folder(TempDir);

impl Folder {
    fn create() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let target = program()?.parent().and_then(|release| release.parent()).context("no target folder")?.to_owned();
        symlink(target, folder.path().join("target"))?;
        std::fs::create_dir(folder.path().join("out"))?;
        std::fs::write(folder.path().join("out/E-101.pdf"), Drawing::e101(1, &Options::default()).pdf)?;
        Ok(Self(folder))
    }

    /// Runs the commands of a document in one shell and checks that they print what the document says. Commands that build
    /// or install are left out, because that was done.
    fn run(&self, document: &str) -> Result<()> {
        let port = ReservedPort::reserve()?;
        let address = port.address().to_string();
        let document = document.replace(ADDRESS, &address);
        let is_installed = |line: &&str| !line.starts_with("python3 -m venv");
        let blocks = code_blocks(&document, "sh").into_iter().filter(|block| !block.contains("cargo xtask"));
        let commands: Vec<&str> = blocks.flat_map(str::lines).filter(is_installed).collect();
        assert!(commands.len() > 20, "{} lines", commands.len());
        let script = format!("set -euo pipefail\n{}", commands.join("\n"));

        // A separate process group, so that `timeout` ends the server too if a step does not.
        let mut shell = Command::new("timeout");
        shell.args(["--kill-after=10", LIMIT, "bash", "-c", &script]).current_dir(self.0.path());
        shell.env("PLUMBLINE_HTTP__LISTEN", &address);
        let output = shell.output().context("cannot run the commands")?;
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{stdout}\n{stderr}");
        // A document shows the answers in order, but not all of them. An ellipsis ends a line that differs each time.
        let mut printed = stdout.lines().map(without_zero_decimals);
        for answer in code_blocks(&document, "text").concat().lines() {
            let is_answer = |line: String| match answer.strip_suffix('…') {
                Some(start) => line.starts_with(start),
                None => line == answer,
            };
            assert!(printed.any(is_answer), "`{answer}` is not among the answers, or not in order\n{stdout}");
        }
        Ok(())
    }
}

#[test]
fn the_readme_goes_from_a_drawing_to_a_workbook() -> Result<()> {
    if !has_tools()? {
        return Ok(());
    }
    let folder = Folder::create()?;
    folder.run(include_str!("../../README.md"))?;
    let folder = folder.0.path();
    let own = std::fs::read_dir(folder.join("data/compiled"))?.collect::<Result<Vec<_>, _>>()?;
    let compiled = own.iter().filter(|file| file.path().extension().is_some_and(|extension| extension == "cwasm"));
    assert_eq!(compiled.count(), 0, "the server compiled components that the build had compiled");
    for workbook in ["out/counts.xlsx", "out/north-school.xlsx"] {
        let bytes = std::fs::read(folder.join(workbook)).context(workbook)?;
        assert!(bytes.starts_with(b"PK"), "{workbook} is not a workbook");
        // The names of the parts are not compressed.
        let picture = b"xl/media/image1.png";
        assert!(bytes.windows(picture.len()).any(|name| name == picture), "{workbook} has no picture of the sheet");
    }
    Ok(())
}

/// Runs the README and a document that goes on from it with a Python environment in `out`.
fn go_on_from_the_readme(document: &str, environment: &str) -> Result<()> {
    if !has_tools()? || Python::find()?.is_none() {
        return Ok(());
    }
    let folder = Folder::create()?;
    symlink(target()?.join("venv"), folder.0.path().join("out").join(environment))?;
    folder.run(&format!("{}{document}", include_str!("../../README.md")))
}

#[test]
fn an_agent_goes_on_from_the_readme() -> Result<()> {
    go_on_from_the_readme(include_str!("../../docs/agents.md"), "agent")
}

#[test]
fn a_receiver_of_webhooks_goes_on_from_the_readme() -> Result<()> {
    let document = include_str!("../../docs/webhooks.md");
    assert!(document.contains(RECEIVER_PORT), "the port of the receiver has changed");
    let port = ReservedPort::reserve()?;
    go_on_from_the_readme(&document.replace(RECEIVER_PORT, &port.number().to_string()), "hooks")
}
