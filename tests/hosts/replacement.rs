//! A host is replaced while clients call.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, ensure};
use plumbline_tests::Account;

use crate::Hosts;

/// Requests in all, and clients that send them.
const REQUESTS: usize = 10_000;
const CLIENTS: usize = 8;

/// Returns whether no connection was made.
fn is_refused(error: &anyhow::Error) -> bool {
    let refused = |error: &std::io::Error| error.kind() == std::io::ErrorKind::ConnectionRefused;
    matches!(error.downcast_ref::<ureq::Error>(), Some(ureq::Error::Io(error)) if refused(error))
}

fn is_in_rotation(rotation: &Mutex<Vec<Account>>, account: &Account) -> bool {
    let rotation = rotation.lock().unwrap_or_else(PoisonError::into_inner);
    rotation.iter().any(|one| one.address() == account.address())
}

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
                    match account.get("/projects?limit=5") {
                        Ok(answer) => ensure!(answer.status == 200, "request {number}: {}", answer.status),
                        // The host was chosen and left the rotation before this thread ran again. Nothing was sent, so a
                        // load balancer asks another one.
                        Err(error) if is_refused(&error) && !is_in_rotation(&rotation, &account) => {}
                        Err(error) => return Err(error.context(format!("request {number}"))),
                    }
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
