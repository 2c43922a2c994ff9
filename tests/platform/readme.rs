//! The README's commands, as a newcomer pastes them.

use std::net::TcpListener;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{program, report_missing, workspace};

/// The address of the README's server. The test changes only this, because another program may use the port.
const ADDRESS: &str = "127.0.0.1:8080";
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

#[test]
fn the_readme_goes_from_a_drawing_to_a_workbook() -> Result<()> {
    if !has_tools()? {
        return Ok(());
    }
    let free = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let address = format!("{}:{}", free.ip(), free.port());
    let readme = include_str!("../../README.md").replace(ADDRESS, &address);
    // Skips the build commands, because the program is already built.
    let commands: Vec<&str> =
        code_blocks(&readme, "sh").into_iter().filter(|block| !block.contains("cargo xtask")).collect();
    assert!(commands.len() > 5, "{} blocks", commands.len());
    let script = format!("set -euo pipefail\n{}", commands.concat());

    // Recreates the project's folder as it is after the demo.
    let folder = tempfile::tempdir()?;
    let target = program()?.parent().and_then(|release| release.parent()).context("no target folder")?.to_owned();
    symlink(target, folder.path().join("target"))?;
    std::fs::create_dir(folder.path().join("out"))?;
    let drawn = Drawing::e101(1, &Options::default());
    std::fs::write(folder.path().join("out/E-101.pdf"), &drawn.pdf)?;

    // A separate process group, so that `timeout` ends the server too if a step does not.
    let mut shell = Command::new("timeout");
    shell.args(["--kill-after=10", LIMIT, "bash", "-c", &script]).current_dir(folder.path());
    shell.env("PLUMBLINE_HTTP__LISTEN", &address);
    let output = shell.output().context("cannot run the commands")?;
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stdout}\n{stderr}");
    // The README shows the answers in order, but not all of them.
    let mut printed = stdout.lines().map(without_zero_decimals);
    for answer in code_blocks(&readme, "text").concat().lines() {
        assert!(printed.any(|line| line == answer), "`{answer}` is not among the answers, or not in order\n{stdout}");
    }
    let own = std::fs::read_dir(folder.path().join("data/compiled"))?.collect::<Result<Vec<_>, _>>()?;
    let compiled = own.iter().filter(|file| file.path().extension().is_some_and(|extension| extension == "cwasm"));
    assert_eq!(compiled.count(), 0, "the server compiled components that the build had compiled");
    for workbook in ["out/counts.xlsx", "out/north-school.xlsx"] {
        let bytes = std::fs::read(folder.path().join(workbook)).context(workbook)?;
        assert!(bytes.starts_with(b"PK"), "{workbook} is not a workbook");
        // The names of the parts are not compressed.
        let picture = b"xl/media/image1.png";
        assert!(bytes.windows(picture.len()).any(|name| name == picture), "{workbook} has no picture of the sheet");
    }
    Ok(())
}
