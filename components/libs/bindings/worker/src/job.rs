//! The common part of all jobs: the payload, the ways to end, and the component around them.

use crate::{Failure, Request};
use plumbline_contract::FailureCode;
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

/// The reason why the resource of a job failed: a code of the contract, and a sentence for its owner.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The code, as the API returns it.
    pub code: FailureCode,
    /// The problem and how to solve it.
    pub message: String,
}

impl Problem {
    /// Creates a problem.
    pub fn new(code: FailureCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// The reason why a step stops a job.
#[derive(Debug)]
pub enum StepError {
    /// The resource cannot be made. It is marked as failed, and the job is done.
    Failed(Problem),
    /// Something else failed. The job is retried.
    Retry(Failure),
}

impl StepError {
    /// Creates an error that marks the resource as failed.
    pub fn failed(code: FailureCode, message: impl Into<String>) -> Self {
        Self::Failed(Problem::new(code, message))
    }

    /// Creates an error after which the job is retried.
    pub fn retry(message: impl ToString) -> Self {
        Self::Retry(retryable(message))
    }
}

impl<E: std::fmt::Display> From<E> for StepError {
    fn from(error: E) -> Self {
        Self::retry(error)
    }
}

/// Ends a job with the outcome of its steps. `fail` marks the resource as failed.
///
/// # Errors
/// The failure of [`StepError::Retry`], or a retryable one if `fail` fails.
pub fn finish<E: ToString>(
    outcome: Result<(), StepError>,
    fail: impl FnOnce(&Problem) -> Result<(), E>,
) -> Result<(), Failure> {
    match outcome {
        Ok(()) => Ok(()),
        Err(StepError::Failed(problem)) => fail(&problem).map_err(retryable),
        Err(StepError::Retry(failure)) => Err(failure),
    }
}

/// Exports a worker's `run` and `abandon` as a component. Both are called with the database, the host and the request.
///
/// ```ignore
/// plumbline_worker::worker!(run, |db, _host, request| abandon(db, request));
/// ```
#[macro_export]
macro_rules! worker {
    ($run:expr, $abandon:expr) => {
        #[cfg(target_family = "wasm")]
        mod component {
            //! The component's functions that the host calls.

            use super::*;
            use $crate::{Db, Failure, Guest, Host, Request, retryable};

            struct Worker;

            impl Guest for Worker {
                fn run(request: Request) -> Result<(), Failure> {
                    let run = $run;
                    run(&Db::open().map_err(retryable)?, &Host, &request)
                }

                // The reason names components and limits. The host writes it to the log, and callers do not see it.
                fn abandon(request: Request, _reason: String) -> Result<(), Failure> {
                    let abandon = $abandon;
                    abandon(&Db::open().map_err(retryable)?, &Host, &request)
                }
            }

            $crate::export!(Worker with_types_in $crate::bindings);
        }
    };
}
