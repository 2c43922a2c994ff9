//! A host is replaced while clients call.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Account, poll_until};

use crate::Hosts;

/// Requests in all, and clients that send them.
const REQUESTS: usize = 10_000;
const CLIENTS: usize = 8;

/// A host in rotation, and its requests that were sent and not answered.
#[derive(Clone)]
struct Target {
    account: Account,
    running: Arc<AtomicUsize>,
}

/// What a load balancer knows: the hosts in rotation.
struct Rotation(Mutex<Vec<Target>>);

impl Rotation {
    fn targets(&self) -> MutexGuard<'_, Vec<Target>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, account: Account) {
        self.targets().push(Target { account, running: Arc::default() });
    }

    /// Sends a request to the next host.
    fn send(&self, number: usize) -> Result<()> {
        let Target { account, running } = {
            let targets = self.targets();
            let target = targets[number % targets.len()].clone();
            target.running.fetch_add(1, Ordering::Relaxed);
            target
        };
        let answer = account.get("/projects?limit=5").with_context(|| format!("request {number}"))?;
        running.fetch_sub(1, Ordering::Relaxed);
        ensure!(answer.status == 200, "request {number}: {}", answer.status);
        Ok(())
    }

    /// Sends no more requests to a host, and waits for the answers to those that were sent. Otherwise some could reach it just
    /// as it closes their connection.
    fn remove(&self, address: &str) -> Result<()> {
        let mut targets = self.targets();
        let place = targets.iter().position(|target| target.account.address() == address).context("no such host")?;
        let Target { running, .. } = targets.remove(place);
        drop(targets);
        poll_until("the host has answered", || Ok((running.load(Ordering::Relaxed) == 0).then_some(())))
    }
}

/// A request whose body is not complete yet.
struct Unfinished {
    stream: BufReader<TcpStream>,
    rest: &'static str,
}

impl Unfinished {
    /// Sends the beginning, and waits until the host reads the body.
    fn begin(account: &Account) -> Result<Self> {
        let (begun, rest) = ("{\"name\": ", "\"Harbor\"}");
        let address = account.address().strip_prefix("http://").context("the address of a host")?;
        let mut stream = TcpStream::connect(address)?;
        write!(
            stream,
            "POST /partner/v1/projects HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
            account.secret,
            begun.len() + rest.len(),
        )?;
        let mut stream = BufReader::new(stream);
        let (mut status, mut end) = (String::new(), String::new());
        stream.read_line(&mut status)?;
        ensure!(status.starts_with("HTTP/1.1 100"), "the request was not read: {status}");
        stream.read_line(&mut end)?;
        stream.get_mut().write_all(begun.as_bytes())?;
        Ok(Self { stream, rest })
    }

    /// Sends the rest, and returns the status line of the response.
    fn finish(mut self) -> Result<String> {
        self.stream.get_mut().write_all(self.rest.as_bytes())?;
        let mut status = String::new();
        self.stream.read_line(&mut status)?;
        Ok(status)
    }
}

#[test]
fn no_request_fails_while_a_host_is_replaced() -> Result<()> {
    let Some(mut hosts) = Hosts::start()? else { return Ok(()) };
    let account = hosts.account("Ames & Co")?;
    account.project("Riverside")?;
    let rotation = Arc::new(Rotation(Mutex::default()));
    for host in 0..2 {
        rotation.add(hosts.at(&account, host));
    }
    let (sent, is_over) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let (rotation, sent, is_over) = (Arc::clone(&rotation), Arc::clone(&sent), Arc::clone(&is_over));
            std::thread::spawn(move || -> Result<()> {
                while !is_over.load(Ordering::Relaxed) || sent.load(Ordering::Relaxed) < REQUESTS {
                    rotation.send(sent.fetch_add(1, Ordering::Relaxed))?;
                }
                Ok(())
            })
        })
        .collect();
    let reach =
        |number: usize| poll_until("requests are sent", || Ok((sent.load(Ordering::Relaxed) >= number).then_some(())));
    for host in 0..2 {
        reach((host + 1) * REQUESTS / 4)?;
        let old = hosts.at(&account, host);
        let unfinished = Unfinished::begin(&old)?;
        // Out of rotation first, as the probe of readiness does.
        rotation.remove(old.address())?;
        let server = &mut hosts.servers[host];
        let address = old.address().trim_start_matches("http://");
        std::thread::scope(|scope| {
            let stopping = scope.spawn(|| server.stop());
            poll_until("the host accepts no connections", || Ok(TcpStream::connect(address).is_err().then_some(())))?;
            let status = unfinished.finish()?;
            ensure!(status.starts_with("HTTP/1.1 201"), "the request that was under way: {status}");
            stopping.join().map_err(|_| anyhow::anyhow!("the stop panicked"))?
        })?;
        hosts.servers[host].restart()?;
        rotation.add(hosts.at(&account, host));
    }
    reach(REQUESTS)?;
    is_over.store(true, Ordering::Relaxed);
    for client in clients {
        client.join().map_err(|_| anyhow::anyhow!("a client panicked"))??;
    }
    Ok(())
}
