//! Problems that the pipeline returns before a component is called or instead of it. Components return their own problems.
//! All use one table of codes.

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header};
pub use plumbline_contract::problem::ProblemCode;

use crate::header::set_header;

/// Seconds after which a client may retry if the server is busy.
const RETRY_AFTER_SECONDS: u32 = 1;

/// A problem to be returned, with additional headers.
#[derive(Debug)]
pub struct Problem {
    // Boxed: problems are rare, and every result that may contain one would grow by its size.
    body: Box<plumbline_contract::problem::Problem>,
    headers: Vec<(header::HeaderName, String)>,
}

impl Problem {
    /// Creates a problem with an explanation for the reader.
    pub fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        let mut body = plumbline_contract::problem::Problem::new(code, detail);
        if matches!(code.status(), 429 | 503) {
            body.retry_after = Some(RETRY_AFTER_SECONDS);
        }
        Self { body: Box::new(body), headers: Vec::new() }
    }

    /// Adds a header to the response.
    #[must_use]
    pub fn header(mut self, name: header::HeaderName, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Replaces the status of the code with a more specific one.
    #[must_use]
    pub fn status(mut self, status: StatusCode) -> Self {
        self.body.status = Some(status.as_u16());
        self
    }

    /// Sets the seconds after which the client may retry.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.body.retry_after = Some(u32::try_from(seconds).unwrap_or(u32::MAX));
        self
    }

    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        self.body.code.as_str()
    }

    /// Returns what is wrong and how to resolve it, for people.
    pub fn detail(&self) -> &str {
        &self.body.detail
    }

    /// Converts the problem into a response. `base` is the public URL of the service.
    pub fn into_response(self, base: &str, request_id: &str) -> Response<Bytes> {
        let mut response = Response::new(Bytes::from(self.body.body(base, request_id)));
        *response.status_mut() = StatusCode::from_u16(self.body.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        // For the log line and the usage record.
        response.extensions_mut().insert(self.body.code);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.body.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        for (name, value) in self.headers {
            set_header(headers, name, value);
        }
        response
    }
}
