//! The log of requests on standard error.

use std::process::Command;

use anyhow::{Result, ensure};
use plumbline_tests::{Server, ServerOptions, program};

/// Returns the log of a server that answers a request, one with a problem and one with a secret, and stops.
fn run_and_read_log(filter: &'static str, environment: &[(&str, &str)]) -> Result<String> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("log");
    let options = ServerOptions { log: Some((filter, file.clone())), ..ServerOptions::with_environment(environment) };
    let mut server = Server::start_with(options)?;
    let account = server.account("Hidden Creek Electric")?;
    account.get("/projects?limit=1")?.expect(200);
    account.get("/no-such-path")?.expect_problem(404, "not_found");
    account.send_bytes("GET", &format!("{}/invitations/pli_S3cret", server.url), &[], &[])?;
    server.stop()?;
    let log = std::fs::read_to_string(file)?;
    ensure!(!log.contains('\u{1b}'), "colour codes in a file: {log}");
    Ok(log)
}

#[test]
fn each_request_has_a_line_with_what_a_search_needs() -> Result<()> {
    let log = run_and_read_log("info", &[])?;
    let lines: Vec<_> = log.lines().filter(|line| line.contains(" access: answered request_id=req_")).collect();
    ensure!(lines.len() == 3, "{log}");
    ensure!(
        lines[0].contains(" INFO ") && lines[0].contains(" method=GET path=/partner/v1/projects status=200 micros=")
    );
    ensure!(lines[1].contains(" path=/partner/v1/no-such-path status=404 code=\"not_found\" micros="), "{log}");
    // Anyone with an invitation's secret can take over the account that it offers.
    ensure!(lines[2].contains(" path=/invitations/ ") && !log.contains("S3cret"), "{log}");
    Ok(())
}

#[test]
fn a_json_log_has_an_object_per_line() -> Result<()> {
    let log = run_and_read_log("info", &[("PLUMBLINE_LOG_FORMAT", "json")])?;
    let lines = log.lines().map(serde_json::from_str).collect::<Result<Vec<serde_json::Value>, _>>()?;
    ensure!(lines.iter().all(|line| line["timestamp"].is_string() && line["level"].is_string()), "{log}");
    let answered: Vec<_> = lines.iter().filter(|line| line["target"] == "access").collect();
    ensure!(answered.len() == 3, "{log}");
    ensure!(answered[0]["path"] == "/partner/v1/projects" && answered[0]["status"] == 200, "{log}");
    ensure!(answered[1]["code"] == "not_found", "{log}");
    ensure!(lines.iter().any(|line| line["message"].as_str().is_some_and(|text| text.contains("stopping"))), "{log}");
    Ok(())
}

#[test]
fn request_lines_can_be_disabled() -> Result<()> {
    let log = run_and_read_log("info,access=off", &[])?;
    ensure!(log.contains("stopping") && !log.contains("answered"), "{log}");
    Ok(())
}

#[test]
fn a_log_of_warnings_has_no_line_for_a_request_that_worked() -> Result<()> {
    let log = run_and_read_log("warn", &[])?;
    ensure!(!log.contains("answered"), "{log}");
    Ok(())
}

#[test]
fn the_log_of_a_command_has_no_color_codes_in_a_pipe() -> Result<()> {
    let server = Server::start()?;
    let mut command = Command::new(program()?);
    let output = command.args(["signing-key", "replace", "--data-dir"]).arg(server.data_dir()).output()?;
    let log = String::from_utf8(output.stderr)?;
    ensure!(log.contains(" WARN ") && log.contains("all signing keys were replaced"), "{log}");
    ensure!(!log.contains('\u{1b}'), "{log}");
    Ok(())
}
