//! Load on a loopback address: calls over kept-alive connections, for a fixed time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use http::{Method, Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

const JSON: &str = "application/json";

/// A call that is repeated.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    /// GET, POST or PATCH.
    pub method: Method,
    /// Path and query.
    pub path: String,
    /// The body, empty for none.
    pub body: Bytes,
    /// The media type of the body, mostly JSON.
    pub media_type: &'static str,
    /// Further headers.
    pub headers: &'static [(&'static str, &'static str)],
    /// The status that every response must have.
    pub status: u16,
}

impl Call {
    /// Creates a GET call that is answered with 200.
    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self { method: Method::GET, path: path.into(), body: Bytes::new(), media_type: JSON, headers: &[], status: 200 }
    }

    /// Creates a call with a JSON body.
    pub(crate) fn with_body(method: Method, path: impl Into<String>, body: &serde_json::Value, status: u16) -> Self {
        Self { method, path: path.into(), body: body.to_string().into(), media_type: JSON, headers: &[], status }
    }
}

/// The amount and duration of load. It ends at the first bound that is reached.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Concurrent connections.
    pub connections: usize,
    /// Time.
    pub time: Duration,
    /// Calls over all connections.
    pub calls: usize,
}

/// The bounds of one round of one peer. Server and load share the two cores.
pub(crate) const ROUND: Bounds = Bounds { connections: 64, time: Duration::from_secs(2), calls: 25_600 };

/// The results of a load.
pub(crate) struct Outcome {
    /// Calls that were answered.
    pub calls: usize,
    /// Requests per second over all connections.
    pub per_second: f64,
    /// The median response time.
    pub median: Duration,
    /// The 99th percentile of the response times.
    pub p99: Duration,
}

impl Outcome {
    /// Returns the outcome of calls that took `times`, all of them within `elapsed`.
    ///
    /// # Errors
    /// Returns an error if there were no calls.
    pub(crate) fn from_times(mut times: Vec<Duration>, elapsed: Duration) -> Result<Self> {
        ensure!(!times.is_empty(), "no call came to an end");
        times.sort_unstable();
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        let (calls, median, p99) = (times.len(), at(0.5), at(0.99));
        Ok(Self { calls, per_second: calls as f64 / elapsed.as_secs_f64(), median, p99 })
    }
}

/// Repeats a call at `address` (`127.0.0.1:PORT`).
///
/// # Errors
/// Returns an error if a response has a different status than the call expects, or a connection breaks.
pub(crate) async fn run(address: &str, call: &Call, bearer: &str, bounds: Bounds) -> Result<Outcome> {
    let start = Instant::now();
    let (call, end) = (Arc::new(call.clone()), start + bounds.time);
    let mut clients = Vec::new();
    for _ in 0..bounds.connections {
        let (address, call, bearer) = (address.to_owned(), Arc::clone(&call), bearer.to_owned());
        clients.push(tokio::spawn(async move {
            let mut connection = Connection::open(&address, &bearer).await?;
            let mut times = Vec::new();
            while times.len() < bounds.calls / bounds.connections && Instant::now() < end {
                let start = Instant::now();
                connection.call(&call).await?;
                times.push(start.elapsed());
            }
            anyhow::Ok(times)
        }));
    }
    let mut times = Vec::new();
    for client in clients {
        times.extend(client.await??);
    }
    Outcome::from_times(times, start.elapsed())
}

/// A kept-alive connection.
pub(crate) struct Connection {
    address: String,
    bearer: String,
    sender: hyper::client::conn::http1::SendRequest<Full<Bytes>>,
}

impl Connection {
    /// Opens a connection to `address` (`127.0.0.1:PORT`).
    ///
    /// # Errors
    /// Returns an error if nothing listens at the address.
    pub(crate) async fn open(address: &str, bearer: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
        // Ends when the sender is dropped. Its errors show in the call.
        tokio::spawn(connection);
        Ok(Self { address: address.to_owned(), bearer: format!("Bearer {bearer}"), sender })
    }

    /// Makes a call and reads the whole response.
    ///
    /// # Errors
    /// Returns an error if the status differs from the one that the call expects.
    pub(crate) async fn call(&mut self, call: &Call) -> Result<Bytes> {
        Ok(self.send(call).await?.into_body())
    }

    /// Makes a call and returns the response with status and headers.
    ///
    /// # Errors
    /// Returns an error if the status differs from the one that the call expects.
    pub(crate) async fn send(&mut self, call: &Call) -> Result<Response<Bytes>> {
        let mut request = Request::builder()
            .method(&call.method)
            .uri(&call.path)
            .header("host", &self.address)
            .header("authorization", &self.bearer);
        for (name, value) in call.headers {
            request = request.header(*name, *value);
        }
        if !call.body.is_empty() {
            request = request.header("content-type", call.media_type);
        }
        self.sender.ready().await?;
        let response = self.sender.send_request(request.body(Full::new(call.body.clone()))?).await?;
        let status = response.status();
        let (head, body) = response.into_parts();
        let body = body.collect().await.context("the body was interrupted")?.to_bytes();
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
