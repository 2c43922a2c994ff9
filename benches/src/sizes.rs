//! Drawn sheets of a thousand to a million and a half paths from upload to completed takeoff, compared with PyMuPDF reading
//! them. The time must grow no faster than the number of paths.

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::Server;

use crate::drawn_sheet::{SYMBOLS_PER_KIND, sheet};
use crate::takeoff::measure_pymupdf;

/// Numbers of paths of the sheets.
const PATHS: [usize; 7] = [1_000, 10_000, 50_000, 180_000, 500_000, 1_000_000, 1_500_000];

pub(crate) fn run() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Bench")?;
    let folder = tempfile::tempdir()?;
    println!("sizes: paths, upload s, takeoff s, both for 1,000 paths ms, PyMuPDF s, ratio");
    for paths in PATHS {
        let bytes = sheet(paths);
        let file = folder.path().join("sheet.pdf");
        std::fs::write(&file, &bytes)?;
        let start = Instant::now();
        let takeoff = account.start_takeoff("sheet.pdf", &bytes)?;
        let uploaded = start.elapsed().as_secs_f64();
        let done = account.wait_for_takeoff(&takeoff.id)?;
        let all = start.elapsed().as_secs_f64();
        ensure!(done["status"] == "completed", "{done}");
        let items = account.list_all(&format!("/takeoffs/{}/items", takeoff.id))?;
        let listed = items.iter().filter(|item| item["confidence"] != "low").count();
        ensure!(listed >= 2 * SYMBOLS_PER_KIND * 9 / 10, "{listed} of {} symbols", 2 * SYMBOLS_PER_KIND);
        let each = all * 1e6 / paths as f64;
        let taken = all - uploaded;
        match measure_pymupdf(&file)? {
            Some(read) => {
                let peer = read["seconds"].as_f64().context("no seconds")?;
                println!("  {paths:>9} {uploaded:7.2} {taken:7.2} {each:7.1} {peer:7.2} {:5.2}", all / peer);
            }
            None => println!("  {paths:>9} {uploaded:7.2} {taken:7.2} {each:7.1} (no PyMuPDF)"),
        }
    }
    Ok(())
}
