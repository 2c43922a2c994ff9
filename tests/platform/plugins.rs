//! `plumbline plugin` as a partner uses it, with the components that come with the program. `cargo xtask test` builds a
//! partner's components.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use anyhow::Result;
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{components, program, report_missing, run};

fn run_plugin(arguments: &[&str], file: &Path) -> Result<Output> {
    Ok(Command::new(program()?).arg("plugin").args(arguments).arg(file).arg("--json").output()?)
}

fn parse_report(output: &Output) -> Result<serde_json::Value> {
    Ok(serde_json::from_slice(&output.stdout)?)
}

#[test]
fn the_components_of_the_program_pass_their_own_test() -> Result<()> {
    // Most of the time is compilation, so a few represent all.
    for (name, slot) in [
        ("exporter-csv", "exporter:csv"),
        ("exporter-xlsx", "exporter:xlsx"),
        ("extractor-plumbing", "extractor:plumbing"),
    ] {
        let output = run_plugin(&["test"], &components()?.join(format!("{name}.wasm")))?;
        let test_report = parse_report(&output)?;
        assert!(output.status.success(), "{name}: {test_report:#}");
        assert_eq!(test_report["component"]["slot"], slot);
        assert!(test_report["checks"].as_array().unwrap().len() >= 4, "{test_report:#}");
    }
    Ok(())
}

#[test]
fn an_extractor_is_tried_on_a_drawing() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let Drawing { pdf, truth } = Drawing::e101(7, &Options::default());
    let drawing = folder.path().join("E-101.pdf");
    std::fs::write(&drawing, pdf)?;
    let electrical = components()?.join("extractor-electrical.wasm");
    let output = Command::new(program()?)
        .args(["plugin", "test"])
        .arg(&electrical)
        .args(["--slot", "extractor:electrical", "--drawing"])
        .arg(&drawing)
        .output()?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{stdout}");
    let found = stdout.lines().find(|line| line.contains("page 1: in")).expect("page 1 is reported");
    let items = found.split_once(" ms ").and_then(|(_, rest)| rest.split_once(' ')).map(|(count, _)| count);
    // Symbols in a legend and rows in a schedule are items too.
    let items: usize = items.expect("the count of items is reported").parse()?;
    assert!(items >= truth.items.len(), "{found}, and {} are drawn", truth.items.len());
    Ok(())
}

#[test]
fn the_reason_against_a_slot_is_reported() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let csv = components()?.join("exporter-csv.wasm");
    let text = folder.path().join("text.wasm");
    std::fs::write(&text, "no component")?;
    for (arguments, file, expected) in [
        (&["test", "--slot", "exporter:xlsx"][..], csv.as_path(), "its slot is `exporter:csv`"),
        (&["test", "--slot", "extractor:electrical"][..], csv.as_path(), "plumbline:exporter/rows"),
        (&["test"][..], text.as_path(), "wasm32-wasip2"),
    ] {
        let output = run_plugin(arguments, file)?;
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let check = parse_report(&output)?["checks"][0].clone();
        assert_eq!(check["ok"], false);
        assert!(check["told"].as_str().unwrap().contains(expected), "{check}");
    }
    Ok(())
}

#[test]
fn a_template_is_copied_once() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let project = folder.path().join("steel-bars");
    let new = ["new", "--kind", "exporter", "--language", "rust"];
    let output = run_plugin(&new, &project)?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(parse_report(&output)?["name"], "steel-bars");
    assert!(std::fs::read_to_string(project.join("Cargo.toml"))?.contains("name = \"steel-bars\""));
    let again = run_plugin(&new, &project)?;
    assert!(!again.status.success());
    assert!(String::from_utf8_lossy(&again.stderr).contains("new or empty"));
    let missing = run_plugin(&["new", "--kind", "extractor", "--language", "python"], &folder.path().join("other"))?;
    assert!(String::from_utf8_lossy(&missing.stderr).contains("extractor-rust"));
    Ok(())
}

#[test]
fn a_publishers_key_is_private_and_git_does_not_add_it_to_a_plugin() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let project = folder.path().join("steel-bars");
    let copied = run_plugin(&["new", "--kind", "exporter", "--language", "rust"], &project)?;
    assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
    let mut new = Command::new(program()?);
    let printed = String::from_utf8(run(new.args(["publisher", "new", "acme"]).current_dir(&project))?)?;
    assert!(printed.starts_with("Wrote acme.key (keep it secret).\n"), "{printed}");
    let key = project.join("acme.key");
    assert!(std::fs::read_to_string(&key)?.starts_with("-----BEGIN PRIVATE KEY-----"));
    assert_eq!(std::fs::metadata(&key)?.permissions().mode() & 0o777, 0o600);
    if Command::new("git").arg("--version").output().is_err() {
        return report_missing("git", "Install git");
    }
    let git = |arguments: &[&str]| run(Command::new("git").args(arguments).current_dir(&project));
    git(&["init", "--quiet"])?;
    let added = String::from_utf8(git(&["add", "--all", "--dry-run"])?)?;
    assert!(added.contains("'Cargo.toml'") && !added.contains("acme.key"), "{added}");
    Ok(())
}
