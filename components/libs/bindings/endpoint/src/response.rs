//! Responses as handlers see them, independent of the component's bindings.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use plumbline_contract::{Problem, ProblemCode};
use serde::Serialize;

use crate::context::Context;
use crate::error::OperationError;
use crate::request::{JSON, PROBLEM_JSON};

/// Recommended seconds between polls of a job.
const POLL_SECONDS: u32 = 2;

/// The result of an operation.
pub type Outcome = Result<Response, OperationError>;

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
