//! HTTP messages in the types of the component model. Bodies that `spin-sdk` would read and write again are passed on
//! unread, because each poll of a stream costs about as much as a statement.

use std::future::poll_fn;
use std::task::Poll;

use bytes::Bytes;
use http::{Request, Response, header};
use spin_sdk::http::body::IncomingBodyExt as _;
use spin_sdk::http::{FullBody, IntoRequest as _};
use spin_sdk::wasip3::http::types::{self, ErrorCode, Fields, Trailers};
use spin_sdk::wasip3::wit_bindgen::{FutureReader, StreamReader};
use spin_sdk::wasip3::{wit_future, wit_stream};

/// The body of a response.
pub(crate) enum Body {
    /// A body that the gateway wrote.
    Full(Bytes),
    /// A body that streams from the endpoint or the central host.
    Streamed(StreamReader<u8>, FutureReader<Result<Option<Trailers>, ErrorCode>>),
}

impl From<Bytes> for Body {
    fn from(bytes: Bytes) -> Self {
        Self::Full(bytes)
    }
}

impl AsRef<[u8]> for Body {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Full(bytes) => bytes,
            Self::Streamed(..) => &[],
        }
    }
}

impl Body {
    /// Returns its length, if known.
    pub(crate) fn length(&self) -> Option<usize> {
        match self {
            Self::Full(bytes) => Some(bytes.len()),
            Self::Streamed(..) => None,
        }
    }
}

fn internal(what: &str) -> ErrorCode {
    ErrorCode::InternalError(Some(what.to_owned()))
}

/// Returns a request for the next handler. A request without a body has no stream.
pub(crate) fn request(request: Request<Bytes>) -> Result<types::Request, ErrorCode> {
    if !request.body().is_empty() {
        return request.map(FullBody::new).into_request();
    }
    let (parts, _) = request.into_parts();
    let headers = Fields::try_from(parts.headers).map_err(|error| internal(&error.to_string()))?;
    let (_, no_trailers) = wit_future::new(|| Ok(None));
    let (request, _) = types::Request::new(headers, None, no_trailers, None);
    let set = [
        request.set_method(&parts.method.into()),
        request.set_scheme(parts.uri.scheme().map(Into::into).as_ref()),
        request.set_authority(parts.uri.authority().map(http::uri::Authority::as_str)),
        request.set_path_with_query(parts.uri.path_and_query().map(http::uri::PathAndQuery::as_str)),
    ];
    if set.contains(&Err(())) { Err(ErrorCode::HttpRequestUriInvalid) } else { Ok(request) }
}

/// Returns a response whose body is passed on.
pub(crate) fn streamed(answer: spin_sdk::http::Response) -> Response<Body> {
    answer.map(|mut body| match body.take_unstarted() {
        Some(message) => {
            // Signals to the sender that the body was read.
            let (_, read) = wit_future::new(|| Ok(()));
            let (stream, trailers) = types::Response::consume_body(message, read);
            Body::Streamed(stream, trailers)
        }
        None => Body::Full(Bytes::new()),
    })
}

/// Returns a response with a known length. Problems are read, because the usage record contains their codes.
pub(crate) async fn with_length(answer: spin_sdk::http::Response) -> Result<Response<Body>, ErrorCode> {
    if answer.status().is_success() && answer.headers().contains_key(header::CONTENT_LENGTH) {
        return Ok(streamed(answer));
    }
    let (parts, body) = answer.into_parts();
    Ok(Response::from_parts(parts, Body::Full(body.bytes().await?)))
}

/// Returns a response for the runtime.
pub(crate) async fn response(answer: Response<Body>) -> Result<types::Response, ErrorCode> {
    let (parts, body) = answer.into_parts();
    let headers = Fields::try_from(parts.headers).map_err(|error| internal(&error.to_string()))?;
    let (stream, trailers) = match body {
        Body::Full(bytes) if bytes.is_empty() => (None, wit_future::new(|| Ok(None)).1),
        Body::Full(bytes) => {
            let (stream, trailers) = started(bytes).await;
            (Some(stream), trailers)
        }
        Body::Streamed(stream, trailers) => (Some(stream), trailers),
    };
    let (response, _) = types::Response::new(headers, stream, trailers);
    response.set_status_code(parts.status.as_u16()).map_err(|()| internal("the status"))?;
    Ok(response)
}

/// Returns a body whose first write is already in progress. If the write started after the response was returned,
/// headers and body would reach the caller in two packets, and the runtime would be woken once more.
async fn started(bytes: Bytes) -> (StreamReader<u8>, FutureReader<Result<Option<Trailers>, ErrorCode>>) {
    let (mut writer, stream) = wit_stream::new();
    let (trailers_writer, trailers) = wit_future::new(|| Ok(None));
    let mut write = Box::pin(async move {
        let _ = writer.write_all(bytes.into()).await;
        drop(writer);
        // The runtime may have stopped reading.
        let _ = trailers_writer.write(Ok(None)).await;
    });
    let ended = poll_fn(|context| Poll::Ready(write.as_mut().poll(context).is_ready())).await;
    if !ended {
        spin_sdk::wit_bindgen::spawn(write);
    }
    (stream, trailers)
}
