//! Hosts that are killed while they run jobs.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Server};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use serde_json::Value;

use crate::Hosts;
use crate::takeoffs::{self, kinds};

/// Takeoffs that run meanwhile, and hosts that are killed.
const TAKEOFFS: usize = 20;
const KILLS: usize = 20;
/// How long one takeoff may take in the end.
const PATIENCE: Duration = Duration::from_secs(120);

/// Makes a call at the host that answers.
fn patiently(hosts: &Hosts, account: &Account, path: &str) -> Result<Value> {
    let begun = Instant::now();
    loop {
        for host in 0..2 {
            if let Ok(answer) = hosts.at(account, host).get(path)
                && answer.status == 200
            {
                return Ok(answer.json);
            }
        }
        ensure!(begun.elapsed() < PATIENCE, "no host answers {path}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until so many takeoffs are completed and no job is in its fourth attempt or later, so that the next kill ends no
/// fifth attempt: a job that kills its host five times is given up.
fn wait_before_kill(hosts: &Hosts, kill: usize) -> Result<()> {
    let sql = "SELECT (SELECT COUNT(*) FROM plumbline.takeoffs WHERE status = 'completed') || ' '
                   || (SELECT COUNT(*) FROM host.jobs WHERE attempts >= 4 AND state IN ('waiting', 'running'))";
    let begun = Instant::now();
    loop {
        let counts = hosts.database.query("postgres", sql)?;
        let (completed, late) = counts.trim().split_once(' ').context("no two counts")?;
        if completed.parse::<usize>()? > kill && late == "0" {
            return Ok(());
        }
        if begun.elapsed() > PATIENCE {
            let jobs = "SELECT string_agg(concat_ws(' ', kind, state, attempts, reason), '; ') FROM host.jobs";
            bail!("before kill {kill}: {counts}; {}", hosts.database.query("postgres", jobs)?);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn kill_and_restart(server: &mut Server) -> Result<()> {
    server.kill()?;
    server.restart()
}

#[test]
fn takeoffs_survive_killed_hosts_and_are_charged_once() -> Result<()> {
    let Some(mut hosts) = Hosts::start()? else { return Ok(()) };
    let account = hosts.account("Ames & Co")?;
    let drawing = Drawing::e101(1, &Options::default());
    let first = account.start_takeoff("E-101.pdf", &drawing.pdf)?;
    account.wait_for_takeoff(&first.id)?;
    let expected = account.get(&format!("/takeoffs/{}/items?limit=200", first.id))?.expect(200).json;
    let balance = account.get("/credits")?.expect(200).json;
    let price = balance["consumed_total"].as_f64().unwrap_or_default();
    ensure!(price > 0.0, "{balance}");
    ensure!(expected["data"][0]["geometry"].is_object(), "{expected}");

    let mut started = Vec::new();
    for _ in 0..TAKEOFFS {
        started.push(takeoffs::start(&account, &first.document)?);
    }
    // The moments are random; `PROPTEST_RNG_SEED` does not concern them.
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    for kill in 0..KILLS {
        wait_before_kill(&hosts, kill)?;
        std::thread::sleep(Duration::from_millis(random.random_range(0..1_500)));
        kill_and_restart(&mut hosts.servers[kill % 2])?;
    }

    for takeoff in &started {
        let begun = Instant::now();
        loop {
            let state = patiently(&hosts, &account, &format!("/takeoffs/{takeoff}"))?;
            match state["status"].as_str() {
                Some("completed") => break,
                Some("failed" | "cancelled") => bail!("{state}"),
                _ => ensure!(begun.elapsed() < PATIENCE, "{state}"),
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let items = patiently(&hosts, &account, &format!("/takeoffs/{takeoff}/items?limit=200"))?;
        ensure!(kinds(&items) == kinds(&expected), "{takeoff} has other items");
    }
    let after = patiently(&hosts, &account, "/credits")?;
    let consumed = after["consumed_total"].as_f64().unwrap_or_default();
    let due = price * (1 + TAKEOFFS) as f64;
    ensure!((consumed - due).abs() < 1e-6 && after["held"].as_f64() == Some(0.0), "{after} instead of {due}");
    takeoffs::check_charges(&hosts.database, 1 + TAKEOFFS)
}
