//! Jobs a second of two hosts on one PostgreSQL database, compared with one host on it. Each host is held to a core of its own;
//! the database and the store use what is left of both.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Account, Hosts, Server};
use serde_json::json;

use crate::drawn_sheet;
use crate::figures::{Figure, Goal, print_figures, print_table};
use crate::median;

const ROUNDS: usize = 3;
/// Tenants that have jobs. One alone may use no more than the places of one host.
const TENANTS: usize = 4;
/// Takeoffs of each tenant in a round.
const TAKEOFFS: usize = 6;
/// Paths of a sheet. Its takeoff takes about a second of a core.
const PATHS: usize = 60_000;
/// Longest time of a round.
const LONGEST: Duration = Duration::from_secs(600);

/// A tenant and its document.
struct Tenant {
    account: Account,
    document: String,
}

pub(crate) fn run() -> Result<()> {
    let Some(mut hosts) = Hosts::start()? else { return Ok(()) };
    let sheet = drawn_sheet::sheet(PATHS);
    let tenants: Vec<Tenant> = (0..TENANTS)
        .map(|number| {
            let account = hosts.account(&format!("Tenant {number}"))?;
            let takeoff = account.start_takeoff("sheet.pdf", &sheet)?;
            account.wait_for_takeoff(&takeoff.id)?;
            Ok(Tenant { account, document: takeoff.document })
        })
        .collect::<Result<_>>()?;
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        hosts.servers[1].kill()?;
        hold_to_core(&hosts.servers[0], 0)?;
        one.push(jobs_per_second(&hosts, &tenants)?);
        hosts.servers[1].restart()?;
        hold_to_core(&hosts.servers[1], 1)?;
        two.push(jobs_per_second(&hosts, &tenants)?);
    }
    let (one, two) = (median(one), median(two));
    println!("hosts: takeoffs of {TENANTS} tenants on one PostgreSQL database; medians of {ROUNDS} rounds");
    print_table(&["hosts", "jobs/s"], &[vec!["1".into(), format!("{one:.2}")], vec!["2".into(), format!("{two:.2}")]]);
    print_figures(&[Figure::new("jobs a second of two hosts ÷ of one", two / one, Goal::AtLeast(1.8))]);
    Ok(())
}

/// Queues the takeoffs of a round and waits until all are done.
fn jobs_per_second(hosts: &Hosts, tenants: &[Tenant]) -> Result<f64> {
    let unfinished = "SELECT COUNT(*) FROM plumbline.takeoffs WHERE status IN ('queued', 'processing')";
    let begun = Instant::now();
    for _ in 0..TAKEOFFS {
        for Tenant { account, document } in tenants {
            let body = json!({"document_id": document, "discipline": "electrical"});
            hosts.at(account, 0).post("/takeoffs", body)?.expect(202);
        }
    }
    while hosts.database.query("postgres", unfinished)? != "0" {
        ensure!(begun.elapsed() < LONGEST, "the takeoffs are not done");
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok((TENANTS * TAKEOFFS) as f64 / begun.elapsed().as_secs_f64())
}

/// Holds all threads of a host to a core.
fn hold_to_core(server: &Server, core: usize) -> Result<()> {
    let pid = server.pid().context("the host does not run")?;
    let mut command = std::process::Command::new("taskset");
    command.args(["--all-tasks", "--cpu-list", "--pid", &core.to_string(), &pid.to_string()]);
    plumbline_tests::run(&mut command).map(drop)
}
