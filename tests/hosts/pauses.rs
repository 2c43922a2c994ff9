//! A host hangs for longer than its leases while it runs a takeoff, and wakes when another host has completed it.

use anyhow::{Result, bail, ensure};
use plumbline_tests::poll_until;

use crate::{Hosts, takeoffs};

/// Tries to pause the host before it has completed the takeoff.
const TRIES: usize = 10;
/// What a host logs of a job whose end it may not record.
const REFUSED: &str = "the job's lease was lost";

#[test]
fn a_host_that_wakes_after_its_lease_changes_nothing() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let log = folder.path().join("log");
    let hosts = Hosts::start_with(|number, mut options| {
        options.log = (number == 0).then(|| ("warn", log.clone()));
        options
    })?;
    let Some(hosts) = hosts else { return Ok(()) };
    let account = hosts.account("Ames & Co")?;
    let (first, expected) = takeoffs::first(&account)?;

    let there = hosts.at(&account, 1);
    for number in 1..=TRIES {
        let takeoff = takeoffs::start_on_first_host(&hosts, &account, &first.document)?;
        takeoffs::pause(&hosts, 0)?;
        hosts.servers[1].resume()?;
        let done = there.wait_for_takeoff(&takeoff)?;
        ensure!(done["status"] == "completed", "{done}");
        let is_taken_over = takeoffs::was_claimed_again(&hosts, &takeoff)?;
        hosts.servers[0].resume()?;
        if is_taken_over {
            poll_until("the host that woke is refused", || {
                Ok(std::fs::read_to_string(&log)?.contains(REFUSED).then_some(()))
            })?;
        }
        for host in [&account, &there] {
            ensure!(takeoffs::items(host, &takeoff)? == expected, "{takeoff} has other items");
            ensure!(host.get(&format!("/takeoffs/{takeoff}"))?.expect(200).json["status"] == "completed");
        }
        takeoffs::check_charges(&hosts.database, 1 + number)?;
        if is_taken_over {
            // The host that woke works on.
            let next = takeoffs::start_on_first_host(&hosts, &account, &first.document)?;
            hosts.servers[1].resume()?;
            ensure!(account.wait_for_takeoff(&next)?["status"] == "completed");
            return Ok(());
        }
    }
    bail!("each takeoff was completed before its host was paused")
}
