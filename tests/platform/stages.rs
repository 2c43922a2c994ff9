//! A version that serves only a share at first, on one host and on two.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Server};
use serde_json::json;

use crate::hot_swap::{publish, variant};

/// Returns the digest of the extractor that made a takeoff of the document.
fn takeoff_extractor_digest(account: &Account, document: &str) -> Result<String> {
    let body = json!({"document_id": document, "discipline": "electrical"});
    let id = account.post("/takeoffs", body)?.expect(202).text("id").to_owned();
    let done = account.wait_for_takeoff(&id)?;
    assert_eq!(done["status"], "completed", "{done}");
    let made = done["metadata"]["plumbline.extractor"].as_str().context("no extractor is named")?;
    Ok(made.rsplit(':').next().unwrap_or_default().to_owned())
}

/// Repeats takeoffs until a version is used. The host polls the bindings four times a second.
fn wait_for_extractor(account: &Account, document: &str, digest: &str) -> Result<()> {
    for _ in 0..50 {
        if takeoff_extractor_digest(account, document)? == digest {
            return Ok(());
        }
    }
    anyhow::bail!("{digest} was never seen")
}

#[test]
fn a_named_project_tries_the_new_version_and_the_others_keep_theirs() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let (trying, staying) = (account.start_takeoff("a.pdf", &pdf)?, account.start_takeoff("b.pdf", &pdf)?);
    let old = takeoff_extractor_digest(&account, &staying.document)?;
    let folder = tempfile::tempdir()?;
    let new = publish(&server, "extractor:electrical", &variant("extractor-electrical", 5, folder.path())?)?;

    server.admin(&["component", "stage", &new, "--project", &trying.project, "--reason", "trial"])?;
    wait_for_extractor(&account, &trying.document, &new)?;
    assert_eq!(takeoff_extractor_digest(&account, &staying.document)?, old);
    let refused = server.admin(&["component", "stage", &new, "--percent", "100"]);
    assert!(refused.unwrap_err().to_string().contains("percent"));

    server.admin(&["component", "promote", "extractor:electrical"])?;
    wait_for_extractor(&account, &staying.document, &new)?;
    server.admin(&["component", "rollback", "extractor:electrical", "--reason", "too many lamps"])?;
    wait_for_extractor(&account, &staying.document, &old)?;
    let history = server.admin(&["component", "history", "extractor:electrical"])?;
    let kinds: Vec<&str> = history.as_array().into_iter().flatten().filter_map(|row| row["kind"].as_str()).collect();
    assert_eq!(kinds, ["rollback", "promote", "stage", "bind"]);
    assert_eq!(history[0]["reason"], "too many lamps");
    Ok(())
}

#[test]
fn both_hosts_follow_a_binding() -> Result<()> {
    let first = Server::start()?;
    let second = first.start_second_host()?;
    let mut account = first.account("Ames & Sons")?;
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let takeoff = account.start_takeoff("a.pdf", &pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    let folder = tempfile::tempdir()?;
    let new = publish(&first, "extractor:electrical", &variant("extractor-electrical", 6, folder.path())?)?;
    first.admin(&["component", "bind", &new])?;
    wait_for_extractor(&account, &takeoff.document, &new)?;
    // Either host may run a job, and from now on neither may use the old version. Both hosts poll within a second.
    std::thread::sleep(std::time::Duration::from_secs(1));
    let mut seen = BTreeSet::new();
    for round in 0..8 {
        account.set_server(if round % 2 == 0 { &first } else { &second });
        seen.insert(takeoff_extractor_digest(&account, &takeoff.document)?);
    }
    assert_eq!(seen, BTreeSet::from([new]));
    Ok(())
}
