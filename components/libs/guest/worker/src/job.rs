//! The payload of a job and its failure.

use crate::{Failure, Request};
use serde::de::DeserializeOwned;

/// Parses the payload that the endpoint wrote to the outbox.
///
/// # Errors
/// Returns a permanent failure if the payload does not parse, because every attempt gets the same payload.
pub fn payload<T: DeserializeOwned>(request: &Request) -> Result<T, Failure> {
    serde_json::from_str(&request.payload).map_err(|e| permanent(format!("the payload of job {}: {e}", request.id)))
}

/// Creates a failure that a later attempt may not meet: the database was busy, or a blob could not be reached.
pub fn retryable(message: impl ToString) -> Failure {
    Failure { message: message.to_string(), retryable: true }
}

/// Creates a failure that every attempt would meet.
pub fn permanent(message: impl ToString) -> Failure {
    Failure { message: message.to_string(), retryable: false }
}
