//! Detection of HTTP/2 streams whose client stops reading.
//!
//! TCP's time limit does not detect them: the connection makes progress while one stream's flow-control window stays
//! closed. So the task of each stream measures how long a piece of the body waits for the client, and ends if that is
//! too long, which resets the stream.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use hyper::rt::Executor;
use tokio::time::Instant;
use tracing::debug;

use super::idle::OpenStream;
use super::{Body, BodyError};

/// Largest piece of a body that is passed on at a time, in bytes: the default frame of HTTP/2. hyper buffers a piece
/// until the client's window opens.
const PIECE: usize = 16 * 1024;

tokio::task_local! {
    /// The progress of the current task's stream.
    static PROGRESS: Arc<Progress>;
}

/// The time since which a piece of the body has been waiting for the client.
#[derive(Default)]
struct Progress(Mutex<Option<Instant>>);

impl Progress {
    fn set(&self, waiting_since: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = waiting_since;
    }

    /// Waits until a piece has waited for the client for `limit`.
    async fn stalled(&self, limit: Duration) {
        loop {
            let waiting_since = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let deadline = waiting_since.unwrap_or_else(Instant::now) + limit;
            if deadline <= Instant::now() {
                return;
            }
            tokio::time::sleep_until(deadline).await;
        }
    }
}

/// Runs HTTP/2 streams, each until its client stops reading.
#[derive(Clone)]
pub(super) struct StreamExecutor {
    pub(super) stall_timeout: Duration,
}

impl<F> Executor<F> for StreamExecutor
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    fn execute(&self, stream: F) {
        let progress = Arc::new(Progress::default());
        let limit = self.stall_timeout;
        tokio::spawn(PROGRESS.scope(Arc::clone(&progress), async move {
            tokio::select! {
                _ = stream => {}
                () = progress.stalled(limit) => debug!("reset a stream whose client stopped reading"),
            }
        }));
    }
}

/// The body of a response, monitored if it is sent over HTTP/2.
pub(super) struct MonitoredBody {
    body: Body,
    /// The remaining bytes of the body's last frame.
    rest: Bytes,
    progress: Option<Arc<Progress>>,
    /// Counts the stream as open until the body has been sent.
    _stream: Option<OpenStream>,
}

impl MonitoredBody {
    /// Wraps the body of a response, sent over `stream`. Must be called in the task of the stream.
    pub(super) fn new(body: Body, stream: Option<OpenStream>) -> Self {
        Self { body, rest: Bytes::new(), progress: PROGRESS.try_with(Arc::clone).ok(), _stream: stream }
    }
}

impl hyper::body::Body for MonitoredBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let Self { body, rest, progress, .. } = &mut *self;
        let Some(progress) = progress else { return Pin::new(body).poll_frame(context) };
        if rest.is_empty() {
            progress.set(None);
            match ready!(Pin::new(body).poll_frame(context)).map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(data))) => *rest = data,
                Some(Ok(Err(trailers))) => return Poll::Ready(Some(Ok(trailers))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        progress.set(Some(Instant::now()));
        let piece = rest.split_to(rest.len().min(PIECE));
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (hint, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut whole = SizeHint::new();
        whole.set_lower(hint.lower() + rest);
        if let Some(upper) = hint.upper() {
            whole.set_upper(upper + rest);
        }
        whole
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::num::NonZeroU64;

    use futures::StreamExt as _;
    use http::{Request, Response};
    use http_body_util::{BodyExt as _, Empty, StreamBody};
    use hyper::body::Incoming;
    use hyper::client::conn::http2;
    use hyper_util::rt::{TokioExecutor, TokioIo};
    use tokio::net::{TcpListener, TcpStream};
    use tokio::sync::mpsc;

    use super::*;
    use crate::edge::{LingeringBody, full, server};
    use plumbline_config::Http;

    /// Number of frames of the large response, and the size of each in bytes.
    const FRAMES: usize = 32;
    const FRAME: usize = 64 * 1024;
    /// Time limit of a test that hangs.
    const PATIENCE: Duration = Duration::from_secs(30);

    /// Reports the end of a body when dropped.
    struct Ended(mpsc::UnboundedSender<()>);

    impl Drop for Ended {
        fn drop(&mut self) {
            let _ = self.0.send(());
        }
    }

    fn large(ended: Ended) -> Body {
        let frames = futures::stream::iter(0..FRAMES).map(move |_| {
            let _until_the_end = &ended;
            Ok::<_, BodyError>(Frame::data(Bytes::from_static(&[7; FRAME])))
        });
        StreamBody::new(frames).boxed_unsync()
    }

    /// Starts a server whose clients may stop for a second. Returns its address and a receiver for the ends of its
    /// large responses.
    async fn start() -> (SocketAddr, mpsc::UnboundedReceiver<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, ended) = mpsc::unbounded_channel();
        let http = Http { stall_timeout_seconds: NonZeroU64::MIN, ..Http::default() };
        let handle = move |request: Request<LingeringBody>| {
            let is_large = request.uri().path() == "/large";
            let body = if is_large { large(Ended(sender.clone())) } else { full("small") };
            std::future::ready(Response::new(body))
        };
        tokio::spawn(async move {
            let (kind, stop) = (server::Listener::Public, std::future::pending());
            server::serve_with(listener, kind, &http, "http://localhost", Arc::default(), handle, stop).await
        });
        (address, ended)
    }

    async fn connect(address: SocketAddr) -> http2::SendRequest<Empty<Bytes>> {
        let stream = TcpStream::connect(address).await.unwrap();
        // The protocol's default stream window. The connection's window has room for other streams next to a stalled
        // one.
        let mut builder = http2::Builder::new(TokioExecutor::new());
        builder.initial_stream_window_size(64 * 1024).initial_connection_window_size(1024 * 1024);
        let (client, connection) = builder.handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        client
    }

    async fn get(client: &mut http2::SendRequest<Empty<Bytes>>, path: &str) -> Incoming {
        let request = Request::get(format!("http://localhost{path}")).body(Empty::new()).unwrap();
        client.send_request(request).await.unwrap().into_body()
    }

    #[tokio::test]
    async fn a_stream_that_nobody_reads_is_reset_and_its_connection_goes_on() {
        let (address, mut ended) = start().await;
        let mut client = connect(address).await;
        let mut unread = get(&mut client, "/large").await;
        tokio::time::timeout(PATIENCE, ended.recv()).await.expect("the stream is cut").unwrap();
        let small = get(&mut client, "/small").await.collect().await.unwrap().to_bytes();
        assert_eq!(small, "small");
        let mut length = 0;
        let error = loop {
            match unread.frame().await.expect("the body has no regular end") {
                Ok(frame) => length += frame.data_ref().map_or(0, Bytes::len),
                Err(error) => break error,
            }
        };
        assert!(length < FRAMES * FRAME, "{error}");
    }

    #[tokio::test]
    async fn a_stream_that_is_read_slowly_comes_whole() {
        let (address, _ended) = start().await;
        let mut client = connect(address).await;
        let mut body = get(&mut client, "/large").await;
        let mut length = 0;
        while let Some(frame) = body.frame().await {
            length += frame.unwrap().data_ref().map_or(0, Bytes::len);
            // The pace is what this tests: the whole takes three times as long as a client may stop.
            tokio::time::sleep(Duration::from_secs(3) / (FRAMES * FRAME / PIECE) as u32).await;
        }
        assert_eq!(length, FRAMES * FRAME);
    }
}
