//! Requests and responses as handlers see them, independent of the component's bindings.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use plumbline_contract::{Problem, ProblemCode};
use serde::Serialize;

use crate::{Context, Failed};

/// Media type of resources.
pub(crate) const JSON: &str = "application/json";
/// Media type of problems.
const PROBLEM_JSON: &str = "application/problem+json";
/// Seconds after which polling a job again makes sense.
const POLL_SECONDS: u32 = 2;

/// A request, its body read.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Upper case.
    pub method: String,
    /// Path below the base address, still percent-encoded.
    pub path: String,
    /// What follows `?`, still percent-encoded.
    pub query: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// The whole body; the host bounds it.
    pub body: Vec<u8>,
}

impl Request {
    /// The first header of this name (lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// Whether the caller takes an answer of this media type (without parameters, lower case). No `Accept` takes
    /// anything; of the ranges that match, the most specific decides (RFC 9110, 12.5.1), and its quality 0 refuses.
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

    /// Refuses to go on when the caller does not take this media type. For operations that answer in several, once they
    /// know in which; the others are refused before they begin.
    ///
    /// # Errors
    /// 406 `not_acceptable`.
    pub fn require_accepts(&self, media_type: &str) -> Result<(), Failed> {
        if self.accepts(media_type) {
            return Ok(());
        }
        Err(Failed::problem(
            ProblemCode::NotAcceptable,
            format!("The response is {media_type}. Send `Accept: {media_type}`, or no Accept header."),
        ))
    }
}

/// A response, its body whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// The whole body.
    pub body: Vec<u8>,
}

impl Response {
    /// A response without a body.
    pub fn empty(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: Vec::new() }
    }

    /// A response with a resource as its body.
    ///
    /// # Errors
    /// [`Failed::Internal`] when the resource does not serialize, which no resource of the contract does.
    pub fn json(status: u16, resource: &impl Serialize) -> Result<Self, Failed> {
        let body = serde_json::to_vec(resource).map_err(|error| Failed::Internal(error.to_string()))?;
        Ok(Self::of(status, JSON, body))
    }

    /// A response of any media type, its parameters included.
    pub fn of(status: u16, media_type: &str, body: Vec<u8>) -> Self {
        // A resource is one credential's: no shared cache may keep it, and a private one has to ask again.
        let headers = vec![header("content-type", media_type), header("cache-control", "private, no-cache")];
        Self { status, headers, body }
    }

    /// 201 with the new resource and where it is.
    ///
    /// # Errors
    /// As [`Response::json`].
    pub fn created(location: String, resource: &impl Serialize) -> Result<Self, Failed> {
        Ok(Self::json(201, resource)?.with("location", location))
    }

    /// 202 with the job, where it is, and when to look again.
    ///
    /// # Errors
    /// As [`Response::json`].
    pub fn accepted(location: String, resource: &impl Serialize) -> Result<Self, Failed> {
        Ok(Self::json(202, resource)?.with("location", location).with("retry-after", POLL_SECONDS.to_string()))
    }

    /// The response of a problem.
    pub fn problem(context: &Context<'_>, problem: &Problem) -> Self {
        let body = problem.body(context.caller.origin(), &context.caller.request_id);
        let headers = vec![header("content-type", PROBLEM_JSON), header("cache-control", "no-store")];
        let response = Self { status: problem.code.status(), headers, body };
        match problem.retry_after.or((problem.code == ProblemCode::Unavailable).then_some(1)) {
            Some(seconds) => response.with("retry-after", seconds.to_string()),
            None => response,
        }
    }

    /// The same, counted in the usage record as so much asked for: pages of a takeoff, rows of an export.
    #[must_use]
    pub fn units(self, units: f64) -> Self {
        self.with("x-plumbline-units", units.to_string())
    }

    /// The same, counted in the usage record for a customer of the caller's.
    #[must_use]
    pub fn end_customer(self, reference: Option<&str>) -> Self {
        match reference {
            Some(reference) => {
                self.with("x-plumbline-end-customer", utf8_percent_encode(reference, NON_ALPHANUMERIC).to_string())
            }
            None => self,
        }
    }

    /// The same with a header added.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// The same with this header in place of what it had of the name.
    #[must_use]
    pub(crate) fn replacing(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.retain(|(header, _)| header != name);
        self.with(name, value)
    }

    /// The first header of this name (lower case).
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
    fn h1_accept_is_honoured() {
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
