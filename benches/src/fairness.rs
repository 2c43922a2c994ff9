//! The effect on one tenant of another that uses all it can get: the p99 of the tenant's requests and the delay before its
//! takeoff starts, compared with the same without the other tenant.
//!
//! The other tenant has the rates of the standard tier. It calls over 64 connections without a pause, so nearly all of its
//! calls are refused. It also keeps more takeoffs of large sheets waiting than the host runs at a time.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use http::Method;
use plumbline_tests::{Account, Server, ServerOptions};
use serde_json::json;

use crate::drawn_sheet;
use crate::figures::{Figure, Goal, print_figures, print_table};
use crate::load::{Call, Connection, Outcome};
use crate::median;
use crate::wire::{self, PreparedRequest};

const ROUNDS: usize = 3;
/// Long enough that the p99 is taken over some thousand requests.
const TIME: Duration = Duration::from_secs(20);
/// Interval between requests of the measured tenant, as of a working integration.
const REQUEST_INTERVAL: Duration = Duration::from_millis(10);
/// One in this many requests is a write.
const REQUESTS_PER_WRITE: usize = 5;
/// Takeoffs that the other tenant keeps waiting or running.
const TAKEOFFS: usize = 8;
/// Paths of the other tenant's sheets. One such sheet takes seconds.
const LARGE_SHEET_PATHS: usize = 300_000;
/// Paths of the measured tenant's sheet.
const SMALL_SHEET_PATHS: usize = 1_000;
/// Connections of the other tenant.
const CONNECTIONS: usize = 64;
/// A connection that was idle for longer is not reused, because the server closes idle connections.
const MAX_IDLE: Duration = Duration::from_secs(3);
/// How often the other tenant polls its oldest takeoff.
const TAKEOFF_POLL_INTERVAL: Duration = Duration::from_millis(250);
/// How often the measured tenant's takeoff is polled for its start.
const START_POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The default rates of the standard tier.
const STANDARD: [(&str, &str); 4] = [
    ("PLUMBLINE_TIERS__STANDARD__READ__PER_MINUTE", "3000"),
    ("PLUMBLINE_TIERS__STANDARD__READ__BURST", "300"),
    ("PLUMBLINE_TIERS__STANDARD__WRITE__PER_MINUTE", "600"),
    ("PLUMBLINE_TIERS__STANDARD__WRITE__BURST", "100"),
];

/// The load that the other tenant causes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Load {
    Nothing,
    /// Processes that only compute, at the priority of compute threads: the effect of two busy cores alone.
    Processes,
    Calls,
    Takeoffs,
    Both,
}

impl Load {
    const ALL: [Self; 5] = [Self::Nothing, Self::Processes, Self::Calls, Self::Takeoffs, Self::Both];

    fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Processes => "busy processes in place of it",
            Self::Calls => "calls over 64 connections",
            Self::Takeoffs => "takeoffs",
            Self::Both => "both",
        }
    }
}

/// The measurements under one load.
#[derive(Default)]
struct Measurements {
    median: Vec<f64>,
    p99: Vec<f64>,
    read_p99: Vec<f64>,
    write_p99: Vec<f64>,
    /// Time from the response that a takeoff is queued to its start, in milliseconds.
    start_delay: Vec<f64>,
}

/// The measured tenant and the other one.
struct Tenants {
    address: String,
    own: Account,
    /// The measured tenant's project and document.
    project: String,
    document: String,
    other: Account,
    other_document: String,
}

pub(crate) async fn run() -> Result<()> {
    let server = Server::start_with(ServerOptions::with_environment(&STANDARD))?;
    let tenants = Arc::new(Tenants::new(&server)?);
    let mut measured: Vec<Measurements> = Load::ALL.iter().map(|_| Measurements::default()).collect();
    for _ in 0..ROUNDS {
        for (load, measured) in Load::ALL.into_iter().zip(&mut measured) {
            round(&tenants, load, measured).await?;
        }
    }
    println!(
        "fairness: {} requests a second of one tenant while another does this; medians of {ROUNDS} rounds of {} s",
        Duration::from_secs(1).as_millis() / REQUEST_INTERVAL.as_millis(),
        TIME.as_secs()
    );
    let rows: Vec<Vec<String>> = Load::ALL
        .iter()
        .zip(&measured)
        .map(|(load, Measurements { median: middle, p99, read_p99, write_p99, start_delay })| {
            let times = [middle, p99, read_p99, write_p99].map(|figures| format!("{:.2}", median(figures.clone())));
            let start_delay = format!("{:.0}", median(start_delay.clone()));
            std::iter::once(load.name().to_owned()).chain(times).chain([start_delay]).collect()
        })
        .collect();
    let head = ["the other tenant does", "p50 ms", "p99 ms", "of reads", "of writes", "ms until a takeoff starts"];
    print_table(&head, &rows);
    let [nothing, processes, calls, takeoffs, both] = &measured[..] else {
        anyhow::bail!("not all loads were measured")
    };
    let beside = |other: &Measurements, peer: &Measurements| {
        median(other.p99.iter().zip(&peer.p99).map(|(with, without)| with / without).collect())
    };
    let ratio = |other: &Measurements| beside(other, nothing);
    print_figures(&[
        Figure::new("p99 beside another tenant's calls ÷ alone", ratio(calls), Goal::Below(1.2)),
        Figure::new("p99 beside another tenant's takeoffs ÷ alone", ratio(takeoffs), Goal::Below(1.2)),
        Figure::new("p99 beside both ÷ alone", ratio(both), Goal::Below(1.2)),
        Figure::new("p99 beside both ÷ beside busy processes", beside(both, processes), Goal::Below(1.2)),
        Figure::new(
            "seconds until a takeoff starts, beside both",
            median(both.start_delay.clone()) / 1e3,
            Goal::Below(1.0),
        ),
    ]);
    Ok(())
}

impl Tenants {
    fn new(server: &Server) -> Result<Self> {
        let own = server.account("Measured")?;
        let other = server.account_with("Other", "production", "all")?;
        for account in [&own, &other] {
            let environment = if account.tenant == own.tenant { "sandbox" } else { "production" };
            server.admin(&[
                "tenant",
                "grant",
                &account.tenant,
                "--credits",
                "1000000",
                "--environment",
                environment,
            ])?;
        }
        let (project, document) = upload_document(&own, SMALL_SHEET_PATHS)?;
        let (_, other_document) = upload_document(&other, LARGE_SHEET_PATHS)?;
        let address = server.url.trim_start_matches("http://").to_owned();
        Ok(Self { address, own, project, document, other, other_document })
    }
}

/// Creates a project with a document and returns both ids.
fn upload_document(account: &Account, paths: usize) -> Result<(String, String)> {
    let project = account.project("North School")?;
    let document = account.upload(&project, "plan.pdf", &drawn_sheet::sheet(paths))?;
    ensure!(document["status"] == "ready", "the document is not ready: {document}");
    let document = document["id"].as_str().context("no id")?.to_owned();
    Ok((project, document))
}

async fn round(tenants: &Arc<Tenants>, load: Load, measured: &mut Measurements) -> Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut others = Vec::new();
    if matches!(load, Load::Takeoffs | Load::Both) {
        let (clone, stop) = (Arc::clone(tenants), Arc::clone(&stop));
        others.push(tokio::task::spawn_blocking(move || keep_takeoffs_queued(&clone, &stop)));
        let tenants = Arc::clone(tenants);
        tokio::task::spawn_blocking(move || wait_until_running(&tenants)).await??;
    }
    let mut processes = Vec::new();
    if load == Load::Processes {
        for _ in 0..std::thread::available_parallelism()?.get() {
            processes.push(BusyProcess::start()?);
        }
    }
    let calls = matches!(load, Load::Calls | Load::Both).then(|| {
        let call = Call::get("/partner/v1/projects");
        let requests: Arc<[PreparedRequest]> = [PreparedRequest::with_any_status(&call, &tenants.other.secret)].into();
        let address = tenants.address.clone();
        tokio::spawn(async move { wire::run(&address, &requests, CONNECTIONS, TIME + TIME / 4).await })
    });
    let times = send_requests_on_schedule(tenants).await?;
    let outcome = |times: Vec<Duration>| Outcome::from_times(times, TIME);
    let all = outcome(times.reads.iter().chain(&times.writes).copied().collect())?;
    measured.median.push(all.median.as_secs_f64() * 1e3);
    measured.p99.push(all.p99.as_secs_f64() * 1e3);
    measured.read_p99.push(outcome(times.reads)?.p99.as_secs_f64() * 1e3);
    measured.write_p99.push(outcome(times.writes)?.p99.as_secs_f64() * 1e3);
    let clone = Arc::clone(tenants);
    measured
        .start_delay
        .push(tokio::task::spawn_blocking(move || measure_start_delay(&clone)).await??.as_secs_f64() * 1e3);
    drop(processes);
    stop.store(true, Ordering::Relaxed);
    if let Some(calls) = calls {
        calls.await??;
    }
    for other in others {
        other.await??;
    }
    Ok(())
}

/// A process that computes until it is dropped.
struct BusyProcess(std::process::Child);

impl BusyProcess {
    fn start() -> Result<Self> {
        let endless = ["--idle", "0", "sh", "-c", "while :; do :; done"];
        Ok(Self(std::process::Command::new("chrt").args(endless).spawn().context("cannot start chrt")?))
    }
}

impl Drop for BusyProcess {
    fn drop(&mut self) {
        // It may have exited by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Keeps takeoffs of the other tenant's document waiting or running. One thread polls one takeoff at a time: many polls at
/// the same moment would themselves be a load, because clients share the cores.
fn keep_takeoffs_queued(tenants: &Tenants, stop: &AtomicBool) -> Result<()> {
    let body = json!({"document_id": tenants.other_document, "discipline": "electrical"});
    let mut queued = VecDeque::new();
    while !stop.load(Ordering::Relaxed) {
        // The other calls may have used up the tenant's rate.
        let answer = tenants.other.post("/takeoffs", body.clone())?;
        if answer.status != 429 {
            queued.push_back(answer.expect(202).text("id").to_owned());
        }
        while queued.len() >= TAKEOFFS && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(TAKEOFF_POLL_INTERVAL);
            let answer = tenants.other.get(&format!("/takeoffs/{}", queued[0]))?;
            if answer.status == 200 && matches!(answer.json["status"].as_str(), Some("completed" | "failed")) {
                queued.pop_front();
            }
        }
    }
    for id in queued {
        // A takeoff that has ended cannot be cancelled.
        while tenants.other.call("POST", &format!("/takeoffs/{id}/cancel"), None, &[])?.status == 429 {
            std::thread::sleep(TAKEOFF_POLL_INTERVAL);
        }
    }
    Ok(())
}

/// Waits until takeoffs of the other tenant are running.
fn wait_until_running(tenants: &Tenants) -> Result<()> {
    let begun = Instant::now();
    loop {
        let answer = tenants.other.get("/takeoffs?limit=1&status=processing")?;
        if answer.status == 200 && answer.json["data"].as_array().is_some_and(|rows| !rows.is_empty()) {
            return Ok(());
        }
        ensure!(begun.elapsed() < Duration::from_secs(60), "no takeoff began: {}", answer.json);
        std::thread::sleep(START_POLL_INTERVAL);
    }
}

/// The response times of one round.
#[derive(Default)]
struct Times {
    reads: Vec<Duration>,
    writes: Vec<Duration>,
}

/// Sends the measured tenant's requests on schedule, whether or not earlier ones were answered, each on the first free
/// connection. The clock of the load generator is a millisecond late now and then. That is not the server's delay, so times
/// count from the actual wake-up.
async fn send_requests_on_schedule(tenants: &Tenants) -> Result<Times> {
    let base = "/partner/v1/projects";
    let reads = [
        Call::get(format!("{base}/{}", tenants.project)),
        Call::get(format!("{base}?limit=20")),
        Call::get(format!("/partner/v1/documents/{}", tenants.document)),
    ];
    let write = Call::with_body(Method::POST, base, &json!({"name": "North School"}), 201);
    let begun = Instant::now();
    let mut running = Vec::new();
    let number = (TIME.as_millis() / REQUEST_INTERVAL.as_millis()) as usize;
    // The most recently used connection is reused first.
    let connections: Arc<std::sync::Mutex<Vec<(Instant, Connection)>>> = Arc::default();
    for place in 0..number {
        let due = begun + REQUEST_INTERVAL * u32::try_from(place)?;
        tokio::time::sleep_until(due.into()).await;
        let sent = Instant::now();
        let call = if place % REQUESTS_PER_WRITE == 0 { &write } else { &reads[place % reads.len()] }.clone();
        let free = connections.lock().ok().and_then(|mut connections| connections.pop());
        let mut connection = match free {
            Some((used, connection)) if used.elapsed() < MAX_IDLE => connection,
            _ => Connection::open(&tenants.address, &tenants.own.secret).await?,
        };
        let connections = Arc::clone(&connections);
        running.push(tokio::spawn(async move {
            connection.call(&call).await?;
            let time = sent.elapsed();
            if let Ok(mut connections) = connections.lock() {
                connections.push((Instant::now(), connection));
            }
            anyhow::Ok(time)
        }));
    }
    let mut times = Times::default();
    for (place, request) in running.into_iter().enumerate() {
        let times_of_kind = if place % REQUESTS_PER_WRITE == 0 { &mut times.writes } else { &mut times.reads };
        times_of_kind.push(request.await??);
    }
    Ok(times)
}

/// Returns how long a takeoff of the measured tenant waits for its start.
fn measure_start_delay(tenants: &Tenants) -> Result<Duration> {
    let body = json!({"document_id": tenants.document, "discipline": "electrical"});
    let begun = Instant::now();
    let id = tenants.own.post("/takeoffs", body)?.expect(202).text("id").to_owned();
    let path = format!("/takeoffs/{id}");
    let mut started = None;
    loop {
        let status = tenants.own.get(&path)?.expect(200).text("status").to_owned();
        if status != "queued" {
            started.get_or_insert_with(|| begun.elapsed());
        }
        match status.as_str() {
            "completed" => return started.context("it did not start"),
            "failed" => anyhow::bail!("the takeoff failed"),
            _ => std::thread::sleep(START_POLL_INTERVAL),
        }
    }
}
