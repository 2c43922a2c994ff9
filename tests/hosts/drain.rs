//! A host is stopped while it runs a takeoff.

use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::poll_until;

use crate::{Hosts, takeoffs};

/// Tries to stop the host before it has completed the takeoff.
const TRIES: usize = 10;
/// Longest time from the end of the host until the other one goes on: less than a lease, for which it would wait if the host
/// had not given the job back.
const UNTIL_CLAIMED: Duration = Duration::from_secs(3);
/// Longest time until the takeoff is completed, beyond what a takeoff takes on this machine at the moment.
const UNTIL_COMPLETED: Duration = Duration::from_secs(10);

#[test]
fn a_takeoff_of_a_stopped_host_goes_on_at_once_elsewhere_and_is_charged_once() -> Result<()> {
    let hosts = Hosts::start_with(|_, mut options| {
        options.environment.push(("PLUMBLINE_HTTP__SHUTDOWN_GRACE_SECONDS".to_owned(), "0".to_owned()));
        options
    })?;
    let Some(mut hosts) = hosts else { return Ok(()) };
    let account = hosts.account("Ames & Co")?;
    let first = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    let begun = Instant::now();
    account.wait_for_takeoff(&first.id)?;
    let usual = begun.elapsed();
    let expected = takeoffs::items(&account, &first.id)?;
    ensure!(!expected.is_empty());

    let there = hosts.at(&account, 1);
    for number in 1..=TRIES {
        let takeoff = takeoffs::start_on_first_host(&hosts, &hosts.at(&account, 0), &first.document)?;
        hosts.servers[1].resume()?;
        hosts.servers[0].stop()?;
        let begun = Instant::now();
        let is_interrupted = poll_until("the takeoff goes on", || {
            let is_completed = there.get(&format!("/takeoffs/{takeoff}"))?.expect(200).json["status"] == "completed";
            let is_claimed = takeoffs::was_claimed_again(&hosts, &takeoff)?;
            Ok((is_completed || is_claimed).then_some(is_claimed))
        })?;
        let claimed = begun.elapsed();
        let done = there.wait_for_takeoff(&takeoff)?;
        let completed = begun.elapsed();
        ensure!(done["status"] == "completed", "{done}");
        ensure!(takeoffs::items(&there, &takeoff)? == expected, "{takeoff} has other items");
        takeoffs::check_charges(&hosts.database, 1 + number)?;
        if is_interrupted {
            ensure!(claimed < UNTIL_CLAIMED, "claimed {claimed:?} after the host had stopped");
            ensure!(completed < usual + UNTIL_COMPLETED, "completed after {completed:?}, and usually after {usual:?}");
            return Ok(());
        }
        hosts.servers[0].restart()?;
    }
    bail!("each takeoff was completed before its host stopped")
}
