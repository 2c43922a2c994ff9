//! Responses and problems of the admin API.

use std::sync::{Arc, Mutex, PoisonError};

use axum::response::IntoResponse;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderValue, Response, StatusCode};
use plumbline_storage::StorageError;
use serde_json::Value;

use crate::edge::{Body, respond};
use plumbline_pipeline::{Problem, ProblemCode};

/// Returns a JSON response.
pub(super) fn json(status: StatusCode, value: &Value) -> Response<Body> {
    let mut response = respond(status, value.to_string());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A problem on its way through the router. [`super::AdminApi`] adds the request's id and the address of its page.
pub(super) struct Refusal(Problem);

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> axum::response::Response {
        let mut response = axum::response::Response::default();
        // Extensions are cloned with their response, which does not happen here.
        response.extensions_mut().insert(Arc::new(Mutex::new(Some(self.0))));
        response
    }
}

impl Refusal {
    /// Takes the problem out of a response.
    pub(super) fn take(response: &mut axum::response::Response) -> Option<Problem> {
        let problem: Arc<Mutex<Option<Problem>>> = response.extensions_mut().remove()?;
        problem.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Returns the problem for a value that cannot be used. The text begins with its name.
pub(super) fn invalid(error: impl std::fmt::Display) -> Problem {
    Problem::new(ProblemCode::ValidationFailed, error.to_string())
}

/// Returns the problem for a component that cannot be published.
pub(super) fn publish_problem(error: anyhow::Error) -> Problem {
    match error.downcast::<StorageError>() {
        Ok(error) => storage_problem(error),
        Err(error) => invalid(format_args!("{error:#}")),
    }
}

/// Returns the problem for a storage error.
pub(super) fn storage_problem(error: StorageError) -> Problem {
    match error {
        StorageError::NotFound(text) => Problem::new(ProblemCode::NotFound, text),
        StorageError::Invalid(_) | StorageError::Exists(_) | StorageError::Scope(_) | StorageError::Name(_) => {
            invalid(error)
        }
        other => {
            tracing::error!(error = %other, "an operator's call could not be served");
            Problem::new(ProblemCode::Unavailable, "The database is unavailable right now. Try again in a moment.")
        }
    }
}
