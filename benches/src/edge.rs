//! A call of a composed file, compared with the same call at the host and with the minimum on the same runtime: a component
//! that says hello, and one that reads a row behind a middleware that forwards calls. Runs under the harness of
//! `tests/edge`, and under Spin if `SPIN` is set.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use plumbline_tests::{Edge, Runtime, Server, ServerOptions, program};
use wac_graph::types::Package;
use wac_graph::{CompositionGraph, EncodeOptions, PackageId};

use crate::load::{self, Bounds, Call, Connection, Outcome, ROUND};
use crate::{median, memory};

/// The load before the first round.
const WARM_UP: Bounds = Bounds { connections: 64, time: Duration::from_millis(700), calls: 6_400 };
/// Rounds. The peers alternate.
const ROUNDS: usize = 5;
/// Calls that need a new instance.
const COLD_CALLS: usize = 9;
/// Longer than Spin keeps an idle instance by default.
const IDLE: Duration = Duration::from_millis(1_500);

/// The Spin manifest of a peer.
const MANIFEST: &str = r#"spin_manifest_version = 2
[application]
name = "peer"
[[trigger.http]]
route = "/..."
component = "peer"
[component.peer]
source = "peer.wasm"
sqlite_databases = ["default"]
"#;

pub(crate) async fn run() -> Result<()> {
    let server = Server::start_with_spin_database(ServerOptions::default())?;
    let account = server.account("Bench")?;
    let project = account.project("North School")?;
    let call = Call::get(format!("/partner/v1/projects/{project}"));
    let folder = tempfile::tempdir()?;
    let hello = write_application(&folder.path().join("hello"), &read_component("plumbline_bench_hello.wasm")?)?;
    let least = compose(&read_component("examples/pass.wasm")?, &read_component("examples/row.wasm")?)?;
    let least = write_application(&folder.path().join("least"), &least)?;
    let spin = std::env::var_os("SPIN").map(|spin| ("spin", Runtime::Spin(spin.into())));
    for (name, runtime) in [("harness", Runtime::Harness)].into_iter().chain(spin) {
        let edge = Edge::start(&runtime, &server, &account.tenant, &[])?;
        let hello = Edge::start_from_manifest(&runtime, &server, &hello, &[])?;
        let least = Edge::start_from_manifest(&runtime, &server, &least, &[])?;
        let address = |url: &str| url.trim_start_matches("http://").to_owned();
        let targets = [
            ("edge", address(&edge.url), &call),
            ("host", address(&server.url), &call),
            ("least", address(&least.url), &Call::get("/")),
            ("hello", address(&hello.url), &Call::get("/")),
        ];
        println!("edge: GET /projects/{{id}} under {name}");
        for connections in [1, ROUND.connections] {
            run_rounds(&targets, &account.secret, Bounds { connections, ..ROUND }).await?;
        }
        for (peer, address, call) in [&targets[0], &targets[2], &targets[3]] {
            let (cold, warm) = measure_cold_calls(address, call, &account.secret).await?;
            println!("    {peer:6} first call of an instance {cold:6.2} ms, the next {warm:6.2} ms");
        }
        for (peer, process) in [("edge", &edge), ("least", &least), ("hello", &hello)] {
            println!("    {peer:6} {:6.0} MiB resident", memory::process_tree_mib(process.pid())?);
        }
    }
    Ok(())
}

/// Reads a built peer component.
fn read_component(file: &str) -> Result<Vec<u8>> {
    let target = program()?.ancestors().nth(2).context("no target folder")?.to_owned();
    let path = target.join("wasm32-wasip2/release").join(file);
    std::fs::read(&path).with_context(|| format!("{}; `cargo xtask bench` builds it", path.display()))
}

/// Composes a middleware with the component behind it.
fn compose(middleware: &[u8], handler: &[u8]) -> Result<Vec<u8>> {
    let mut graph = CompositionGraph::new();
    let mut add = |name: &str, bytes: &[u8]| -> Result<PackageId> {
        let package = Package::from_bytes(name, None, bytes.to_vec(), graph.types_mut())?;
        Ok(graph.register_package(package)?)
    };
    let (middleware, handler) = (add("peer:middleware", middleware)?, add("peer:handler", handler)?);
    wac_graph::plug(&mut graph, vec![handler], middleware)?;
    Ok(graph.encode(EncodeOptions::default())?)
}

/// Writes a peer's application and returns the path of its manifest.
fn write_application(folder: &Path, component: &[u8]) -> Result<PathBuf> {
    std::fs::create_dir(folder)?;
    std::fs::write(folder.join("peer.wasm"), component)?;
    let manifest = folder.join("spin.toml");
    std::fs::write(&manifest, MANIFEST)?;
    Ok(manifest)
}

async fn run_rounds(targets: &[(&str, String, &Call); 4], bearer: &str, bounds: Bounds) -> Result<()> {
    let mut outcomes: [Vec<Outcome>; 4] = Default::default();
    for (_, address, call) in targets {
        load::run(address, call, bearer, Bounds { connections: bounds.connections, ..WARM_UP }).await?;
    }
    for _ in 0..ROUNDS {
        for (outcomes, (_, address, call)) in outcomes.iter_mut().zip(targets) {
            outcomes.push(load::run(address, call, bearer, bounds).await?);
        }
    }
    println!("  {} connections", bounds.connections);
    for ((name, ..), outcomes) in targets.iter().zip(&outcomes) {
        let ms = |pick: fn(&Outcome) -> Duration| {
            median(outcomes.iter().map(|outcome| pick(outcome).as_secs_f64() * 1e3).collect())
        };
        let rate = median(outcomes.iter().map(|outcome| outcome.per_second).collect());
        println!("    {name:6} {rate:8.0} requests/s   p50 {:6.2} ms   p99 {:6.2} ms", ms(|o| o.median), ms(|o| o.p99));
    }
    for (one, other) in [(0, 1), (0, 2), (0, 3), (2, 3)] {
        let ratios = outcomes[one].iter().zip(&outcomes[other]).map(|(one, other)| one.per_second / other.per_second);
        println!("    {} / {}: requests/s {:.2}", targets[one].0, targets[other].0, median(ratios.collect()));
    }
    Ok(())
}

/// Returns the time of an instance's first call and of the next one, in milliseconds.
async fn measure_cold_calls(address: &str, call: &Call, bearer: &str) -> Result<(f64, f64)> {
    let mut connection = Connection::open(address, bearer).await?;
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for _ in 0..COLD_CALLS {
        // Until then, the runtime keeps the last instance.
        tokio::time::sleep(IDLE).await;
        for times in [&mut cold, &mut warm] {
            let start = Instant::now();
            connection.call(call).await?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    Ok((median(cold), median(warm)))
}
