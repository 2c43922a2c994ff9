//! Power loss: acknowledged changes survive. Data that had not reached the disk may be lost.
//!
//! `power_loss.c` keeps a copy of the data that the server has made durable. Each round kills the server at a random
//! moment, replaces its data with that copy, restarts it and checks that everything it had acknowledged is there.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Server, ServerOptions, poll_until, run, wait_for};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use serde_json::json;

use crate::comparable_items;

/// Number of power losses at least.
const ROUNDS: u32 = 6;
/// Number of power losses at most. A machine that has become slower needs more until every kind of work was done.
const MAX_ROUNDS: u32 = 30;
/// Duration of the work before the power loss, in takeoffs: as many of them would be done meanwhile, one after the other.
const WORK: std::ops::Range<f64> = 0.2..5.0;

/// The changes that the server has acknowledged and must keep.
#[derive(Default)]
struct Acknowledged {
    projects: Vec<String>,
    /// Documents whose upload was completed.
    documents: Vec<String>,
    takeoffs: Vec<String>,
    /// Completed takeoffs.
    done: Vec<String>,
    /// Reviewed takeoffs, with the quantity that the review set.
    reviews: Vec<(String, f64)>,
    /// Completed exports with their files.
    exports: Vec<(String, Vec<u8>)>,
}

impl Acknowledged {
    /// Returns whether every kind of work was done.
    fn is_enough(&self) -> bool {
        self.done.len() > 1 && !self.exports.is_empty() && !self.reviews.is_empty()
    }
}

#[test]
fn a_power_loss_loses_nothing_acknowledged() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let ServerWithCopy { mut server, live, disk } = start_with_copy(folder.path())?;
    let mut account = server.account("Ames & Sons")?;
    let drawing = Drawing::e101(1, &Options { legend_sheet: true, ..Options::default() });

    let begun = Instant::now();
    let reference = account.start_takeoff("E-101.pdf", &drawing.pdf)?;
    account.wait_for_takeoff(&reference.id)?;
    let pace = begun.elapsed();
    let want = comparable_items(&account.list_all(&format!("/takeoffs/{}/items", reference.id))?);
    ensure!(!want.is_empty(), "the sheet has items");

    let acknowledged = Mutex::new(Acknowledged::default());
    for round in 0..MAX_ROUNDS {
        if round >= ROUNDS && acknowledged.lock().unwrap_or_else(PoisonError::into_inner).is_enough() {
            break;
        }
        let takeoffs = StdRng::seed_from_u64(round.into()).random_range(WORK);
        // Later rounds are longer, for a machine that is slower now than at the first takeoff.
        let moment = pace.mul_f64(takeoffs * f64::from(1 + round / ROUNDS));
        std::thread::scope(|scope| {
            // Ends with an error once the server is killed.
            let worker = scope.spawn(|| run_workload(&account, &drawing.pdf, &acknowledged));
            let begun = Instant::now();
            while begun.elapsed() < moment && !worker.is_finished() {
                std::thread::sleep(Duration::from_millis(10));
            }
            ensure!(!worker.is_finished(), "round {round}: the work ended early: {:?}", worker.join());
            server.kill()
        })?;
        restore_durable_copy(&disk, &live)?;
        server.restart()?;
        account.set_server(&server);
        let acknowledged = acknowledged.lock().unwrap_or_else(PoisonError::into_inner);
        check_acknowledged(&account, &acknowledged, &want)
            .with_context(|| format!("round {round}, after {moment:?}"))?;
    }
    ensure!(acknowledged.into_inner()?.is_enough(), "too little work");
    Ok(())
}

/// The server writes usage in batches after its answers.
#[test]
fn a_power_loss_keeps_recorded_usage() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let ServerWithCopy { mut server, live, disk } = start_with_copy(folder.path())?;
    let mut account = server.account("Ames & Sons")?;
    account.get("/projects")?.expect(200);
    let recorded = poll_until("usage", || Ok(Some(recorded_requests(&account)?).filter(|requests| *requests > 0)))?;
    // Batches of a database are written one after the other. When another one is visible, the first one is durable.
    poll_until("more usage", || Ok((recorded_requests(&account)? > recorded).then_some(())))?;
    server.kill()?;
    restore_durable_copy(&disk, &live)?;
    server.restart()?;
    account.set_server(&server);
    let kept = recorded_requests(&account)?;
    ensure!(kept >= recorded, "{kept} of {recorded} requests");
    Ok(())
}

/// Returns the number of requests in the usage report.
fn recorded_requests(account: &Account) -> Result<u64> {
    let report = account.get("/usage?from=2026-01-01&to=2026-12-31&group_by=operation")?.expect(200);
    let rows = report.json["rows"].as_array().context("no rows")?;
    Ok(rows.iter().filter_map(|row| row["requests"].as_u64()).sum())
}

/// The copy contains only durable data.
#[test]
fn the_durable_copy_lacks_unsynced_data() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let shim = compile(folder.path())?;
    let (live, disk) = (folder.path().canonicalize()?.join("live"), folder.path().join("disk"));
    std::fs::create_dir(&live)?;
    let script = "printf one > durable; sync durable; printf two >> durable; printf three > written; \
        printf four > staged; sync staged; mv staged moved; printf five > last; sync last; mv last named; sync .";
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).current_dir(&live).env("LD_PRELOAD", &shim);
    run(shell.env("POWER_LIVE", &live).env("POWER_DISK", &disk))?;
    let of = |name: &str| std::fs::read_to_string(disk.join("tree").join(name)).ok();
    ensure!(of("durable").as_deref() == Some("one"), "{:?}", of("durable"));
    // The folder was synced at the end, so the name exists but the content is lost.
    ensure!(of("written").as_deref() == Some(""), "{:?}", of("written"));
    ensure!(of("moved").as_deref() == Some("four") && of("staged").is_none(), "{:?}", of("moved"));
    ensure!(of("named").as_deref() == Some("five"), "{:?}", of("named"));
    Ok(())
}

/// A server with a copy of the data that it has made durable.
struct ServerWithCopy {
    server: Server,
    live: PathBuf,
    disk: PathBuf,
}

fn start_with_copy(folder: &Path) -> Result<ServerWithCopy> {
    let shim = compile(folder)?;
    let disk = folder.join("disk");
    let mut server = Server::prepare(ServerOptions::default())?;
    let live = server.data_dir().canonicalize()?;
    server.set_environment("LD_PRELOAD", &shim);
    server.set_environment("POWER_LIVE", &live);
    server.set_environment("POWER_DISK", &disk);
    server.restart()?;
    Ok(ServerWithCopy { server, live, disk })
}

fn compile(folder: &Path) -> Result<PathBuf> {
    let library = folder.join("power_loss.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("faults/power_loss.c");
    run(Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).args([&library, &source]).arg("-ldl"))?;
    Ok(library)
}

/// Makes one call after another and records what the server acknowledged.
fn run_workload(account: &Account, pdf: &[u8], acknowledged: &Mutex<Acknowledged>) -> Result<()> {
    loop {
        let project = account.project("North School")?;
        acknowledged.lock().unwrap_or_else(PoisonError::into_inner).projects.push(project.clone());
        let document = account.send_document(&project, "E-101.pdf", pdf)?;
        acknowledged.lock().unwrap_or_else(PoisonError::into_inner).documents.push(document.clone());
        account.wait_for_document(&document)?;
        let body = json!({"document_id": document, "discipline": "electrical"});
        let takeoff = account.post("/takeoffs", body)?.expect(202).text("id").to_owned();
        acknowledged.lock().unwrap_or_else(PoisonError::into_inner).takeoffs.push(takeoff.clone());
        account.wait_for_takeoff(&takeoff)?;
        acknowledged.lock().unwrap_or_else(PoisonError::into_inner).done.push(takeoff.clone());
        let items = account.get(&format!("/takeoffs/{takeoff}/items?limit=1"))?.expect(200);
        let path = format!("/takeoffs/{takeoff}/items/{}", items.json["data"][0]["id"].as_str().context("no item")?);
        account.patch(&path, json!({"quantity_override": 17.0}))?.expect(200);
        acknowledged.lock().unwrap_or_else(PoisonError::into_inner).reviews.push((takeoff.clone(), 17.0));
        let export = account.post("/exports", json!({"takeoff_id": takeoff, "format": "csv"}))?.expect(202);
        let id = export.text("id").to_owned();
        let file = download(account, &id)?;
        acknowledged.lock().unwrap_or_else(PoisonError::into_inner).exports.push((id, file));
    }
}

fn download(account: &Account, export: &str) -> Result<Vec<u8>> {
    let done = wait_for(account, &format!("/exports/{export}"), |export| export["status"] == "completed")?;
    let url = done.json["download"]["url"].as_str().context("no download")?;
    let file = account.send_bytes("GET", url, &[], &[])?;
    ensure!(file.status == 200, "{url} answered {}", file.status);
    Ok(file.bytes)
}

/// Replaces the data with the durable copy, which is the new state on disk.
fn restore_durable_copy(disk: &Path, live: &Path) -> Result<()> {
    for entry in std::fs::read_dir(live)? {
        let path = entry?.path();
        if path.is_dir() { std::fs::remove_dir_all(path)? } else { std::fs::remove_file(path)? }
    }
    run(Command::new("cp").arg("-r").arg(disk.join("tree/.")).arg(live))?;
    let inodes = disk.join("inodes");
    std::fs::remove_dir_all(&inodes)?;
    std::fs::create_dir(&inodes)?;
    let mut folders = vec![live.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            match entry.file_type()?.is_dir() {
                true => folders.push(entry.path()),
                false => drop(std::fs::copy(entry.path(), inodes.join(entry.metadata()?.ino().to_string()))?),
            }
        }
    }
    Ok(())
}

fn check_acknowledged(account: &Account, acknowledged: &Acknowledged, want: &[String]) -> Result<()> {
    for project in &acknowledged.projects {
        ensure!(account.get(&format!("/projects/{project}"))?.status == 200, "project {project} is gone");
    }
    for document in &acknowledged.documents {
        let document = account.wait_for_document(document)?;
        ensure!(document["status"] == "ready", "{document}");
    }
    for takeoff in &acknowledged.takeoffs {
        let done = account.wait_for_takeoff(takeoff)?;
        ensure!(done["status"] == "completed", "{done}");
        ensure!(
            comparable_items(&account.list_all(&format!("/takeoffs/{takeoff}/items"))?) == want,
            "items of {takeoff} differ"
        );
    }
    for (takeoff, quantity) in &acknowledged.reviews {
        let first = account.get(&format!("/takeoffs/{takeoff}/items?limit=1"))?.expect(200).json["data"][0].clone();
        ensure!(first["quantity_override"] == *quantity, "the review is gone: {first}");
    }
    for (export, file) in &acknowledged.exports {
        ensure!(download(account, export)? == *file, "the file of {export} differs");
    }
    Ok(())
}
