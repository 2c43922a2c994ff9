//! Answers of OAuth endpoints: JSON that nobody may keep (RFC 6749, section 5.1).

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header};
use serde_json::{Value, json};

/// A JSON answer.
pub(crate) fn json(status: StatusCode, body: &Value) -> Response<Bytes> {
    let mut response = Response::new(Bytes::from(body.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::PRAGMA, HeaderValue::from_static("no-cache"));
    response
}

/// An error as RFC 6749, section 5.2, has it.
pub(crate) fn error(status: StatusCode, code: &str, description: &str) -> Response<Bytes> {
    json(status, &json!({ "error": code, "error_description": description }))
}
