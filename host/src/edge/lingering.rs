//! The body of a request that is answered before it has arrived completely.
//!
//! If a server responds "too large" and closes while the client still sends, the system answers the remaining bytes
//! with a reset, and a client that sees the reset first never reads the reason. So the rest is read and discarded for a
//! while ("lingering close", RFC 9112, 9.6).

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Version, header};
use http_body_util::BodyExt as _;
use hyper::body::{Body, Frame, Incoming, SizeHint};

/// How much of an unwanted body is read: several times the limit of a call.
const MAX_BYTES: usize = 32 << 20;
/// How long an unwanted body is read.
const MAX_DURATION: Duration = Duration::from_secs(10);

/// A request body whose rest is read and discarded if the handler does not read it to the end.
pub(crate) struct LingeringBody {
    /// `Some` until the rest has been passed to its task.
    body: Option<Incoming>,
    /// Whether the connection ends with the body. In HTTP/2 a stream ends without its connection.
    ends_connection: bool,
    /// Whether the client is sending the body. A client that expects "100 Continue" waits for it.
    is_sent: bool,
}

impl LingeringBody {
    /// Wraps the body of a request.
    pub(super) fn wrap(request: Request<Incoming>) -> Request<Self> {
        let ends_connection = request.version() <= Version::HTTP_11;
        let is_sent = !request.headers().contains_key(header::EXPECT);
        request.map(|body| Self { body: Some(body), ends_connection, is_sent })
    }
}

impl Body for LingeringBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        // Reading makes hyper send "100 Continue".
        self.is_sent = true;
        match &mut self.body {
            Some(body) => Pin::new(body).poll_frame(context),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), Body::size_hint)
    }
}

impl Drop for LingeringBody {
    fn drop(&mut self) {
        let lingers = self.ends_connection && self.is_sent;
        if let Some(body) = self.body.take().filter(|body| lingers && !body.is_end_stream())
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(tokio::time::timeout(MAX_DURATION, discard(body)));
        }
    }
}

async fn discard(mut body: Incoming) {
    let mut read = 0;
    while let Some(Ok(frame)) = body.frame().await {
        read += frame.data_ref().map_or(0, Bytes::len);
        if read > MAX_BYTES {
            return;
        }
    }
}
