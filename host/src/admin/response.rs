//! Bodies, responses and problems of the admin API.

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderValue, Response, StatusCode};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use plumbline_storage::StorageError;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Call;
use crate::edge::{Body, LingeringBody, respond};
use plumbline_pipeline::{Problem, ProblemCode};

/// Returns a JSON response.
pub(super) fn json(status: StatusCode, value: &Value) -> Response<Body> {
    let mut response = respond(status, value.to_string());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Reads the whole body, up to a size limit.
pub(super) async fn collect(body: LingeringBody, limit: u64) -> Result<Bytes, Problem> {
    let limited = Limited::new(body, usize::try_from(limit).unwrap_or(usize::MAX));
    match limited.collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            Err(Problem::new(ProblemCode::PayloadTooLarge, format!("The body exceeds the limit of {limit} bytes.")))
        }
        Err(error) => {
            Err(Problem::new(ProblemCode::InvalidRequest, format!("The body was not received completely: {error}")))
        }
    }
}

/// Parses a JSON body.
pub(super) fn body<T: DeserializeOwned>(call: &Call) -> Result<T, Problem> {
    if call.content_type != "application/json" {
        return Err(Problem::new(ProblemCode::UnsupportedMediaType, "Send `application/json`."));
    }
    // Serde's message names the field and its expected value.
    serde_json::from_slice(&call.body).map_err(|error| Problem::new(ProblemCode::ValidationFailed, error.to_string()))
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
