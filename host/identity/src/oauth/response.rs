//! Responses of OAuth endpoints: JSON that must not be cached (RFC 6749, sections 5.1 and 5.2).

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, PRAGMA};
use http::{Response, StatusCode};
use serde_json::{Value, json};

/// Returns a JSON response.
pub(crate) fn json(status: StatusCode, body: &Value) -> Response<Bytes> {
    let mut response = Response::new(Bytes::from(body.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(PRAGMA, HeaderValue::from_static("no-cache"));
    response
}

/// Returns an error response. The RFC of the endpoint defines the code. The description is for the developer of the client.
pub(crate) fn error(status: StatusCode, code: &str, description: &str) -> Response<Bytes> {
    json(status, &json!({ "error": code, "error_description": description }))
}
