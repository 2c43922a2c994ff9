//! Health of a process that serves calls.

use bytes::Bytes;
use http::{HeaderValue, Response, header};

/// Returns the response to `GET /healthz`, which shows that the process is running.
pub fn health() -> Response<Bytes> {
    let mut response = Response::new(Bytes::from_static(b"ok\n"));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}
