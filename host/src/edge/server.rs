//! Listening, connections, and a shutdown that lets running calls finish.

use std::convert::Infallible;
use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use http::{Request, Response};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tracing::{debug, info, warn};

use super::Body;
use super::lingering::Lingering;
use super::service::Edge;
use crate::config::Http;

/// A head larger than this is refused by hyper with 431: credentials and cursors fit in a quarter of it.
const MAX_HEAD_BYTES: usize = 32 * 1024;

/// The network address of a connection, with each of its requests.
#[derive(Debug, Clone, Copy)]
pub(super) struct Peer(pub(super) IpAddr);

/// Binds the listener, so that its address is known before anything is served.
///
/// # Errors
/// When the address is taken or not ours.
pub(crate) async fn bind(listen: std::net::SocketAddr, setting: &str) -> Result<TcpListener> {
    TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen} (setting {setting})"))
}

/// Serves the API until `stop` resolves.
///
/// # Errors
/// None at present: a connection that fails ends alone.
pub(crate) async fn serve(listener: TcpListener, edge: Arc<Edge>, stop: impl Future<Output = ()>) -> Result<()> {
    let http = edge.http.clone();
    let handle = move |request: Request<Lingering>| {
        let edge = Arc::clone(&edge);
        async move { edge.handle(request).await }
    };
    serve_with(listener, &http, handle, stop).await
}

/// Has `handle` answer what comes until `stop` resolves, then waits for running calls up to the grace of the
/// configuration.
///
/// # Errors
/// None at present: a connection that fails ends alone.
pub(crate) async fn serve_with<H, F>(
    listener: TcpListener,
    http: &Http,
    handle: H,
    stop: impl Future<Output = ()>,
) -> Result<()>
where
    H: Fn(Request<Lingering>) -> F + Clone + Send + 'static,
    F: Future<Output = Response<Body>> + Send + 'static,
{
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(http.header_timeout_seconds))
        .max_buf_size(MAX_HEAD_BYTES);
    builder.http2().timer(TokioTimer::new()).max_header_list_size(MAX_HEAD_BYTES as u32);
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file descriptors, mostly: give running calls time to return theirs.
                    warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        // Answers are small and written at once; waiting to fill a packet would only delay them.
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%error, %peer, "cannot set TCP_NODELAY");
        }
        let handle = handle.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer.ip()));
            let answer = handle(Lingering::of(request));
            async move { Ok::<_, Infallible>(answer.await) }
        });
        let connection = graceful.watch(builder.serve_connection(TokioIo::new(stream), service).into_owned());
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                debug!(%error, %peer, "connection ended");
            }
        });
    }
    drop(listener);
    let grace = Duration::from_secs(http.shutdown_grace_seconds);
    info!(connections = graceful.count(), "stopping: no new connections, running calls finish");
    if tokio::time::timeout(grace, graceful.shutdown()).await.is_err() {
        warn!(?grace, "calls still ran at the end of the grace period and were dropped");
    }
    Ok(())
}
