//! A server that is not ready: it reports that it is alive, and when to retry or what is missing.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
use plumbline_tests::{Server, ServerOptions, agent, components, poll_until, program};

/// The component that the server waits for. It serves no operation.
const DELAYED_COMPONENT: &str = "exporter-csv.wasm";

#[test]
fn a_starting_server_reports_that_it_is_not_ready() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (own, log) = (folder.path().join("components"), folder.path().join("log"));
    std::fs::create_dir(&own)?;
    for entry in std::fs::read_dir(components()?)? {
        let entry = entry?;
        if entry.file_name() != DELAYED_COMPONENT {
            std::os::unix::fs::symlink(entry.path(), own.join(entry.file_name()))?;
        }
    }
    // Reading the pipe blocks until the test writes to it.
    let late = own.join(DELAYED_COMPONENT);
    ensure!(Command::new("mkfifo").arg(&late).status()?.success(), "no pipe");
    let options = ServerOptions { components: Some(own), log: Some(("info", log.clone())), ..ServerOptions::default() };
    let mut server = Server::prepare(options)?;
    let data = server.data_dir().to_owned();
    std::thread::scope(|scope| {
        let started = scope.spawn(|| server.restart());
        let seen = check_responses_while_starting(&log).and_then(|url| check_status(&data, &url, true));
        // The server must be able to continue, regardless of the answers.
        std::fs::write(&late, std::fs::read(components()?.join(DELAYED_COMPONENT))?)?;
        started.join().expect("no panic")?;
        seen
    })?;
    let ready = agent().get(format!("{}/readyz", server.url)).call()?;
    ensure!(ready.status() == 200, "{}", ready.status());
    check_status(&data, &server.url, false)?;
    check_log_of_components(&log)
}

/// Checks that the log says how many components had machine code and how many were compiled.
fn check_log_of_components(log: &Path) -> Result<()> {
    let line = poll_until("the log's line about being ready", || {
        let text = std::fs::read_to_string(log).unwrap_or_default();
        Ok(text.lines().find(|line| line.contains("ready_made=")).map(str::to_owned))
    })?;
    let number = |name: &str| line.split_whitespace().find_map(|word| word.strip_prefix(name)?.parse::<usize>().ok());
    let files = std::fs::read_dir(components()?)?.filter_map(Result::ok).map(|entry| entry.path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "wasm")).count();
    let logged = number("ready_made=").zip(number("compiled="));
    ensure!(logged.is_some_and(|(ready_made, compiled)| ready_made + compiled == files), "{files} files: {line}");
    ensure!(line.contains("components=") && line.contains("seconds="), "{line}");
    Ok(())
}

#[test]
fn a_server_without_endpoint_components_is_unavailable() -> Result<()> {
    let folder = tempfile::tempdir()?;
    std::os::unix::fs::symlink(components()?.join(DELAYED_COMPONENT), folder.path().join(DELAYED_COMPONENT))?;
    let options = ServerOptions { components: Some(folder.path().to_owned()), ..ServerOptions::default() };
    let server = Server::start_with(options)?;
    let account = server.account("Ames & Sons")?;
    let ready = account.send_bytes("GET", &format!("{}/readyz", server.url), &[], &[])?;
    for answer in [ready, account.get("/projects")?] {
        let answer = answer.expect_problem(503, "unavailable");
        ensure!(answer.text("title") == "Service unavailable", "{}", answer.json);
        ensure!(answer.text("detail").starts_with("No component serves the API."), "{}", answer.json);
    }
    Ok(())
}

#[test]
fn a_server_listens_on_the_address_of_a_name() -> Result<()> {
    let server = Server::start_with(ServerOptions { listen: Some("localhost:0"), ..ServerOptions::default() })?;
    let alive = agent().get(format!("{}/healthz", server.url)).call()?;
    ensure!(alive.status() == 200, "{}", alive.status());
    Ok(())
}

/// Checks what `plumbline status` says of the only server of a data directory.
fn check_status(data: &Path, url: &str, starting: bool) -> Result<()> {
    let output = Command::new(program()?).args(["status", "--json", "--data-dir"]).arg(data).output()?;
    let status: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let server = &status["servers"][0];
    ensure!(server["listening"] == url && server["starting"] == starting, "{status}");
    Ok(())
}

/// Checks the responses, and returns the server's address.
fn check_responses_while_starting(log: &Path) -> Result<String> {
    let url = wait_for_address(log)?;
    let alive = agent().get(format!("{url}/healthz")).call()?;
    ensure!(alive.status() == 200, "{}", alive.status());
    for path in ["/readyz", "/partner/v1/projects", "/"] {
        let mut answer = agent().get(format!("{url}{path}")).call()?;
        ensure!(answer.status() == 503 && answer.headers()["retry-after"] == "5", "{path}: {answer:?}");
        let problem: serde_json::Value = serde_json::from_str(&answer.body_mut().read_to_string()?)?;
        ensure!(problem["code"] == "unavailable", "{problem}");
        ensure!(
            problem["detail"].as_str().is_some_and(|detail| detail.starts_with("The server is starting.")),
            "{problem}"
        );
    }
    Ok(url)
}

/// Returns the address in the log's line about the start, once it is written.
fn wait_for_address(log: &Path) -> Result<String> {
    poll_until("the log's line about the start", || {
        let text = std::fs::read_to_string(log).unwrap_or_default();
        let line = text.lines().find(|line| line.contains("starting and compiling"));
        let address = line.and_then(|line| line.split_whitespace().find_map(|word| word.strip_prefix("address=")));
        Ok(address.map(|address| format!("http://{address}")))
    })
}
