//! A real sheet from upload to completed takeoff, compared with PyMuPDF only reading the same page.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Server, workspace};
use serde_json::Value;

use crate::median;
use crate::memory::status_mib;

/// The measured sheet: a lighting plan of some 290,000 paths.
const SHEET: &str = "pdf/unap_IE-ILUMINACION_3_TERCER_NIVEL.pdf";
/// Rounds. The two alternate.
const ROUNDS: usize = 3;

pub(crate) fn run(corpus: &Path) -> Result<()> {
    let file = corpus.join(SHEET);
    let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    let mut memory = (0.0_f64, 0.0_f64);
    for _ in 0..ROUNDS {
        let server = Server::start()?;
        let account = server.account("Bench")?;
        let start = Instant::now();
        let takeoff = account.start_takeoff("sheet.pdf", &bytes)?;
        let done = account.wait_for_takeoff(&takeoff.id)?;
        ours.push(start.elapsed().as_secs_f64());
        ensure!(done["status"] == "completed", "{done}");
        memory.0 = memory.0.max(status_mib(&server, "VmHWM:")?);
        let Some(read) = measure_pymupdf(&file)? else { break };
        theirs.push(read["seconds"].as_f64().context("no seconds")?);
        memory.1 = memory.1.max(read["peak_mib"].as_f64().context("no peak")?);
    }
    let seconds = median(ours);
    println!("takeoff: upload to completed {seconds:.2} s, peak memory of the server {:.0} MiB", memory.0);
    if theirs.is_empty() {
        println!("  no peer: install PyMuPDF for it (pip install pymupdf)");
        return Ok(());
    }
    let peer = median(theirs);
    println!("  PyMuPDF reading the page {peer:.2} s, peak memory {:.0} MiB", memory.1);
    println!("  plumbline / PyMuPDF: time {:.2}, memory {:.2}", seconds / peer, memory.0 / memory.1);
    Ok(())
}

/// Returns PyMuPDF's measurement of reading a file, or `None` if PyMuPDF is not installed.
pub(crate) fn measure_pymupdf(file: &Path) -> Result<Option<Value>> {
    let script = workspace().join("benches/python/read_page.py");
    let output = Command::new("python3").arg(script).arg(file).output().context("python3 does not start")?;
    if !output.status.success() {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&output.stdout)?))
}
