//! Requests per second and 99th percentile of five typical calls, compared with their native peer and with the minimum that
//! an HTTP component does.

use std::time::Duration;

use anyhow::Result;
use http::Method;
use plumbline_tests::Server;
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};

use crate::hello::WasmtimeServe;
use crate::load::{self, Bounds, Call, Outcome, ROUND};
use crate::{median, native, sample_takeoff, tenant_file};

/// The load before the first round.
const WARM_UP: Bounds = Bounds { connections: 64, time: Duration::from_millis(700), calls: 6_400 };
/// Rounds. The peers alternate, so that changes of the machine's speed affect all alike.
const ROUNDS: usize = 5;
/// Items of the takeoff: two sheets of a typical project.
const ITEMS: usize = 2_000;
/// Projects in addition to those that the load creates.
const PROJECTS: usize = 60;

pub(crate) async fn run() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Bench")?;
    let project = account.project("North School")?;
    for number in 1..PROJECTS {
        account.project(&format!("North School, phase {number}"))?;
    }
    let mut file = SqliteConnection::connect_with(&tenant_file::options(&server, &account)).await?;
    let takeoff = sample_takeoff::insert(&mut file, &project, 1, ITEMS).await?;
    file.close().await?;
    let host = server.url.trim_start_matches("http://").to_owned();
    let native = native::Process::start(&server, &[&account])?;
    let hello = WasmtimeServe::start().await?;

    let base = "/partner/v1";
    let new = json!({"name": "North School", "reference": "2026-114", "end_customer_ref": "acme",
                     "address": "1 School Lane", "metadata": {"phase": "2"}});
    let calls = [
        ("GET /projects/{id}", Call::get(format!("{base}/projects/{project}"))),
        ("GET /projects?limit=50", Call::get(format!("{base}/projects?limit=50"))),
        ("GET /takeoffs/{id}", Call::get(format!("{base}/takeoffs/{takeoff}"))),
        ("GET /takeoffs/{id}/items?limit=50", Call::get(format!("{base}/takeoffs/{takeoff}/items?limit=50"))),
        ("POST /projects", Call::with_body(Method::POST, format!("{base}/projects"), &new, 201)),
    ];
    println!(
        "requests: {} connections, median of {ROUNDS} rounds of at most {} s",
        ROUND.connections,
        ROUND.time.as_secs()
    );
    for (name, call) in &calls {
        native::ensure_same_response(&host, native.address(), &account.secret, call, false).await?;
        let targets = [("plumbline", host.as_str(), call), ("native axum + sqlx", native.address(), call)];
        println!("  {name}");
        report(&run_rounds(&targets, &account.secret).await?);
    }
    let root = Call::get("/");
    println!("  GET /projects/{{id}} beside a component that says hello");
    let targets = [("plumbline", host.as_str(), &calls[0].1), ("wasmtime serve hello", hello.address.as_str(), &root)];
    report(&run_rounds(&targets, &account.secret).await?);
    Ok(())
}

/// A peer's name and the results of its rounds.
type Rounds<'a> = (&'a str, Vec<Outcome>);

async fn run_rounds<'a>(targets: &[(&'a str, &str, &Call); 2], bearer: &str) -> Result<[Rounds<'a>; 2]> {
    let mut outcomes = targets.map(|(name, ..)| (name, Vec::new()));
    for (_, address, call) in targets {
        load::run(address, call, bearer, WARM_UP).await?;
    }
    for _ in 0..ROUNDS {
        for ((_, outcomes), (_, address, call)) in outcomes.iter_mut().zip(targets) {
            outcomes.push(load::run(address, call, bearer, ROUND).await?);
        }
    }
    Ok(outcomes)
}

fn report([ours, theirs]: &[Rounds<'_>; 2]) {
    for (name, outcomes) in [ours, theirs] {
        let rate = median(outcomes.iter().map(|outcome| outcome.per_second).collect());
        let ms = |pick: fn(&Outcome) -> Duration| {
            median(outcomes.iter().map(|outcome| pick(outcome).as_secs_f64() * 1e3).collect())
        };
        println!(
            "    {name:22} {rate:8.0} requests/s   p50 {:6.2} ms   p99 {:6.2} ms",
            ms(|o| o.median),
            ms(|o| o.p99)
        );
    }
    let ratio = |pick: fn(&Outcome) -> f64| {
        median(ours.1.iter().zip(&theirs.1).map(|(ours, theirs)| pick(ours) / pick(theirs)).collect())
    };
    println!(
        "    plumbline / {}: requests/s {:.2}, p99 {:.2}",
        theirs.0,
        ratio(|o| o.per_second),
        ratio(|o| o.p99.as_secs_f64())
    );
}
