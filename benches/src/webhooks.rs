//! Events from their commit to a receiver on this machine, compared with bare posts of the same size to the same receiver; and
//! takeoffs of one tenant while receivers of another hang, compared with the same takeoffs without them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use http::Method;
use plumbline_tests::{Account, Server, ServerOptions};
use serde_json::json;
use tokio::net::TcpListener;

use crate::drawn_sheet;
use crate::figures::{Figure, Goal, print_figures, print_table};
use crate::load::{self, Bounds, Call, Connection, Outcome};
use crate::{median, native};

/// Events whose latency is measured one after another.
const LATENCIES: usize = 200;
/// Events of one burst.
const BURST: usize = 5_000;
/// Connections over which they are asked for, and over which the peer posts.
const CONNECTIONS: usize = 16;
/// Rounds of bursts.
const ROUNDS: usize = 3;
/// Endpoints whose receiver hangs.
const HANGING: usize = 8;
/// Takeoffs of one phase, with or without them.
const TAKEOFFS: usize = 60;
/// Paths of the sheet that is taken off.
const PATHS: usize = 1_000;
/// How often a takeoff is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How often the other tenant makes an event.
const EVENT_INTERVAL: Duration = Duration::from_millis(20);
/// Longest wait for all events of a burst.
const PATIENCE: Duration = Duration::from_secs(120);

/// When each event arrived, by its id.
type Arrivals = Arc<Mutex<HashMap<String, Instant>>>;

async fn receive(State(arrivals): State<Arrivals>, headers: HeaderMap) -> StatusCode {
    let id = headers.get("webhook-id").and_then(|id| id.to_str().ok()).unwrap_or_default().to_owned();
    if let Ok(mut arrivals) = arrivals.lock() {
        arrivals.entry(id).or_insert_with(Instant::now);
    }
    StatusCode::NO_CONTENT
}

/// Starts a receiver and returns its address.
async fn receiver(arrivals: &Arrivals) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    let router = Router::new().route("/", post(receive)).with_state(Arc::clone(arrivals));
    tokio::spawn(native::serve_router(listener, router));
    Ok(address)
}

/// Starts a receiver that accepts connections and never answers.
async fn hanging_receiver() -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    tokio::spawn(async move {
        let mut open = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            open.push(stream);
        }
    });
    Ok(address)
}

fn endpoint(account: &Account, address: &str, kind: &str) -> Result<String> {
    let body = json!({"url": format!("http://{address}/"), "event_types": [kind]});
    Ok(account.post("/webhook-endpoints", body)?.expect(201).text("id").to_owned())
}

pub(crate) async fn run() -> Result<()> {
    let options = ServerOptions::with_environment(&[("PLUMBLINE_FETCH__ALLOW_LOOPBACK", "true")]);
    let server = Server::start_with(options)?;
    let mut figures = delivery(&server).await?;
    figures.push(hanging(&server).await?);
    print_figures(&figures);
    Ok(())
}

/// Measures the latency of single events and the rate of bursts.
async fn delivery(server: &Server) -> Result<Vec<Figure>> {
    let arrivals = Arrivals::default();
    let receiver = receiver(&arrivals).await?;
    let account = server.account("Receiver")?;
    let endpoint = endpoint(&account, &receiver, "document.created")?;
    let address = server.url.trim_start_matches("http://").to_owned();
    let test = Call::with_body(Method::POST, format!("/partner/v1/webhook-endpoints/{endpoint}/test"), &json!({}), 202);
    let mut http = Connection::open(&address, &account.secret).await?;
    let mut latencies = Vec::new();
    for _ in 0..LATENCIES {
        let answer: serde_json::Value = serde_json::from_slice(&http.call(&test).await?)?;
        // The response follows the commit.
        let committed = Instant::now();
        let id = answer["event_id"].as_str().context("no event")?;
        let arrived = wait(&arrivals, |arrivals| arrivals.get(id).copied()).await?;
        latencies.push(arrived.saturating_duration_since(committed));
    }
    let latency = Outcome::from_times(latencies, PATIENCE)?;
    let (mut ours, mut peer) = (Vec::new(), Vec::new());
    let bounds = Bounds { connections: CONNECTIONS, time: PATIENCE, calls: BURST };
    for _ in 0..ROUNDS {
        if let Ok(mut arrivals) = arrivals.lock() {
            arrivals.clear();
        }
        let begun = Instant::now();
        let asked = load::run(&address, &test, &account.secret, bounds).await?;
        let last = wait(&arrivals, |arrivals| {
            (arrivals.len() >= asked.calls).then(|| arrivals.values().copied().max()).flatten()
        })
        .await?;
        ours.push(asked.calls as f64 / last.saturating_duration_since(begun).as_secs_f64());
        let body = json!({"type": "webhook_endpoint.test", "padding": "x".repeat(300)});
        let bare = Call::with_body(Method::POST, "/", &body, 204);
        peer.push(load::run(&receiver, &bare, "", bounds).await?.per_second);
    }
    let (rate, bare) = (median(ours), median(peer));
    println!(
        "webhooks: {rate:.0} events/s from request to receiver, bare posts {bare:.0}/s, over {CONNECTIONS} connections; from commit to \
         receiver p50 {:.1} ms, p99 {:.1} ms of {LATENCIES} events",
        latency.median.as_secs_f64() * 1e3,
        latency.p99.as_secs_f64() * 1e3
    );
    Ok(vec![Figure::new(
        "webhooks: ms from commit to receiver, p50",
        latency.median.as_secs_f64() * 1e3,
        Goal::Below(100.0),
    )])
}

/// Waits until something has arrived.
async fn wait<T>(arrivals: &Arrivals, found: impl Fn(&HashMap<String, Instant>) -> Option<T>) -> Result<T> {
    let begun = Instant::now();
    loop {
        if let Some(found) = arrivals.lock().ok().and_then(|arrivals| found(&arrivals)) {
            return Ok(found);
        }
        ensure!(begun.elapsed() < PATIENCE, "not all events arrived");
        tokio::time::sleep(Duration::from_micros(200)).await;
    }
}

/// Measures takeoffs of one tenant while the receivers of another hang, and while the other makes the same events without
/// any receiver.
async fn hanging(server: &Server) -> Result<Figure> {
    let (own, other) = (server.account("Measured")?, server.account("Other")?);
    server.admin(&["tenant", "grant", &own.tenant, "--credits", "1000000", "--environment", "sandbox"])?;
    let project = own.project("North School")?;
    let document = own.upload(&project, "plan.pdf", &drawn_sheet::sheet(PATHS))?["id"].clone();
    let receiver = hanging_receiver().await?;
    let others = other.project("North School")?;
    let endpoints =
        (0..HANGING).map(|_| endpoint(&other, &receiver, "document.created")).collect::<Result<Vec<_>>>()?;
    let mut measured = [Vec::new(), Vec::new()];
    for round in 0..=ROUNDS {
        for phase in if round % 2 == 0 { [0, 1] } else { [1, 0] } {
            for endpoint in &endpoints {
                let status = if phase == 0 { "disabled" } else { "enabled" };
                other.patch(&format!("/webhook-endpoints/{endpoint}"), json!({"status": status}))?.expect(200);
            }
            let stop = AtomicBool::new(false);
            let times = std::thread::scope(|scope| {
                let events = scope.spawn(|| make_events(&other, &others, &stop));
                let times = (0..TAKEOFFS).map(|_| take_off(&own, &document)).collect::<Result<Vec<_>>>();
                stop.store(true, Ordering::Relaxed);
                events.join().map_err(|_| anyhow::anyhow!("the other tenant panicked"))??;
                times
            })?;
            // The first round warms up and is not counted.
            if round > 0 {
                measured[phase].push(Outcome::from_times(times, PATIENCE)?);
            }
        }
    }
    let row = |name: &str, outcomes: &[Outcome]| {
        let of = |time: fn(&Outcome) -> Duration| {
            format!("{:.1}", median(outcomes.iter().map(|outcome| time(outcome).as_secs_f64() * 1e3).collect()))
        };
        vec![name.to_owned(), of(|outcome| outcome.median), of(|outcome| outcome.p99)]
    };
    println!("webhooks: takeoffs of one tenant, medians of {ROUNDS} rounds of {TAKEOFFS}");
    let rows = [row("make events", &measured[0]), row("make events for receivers that hang", &measured[1])];
    print_table(&["the other tenant's documents", "p50 ms", "p99 ms"], &rows);
    let ratios =
        measured[1].iter().zip(&measured[0]).map(|(with, without)| with.p99.as_secs_f64() / without.p99.as_secs_f64());
    Ok(Figure::new(
        "webhooks: p99 of takeoffs beside hanging receivers ÷ without",
        median(ratios.collect()),
        Goal::Below(1.05),
    ))
}

fn make_events(account: &Account, project: &str, stop: &AtomicBool) -> Result<()> {
    let body =
        json!({"project_id": project, "filename": "plan.pdf", "source": {"type": "upload", "size_bytes": 1_000}});
    while !stop.load(Ordering::Relaxed) {
        let created = account.post("/documents", body.clone())?.expect(201).json;
        // A tenant can have 500 documents.
        let id = created["document"]["id"].as_str().context("no id")?;
        account.call("DELETE", &format!("/documents/{id}"), None, &[])?.expect(204);
        std::thread::sleep(EVENT_INTERVAL);
    }
    Ok(())
}

/// Runs a takeoff, and returns the time until it is completed.
fn take_off(account: &Account, document: &serde_json::Value) -> Result<Duration> {
    let begun = Instant::now();
    let body = json!({"document_id": document, "discipline": "electrical"});
    let id = account.post("/takeoffs", body)?.expect(202).text("id").to_owned();
    loop {
        let state = account.get(&format!("/takeoffs/{id}"))?.expect(200);
        match state.text("status") {
            "completed" => return Ok(begun.elapsed()),
            "failed" => anyhow::bail!("the takeoff failed"),
            _ => std::thread::sleep(POLL_INTERVAL),
        }
    }
}
