//! Revocation of a publisher whose components serve: on every host, and wherever they would be bound again.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use plumbline_tests::{Account, Server};
use serde_json::json;

use crate::hot_swap::variant;

/// "Within a second or so", with room for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(5);

const PATH: &str = "/reference/units";

/// Repeats the request until the response has this status.
fn wait_for_status(account: &Account, status: u16) -> Result<plumbline_tests::Response> {
    let begun = Instant::now();
    loop {
        let answer = account.get(PATH)?;
        if answer.status == status {
            return Ok(answer);
        }
        anyhow::ensure!(begun.elapsed() < TIMEOUT, "still {}", answer.status);
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_revoked_publishers_components_go_out_of_service_and_are_not_bound_again() -> Result<()> {
    let first = Server::start()?;
    let second = first.start_second_host()?;
    let (mut account, other) = (first.account("Ames & Sons")?, first.account("Brick & Co")?);
    let tenant = account.tenant.clone();
    let folder = tempfile::tempdir()?;
    let key = folder.path().join("acme.key");
    let key = key.to_str().context("path")?;
    let made = first.admin(&["publisher", "new", "acme", "--out", key])?;
    first.admin(&["publisher", "trust", "acme", "--public-key", made["public_key"].as_str().context("key")?])?;
    let publish = |name: &str, slot: &str| -> Result<String> {
        let file = variant(name, 21, folder.path())?;
        let file = file.to_str().context("path")?;
        let arguments = ["component", "publish", file, "--slot", slot, "--key", key, "--tenant", &tenant, "--bind"];
        Ok(first.admin(&arguments)?["digest"].as_str().context("no digest")?.to_owned())
    };
    let endpoint = publish("endpoint-reference", "endpoint:reference")?;
    publish("exporter-csv", "exporter:csv")?;
    let served = ["component", "history", "endpoint:reference", "--tenant", &tenant];
    assert_eq!(first.admin(&served)?[0]["digest"], endpoint);
    for server in [&first, &second] {
        account.set_server(server);
        account.get(PATH)?.expect(200);
    }

    let revoked = first.admin(&["publisher", "revoke", "acme"])?;
    let gone = json!([{"slot": "endpoint:reference", "tenant": tenant}, {"slot": "exporter:csv", "tenant": tenant}]);
    assert_eq!(revoked["out_of_service"], gone);
    for server in [&first, &second] {
        account.set_server(server);
        let refused = wait_for_status(&account, 503)?.expect_problem(503, "unavailable");
        let detail = refused.text("detail");
        assert!(detail.contains("`endpoint:reference`") && detail.contains("no longer trusted"), "{detail}");
    }
    // Other tenants keep the default. This tenant is not switched to it silently. Its export format is no longer offered.
    other.get(PATH)?.expect(200);
    let formats = |account: &Account| -> Result<String> {
        Ok(account.get("/capabilities")?.expect(200).json["export_formats"].to_string())
    };
    assert!(!formats(&account)?.contains("\"csv\"") && formats(&other)?.contains("\"csv\""), "{}", formats(&account)?);

    // Only a decision for another version restores service.
    let bind = ["component", "bind", &endpoint, "--tenant", &tenant];
    let stage = ["component", "stage", &endpoint, "--tenant", &tenant, "--percent", "5"];
    for refused in [&bind[..], &stage[..]] {
        let error = first.admin(refused).unwrap_err().to_string();
        assert!(error.contains("the publisher `acme` is no longer trusted"), "{error}");
    }
    let slot = ["endpoint:reference", "--tenant", &tenant];
    first.admin(&[&["component", "unbind"], &slot[..]].concat())?;
    wait_for_status(&account, 200)?;
    let error = first.admin(&[&["component", "rollback"], &slot[..]].concat()).unwrap_err().to_string();
    assert!(error.contains("the publisher `acme` is no longer trusted"), "{error}");
    Ok(())
}

#[test]
fn a_host_that_starts_later_refuses_calls_of_a_revoked_default() -> Result<()> {
    let mut server = Server::start()?;
    let mut account = server.account("Ames & Sons")?;
    let folder = tempfile::tempdir()?;
    let key = folder.path().join("acme.key");
    let key = key.to_str().context("path")?;
    let made = server.admin(&["publisher", "new", "acme", "--out", key])?;
    server.admin(&["publisher", "trust", "acme", "--public-key", made["public_key"].as_str().context("key")?])?;
    let file = variant("endpoint-reference", 22, folder.path())?;
    let file = file.to_str().context("path")?;
    server.admin(&["component", "publish", file, "--slot", "endpoint:reference", "--key", key, "--bind"])?;
    server.stop()?;
    server.admin(&["publisher", "revoke", "acme"])?;
    server.restart()?;
    account.set_server(&server);
    account.get(PATH)?.expect_problem(503, "unavailable");
    let ready = account.send_bytes("GET", &format!("{}/readyz", server.url), &[], &[])?.expect(200);
    let text = String::from_utf8(ready.bytes)?;
    assert!(text.contains("out of service: endpoint:reference (its publisher was revoked)\n"), "{text}");
    Ok(())
}
