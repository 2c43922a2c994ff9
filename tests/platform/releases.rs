//! Restarts with a components folder: the bindings that follow the folder, and those that an operator's decision keeps.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use plumbline_tests::{Server, ServerOptions};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::hot_swap::{publish, variant};

const FORMATS: [&str; 5] = ["csv", "json", "xlsx", "presto", "quickbooks"];

/// Puts a build of an exporter into the components folder and returns its digest.
fn release(format: &str, build: u8, scratch: &Path, folder: &Path) -> Result<String> {
    let name = format!("exporter-{format}");
    let built = variant(&name, build, scratch)?;
    std::fs::copy(&built, folder.join(format!("{name}.wasm")))?;
    Ok(Sha256::digest(std::fs::read(built)?).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns the newest row of a slot's history: kind, digest, origin.
fn newest_binding(server: &Server, format: &str) -> Result<(String, String, String)> {
    let history = server.admin(&["component", "history", &format!("exporter:{format}")])?;
    let text = |field: &str| -> Result<String> { Ok(history[0][field].as_str().context("no history")?.to_owned()) };
    Ok((text("kind")?, text("digest")?, text("origin")?))
}

/// Returns the log up to the line that summarizes the folder. Another thread writes it.
fn wait_for_startup_log(log: &Path) -> Result<String> {
    let begun = Instant::now();
    loop {
        let startup_log = std::fs::read_to_string(log)?;
        if startup_log.contains("followed=") {
            return Ok(startup_log);
        }
        anyhow::ensure!(begun.elapsed() < Duration::from_secs(30), "{startup_log}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_restart_follows_the_folder_and_leaves_what_an_operator_decided() -> Result<()> {
    let (scratch, folder) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let log = scratch.path().join("log");
    let row = |kind: &str, digest: &str, origin: &str| (kind.to_owned(), digest.to_owned(), origin.to_owned());
    let mut first = Vec::new();
    for format in FORMATS {
        first.push(release(format, 1, scratch.path(), folder.path())?);
    }
    let mut server = Server::start_with(ServerOptions {
        components: Some(folder.path().to_owned()),
        log: Some(("info", log.clone())),
        ..ServerOptions::default()
    })?;
    let second = release("csv", 2, scratch.path(), folder.path())?;
    server.restart()?;
    assert_eq!(newest_binding(&server, "csv")?, row("bind", &second, "folder"));

    // The release was bad for one slot. An operator decides the others in other ways and leaves the last one to the folder.
    server.admin(&["component", "rollback", "exporter:csv"])?;
    server.admin(&["component", "unbind", "exporter:json"])?;
    let settings = r#"{"currency":"EUR"}"#;
    server.admin(&["component", "bind", &first[2], "--settings", settings])?;
    let tried = publish(&server, "exporter:presto", &variant("exporter-presto", 2, scratch.path())?)?;
    server.admin(&["component", "stage", &tried, "--percent", "5"])?;

    let mut third = Vec::new();
    for format in FORMATS {
        third.push(release(format, 3, scratch.path(), folder.path())?);
    }
    server.restart()?;
    assert_eq!(newest_binding(&server, "csv")?, row("rollback", &first[0], "operator"));
    assert_eq!(newest_binding(&server, "json")?, row("unbind", &first[1], "operator"));
    assert_eq!(newest_binding(&server, "xlsx")?, row("bind", &first[2], "operator"));
    let kept = server.admin(&["component", "history", "exporter:xlsx"])?;
    assert_eq!(kept[0]["settings"], serde_json::from_str::<Value>(settings)?);
    assert_eq!(newest_binding(&server, "presto")?, row("stage", &tried, "operator"));
    assert_eq!(newest_binding(&server, "quickbooks")?, row("bind", &third[4], "folder"));
    let startup_log = wait_for_startup_log(&log)?;
    let path = folder.path().to_str().context("path")?;
    for format in FORMATS {
        let follow_command = format!("plumbline component follow exporter:{format} --components {path}");
        assert_eq!(startup_log.contains(&follow_command), format != "quickbooks", "{format}: {startup_log}");
    }
    assert!(startup_log.contains("followed=1") && startup_log.contains("kept=4"), "{startup_log}");

    let follow = ["component", "follow", "exporter:csv", "--components", path];
    server.admin(&follow)?;
    assert_eq!(newest_binding(&server, "csv")?, row("bind", &third[0], "folder"));
    server.admin(&follow)?;
    let history = server.admin(&["component", "history", "exporter:csv"])?;
    assert_eq!(history.as_array().context("history")?.len(), 4, "following twice changes nothing");
    let unknown = server.admin(&["component", "follow", "exporter:nothing", "--components", path]);
    assert!(unknown.unwrap_err().to_string().contains("does not contain a component for `exporter:nothing`"));
    Ok(())
}
