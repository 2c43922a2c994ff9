//! A host that joins others while they run jobs.

use anyhow::{Result, ensure};
use plumbline_tests::{ServerOptions, poll_until};

use crate::{Hosts, takeoffs};

/// Takeoffs that run meanwhile.
const TAKEOFFS: usize = 16;

#[test]
fn a_host_that_joins_leaves_the_jobs_of_the_others_alone() -> Result<()> {
    let Some(hosts) = Hosts::start()? else { return Ok(()) };
    let account = hosts.account("Ames & Co")?;
    let (first, items) = takeoffs::first(&account)?;
    // It gives its jobs back when it stops, and these attempts do not count.
    let options = ServerOptions {
        database: Some(hosts.database.clone()),
        store: Some(hosts.store.clone()),
        ..ServerOptions::with_environment(&[("PLUMBLINE_HTTP__SHUTDOWN_GRACE_SECONDS", "0")])
    };
    let mut third = hosts.servers[0].start_peer(options)?;
    let mut started = Vec::new();
    for _ in 0..TAKEOFFS {
        started.push(takeoffs::start(&account, &first.document)?);
    }
    let running = "SELECT COUNT(*) FROM host.jobs WHERE kind = 'takeoff' AND state = 'running'";
    let is_running = || Ok::<_, anyhow::Error>(hosts.database.query("postgres", running)? != "0");
    poll_until("a takeoff runs", || Ok(is_running()?.then_some(())))?;
    let mut joins = 0;
    while is_running()? {
        third.stop()?;
        third.restart()?;
        joins += 1;
    }
    println!("{joins} hosts joined");
    for takeoff in &started {
        let done = account.wait_for_takeoff(takeoff)?;
        ensure!(done["status"] == "completed", "{done}");
        ensure!(takeoffs::items(&account, takeoff)? == items, "{takeoff} has other items");
    }
    let repeated = hosts.database.query("postgres", "SELECT COUNT(*) FROM host.jobs WHERE attempts > 1")?;
    ensure!(repeated == "0", "{repeated} jobs were interrupted by {joins} hosts that joined");
    takeoffs::check_charges(&hosts.database, 1 + TAKEOFFS)
}
