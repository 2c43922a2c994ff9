//! The database is restarted while hosts serve.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Result, ensure};
use plumbline_tests::{Account, agent, poll_until, send};
use serde_json::json;

use crate::{Hosts, takeoffs};

/// Restarts of the database, clients, and the most requests of a client that are tried again.
const RESTARTS: usize = 3;
const CLIENTS: usize = 4;
const TRIES: usize = 600;
/// Takeoffs that are started before each restart. They are more than two hosts run at once, so that some wait.
const TAKEOFFS: usize = 12;
/// What a host logs of a job that ends while the database is stopped.
const NOT_RECORDED: &str = "the end of a job could not be recorded";

/// Waits until a host has the status for its readiness. It is alive all along.
fn wait_for_readiness(hosts: &Hosts, status: u16) -> Result<()> {
    for server in &hosts.servers {
        let ask = |path: &str| send(&agent(), "GET", &format!("{}{path}", server.url), &[], &[]);
        poll_until("the readiness of a host", || {
            ask("/healthz")?.expect(200);
            Ok((ask("/readyz")?.status == status).then_some(()))
        })?;
    }
    Ok(())
}

/// Starts a takeoff under an idempotency key, and repeats the request until it is answered. Returns the takeoff's id.
fn start_despite_restarts(account: &Account, document: &str, key: &str) -> Result<String> {
    poll_until("a takeoff is accepted", || {
        let body = json!({"document_id": document, "discipline": "electrical"});
        let answer = account.call("POST", "/takeoffs", Some(&body), &[("idempotency-key", key)])?;
        Ok((answer.status == 202).then(|| answer.text("id").to_owned()))
    })
}

#[test]
fn nothing_is_lost_or_done_twice_while_the_database_restarts() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let log = |host: usize| folder.path().join(format!("log{host}"));
    let hosts = Hosts::start_with(|number, mut options| {
        options.log = Some(("warn", log(number)));
        options
    })?;
    let Some(hosts) = hosts else { return Ok(()) };
    let account = hosts.account("Ames & Co")?;
    let (first, expected) = takeoffs::first(&account)?;
    let mut started = Vec::new();
    let is_over = Arc::new(AtomicBool::new(false));
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let (account, is_over) = (hosts.at(&account, client % 2), Arc::clone(&is_over));
            std::thread::spawn(move || -> Result<Vec<String>> {
                let mut names = Vec::new();
                while !is_over.load(Ordering::Relaxed) || names.is_empty() {
                    let name = format!("Project {client}-{}", names.len());
                    let key = [("idempotency-key", name.as_str())];
                    let body = json!({"name": name});
                    let mut tries = 0;
                    // A client repeats a request that was not answered, under its idempotency key.
                    while !account.call("POST", "/projects", Some(&body), &key).is_ok_and(|answer| answer.status == 201)
                    {
                        tries += 1;
                        ensure!(tries < TRIES, "{name} was not created");
                        std::thread::sleep(Duration::from_millis(100));
                    }
                    names.push(name);
                }
                Ok(names)
            })
        })
        .collect();
    for restart in 1..=RESTARTS {
        for number in 0..TAKEOFFS {
            started.push(start_despite_restarts(&account, &first.document, &format!("takeoff {restart}-{number}"))?);
        }
        let count = || hosts.database.query("postgres", "SELECT COUNT(*) FROM plumbline.projects");
        let before = count()?;
        // Load arrives again after each restart.
        poll_until("projects are created", || Ok((count()? != before).then_some(())))?;
        let running = "SELECT COUNT(*) FROM host.jobs WHERE kind = 'takeoff' AND state = 'running'";
        poll_until("takeoffs run", || Ok((hosts.database.query("postgres", running)? != "0").then_some(())))?;
        if restart < RESTARTS {
            hosts.database.restart()?;
        } else {
            hosts.database.restart_after(|| {
                wait_for_readiness(&hosts, 503)?;
                // A takeoff is interrupted for certain: the database starts again after it has ended.
                poll_until("a takeoff ends while the database is stopped", || {
                    let logs = [std::fs::read_to_string(log(0))?, std::fs::read_to_string(log(1))?];
                    Ok(logs.iter().any(|log| log.contains(NOT_RECORDED)).then_some(()))
                })
            })?;
        }
    }
    wait_for_readiness(&hosts, 200)?;
    is_over.store(true, Ordering::Relaxed);
    let mut created = Vec::new();
    for client in clients {
        created.extend(client.join().map_err(|_| anyhow::anyhow!("a client panicked"))??);
    }
    created.sort();
    let kept = "SELECT name FROM plumbline.projects WHERE name LIKE 'Project %' ORDER BY name COLLATE \"C\"";
    let kept = hosts.database.query("postgres", kept)?;
    let kept: Vec<&str> = kept.lines().collect();
    ensure!(kept == created, "{} were created, {} are kept", created.len(), kept.len());

    for takeoff in &started {
        let done = account.wait_for_takeoff(takeoff)?;
        ensure!(done["status"] == "completed", "{done}");
        ensure!(takeoffs::items(&account, takeoff)? == expected, "{takeoff} has other items");
    }
    let repeated = "SELECT COUNT(*) FROM host.jobs WHERE kind = 'takeoff' AND fence > 1";
    ensure!(hosts.database.query("postgres", repeated)? != "0", "no takeoff was interrupted");
    takeoffs::check_charges(&hosts.database, 1 + started.len())
}
