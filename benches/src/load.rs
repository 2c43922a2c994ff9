//! Load on a loopback address: calls over kept connections, for a fixed time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use http::{Method, Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

const JSON: &str = "application/json";

/// A call that is made again and again.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    /// GET, POST or PATCH.
    pub method: Method,
    /// Path and query.
    pub path: String,
    /// Empty for none.
    pub body: Bytes,
    /// What the body is; JSON mostly.
    pub media_type: &'static str,
    /// The status that every answer must have.
    pub status: u16,
}

impl Call {
    /// A GET that is answered with 200.
    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self { method: Method::GET, path: path.into(), body: Bytes::new(), media_type: JSON, status: 200 }
    }

    /// A call with a JSON body.
    pub(crate) fn with_body(method: Method, path: impl Into<String>, body: &serde_json::Value, status: u16) -> Self {
        Self { method, path: path.into(), body: body.to_string().into(), media_type: JSON, status }
    }
}

/// How much load, and for how long: whichever bound is met first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Connections at once.
    pub connections: usize,
    /// Time.
    pub time: Duration,
    /// Calls over all connections.
    pub calls: usize,
}

/// What one round of one peer may take; the two cores are shared by server and load.
pub(crate) const ROUND: Bounds = Bounds { connections: 64, time: Duration::from_secs(2), calls: 25_600 };

/// What came of it.
pub(crate) struct Outcome {
    /// Calls that were answered.
    pub calls: usize,
    /// Requests a second, over all connections.
    pub per_second: f64,
    /// Half of the requests took no longer.
    pub median: Duration,
    /// Of a hundred requests, 99 took no longer.
    pub p99: Duration,
}

impl Outcome {
    /// Returns the outcome of calls that took `times`, all of them within `elapsed`.
    ///
    /// # Errors
    /// Returns an error if there was no call.
    pub(crate) fn of(mut times: Vec<Duration>, elapsed: Duration) -> Result<Self> {
        ensure!(!times.is_empty(), "no call came to an end");
        times.sort_unstable();
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        let (calls, median, p99) = (times.len(), at(0.5), at(0.99));
        Ok(Self { calls, per_second: calls as f64 / elapsed.as_secs_f64(), median, p99 })
    }
}

/// Makes a call at `address` (`127.0.0.1:PORT`) again and again.
///
/// # Errors
/// Returns an error if an answer has another status than the call says, or a connection breaks.
pub(crate) async fn run(address: &str, call: &Call, bearer: &str, bounds: Bounds) -> Result<Outcome> {
    let begun = Instant::now();
    let (call, end) = (Arc::new(call.clone()), begun + bounds.time);
    let mut clients = Vec::new();
    for _ in 0..bounds.connections {
        let (address, call, bearer) = (address.to_owned(), Arc::clone(&call), bearer.to_owned());
        clients.push(tokio::spawn(async move {
            let mut connection = Connection::open(&address, &bearer).await?;
            let mut times = Vec::new();
            while times.len() < bounds.calls / bounds.connections && Instant::now() < end {
                let begun = Instant::now();
                connection.call(&call).await?;
                times.push(begun.elapsed());
            }
            anyhow::Ok(times)
        }));
    }
    let mut times = Vec::new();
    for client in clients {
        times.extend(client.await??);
    }
    Outcome::of(times, begun.elapsed())
}

/// A kept connection.
pub(crate) struct Connection {
    address: String,
    bearer: String,
    sender: hyper::client::conn::http1::SendRequest<Full<Bytes>>,
}

impl Connection {
    /// Opens one to `address` (`127.0.0.1:PORT`).
    ///
    /// # Errors
    /// Returns an error if nothing listens there.
    pub(crate) async fn open(address: &str, bearer: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
        // Ends when the sender is dropped; what goes wrong on it shows in the call.
        tokio::spawn(connection);
        Ok(Self { address: address.to_owned(), bearer: format!("Bearer {bearer}"), sender })
    }

    /// Makes a call and reads its answer to the end.
    ///
    /// # Errors
    /// Returns an error if the status is another than the call says.
    pub(crate) async fn call(&mut self, call: &Call) -> Result<Bytes> {
        Ok(self.answer(call).await?.into_body())
    }

    /// Makes a call and returns its answer with status and headers.
    ///
    /// # Errors
    /// Returns an error if the status is another than the call says.
    pub(crate) async fn answer(&mut self, call: &Call) -> Result<Response<Bytes>> {
        let mut request = Request::builder()
            .method(&call.method)
            .uri(&call.path)
            .header("host", &self.address)
            .header("authorization", &self.bearer);
        if !call.body.is_empty() {
            request = request.header("content-type", call.media_type);
        }
        self.sender.ready().await?;
        let response = self.sender.send_request(request.body(Full::new(call.body.clone()))?).await?;
        let status = response.status();
        let (head, body) = response.into_parts();
        let body = body.collect().await.context("the body broke off")?.to_bytes();
        ensure!(
            status == call.status,
            "{} {} at {} answered {status}: {}",
            call.method,
            call.path,
            self.address,
            String::from_utf8_lossy(&body)
        );
        Ok(Response::from_parts(head, body))
    }
}
