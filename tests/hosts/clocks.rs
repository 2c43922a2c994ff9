//! Hosts whose clocks differ by five minutes.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use plumbline_sample::{Drawing, Options};
use serde_json::json;

use crate::Hosts;

/// Returns the library that gives a process another time: Debian's package `faketime`.
fn library() -> Result<Option<PathBuf>> {
    let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"];
    let found = folders.iter().map(|folder| PathBuf::from(folder).join("faketime/libfaketimeMT.so.1"));
    if let Some(library) = found.into_iter().find(|path| path.is_file()) {
        return Ok(Some(library));
    }
    plumbline_tests::report_missing("libfaketime", "On Debian, install the package `faketime`")?;
    Ok(None)
}

#[test]
fn clocks_that_differ_by_five_minutes_change_nothing() -> Result<()> {
    let Some(library) = library()? else { return Ok(()) };
    let hosts = Hosts::start_with(|number, mut options| {
        if number == 1 {
            let preload = library.display().to_string();
            // The monotonic clock measures intervals, which do not differ.
            for (name, value) in [("LD_PRELOAD", preload.as_str()), ("FAKETIME", "+300s"), ("DONT_FAKE_MONOTONIC", "1")]
            {
                options.environment.push((name.to_owned(), value.to_owned()));
            }
        }
        options
    })?;
    let Some(hosts) = hosts else { return Ok(()) };
    let account = hosts.account("Ames & Co")?;
    let there = hosts.at(&account, 1);
    let drawing = Drawing::e101(1, &Options::default());
    let first = account.start_takeoff("E-101.pdf", &drawing.pdf)?;
    account.wait_for_takeoff(&first.id)?;
    let mut takeoffs = Vec::new();
    for number in 0..8 {
        let at = if number % 2 == 0 { &account } else { &there };
        let body = json!({"document_id": first.document, "discipline": "electrical"});
        takeoffs.push(at.post("/takeoffs", body)?.expect(202).text("id").to_owned());
    }
    for takeoff in &takeoffs {
        let done = there.wait_for_takeoff(takeoff)?;
        ensure!(done["status"] == "completed", "{done}");
    }
    // No lease of one host had expired for the other: each job began once.
    let repeated = hosts.database.query("postgres", "SELECT COUNT(*) FROM host.jobs WHERE attempts > 1")?;
    ensure!(repeated == "0", "{repeated} jobs began twice");
    let charges =
        "SELECT COUNT(*) || ' ' || COUNT(DISTINCT job_id) FROM plumbline.ledger_entries WHERE kind = 'charge'";
    ensure!(hosts.database.query("postgres", charges)? == "9 9", "each takeoff is charged once");
    Ok(())
}
