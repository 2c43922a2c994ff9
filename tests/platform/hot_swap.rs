//! Replacement of an endpoint and an extractor under load: no request fails, and every response comes from one version.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Server, components};
use serde_json::json;

/// Requests made during the swaps.
const REQUESTS: usize = 10_000;
/// Swaps of each component.
const SWAPS: usize = 10;
/// Number of concurrent clients.
const CLIENTS: usize = 4;

/// Writes the same component under another digest. A custom section at its end contains the build number.
pub(crate) fn variant(name: &str, build: u8, folder: &std::path::Path) -> Result<std::path::PathBuf> {
    let mut bytes = std::fs::read(components()?.join(format!("{name}.wasm")))?;
    // A custom section: id 0, size, length of the name, the name, one byte of content.
    let label = b"build";
    bytes.extend_from_slice(&[0, label.len() as u8 + 2, label.len() as u8]);
    bytes.extend_from_slice(label);
    bytes.push(build);
    let path = folder.join(format!("{name}-{build}.wasm"));
    std::fs::write(&path, bytes)?;
    Ok(path)
}

pub(crate) fn publish(server: &Server, slot: &str, file: &std::path::Path) -> Result<String> {
    let file = file.to_str().context("path")?;
    let published = server.admin(&["component", "publish", file, "--slot", slot])?;
    Ok(published["digest"].as_str().context("no digest")?.to_owned())
}

/// Returns the digests of the components whose machine code the server has mapped.
#[cfg(target_os = "linux")]
fn mapped_code(server: &Server) -> Result<std::collections::BTreeSet<String>> {
    let maps = std::fs::read_to_string(format!("/proc/{}/maps", server.pid().context("no process")?))?;
    let code = maps.lines().filter(|line| line.contains(" r-xp ") && line.ends_with(".cwasm"));
    let digest = |line: &str| line.rsplit('/').next()?.split('-').next().map(str::to_owned);
    Ok(code.filter_map(digest).collect())
}

#[cfg(target_os = "linux")]
#[test]
fn the_code_of_a_replaced_component_is_freed_without_another_request() -> Result<()> {
    let server = Server::start()?;
    let accounts = [server.account("Ames & Sons")?, server.account("Brick & Co")?];
    let folder = tempfile::tempdir()?;
    let mut digests = Vec::new();
    for build in 11..13 {
        digests.push(publish(&server, "endpoint:reference", &variant("endpoint-reference", build, folder.path())?)?);
    }
    let until_mapped = |there: &str, gone: Option<&str>| -> Result<()> {
        let begun = std::time::Instant::now();
        loop {
            let mapped = mapped_code(&server)?;
            if mapped.contains(there) && gone.is_none_or(|gone| !mapped.contains(gone)) {
                return Ok(());
            }
            anyhow::ensure!(begun.elapsed() < std::time::Duration::from_secs(30), "{there} {gone:?}: {mapped:?}");
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    };
    server.admin(&["component", "bind", &digests[0]])?;
    until_mapped(&digests[0], None)?;
    for account in &accounts {
        account.get("/reference/units")?.expect(200);
    }
    server.admin(&["component", "bind", &digests[1]])?;
    until_mapped(&digests[1], Some(&digests[0]))?;
    accounts[0].get("/reference/units")?.expect(200);
    Ok(())
}

#[test]
fn no_request_fails_while_components_are_replaced() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let project = account.project("North School")?;
    let drawing = Drawing::e101(1, &Options::default());
    let folder = tempfile::tempdir()?;
    let mut digests = Vec::new();
    for build in 0..2 {
        let endpoint = publish(&server, "endpoint:projects", &variant("endpoint-projects", build, folder.path())?)?;
        let extractor =
            publish(&server, "extractor:electrical", &variant("extractor-electrical", build, folder.path())?)?;
        digests.push((endpoint, extractor));
    }
    let document = account.start_takeoff("E-101.pdf", &drawing.pdf)?.document;
    let want = account.get(&format!("/projects/{project}"))?.expect(200);

    let left = AtomicUsize::new(REQUESTS);
    let swapping = AtomicBool::new(true);
    let path = format!("/projects/{project}");
    let client = |account: &Account| -> Result<usize> {
        let mut done = 0;
        // At least the planned number, and for as long as the swaps continue.
        while left.try_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok()
            || swapping.load(Ordering::Relaxed)
        {
            let answer = account.get(&path)?.expect(200);
            assert_eq!(answer.json["id"], project);
            done += 1;
        }
        Ok(done)
    };
    let mut takeoffs = Vec::new();
    let done = std::thread::scope(|scope| -> Result<usize> {
        let clients: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(|| client(&account))).collect();
        for swap in 0..SWAPS {
            let (endpoint, extractor) = &digests[swap % 2];
            server.admin(&["component", "bind", endpoint])?;
            server.admin(&["component", "bind", extractor])?;
            let body = json!({"document_id": document, "discipline": "electrical"});
            takeoffs.push(account.post("/takeoffs", body)?.expect(202).text("id").to_owned());
        }
        swapping.store(false, Ordering::Relaxed);
        clients.into_iter().map(|client| client.join().expect("a client panicked")).sum()
    })?;
    assert!(done >= REQUESTS, "{done}");
    assert_eq!(want.json["name"], "North School");

    // Every takeoff completed, on one version, with the same quantities.
    let mut counts = Vec::new();
    for id in &takeoffs {
        let takeoff = account.wait_for_takeoff(id)?;
        assert_eq!(takeoff["status"], "completed", "{takeoff}");
        counts.push(account.list_all(&format!("/takeoffs/{id}/items"))?.len());
    }
    assert!(counts.iter().all(|count| *count == counts[0] && *count > 0), "{counts:?}");
    Ok(())
}
