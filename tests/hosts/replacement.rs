//! A host is replaced while clients call.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, ensure};
use plumbline_tests::Account;

use crate::Hosts;

/// Requests in all, and clients that send them.
const REQUESTS: usize = 10_000;
const CLIENTS: usize = 8;

#[test]
fn no_request_fails_while_a_host_is_replaced() -> Result<()> {
    let Some(mut hosts) = Hosts::start()? else { return Ok(()) };
    let account = hosts.account("Ames & Co")?;
    account.project("Riverside")?;
    // What a load balancer knows: the hosts that are in rotation.
    let rotation: Arc<Mutex<Vec<Account>>> = Arc::new(Mutex::new(vec![hosts.at(&account, 0), hosts.at(&account, 1)]));
    let (sent, is_over) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let (rotation, sent, is_over) = (Arc::clone(&rotation), Arc::clone(&sent), Arc::clone(&is_over));
            std::thread::spawn(move || -> Result<()> {
                while !is_over.load(Ordering::Relaxed) || sent.load(Ordering::Relaxed) < REQUESTS {
                    let number = sent.fetch_add(1, Ordering::Relaxed);
                    let account = {
                        let rotation = rotation.lock().unwrap_or_else(PoisonError::into_inner);
                        rotation[number % rotation.len()].clone()
                    };
                    let answer = account.get("/projects?limit=5")?;
                    ensure!(answer.status == 200, "request {number}: {}", answer.status);
                }
                Ok(())
            })
        })
        .collect();
    let reach = |number: usize| {
        plumbline_tests::poll_until("requests are sent", || Ok((sent.load(Ordering::Relaxed) >= number).then_some(())))
    };
    for host in 0..2 {
        reach((host + 1) * REQUESTS / 4)?;
        // Out of rotation first, as the probe of readiness does. Requests that are under way finish.
        rotation.lock().unwrap_or_else(PoisonError::into_inner).retain(|one| one.address() != hosts.servers[host].url);
        hosts.servers[host].stop()?;
        hosts.servers[host].restart()?;
        let new = hosts.at(&account, host);
        rotation.lock().unwrap_or_else(PoisonError::into_inner).push(new);
    }
    reach(REQUESTS)?;
    is_over.store(true, Ordering::Relaxed);
    for client in clients {
        client.join().map_err(|_| anyhow::anyhow!("a client panicked"))??;
    }
    Ok(())
}
