//! The two ends of a job: its payload and its failure.

use crate::{Failure, Request};
use serde::de::DeserializeOwned;

/// Reads the payload the endpoint wrote to the outbox.
///
/// # Errors
/// A payload that does not fit is not retried: it will be the same the next time.
pub fn payload<T: DeserializeOwned>(request: &Request) -> Result<T, Failure> {
    serde_json::from_str(&request.payload).map_err(|e| permanent(format!("the payload of job {}: {e}", request.id)))
}

/// A failure that a later attempt may not meet: the database was busy, a blob could not be reached.
pub fn retryable(message: impl ToString) -> Failure {
    Failure { message: message.to_string(), retryable: true }
}

/// A failure that every attempt would meet.
pub fn permanent(message: impl ToString) -> Failure {
    Failure { message: message.to_string(), retryable: false }
}
