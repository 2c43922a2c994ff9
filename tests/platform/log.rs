//! What the program says of its requests on standard error.

use anyhow::{Result, ensure};
use plumbline_tests::{Server, ServerOptions};

/// The log of a server that answers a request, and another one with a problem of its own, and stops.
fn log_of(filter: &'static str) -> Result<String> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("log");
    let mut server = Server::with(ServerOptions { log: Some((filter, file.clone())), ..ServerOptions::default() })?;
    let account = server.account("Hidden Creek Electric")?;
    account.get("/projects?limit=1")?.expect(200);
    account.get("/no-such-path")?.expect_problem(404, "not_found");
    server.stop()?;
    Ok(std::fs::read_to_string(file)?)
}

#[test]
fn each_request_has_a_line_with_what_a_search_needs() -> Result<()> {
    let log = log_of("info")?;
    let lines: Vec<_> = log.lines().filter(|line| line.contains(" access: answered request_id=req_")).collect();
    ensure!(lines.len() == 2, "{log}");
    ensure!(
        lines[0].contains(" INFO ") && lines[0].contains(" method=GET path=/partner/v1/projects status=200 micros=")
    );
    ensure!(lines[1].contains(" path=/partner/v1/no-such-path status=404 code=\"not_found\" micros="), "{log}");
    Ok(())
}

#[test]
fn the_lines_of_requests_can_be_off() -> Result<()> {
    let log = log_of("info,access=off")?;
    ensure!(log.contains("stopping") && !log.contains("answered"), "{log}");
    Ok(())
}
