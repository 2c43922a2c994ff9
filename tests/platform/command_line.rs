//! `plumbline` as a user at a terminal runs it.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Server, poll_until, program};

use crate::hot_swap::{publish, variant};

#[test]
fn one_drawing_is_taken_off_without_a_server() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let Drawing { pdf, truth } = Drawing::e101(5, &Options::default());
    let file = folder.path().join("E-101.pdf");
    std::fs::write(&file, pdf)?;
    let output =
        Command::new(program()?).arg("takeoff").arg(&file).args(["--discipline", "electrical", "--json"]).output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let counted = found["items"].as_array().unwrap().iter().filter(|item| item["source"] == "plan").count();
    assert_eq!(counted, truth.items.len());
    assert_eq!(found["schedules"].as_array().unwrap().len(), truth.schedules.len());
    assert!(found["takeoff"]["warnings"].is_array() && found["summary"]["totals"].is_array(), "{found}");
    let routes = found["routes"].as_array().unwrap();
    assert!(routes.iter().all(|route| route["unit"] == truth.unit && route["system"].is_string()), "{routes:?}");
    let length = |rows: &serde_json::Value| -> f64 {
        rows.as_array().unwrap().iter().map(|row| row["quantity"].as_f64().unwrap()).sum()
    };
    // The summary's lengths are rounded to a millionth.
    let (listed, total) = (length(&found["routes"]), length(&found["summary"]["routes"]));
    assert!(listed > 0.0 && (listed - total).abs() < 1e-5, "routes of {listed}, and a total of {total}");

    let output = Command::new(program()?).arg("takeoff").arg(&file).args(["--discipline", "electrical"]).output()?;
    let report = String::from_utf8(output.stdout)?;
    for (description, count) in truth.counts() {
        // One line per tag.
        let lines = report.lines().filter(|line| line.contains(description));
        let counted: usize = lines.filter_map(|line| line.split_whitespace().next()?.parse::<usize>().ok()).sum();
        assert_eq!(counted, count, "{description}\n{report}");
    }
    assert!(!report.contains('\u{1b}'), "a file has no colors: {report}");

    let out = folder.path().join("counts.csv");
    let status = Command::new(program()?)
        .arg("takeoff")
        .arg(&file)
        .args(["--discipline", "electrical", "--export", "csv", "--out"])
        .arg(&out)
        .output()?;
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
    assert!(std::fs::read_to_string(&out)?.lines().count() > truth.items.len());
    Ok(())
}

#[test]
fn an_export_comes_with_the_takeoff_and_its_warnings() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("E-101.pdf");
    std::fs::write(&file, Drawing::e101(5, &Options { show_scale: false, ..Options::default() }).pdf)?;
    let output = Command::new(program()?)
        .args(["takeoff", "--discipline", "electrical", "--export", "csv", "--json"])
        .arg(&file)
        .output()?;
    let printed = String::from_utf8(output.stderr)?;
    assert!(output.status.success(), "{printed}");
    assert!(printed.lines().any(|line| line.starts_with("Warning: ") && line.ends_with("(page 1)")), "{printed}");
    let written: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(written["file"], file.with_extension("csv").to_str().context("a path")?);
    let warnings = written["takeoff"]["warnings"].as_array().context("no warnings")?;
    assert!(warnings.iter().any(|warning| warning["code"] == "scale_missing"), "{written}");
    Ok(())
}

#[test]
fn the_marked_sheet_is_opened() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (drawing, opened) = (folder.path().join("E-101.pdf"), folder.path().join("opened"));
    std::fs::write(&drawing, Drawing::e101(5, &Options::default()).pdf)?;
    // Stands in for the opener of a desktop.
    let opener = folder.path().join("xdg-open");
    std::fs::write(&opener, format!("#!/bin/sh\nprintf %s \"$1\" > {}\n", opened.display()))?;
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755))?;
    let output = Command::new(program()?)
        .args(["takeoff", "--discipline", "electrical", "--open"])
        .arg(&drawing)
        .env("PATH", folder.path())
        .output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let marked = poll_until("the opened file", || {
        Ok(std::fs::read_to_string(&opened).ok().filter(|path| path.ends_with(".pdf")))
    })?;
    assert_eq!(Path::new(&marked), folder.path().join("E-101 takeoff.pdf"));
    assert!(std::fs::read(&marked)?.starts_with(b"%PDF"));
    Ok(())
}

#[test]
fn errors_state_what_is_wrong_and_the_remedy() -> Result<()> {
    for (arguments, expected) in [
        (&["takeoff", "/nowhere.pdf", "--discipline", "electrical"][..], "/nowhere.pdf"),
        (
            &["takeoff", "x.pdf", "--discipline", "electrical", "--pages", "5-2"][..],
            "`5-2` is not a valid page range. Use, for example, `1,3-5`.",
        ),
        (&["takeoff", "x.pdf", "--discipline", "electric"][..], "possible values: electrical"),
        (&["takeoff", "x.pdf", "--discipline", "electrical", "--out", "y.csv"][..], "--export"),
        (&["key", "create", "--tenant", "nobody"][..], "ten_"),
        (&["component", "rollback", "printer:csv"][..], "class:name"),
    ] {
        let folder = tempfile::tempdir()?;
        let output = Command::new(program()?).args(arguments).arg("--data-dir").arg(folder.path()).output()?;
        assert!(!output.status.success());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
    Ok(())
}

#[test]
fn the_help_of_users_has_the_agreed_words() -> Result<()> {
    let output = Command::new(program()?).args(["user", "--help"]).output()?;
    let help = String::from_utf8(output.stdout)?;
    assert!(help.contains("Disable a user: ") && help.contains("Enable a disabled user"), "{help}");
    Ok(())
}

#[test]
fn a_setting_of_the_environment_is_printed_with_its_variable() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let output = Command::new(program()?)
        .arg("config")
        .current_dir(folder.path())
        .env("PLUMBLINE_HTTP__REQUEST_TIMEOUT_SECONDS", "7")
        .output()?;
    let printed = String::from_utf8(output.stdout)?;
    let expected = "request_timeout_seconds = 7 # environment PLUMBLINE_HTTP__REQUEST_TIMEOUT_SECONDS";
    assert!(printed.lines().any(|line| line == expected), "{printed}");
    Ok(())
}

#[test]
fn a_cause_is_printed_once() -> Result<()> {
    let file = tempfile::NamedTempFile::new()?;
    let inside_a_file = file.path().join("data");
    let output =
        Command::new(program()?).args(["tenant", "create", "Ames"]).arg("--data-dir").arg(&inside_a_file).output()?;
    assert!(!output.status.success());
    let error = String::from_utf8(output.stderr)?;
    assert_eq!(error.matches("Not a directory").count(), 1, "{error}");
    assert!(error.contains(inside_a_file.to_str().context("a path")?), "{error}");
    Ok(())
}

#[test]
fn a_denied_permission_is_printed_once() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mode = |mode| std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(mode));
    mode(0o000)?;
    // Nothing is denied to root. `a_cause_is_printed_once` has a cause that everybody meets.
    if std::fs::read_dir(folder.path()).is_ok() {
        return Ok(());
    }
    let data = folder.path().join("data");
    let output = Command::new(program()?).args(["tenant", "create", "Ames"]).arg("--data-dir").arg(&data).output()?;
    mode(0o700)?;
    let error = String::from_utf8(output.stderr)?;
    assert!(!output.status.success() && error.contains(data.to_str().context("a path")?), "{error}");
    assert_eq!(error.matches("Permission denied").count(), 1, "{error}");
    Ok(())
}

#[test]
fn status_says_which_data_and_addresses_are_in_force() -> Result<()> {
    let mut server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let status = server.admin(&["status", "--ready"])?;
    assert_eq!((&status["installed"], &status["public_url"]), (&true.into(), &server.url.as_str().into()));
    assert_eq!(status["servers"][0]["pid"], server.pid().context("no process")?);
    assert_eq!(status["servers"][0]["listening"], server.url.as_str());
    // Links that a command prints for others lead to the running server, regardless of its port.
    let invited = server.admin(&["user", "invite", "--tenant", &account.tenant, "--email", "nele@creek.example"])?;
    assert!(invited["link"].as_str().context("no link")?.starts_with(&server.url), "{invited}");
    // The address of the running server takes precedence over the configuration of a command.
    server.set_environment("PLUMBLINE_HTTP__PUBLIC_URL", "https://configured.example");
    let invited = server.admin(&["user", "invite", "--tenant", &account.tenant, "--email", "ada@creek.example"])?;
    assert!(invited["link"].as_str().context("no link")?.starts_with(&server.url), "{invited}");
    server.kill()?;
    let status = server.admin(&["status"])?;
    assert_eq!(status["servers"], serde_json::json!([]), "a killed server is not listed");
    let refused = server.admin(&["status", "--ready"]).unwrap_err().to_string();
    assert!(refused.contains("no server is running"), "{refused}");
    assert_eq!(status["public_url"], "https://configured.example");
    Ok(())
}

#[test]
fn read_only_commands_create_no_installation() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let missing = folder.path().join("data");
    for arguments in [
        &["tenant", "list"][..],
        &["key", "list", "--tenant", "ten_0123456789abcdefABCDEF"],
        &["component", "list"],
        &["job", "list"],
        &["user", "invite", "--tenant", "ten_0123456789abcdefABCDEF", "--email", "nele@creek.example"],
        &["component", "diff", "bound", "0123", "--slot", "extractor:electrical", "--drawing", "E-101.pdf"],
        &["edge", "diff", "application"],
        &["edge", "build", "--tenant", "Ames", "--environment", "sandbox", "--output", "application"],
    ] {
        let output = Command::new(program()?).args(arguments).arg("--data-dir").arg(&missing).output()?;
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains("has no installation"), "{arguments:?}: {error}");
    }
    let output = Command::new(program()?).arg("status").arg("--data-dir").arg(&missing).output()?;
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("no installation yet"));
    assert!(!missing.exists());
    Ok(())
}

#[test]
fn a_binding_is_rolled_back_to_the_one_before() -> Result<()> {
    let server = Server::start()?;
    let before = server.admin(&["component", "list"])?;
    let csv = before.as_array().unwrap().iter().find(|row| row["slot"] == "exporter:csv").expect("csv is published");
    let refused = server.admin(&["component", "bind", "ffffffffffff"]).unwrap_err().to_string();
    assert!(refused.contains("component list"), "{refused}");
    let nothing = server.admin(&["component", "rollback", "exporter:csv"]).unwrap_err().to_string();
    assert!(nothing.contains("earlier binding"), "{nothing}");
    let folder = tempfile::tempdir()?;
    let other = publish(&server, "exporter:csv", &variant("exporter-csv", 1, folder.path())?)?;
    server.admin(&["component", "bind", &other])?;
    let back = server.admin(&["component", "rollback", "exporter:csv"])?;
    assert_eq!(back["digest"], csv["digest"]);
    Ok(())
}
