//! Repeated binding of an endpoint to another version under load: failed requests, of which there must be none, and the 99th
//! percentile compared with that of the same load without swaps.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::load::{Call, Connection};
use crate::median;
use crate::operators::{AdminClient, AdminServer};
use crate::variants::{Variant, read_component};

/// Requests of one round, over all connections.
const REQUESTS: usize = 10_000;
const CONNECTIONS: usize = 64;
/// Interval between swaps.
const SWAP_INTERVAL: Duration = Duration::from_millis(100);
/// Rounds of each kind. The two alternate.
const ROUNDS: usize = 5;
const SLOT: &str = "endpoint:reference";

/// One round of requests.
#[derive(Default)]
struct Round {
    times: Vec<Duration>,
    failures: Vec<String>,
}

impl Round {
    /// Returns the 99th percentile in milliseconds.
    fn p99(&mut self) -> f64 {
        self.times.sort_unstable();
        self.times.get(self.times.len() * 99 / 100).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
    }
}

pub(crate) async fn run() -> Result<()> {
    let admin_server = AdminServer::start(vec![])?;
    let account = admin_server.server.account("Bench")?;
    let host = admin_server.server.url.trim_start_matches("http://").to_owned();
    let component = read_component("endpoint-reference")?;
    let variants = Arc::new([Variant::new(&component), Variant::new(&component)]);
    for variant in variants.iter() {
        admin_server.admin.publish(SLOT, variant, true).await?;
    }
    let load = async || run_round(&host, &account.secret).await;
    load().await?;
    let (mut without, mut with, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let (mut swaps, mut total, mut failures) = (Vec::new(), 0, Vec::new());
    for _ in 0..ROUNDS {
        let calm = load().await?.p99();
        let stop = Arc::new(AtomicBool::new(false));
        let swapper = tokio::spawn(swap(admin_server.admin.clone(), Arc::clone(&variants), Arc::clone(&stop)));
        let mut round = load().await?;
        stop.store(true, Ordering::Relaxed);
        swaps.extend(swapper.await??);
        let p99 = round.p99();
        total += round.times.len();
        failures.append(&mut round.failures);
        without.push(calm);
        with.push(p99);
        ratios.push(p99 / calm);
    }
    for variant in variants.iter() {
        variant.remove_cached_files()?;
    }
    println!(
        "swap: {total} requests over {CONNECTIONS} connections, {} swaps, one every {} ms, each {:.1} ms: {} requests failed",
        swaps.len(),
        SWAP_INTERVAL.as_millis(),
        median(swaps),
        failures.len()
    );
    println!(
        "  p99 with swaps {:.2} ms, without {:.2} ms, ratio {:.2} (median of {ROUNDS} rounds)",
        median(with),
        median(without),
        median(ratios)
    );
    ensure!(failures.is_empty(), "the first that failed: {}", failures[0]);
    Ok(())
}

/// Alternates the binding between the two versions, and returns the time of each swap in milliseconds.
async fn swap(admin: AdminClient, variants: Arc<[Variant; 2]>, stop: Arc<AtomicBool>) -> Result<Vec<f64>> {
    let mut times = Vec::new();
    let mut ticks = tokio::time::interval(SWAP_INTERVAL);
    while !stop.load(Ordering::Relaxed) {
        ticks.tick().await;
        let start = Instant::now();
        admin.bind(SLOT, &variants[times.len() % 2]).await?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(times)
}

/// Runs one round. Failures are counted, and their connections are reopened.
async fn run_round(host: &str, secret: &str) -> Result<Round> {
    let left = Arc::new(AtomicUsize::new(REQUESTS));
    let mut clients = Vec::new();
    for _ in 0..CONNECTIONS {
        let (host, secret, left) = (host.to_owned(), secret.to_owned(), Arc::clone(&left));
        clients.push(tokio::spawn(async move {
            let call = Call::get("/partner/v1/reference/units");
            let mut connection = Connection::open(&host, &secret).await?;
            let mut round = Round::default();
            while left.try_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok() {
                let start = Instant::now();
                if let Err(error) = connection.call(&call).await {
                    round.failures.push(format!("{error:#}"));
                    connection = Connection::open(&host, &secret).await?;
                }
                round.times.push(start.elapsed());
            }
            anyhow::Ok(round)
        }));
    }
    let mut all = Round::default();
    for client in clients {
        let mut round = client.await??;
        all.times.append(&mut round.times);
        all.failures.append(&mut round.failures);
    }
    Ok(all)
}
