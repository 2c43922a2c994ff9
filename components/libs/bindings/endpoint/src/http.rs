//! Requests and responses as handlers see them, independent of the component's bindings.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use plumbline_contract::{Problem, ProblemCode};
use serde::Serialize;

use crate::{Context, OperationError};

/// Media type of resources.
pub(crate) const JSON: &str = "application/json";
/// Media type of problems.
const PROBLEM_JSON: &str = "application/problem+json";
/// Recommended seconds between polls of a job.
const POLL_SECONDS: u32 = 2;

/// A request with its whole body.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Method in upper case.
    pub method: String,
    /// Path below the base address, still percent-encoded.
    pub path: String,
    /// The part after `?`, still percent-encoded.
    pub query: String,
    /// Headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The whole body. The host limits its size.
    pub body: Vec<u8>,
}

impl Request {
    /// Returns the first header with this name (in lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// Returns whether the caller accepts a response of this media type (in lower case, without parameters). Without an
    /// `Accept` header, every type is accepted. Otherwise the most specific matching range decides, and quality 0
    /// refuses (RFC 9110, 12.5.1).
    pub(crate) fn accepts(&self, media_type: &str) -> bool {
        let Some(accept) = self.header("accept").filter(|accept| !accept.trim().is_empty()) else { return true };
        let specificity = |range: &str| match range.strip_suffix('*') {
            Some("*/") => Some(1),
            Some(main) if main.ends_with('/') && media_type.starts_with(main) => Some(2),
            None if range == media_type || (media_type == JSON && range == PROBLEM_JSON) => Some(3),
            _ => None,
        };
        accept
            .split(',')
            .filter_map(|part| {
                let mut pieces = part.split(';').map(|piece| piece.trim().to_ascii_lowercase());
                let range = pieces.next().unwrap_or_default();
                let quality = pieces.find_map(|piece| piece.strip_prefix("q=")?.trim().parse::<f32>().ok());
                specificity(&range).map(|specificity| (specificity, quality != Some(0.0)))
            })
            .max()
            .is_some_and(|(_, wanted)| wanted)
    }

    /// Returns an error if the caller does not accept this media type. Operations that respond in several types call it
    /// as soon as they know the type. For the others, the check happens before they start.
    ///
    /// # Errors
    /// 406 `not_acceptable`.
    pub fn require_accepts(&self, media_type: &str) -> Result<(), OperationError> {
        if self.accepts(media_type) {
            return Ok(());
        }
        Err(OperationError::problem(
            ProblemCode::NotAcceptable,
            format!("The response is {media_type}. Send `Accept: {media_type}`, or no Accept header."),
        ))
    }
}

/// A response with its whole body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// Headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The whole body.
    pub body: Vec<u8>,
}

impl Response {
    /// Creates a response without a body.
    pub fn empty(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: Vec::new() }
    }

    /// Creates a response with a resource as its body.
    ///
    /// # Errors
    /// [`OperationError::Internal`] if the resource does not serialize. All resources of the contract do.
    pub fn json(status: u16, resource: &impl Serialize) -> Result<Self, OperationError> {
        let body = serde_json::to_vec(resource).map_err(|error| OperationError::Internal(error.to_string()))?;
        Ok(Self::new(status, JSON, body))
    }

    /// Creates a response of any media type. `media_type` may have parameters.
    pub fn new(status: u16, media_type: &str, body: Vec<u8>) -> Self {
        // A resource belongs to one credential: shared caches may not store it, and private ones must revalidate.
        let headers = vec![header("content-type", media_type), header("cache-control", "private, no-cache")];
        Self { status, headers, body }
    }

    /// Creates a 201 response with the new resource and its location.
    ///
    /// # Errors
    /// Same as [`Response::json`].
    pub fn created(location: String, resource: &impl Serialize) -> Result<Self, OperationError> {
        Ok(Self::json(201, resource)?.with_header("location", location))
    }

    /// Creates a 202 response with the job, its location, and when to poll.
    ///
    /// # Errors
    /// Same as [`Response::json`].
    pub fn accepted(location: String, resource: &impl Serialize) -> Result<Self, OperationError> {
        Ok(Self::json(202, resource)?
            .with_header("location", location)
            .with_header("retry-after", POLL_SECONDS.to_string()))
    }

    /// Creates the response of a problem.
    pub fn problem(context: &Context<'_>, problem: &Problem) -> Self {
        let body = problem.body(context.caller.origin(), &context.caller.request_id);
        let headers = vec![header("content-type", PROBLEM_JSON), header("cache-control", "no-store")];
        let response = Self { status: problem.code.status(), headers, body };
        match problem.retry_after.or((problem.code == ProblemCode::Unavailable).then_some(1)) {
            Some(seconds) => response.with_header("retry-after", seconds.to_string()),
            None => response,
        }
    }

    /// Sets the units counted in the usage record: pages of a takeoff, rows of an export.
    #[must_use]
    pub fn units(self, units: f64) -> Self {
        self.with_header("x-plumbline-units", units.to_string())
    }

    /// Attributes the request, in the usage record, to one of the caller's own customers.
    #[must_use]
    pub fn end_customer(self, reference: Option<&str>) -> Self {
        match reference {
            Some(reference) => self
                .with_header("x-plumbline-end-customer", utf8_percent_encode(reference, NON_ALPHANUMERIC).to_string()),
            None => self,
        }
    }

    /// Adds a header.
    #[must_use]
    pub fn with_header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// Replaces all headers of this name.
    #[must_use]
    pub(crate) fn replace_header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.retain(|(header, _)| header != name);
        self.with_header(name, value)
    }

    /// Returns the first header with this name (in lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }
}

fn header(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(accept: &str, media_type: &str) -> bool {
        let headers = vec![("accept".to_owned(), accept.to_owned())];
        Request { headers, ..Request::default() }.accepts(media_type)
    }

    #[test]
    fn h1_accept_is_honored() {
        assert!(Request::default().accepts(JSON));
        for accept in
            ["", "*/*", "application/json", "text/html, application/*;q=0.1", "Application/JSON; charset=utf-8"]
        {
            assert!(takes(accept, JSON), "{accept}");
        }
        assert!(takes(PROBLEM_JSON, JSON));
        for accept in ["text/html", "application/xml, application/json;q=0", "application/jsonl", "json", "*"] {
            assert!(!takes(accept, JSON), "{accept}");
        }
        assert!(takes("text/csv;header=present, application/json;q=0.5", "text/csv"));
        assert!(!takes("application/json", "text/csv"));
    }

    #[test]
    fn h1_the_most_specific_range_of_accept_decides() {
        assert!(!takes("*/*, application/json;q=0", JSON));
        assert!(!takes("application/*;Q=0, */*", JSON));
        assert!(takes("application/json;q=0.1, application/*;q=0, */*;q=0.0", JSON));
        assert!(takes("text/csv;q=0, */*", JSON));
    }
}
