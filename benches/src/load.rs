//! Load on a loopback address: a fixed number of requests over a fixed number of kept connections.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use http::Request;
use http_body_util::{BodyExt as _, Empty};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// What came of it.
pub struct Outcome {
    /// Requests a second, over all connections.
    pub per_second: f64,
    /// Half of the requests took no longer.
    pub median: Duration,
    /// Of a hundred requests, 99 took no longer.
    pub p99: Duration,
}

/// Makes `requests` GETs of `path` at `address` (`127.0.0.1:PORT`) over `connections`, each answered with 200.
pub async fn run(address: &str, path: &str, bearer: &str, connections: usize, requests: usize) -> Result<Outcome> {
    let begun = Instant::now();
    let share = requests / connections;
    let mut clients = Vec::new();
    for _ in 0..connections {
        clients.push(tokio::spawn(client(address.to_owned(), path.to_owned(), bearer.to_owned(), share)));
    }
    let mut times = Vec::with_capacity(requests);
    for client in clients {
        times.extend(client.await??);
    }
    let elapsed = begun.elapsed();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    Ok(Outcome { per_second: times.len() as f64 / elapsed.as_secs_f64(), median: at(0.5), p99: at(0.99) })
}

async fn client(address: String, path: String, bearer: String, requests: usize) -> Result<Vec<Duration>> {
    let stream = TcpStream::connect(&address).await?;
    stream.set_nodelay(true)?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    let driver = tokio::spawn(connection);
    let mut times = Vec::with_capacity(requests);
    for _ in 0..requests {
        let request = Request::get(&path)
            .header("host", &address)
            .header("authorization", format!("Bearer {bearer}"))
            .body(Empty::<Bytes>::new())?;
        let begun = Instant::now();
        let response = sender.send_request(request).await?;
        let status = response.status();
        response.into_body().collect().await?;
        times.push(begun.elapsed());
        ensure!(status == 200, "{address}{path} answered {status}");
    }
    drop(sender);
    driver.await??;
    Ok(times)
}
