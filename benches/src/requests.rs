//! Requests a second of `GET /projects/{id}` against its native peer, and of the least an HTTP component does.

use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Server, program, workspace};

use crate::load::{self, Outcome};
use crate::{median, native};

/// Connections at once; the two cores are shared by server and load.
const CONNECTIONS: usize = 64;
/// Requests of one round: seconds, not minutes.
const REQUESTS: usize = 12_800;
/// Rounds, the peers taking turns so that a machine's moods hit all alike.
const ROUNDS: usize = 5;

pub async fn run() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Bench")?;
    let project = account.project("North School")?;
    let path = format!("/partner/v1/projects/{project}");
    let host = server.url.trim_start_matches("http://").to_owned();
    let database = server.data_dir().join("tenants").join(&account.tenant).join("sandbox.db");
    let native = native::serve(&database, &account.secret).await?;
    let peer = WasmtimeServe::start().await?;

    let targets = [
        ("plumbline", host.as_str(), path.as_str()),
        ("native axum + sqlx", &native, &path),
        ("wasmtime serve hello", &peer.address, "/"),
    ];
    let mut outcomes: Vec<Vec<Outcome>> = targets.iter().map(|_| Vec::new()).collect();
    for (_, address, path) in &targets {
        load::run(address, path, &account.secret, CONNECTIONS, REQUESTS / 4).await?;
    }
    for _ in 0..ROUNDS {
        for (outcomes, (_, address, path)) in outcomes.iter_mut().zip(&targets) {
            outcomes.push(load::run(address, path, &account.secret, CONNECTIONS, REQUESTS).await?);
        }
    }
    println!("requests: GET /projects/{{id}}, {CONNECTIONS} connections, median of {ROUNDS} rounds of {REQUESTS}");
    for (outcomes, (name, ..)) in outcomes.iter().zip(&targets) {
        let rate = median(outcomes.iter().map(|outcome| outcome.per_second).collect());
        let ms = |pick: fn(&Outcome) -> Duration| {
            median(outcomes.iter().map(|outcome| pick(outcome).as_secs_f64() * 1e3).collect())
        };
        println!("  {name:22} {rate:8.0} requests/s   p50 {:6.2} ms   p99 {:6.2} ms", ms(|o| o.median), ms(|o| o.p99));
    }
    for (index, name) in [(1, "native"), (2, "wasmtime serve hello")] {
        let ratios = outcomes[0].iter().zip(&outcomes[index]).map(|(ours, theirs)| ours.per_second / theirs.per_second);
        println!("  plumbline / {name}: {:.2}", median(ratios.collect()));
    }
    Ok(())
}

/// `wasmtime serve` of the hello component as a child process.
struct WasmtimeServe {
    child: std::process::Child,
    address: String,
}

impl WasmtimeServe {
    async fn start() -> Result<Self> {
        let program = program()?;
        let folder = program.parent().context("no folder")?;
        let component =
            folder.parent().context("no target folder")?.join("wasm32-wasip2/release/plumbline_bench_hello.wasm");
        ensure!(
            component.exists(),
            "{} is missing in {}; `cargo xtask bench` builds it",
            component.display(),
            workspace().display()
        );
        // A free port, given back just before it is used.
        let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let address = format!("127.0.0.1:{port}");
        let child = Command::new(folder.join("wasmtime-serve"))
            .args(["-S", "cli=y", "-W", "component-model-async=y", "-O", "pooling-allocator=y", "--addr", &address])
            .arg(component)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("wasmtime-serve does not start")?;
        let peer = Self { child, address };
        for _ in 0..200 {
            if tokio::net::TcpStream::connect(&peer.address).await.is_ok() {
                return Ok(peer);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        anyhow::bail!("wasmtime serve does not listen")
    }
}

impl Drop for WasmtimeServe {
    fn drop(&mut self) {
        // It has no other end than being killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
