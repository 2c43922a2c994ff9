//! Listening, connections and their limits, and graceful shutdown.

use std::convert::Infallible;
use std::future::Future;
use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use http::{Request, Response, Version, header};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use plumbline_config::Http;
use plumbline_pipeline::{Problem, REQUEST_ID};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tracing::{debug, info, warn};

use super::Body;
pub(crate) use super::connections::Listener;
use super::connections::{Connections, Eviction, Permit, SharedCounts};
use super::idle::OpenStreams;
use super::lingering::LingeringBody;
use super::peer::Peer;
use super::stalls::{MonitoredBody, StreamExecutor};
use super::state::Edge;

/// Size limit of a request's head. hyper refuses a larger one with 431. Credentials and cursors fit in a quarter of it.
const MAX_HEAD_BYTES: usize = 32 * 1024;

/// Raises the process's limit of file descriptors as far as the system allows. Most systems start a process with 1,024.
pub(crate) fn raise_descriptor_limit() {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(limit) => debug!(limit, "raised the file descriptor limit"),
        Err(error) => warn!(%error, "cannot raise the file descriptor limit"),
    }
}

/// Binds the listener, so that its address is known before serving starts.
///
/// # Errors
/// Returns an error if the address is in use or not an address of this machine.
pub(crate) async fn bind(listen: SocketAddr, setting: &str) -> Result<TcpListener> {
    TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen} (setting {setting})"))
}

/// Serves the API until `stop` resolves.
///
/// # Errors
/// None at present: a failed connection does not affect the others.
pub(crate) async fn serve(listener: TcpListener, edge: Arc<Edge>, stop: impl Future<Output = ()>) -> Result<()> {
    let (http, public_url, counts) = (edge.http.clone(), edge.public_url.clone(), Arc::clone(&edge.counts.public));
    let handle = move |request: Request<LingeringBody>| {
        let edge = Arc::clone(&edge);
        async move { edge.handle(request).await }
    };
    let stop = async {
        stop.await;
        info!("stopping: no new connections, running calls finish");
    };
    serve_with(listener, Listener::Public, &http, &public_url, counts, handle, stop).await
}

/// Handles requests with `handle` until `stop` resolves, then waits for running calls up to the configured grace
/// period. `kind` limits the connections. Problems are explained below `public_url`. Connections are counted in `counts`.
///
/// # Errors
/// None at present: a failed connection does not affect the others.
pub(crate) async fn serve_with<H, F>(
    listener: TcpListener,
    kind: Listener,
    http: &Http,
    public_url: &str,
    counts: SharedCounts,
    handle: H,
    stop: impl Future<Output = ()>,
) -> Result<()>
where
    H: Fn(Request<LingeringBody>) -> F + Clone + Send + 'static,
    F: Future<Output = Response<Body>> + Send + 'static,
{
    let protocol = Arc::new(Protocol::new(http));
    let connections = Connections::new(http, kind, counts);
    // Each connection keeps a receiver until it ends.
    let (stopping, _) = watch::channel(());
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Usually the process is out of file descriptors. Running calls get time to return theirs.
                    warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let (permit, eviction) = match connections.admit(peer.ip()) {
            Ok(admitted) => admitted,
            Err(problem) => {
                debug!(%peer, code = problem.code(), "refused a connection");
                refuse(stream, problem, public_url);
                continue;
            }
        };
        let (protocol, handle, stopping) = (Arc::clone(&protocol), handle.clone(), stopping.subscribe());
        tokio::spawn(async move { protocol.serve(stream, peer, permit, eviction, stopping, handle).await });
    }
    drop(listener);
    connections.close_unused();
    let grace = Duration::from_secs(http.shutdown_grace_seconds);
    debug!(connections = stopping.receiver_count(), "finishing the running calls");
    // Without a receiver, there is nothing to close.
    let _ = stopping.send(());
    if tokio::time::timeout(grace, stopping.closed()).await.is_err() {
        warn!(?grace, "calls still ran at the end of the grace period and were dropped");
    }
    Ok(())
}

/// The listener's HTTP settings and the time limits of its clients.
struct Protocol {
    builder: auto::Builder<StreamExecutor>,
    first_byte: Duration,
    head: Duration,
    /// How long an HTTP/2 connection stays open without a stream.
    idle: Duration,
    stall: Duration,
}

impl Protocol {
    fn new(http: &Http) -> Self {
        let (head, stall) = (Duration::from_secs(http.header_timeout_seconds), http.stall_timeout());
        let ping = Duration::from_secs(http.ping_interval_seconds.get());
        let mut builder = auto::Builder::new(StreamExecutor { stall_timeout: stall });
        builder.http1().timer(TokioTimer::new()).header_read_timeout(head).max_buf_size(MAX_HEAD_BYTES);
        builder
            .http2()
            .timer(TokioTimer::new())
            .max_header_list_size(MAX_HEAD_BYTES as u32)
            .keep_alive_interval(ping)
            .keep_alive_timeout(ping);
        let first_byte = Duration::from_secs(http.first_byte_timeout_seconds.get());
        // The setting may be 0.
        let idle = head.max(Duration::from_secs(1));
        Self { builder, first_byte, head, idle, stall }
    }

    /// Serves one connection until it ends. Closes a connection that sends no request in time, or that is evicted
    /// before. Closes an HTTP/2 connection on which no stream is open for too long.
    async fn serve<H, F>(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        permit: Permit,
        mut eviction: Eviction,
        mut stopping: watch::Receiver<()>,
        handle: H,
    ) where
        H: Fn(Request<LingeringBody>) -> F + Send + 'static,
        F: Future<Output = Response<Body>> + Send + 'static,
    {
        self.set_options(&stream, peer);
        let first_byte = tokio::select! {
            readable = tokio::time::timeout(self.first_byte, stream.readable()) => matches!(readable, Ok(Ok(()))),
            () = eviction.evicted() => false,
        };
        if !first_byte {
            debug!(%peer, "closed a connection that sent nothing");
            return;
        }
        let streams = Arc::new(OpenStreams::default());
        let counted = Arc::clone(&streams);
        let service = service_fn(move |mut request: Request<Incoming>| {
            permit.note_request();
            let open = (request.version() == Version::HTTP_2).then(|| counted.open());
            request.extensions_mut().insert(Peer(peer.ip()));
            let answer = handle(LingeringBody::wrap(request));
            async move { Ok::<_, Infallible>(answer.await.map(|body| MonitoredBody::new(body, open))) }
        });
        // On the heap, so that a silent connection does not reserve the space.
        let mut connection = Box::pin(self.builder.serve_connection(TokioIo::new(stream), service).into_owned());
        let mut evicted = std::pin::pin!(eviction.evicted_or_timed_out(self.head));
        let mut is_closing = false;
        loop {
            tokio::select! {
                ended = &mut connection => {
                    if let Err(error) = ended {
                        debug!(%error, %peer, "connection ended");
                    }
                    return;
                }
                // hyper starts the timer for the head only once it knows the version of HTTP, and not over HTTP/2.
                () = &mut evicted => {
                    debug!(%peer, "closed a connection that sent no request");
                    return;
                }
                _ = stopping.changed(), if !is_closing => {}
                () = streams.idle(self.idle) => {
                    debug!(%peer, "closing an idle HTTP/2 connection");
                    // The client had the same time again to close its side.
                    if is_closing {
                        return;
                    }
                }
            }
            // Running calls finish, and so do requests that are on their way.
            connection.as_mut().graceful_shutdown();
            streams.restart();
            is_closing = true;
        }
    }

    fn set_options(&self, stream: &TcpStream, peer: SocketAddr) {
        // Responses are small and written at once. Waiting to fill a packet would only delay them.
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%error, %peer, "cannot set TCP_NODELAY");
        }
        // Linux ends a connection whose peer has acknowledged nothing for this long, whether it is gone or does not
        // read. Only the kernel knows what the peer has acknowledged: a write succeeds as long as the socket's buffer
        // has room.
        #[cfg(target_os = "linux")]
        if let Err(error) = socket2::SockRef::from(stream).set_tcp_user_timeout(Some(self.stall)) {
            debug!(%error, %peer, "cannot set TCP_USER_TIMEOUT");
        }
    }
}

/// Sends a problem to a connection that is not admitted, as far as the socket accepts it without waiting, and closes
/// it.
fn refuse(stream: TcpStream, problem: Problem, public_url: &str) {
    let request_id = plumbline_storage::id::random("req_");
    let response = problem.into_response(public_url, &request_id);
    let mut text = format!("HTTP/1.1 {}\r\n", response.status()).into_bytes();
    let length = response.body().len().to_string();
    let own = [
        (&REQUEST_ID, request_id.as_bytes()),
        (&header::CONTENT_LENGTH, length.as_bytes()),
        (&header::CONNECTION, b"close"),
    ];
    let headers = response.headers().iter().map(|(name, value)| (name, value.as_bytes()));
    for (name, value) in headers.chain(own) {
        text.extend([name.as_str().as_bytes(), b": ", value, b"\r\n"].concat());
    }
    text.extend(b"\r\n");
    text.extend(response.body());
    // The client may already be gone, which is fine.
    let _ = stream.into_std().and_then(|mut stream| stream.write_all(&text));
}
