//! Load that costs little processor time: requests are prepared bytes, and only the head of a response is parsed.
//!
//! Server, peer and load share two cores, so each microsecond of the load is taken from the measured process. All
//! connections are on one thread. Two threads would compete with the server's two for cores, and connections would move
//! between them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::load::{Call, Outcome};

/// More headers than any response has.
const HEADERS: usize = 48;
/// Large enough for a page of 50 projects.
const BUFFER: usize = 64 * 1024;

/// A request as bytes, and the status that its response must have.
pub(crate) struct PreparedRequest {
    bytes: Vec<u8>,
    /// The expected status, or `None` if any status is accepted.
    status: Option<u16>,
}

impl PreparedRequest {
    /// Prepares a call with a credential.
    pub(crate) fn new(call: &Call, bearer: &str) -> Self {
        let Call { method, path, body, media_type, headers, status } = call;
        let mut bytes =
            format!("{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {bearer}\r\n").into_bytes();
        if !body.is_empty() {
            bytes.extend(format!("content-type: {media_type}\r\ncontent-length: {}\r\n", body.len()).bytes());
        }
        for (name, value) in *headers {
            bytes.extend(format!("{name}: {value}\r\n").bytes());
        }
        bytes.extend(b"\r\n");
        bytes.extend(body);
        Self { bytes, status: Some(*status) }
    }

    /// Prepares a call that accepts any status.
    pub(crate) fn with_any_status(call: &Call, bearer: &str) -> Self {
        Self { status: None, ..Self::new(call, bearer) }
    }
}

/// Repeats the requests in order over a number of connections for some time. Each connection starts at a different place in
/// the order.
///
/// # Errors
/// Returns an error if a response has an unexpected status or no length, or a connection breaks.
pub(crate) async fn run(
    address: &str,
    requests: &Arc<[PreparedRequest]>,
    connections: usize,
    time: Duration,
) -> Result<Outcome> {
    let (address, requests) = (address.to_owned(), Arc::clone(requests));
    let load = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(run_on_current_thread(&address, &requests, connections, time))
    };
    tokio::task::spawn_blocking(load).await?
}

/// Makes the requests of [`run`] on the current thread.
async fn run_on_current_thread(
    address: &str,
    requests: &Arc<[PreparedRequest]>,
    connections: usize,
    time: Duration,
) -> Result<Outcome> {
    let mut clients = Vec::new();
    for _ in 0..connections {
        clients.push(Client::open(address).await?);
    }
    let begun = Instant::now();
    let end = begun + time;
    let mut running = Vec::new();
    for (number, mut client) in clients.into_iter().enumerate() {
        let requests = Arc::clone(requests);
        // Multiples of the golden ratio spread the connections evenly, regardless of their number.
        let start = (number as f64 * 0.618_033_988_749_894_9).fract() * requests.len() as f64;
        running.push(tokio::spawn(async move {
            let mut times = Vec::new();
            for request in requests.iter().cycle().skip(start as usize) {
                let begun = Instant::now();
                if begun >= end {
                    break;
                }
                client.exchange(request).await?;
                times.push(begun.elapsed());
            }
            anyhow::Ok(times)
        }));
    }
    let mut times = Vec::new();
    for client in running {
        times.extend(client.await??);
    }
    Outcome::from_times(times, begun.elapsed())
}

/// A kept-alive connection.
struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    async fn open(address: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(BUFFER) })
    }

    /// Sends a request and reads the whole response.
    async fn exchange(&mut self, request: &PreparedRequest) -> Result<()> {
        self.stream.write_all(&request.bytes).await?;
        self.buffer.clear();
        let head = loop {
            self.read().await?;
            if let Some(head) = Head::parse(&self.buffer)? {
                break head;
            }
        };
        while self.buffer.len() < head.length {
            self.read().await?;
        }
        if request.status.is_some_and(|status| head.status != status) {
            let (sent, answer) = (String::from_utf8_lossy(&request.bytes), String::from_utf8_lossy(&self.buffer));
            let line = sent.lines().next().unwrap_or_default();
            bail!("{line} was answered with {}: {answer}", head.status);
        }
        Ok(())
    }

    async fn read(&mut self) -> Result<()> {
        ensure!(self.stream.read_buf(&mut self.buffer).await? > 0, "the server closed the connection");
        Ok(())
    }
}

/// The parsed head of a response.
struct Head {
    status: u16,
    /// Length of head and body in bytes.
    length: usize,
}

impl Head {
    /// Returns the head, or `None` until it is complete.
    fn parse(bytes: &[u8]) -> Result<Option<Self>> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut response = httparse::Response::new(&mut headers);
        let httparse::Status::Complete(head) = response.parse(bytes)? else { return Ok(None) };
        let status = response.code.context("an answer without a status")?;
        let named = response.headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-length"));
        let body: usize = std::str::from_utf8(named.context("an answer without a length")?.value)?.parse()?;
        Ok(Some(Self { status, length: head + body }))
    }
}
