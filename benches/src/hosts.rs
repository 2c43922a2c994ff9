//! Two hosts on one PostgreSQL database: jobs a second, compared with one host on it, and a tenant's first job behind a
//! thousand jobs of another, compared with the same job alone. Each host is held to a core of its own; the database and the
//! store use what is left of both.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Account, Hosts, Server, ServerOptions};
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
const PATHS: usize = 180_000;
/// Longest time of a round.
const LONGEST: Duration = Duration::from_secs(600);

/// Jobs of one tenant that wait when another tenant's first job is queued.
const QUEUED: usize = 1_000;
/// Threads that queue them.
const CLIENTS: usize = 8;

/// A tenant, its document and a takeoff of it.
struct Tenant {
    account: Account,
    document: String,
    takeoff: String,
}

pub(crate) fn run() -> Result<()> {
    let quota = |_, mut options: ServerOptions| {
        // More exports than the sandbox has in a day.
        options.environment.push(("PLUMBLINE_TIERS__SANDBOX__QUOTAS__EXPORTS_PER_DAY".to_owned(), "100000".to_owned()));
        options
    };
    let Some(mut hosts) = Hosts::start_with(quota)? else { return Ok(()) };
    let sheet = drawn_sheet::sheet(PATHS);
    let tenants: Vec<Tenant> = (0..TENANTS)
        .map(|number| {
            let account = hosts.account(&format!("Tenant {number}"))?;
            let takeoff = account.start_takeoff("sheet.pdf", &sheet)?;
            account.wait_for_takeoff(&takeoff.id)?;
            Ok(Tenant { account, document: takeoff.document, takeoff: takeoff.id })
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
    let (alone, behind) = first_jobs(&hosts, &tenants)?;
    println!("a tenant's export: {alone:.2} s alone, {behind:.2} s behind {QUEUED} exports of another tenant");
    print_figures(&[
        Figure::new("jobs a second of two hosts ÷ of one", two / one, Goal::AtLeast(1.8)),
        Figure::new("delay of a tenant's first job by 1,000 of another (s)", behind - alone, Goal::Below(1.0)),
    ]);
    Ok(())
}

/// Returns the seconds that a tenant's export takes alone, and when another tenant has many exports in the queue.
fn first_jobs(hosts: &Hosts, tenants: &[Tenant]) -> Result<(f64, f64)> {
    let [busy, other, ..] = tenants else { anyhow::bail!("two tenants are needed") };
    let alone = median((0..ROUNDS).map(|_| export_time(hosts, other)).collect::<Result<_>>()?);
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|client| {
                scope.spawn(move || {
                    (0..QUEUED / CLIENTS).try_for_each(|_| queue_export(hosts, busy, client % 2).map(drop))
                })
            })
            .collect();
        clients.into_iter().try_for_each(|client| client.join().map_err(|_| anyhow::anyhow!("a client panicked"))?)
    })?;
    let waiting = hosts.database.query("postgres", "SELECT COUNT(*) FROM host.jobs WHERE state = 'waiting'")?;
    let behind = export_time(hosts, other)?;
    println!("{waiting} jobs waited when the other tenant's job was queued");
    Ok((alone, behind))
}

fn queue_export(hosts: &Hosts, tenant: &Tenant, host: usize) -> Result<String> {
    let body = json!({"takeoff_id": tenant.takeoff, "format": "csv"});
    Ok(hosts.at(&tenant.account, host).post("/exports", body)?.expect(202).text("id").to_owned())
}

/// Returns the seconds from a tenant's request of an export to the export.
fn export_time(hosts: &Hosts, tenant: &Tenant) -> Result<f64> {
    let begun = Instant::now();
    let path = format!("/exports/{}", queue_export(hosts, tenant, 0)?);
    let account = hosts.at(&tenant.account, 1);
    while account.get(&path)?.expect(200).text("status") != "completed" {
        ensure!(begun.elapsed() < LONGEST, "the export is not done");
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(begun.elapsed().as_secs_f64())
}

/// Queues the takeoffs of a round and waits until all are done.
fn jobs_per_second(hosts: &Hosts, tenants: &[Tenant]) -> Result<f64> {
    let unfinished = "SELECT COUNT(*) FROM plumbline.takeoffs WHERE status IN ('queued', 'processing')";
    let begun = Instant::now();
    for _ in 0..TAKEOFFS {
        for Tenant { account, document, .. } in tenants {
            let body = json!({"document_id": document, "discipline": "electrical"});
            hosts.at(account, 0).post("/takeoffs", body)?.expect(202);
        }
    }
    while hosts.database.query("postgres", unfinished)? != "0" {
        ensure!(begun.elapsed() < LONGEST, "the takeoffs are not done");
        // Each look starts a psql, which takes a part of a core from the hosts.
        std::thread::sleep(Duration::from_millis(500));
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
