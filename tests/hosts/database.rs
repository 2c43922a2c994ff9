//! The database is restarted while hosts serve.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::json;

use crate::Hosts;

/// Restarts of the database, clients, and the most requests of a client that are tried again.
const RESTARTS: usize = 3;
const CLIENTS: usize = 4;
const TRIES: usize = 600;

#[test]
fn nothing_is_lost_or_done_twice_while_the_database_restarts() -> Result<()> {
    let Some(hosts) = Hosts::start()? else { return Ok(()) };
    let account = hosts.account("Ames & Co")?;
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
    for _ in 0..RESTARTS {
        let count = || hosts.database.query("postgres", "SELECT COUNT(*) FROM plumbline.projects");
        let before = count()?;
        // Load arrives again after each restart.
        plumbline_tests::poll_until("projects are created", || Ok((count()? != before).then_some(())))?;
        hosts.database.restart()?;
    }
    is_over.store(true, Ordering::Relaxed);
    let mut created = Vec::new();
    for client in clients {
        created.extend(client.join().map_err(|_| anyhow::anyhow!("a client panicked"))??);
    }
    created.sort();
    let kept = hosts.database.query("postgres", "SELECT name FROM plumbline.projects ORDER BY name COLLATE \"C\"")?;
    let kept: Vec<&str> = kept.lines().collect();
    ensure!(kept == created, "{} were created, {} are kept", created.len(), kept.len());
    Ok(())
}
