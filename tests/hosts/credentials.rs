//! What two hosts must agree on for each call: idempotency keys and revoked credentials, and how far they may differ in rates.

use std::sync::Barrier;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Hosts, poll_until};
use serde_json::json;

/// How long a host may accept a credential that another one has revoked: 0.8 s (docs/operating-many-hosts.md), and the rest
/// for a slow machine.
const ACCEPTED: Duration = Duration::from_secs(5);
/// Calls that a credential may make at once.
const BURST: usize = 5;
/// Keys that are sent to both hosts at once.
const KEYS: usize = 20;

#[test]
fn a_key_that_both_hosts_get_at_once_creates_one_resource() -> Result<()> {
    let Some(hosts) = Hosts::start()? else { return Ok(()) };
    let account = hosts.account("Ames & Sons")?;
    let both = [hosts.at(&account, 0), hosts.at(&account, 1)];
    for number in 0..KEYS {
        let (key, body) = (format!("key-{number}"), json!({"name": format!("Project {number}")}));
        let start = Barrier::new(both.len());
        let answers = std::thread::scope(|scope| {
            let calls = both.each_ref().map(|host| {
                scope.spawn(|| {
                    start.wait();
                    host.call("POST", "/projects", Some(&body), &[("idempotency-key", &key)])
                })
            });
            calls.map(|call| call.join().map_err(|_| anyhow::anyhow!("a call panicked"))?)
        });
        for answer in answers {
            answer?.expect(201);
        }
    }
    assert_eq!(account.list_all("/projects")?.len(), KEYS);
    Ok(())
}

#[test]
fn a_key_that_is_revoked_at_one_host_is_refused_by_the_other() -> Result<()> {
    let Some(hosts) = Hosts::start()? else { return Ok(()) };
    let account = hosts.account("Ames & Sons")?;
    let other = hosts.at(&account, 1);
    other.get("/projects")?.expect(200);
    hosts.servers[0].admin(&["key", "revoke", &account.key])?;
    let revoked = Instant::now();
    let refused = poll_until("the refusal", || {
        let answer = other.get("/projects")?;
        Ok((answer.status != 200).then_some(answer))
    })?;
    ensure!(revoked.elapsed() < ACCEPTED, "accepted for {:?}", revoked.elapsed());
    let problem = refused.expect_problem(401, "unauthenticated");
    problem.json["detail"].as_str().context("no detail")?;
    Ok(())
}

#[test]
fn two_hosts_accept_at_most_twice_the_calls_of_a_rate() -> Result<()> {
    let rate = [("PER_MINUTE", 1), ("BURST", BURST)];
    let hosts = Hosts::start_with(|_, mut options| {
        let variables =
            rate.map(|(name, value)| (format!("PLUMBLINE_TIERS__SANDBOX__READ__{name}"), value.to_string()));
        options.environment.extend(variables);
        options
    })?;
    let Some(hosts) = hosts else { return Ok(()) };
    let account = hosts.account("Ames & Sons")?;
    let begun = Instant::now();
    let mut accepted = 0;
    for host in 0..2 {
        let there = hosts.at(&account, host);
        let of_host = (0..=2 * BURST).map(|_| there.get("/projects")).collect::<Result<Vec<_>>>()?;
        ensure!(of_host.iter().any(|answer| answer.status == 429), "host {host} refuses nothing");
        accepted += of_host.iter().filter(|answer| answer.status == 200).count();
    }
    let returned = begun.elapsed().as_secs().div_ceil(60) as usize;
    ensure!((BURST..=2 * (BURST + returned)).contains(&accepted), "{accepted} calls of {BURST}");
    Ok(())
}
