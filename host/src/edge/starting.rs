//! Responses while the host starts: it is alive, but not ready. A start that compiles components takes a minute or more.

use std::net::SocketAddr;

use anyhow::{Context as _, Result};
use http::{Request, Response};
use plumbline_config::Http;
use plumbline_pipeline::{Problem, ProblemCode, REQUEST_ID, set_header};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::connections::{Listener, SharedCounts};
use super::lingering::LingeringBody;
use super::{Body, full, server};

/// Seconds after which a client may try again.
const RETRY_SECONDS: u64 = 5;

/// The server of the responses until the host is ready.
pub(crate) struct StartupServer {
    ready: oneshot::Sender<()>,
    task: JoinHandle<Result<()>>,
}

/// Starts to respond on the listener.
///
/// # Errors
/// Returns an error if the listener cannot be duplicated.
pub(crate) fn begin(listener: TcpListener, http: &Http) -> Result<(StartupServer, std::net::TcpListener)> {
    let address = listener.local_addr().context("cannot read the listener's address")?;
    let listener = listener.into_std()?;
    let own = TcpListener::from_std(listener.try_clone().context("cannot duplicate the listener")?)?;
    let (ready, stop) = oneshot::channel();
    let (http, public_url) = (http.clone(), http.public_url.clone().unwrap_or_else(|| origin(address)));
    let task = tokio::spawn(async move {
        let problems = public_url.clone();
        let handle = move |request: Request<LingeringBody>| {
            let response = answer(&request, &problems);
            async move { response }
        };
        let stop = async {
            // An error also means that the wait is over.
            let _ = stop.await;
        };
        server::serve_with(own, Listener::Public, &http, &public_url, SharedCounts::default(), handle, stop).await
    });
    Ok((StartupServer { ready, task }, listener))
}

impl StartupServer {
    /// Stops accepting requests, and finishes the running ones.
    ///
    /// # Errors
    /// Returns an error if the server failed.
    pub(crate) async fn end(self) -> Result<()> {
        let _ = self.ready.send(());
        self.task.await.context("the responses while starting ended early")?
    }
}

/// Returns the origin for a listener's address.
pub(crate) fn origin(address: SocketAddr) -> String {
    format!("http://{address}")
}

fn answer(request: &Request<LingeringBody>, public_url: &str) -> Response<Body> {
    if request.uri().path() == "/healthz" {
        return plumbline_pipeline::health().map(full);
    }
    let request_id = plumbline_storage::id::random("req_");
    let problem = Problem::new(
        ProblemCode::Unavailable,
        "The server is starting. If it has to compile components, this takes a minute or more.",
    );
    let mut response = problem.retry_after(RETRY_SECONDS).into_response(public_url, &request_id).map(full);
    set_header(response.headers_mut(), REQUEST_ID, request_id);
    response
}
