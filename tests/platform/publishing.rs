//! A partner's export format, from its publication to a paid export; the provenance of quantities; two versions of an
//! extractor compared.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Server, components, wait_for, workspace};
use serde_json::{Value, json};

use crate::hot_swap::variant;

/// Returns the path of a test guest of the engine. The exporter is built against version 1 of its world, and its format
/// is `lines`.
pub(crate) fn guest(name: &str) -> Result<PathBuf> {
    let file = format!("guest_{name}.wasm");
    // `cargo xtask test` builds all guests and sets this variable to their folder.
    if let Some(built) = std::env::var_os("TEST_GUESTS") {
        return Ok(PathBuf::from(built).join(file));
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("test-guests");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--target", "wasm32-wasip2", "--package"])
        .arg(format!("guest-{name}"))
        .arg("--manifest-path")
        .arg(workspace().join("host/engine/tests/guests/Cargo.toml"))
        .env("CARGO_TARGET_DIR", &target)
        .status()?;
    anyhow::ensure!(built.success(), "the guest does not build");
    Ok(target.join("wasm32-wasip2/release").join(file))
}

fn codes(list: &Value) -> Vec<&str> {
    list["data"].as_array().into_iter().flatten().filter_map(|entry| entry["code"].as_str()).collect()
}

#[test]
fn a_partners_format_is_for_its_tenant_only_and_costs_as_much_as_estimating_formats() -> Result<()> {
    let server = Server::start()?;
    let (account, other) = (server.account("Ames & Sons")?, server.account("Brick & Co")?);
    let folder = tempfile::tempdir()?;
    let key = folder.path().join("acme.key");
    let made = server.admin(&["publisher", "new", "acme", "--out", key.to_str().context("path")?])?;
    let public_key = made["public_key"].as_str().context("no public key")?;
    server.admin(&["publisher", "trust", "acme", "--public-key", public_key])?;
    let file = guest("exporter")?;
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let takeoff = account.start_takeoff("E-101.pdf", &pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    let body = json!({"takeoff_id": takeoff.id, "format": "lines"});
    let refused = account.post("/exports", body.clone())?.expect_problem(422, "validation_failed");
    assert_eq!(refused.json["errors"][0]["field"], "/format");

    let arguments = ["component", "publish", file.to_str().context("path")?, "--slot", "exporter:lines"];
    let signed = ["--tenant", &account.tenant, "--key", key.to_str().context("path")?, "--bind"];
    server.admin(&[&arguments[..], &signed[..]].concat())?;
    wait_for(&account, "/reference/export-formats", |list| codes(list).contains(&"lines"))?;
    let list = account.get("/reference/export-formats")?.expect(200).json;
    let entry = list["data"].as_array().into_iter().flatten().find(|entry| entry["code"] == "lines");
    let entry = entry.context("lines")?;
    assert_eq!((&entry["name"], &entry["credits"]), (&json!("Lines"), &json!(20.0)));
    assert!(!codes(&other.get("/reference/export-formats")?.expect(200).json).contains(&"lines"));
    let formats = |account: &plumbline_tests::Account| -> Result<Value> {
        Ok(account.get("/capabilities")?.expect(200).json["export_formats"].clone())
    };
    assert!(formats(&account)?.as_array().context("formats")?.contains(&json!("lines")));
    assert!(!formats(&other)?.as_array().context("formats")?.contains(&json!("lines")));

    let before = account.get("/credits")?.expect(200).json["available"].as_f64().context("credits")?;
    let export = account.post("/exports", body.clone())?.expect(202);
    let path = format!("/exports/{}", export.text("id"));
    let done = wait_for(&account, &path, |export| export["completed_at"].is_string())?.json;
    assert_eq!((done["status"].as_str(), done["format"].as_str()), (Some("completed"), Some("lines")), "{done}");
    assert_eq!(done["credits_charged"], 20.0);
    let after = account.get("/credits")?.expect(200).json["available"].as_f64().context("credits")?;
    assert_eq!(before - after, 20.0);
    let url = done["download"]["url"].as_str().context("no address")?;
    let written = account.send_bytes("GET", url, &[], &[])?.expect(200);
    let items = account.list_all(&format!("/takeoffs/{}/items", takeoff.id))?;
    let lines = String::from_utf8(written.bytes)?.lines().count();
    assert!(lines >= items.len(), "{lines} lines of {} items", items.len());

    // Once unbound, the format is no longer listed, and a new export in it is refused.
    server.admin(&["component", "unbind", "exporter:lines", "--tenant", &account.tenant])?;
    wait_for(&account, "/reference/export-formats", |list| !codes(list).contains(&"lines"))?;
    account.post("/exports", body)?.expect_problem(422, "validation_failed");
    Ok(())
}

#[test]
fn a_component_of_a_tenant_is_bound_with_the_printed_command() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let folder = tempfile::tempdir()?;
    let (key, file) = (folder.path().join("acme.key"), variant("exporter-csv", 5, folder.path())?);
    let made = server.admin(&["publisher", "new", "acme", "--out", key.to_str().context("path")?])?;
    let public_key = made["public_key"].as_str().context("no public key")?;
    server.admin(&["publisher", "trust", "acme", "--public-key", public_key])?;
    let output = server
        .command()?
        .args(["component", "publish", "--slot", "exporter:csv", "--tenant", &account.tenant, "--key"])
        .arg(&key)
        .arg(&file)
        .output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout)?;
    let command = printed.lines().find_map(|line| line.strip_prefix("To bind it, run: plumbline "));
    let command = command.with_context(|| format!("no command in {printed}"))?;
    assert!(command.ends_with(&format!(" --tenant {}", account.tenant)), "{command}");
    server.admin(&command.split(' ').collect::<Vec<_>>())?;
    let history = server.admin(&["component", "history", "exporter:csv", "--tenant", &account.tenant])?;
    let digest = history[0]["digest"].as_str().context("nothing is bound")?;
    assert!(printed.contains(&format!("Digest: {digest}")), "{history} {printed}");
    Ok(())
}

#[test]
fn a_takeoff_and_its_exports_say_which_versions_made_them() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let takeoff = account.start_takeoff("E-101.pdf", &pdf)?;
    let done = account.wait_for_takeoff(&takeoff.id)?;
    let current = server.admin(&["component", "list"])?;
    let digest = |slot: &str| -> Result<String> {
        let found = current.as_array().into_iter().flatten().find(|component| component["slot"] == slot);
        Ok(found.context("not published")?["digest"].as_str().context("no digest")?.to_owned())
    };
    let metadata = &done["metadata"];
    let extractor = metadata["plumbline.extractor"].as_str().context("no extractor is named")?;
    assert!(
        extractor.starts_with("electrical@") && extractor.ends_with(&digest("extractor:electrical")?),
        "{extractor}"
    );
    let reader = metadata["plumbline.reader"].as_str().context("no reader is named")?;
    assert!(reader.starts_with("pdf@") && reader.ends_with(&digest("reader:pdf")?), "{reader}");

    let export = account.post("/exports", json!({"takeoff_id": takeoff.id, "format": "json"}))?.expect(202);
    let path = format!("/exports/{}", export.text("id"));
    let done = wait_for(&account, &path, |export| export["completed_at"].is_string())?.json;
    let url = done["download"]["url"].as_str().context("no address")?;
    let file = account.send_bytes("GET", url, &[], &[])?.expect(200).json;
    let makers = file["takeoff"]["makers"].as_array().context("no makers in the file")?;
    let is_named = makers
        .iter()
        .any(|maker| maker["id"] == "electrical" && maker["sha256"] == *digest("extractor:electrical").unwrap());
    assert!(is_named, "{makers:?}");
    Ok(())
}

#[test]
fn two_versions_of_an_extractor_are_compared_on_a_drawing() -> Result<()> {
    let server = Server::start()?;
    let folder = tempfile::tempdir()?;
    let drawing = folder.path().join("E-101.pdf");
    std::fs::write(&drawing, Drawing::e101(1, &Options::default()).pdf)?;
    let other = variant("extractor-electrical", 3, folder.path())?;
    let (drawing, other) = (drawing.to_str().context("path")?, other.to_str().context("path")?);
    let slot = ["--slot", "extractor:electrical", "--drawing", drawing];
    // Runs in the server's data directory, with the components that the program was built with.
    let folder_of_components = components()?;
    let same = server
        .command()?
        .args(["component", "diff", "bound", other, "--json"])
        .args(slot)
        .env("PLUMBLINE_COMPONENTS", &folder_of_components)
        .output()?;
    let stderr = String::from_utf8_lossy(&same.stderr);
    assert!(same.status.success(), "{stderr}");
    assert_eq!(serde_json::from_slice::<Value>(&same.stdout)?, json!([]), "the same code finds the same");

    let wrong = server.admin(&["component", "diff", "bound", other, "--slot", "exporter:csv", "--drawing", drawing]);
    assert!(wrong.unwrap_err().to_string().contains("is not an extractor"));
    let unknown = server.admin(&[&["component", "diff", "bound", "0123"][..], &slot[..]].concat());
    assert!(unknown.unwrap_err().to_string().contains("no component matches digest 0123"));
    Ok(())
}
