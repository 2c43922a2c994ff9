//! A response with the assertions that tests make on it.

use anyhow::{Context as _, Result};
use serde_json::Value;

/// Status, headers and body of a response.
#[derive(Debug)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// All headers.
    pub headers: ureq::http::HeaderMap,
    /// The raw body.
    pub bytes: Vec<u8>,
    /// The body as JSON, or null if it is not JSON.
    pub json: Value,
}

/// The maximum size of a body, more than any response or export in the tests.
const LARGEST_BODY: u64 = 256 << 20;

impl Response {
    pub(crate) fn read(response: ureq::http::Response<ureq::Body>) -> Result<Self> {
        let (parts, body) = response.into_parts();
        let bytes = body.into_with_config().limit(LARGEST_BODY).read_to_vec().context("the body was interrupted")?;
        let json = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Ok(Self { status: parts.status.as_u16(), headers: parts.headers, bytes, json })
    }

    /// Returns the value of a header, or an empty string if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Returns a text field of the body.
    pub fn text(&self, field: &str) -> &str {
        self.json[field].as_str().unwrap_or_default()
    }

    /// Returns the response if the status is the expected one.
    ///
    /// # Panics
    /// Panics with the body if the status differs.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.bytes));
        self
    }

    /// Checks that the response is the problem `code`, complete and consistent (E1, E2, E4, E5).
    ///
    /// # Panics
    /// Panics if it is not.
    #[track_caller]
    pub fn expect_problem(self, status: u16, code: &str) -> Self {
        let shown = String::from_utf8_lossy(&self.bytes).into_owned();
        assert_eq!((self.status, self.text("code")), (status, code), "{shown}");
        assert_eq!(self.header("content-type"), "application/problem+json", "{shown}");
        assert_eq!(self.json["status"], status, "{shown}");
        for field in ["type", "title", "detail", "request_id"] {
            assert!(!self.text(field).is_empty(), "`{field}` is missing: {shown}");
        }
        assert_eq!(self.text("request_id"), self.header("x-request-id"), "{shown}");
        crate::record_problem_code(code);
        self
    }
}
