//! The errors of a call.

use std::path::PathBuf;
use std::time::Duration;

use crate::types::{Problem, ProblemCode};

impl std::fmt::Display for Problem {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {}: ", self.status, self.code)?;
        // The detail of a problem with fields only lists their names.
        if self.errors.is_empty() {
            formatter.write_str(&self.detail)?;
        }
        for (index, error) in self.errors.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(formatter, "{separator}{}: {}", error.field, error.message)?;
        }
        write!(formatter, " (request {})", self.request_id)
    }
}

/// An error of a call.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The server cannot be reached, the connection ended early, or a timeout passed.
    #[error("{method} {url}: {source}")]
    Transport {
        /// HTTP method.
        method: &'static str,
        /// Address called.
        url: String,
        /// Cause.
        source: reqwest::Error,
    },
    /// The server answered with a problem.
    #[error("{method} {url}: {problem}")]
    Problem {
        /// HTTP method.
        method: &'static str,
        /// Address called.
        url: String,
        /// Problem with its code, detail and request id.
        problem: Box<Problem>,
        /// Time to wait before the next attempt, from the header `Retry-After`.
        retry_after: Option<Duration>,
    },
    /// A document, a takeoff or an export failed or was cancelled.
    #[error("{resource} is {status}: {code}: {message}")]
    Failed {
        /// Id of the resource.
        resource: String,
        /// `failed` or `cancelled`.
        status: String,
        /// Code of the failure.
        code: String,
        /// Message for users.
        message: String,
    },
    /// A job did not end within the maximum waiting time.
    #[error("{resource} was still {status} after {} s", waited.as_secs())]
    Timeout {
        /// Id of the resource.
        resource: String,
        /// Its last status.
        status: String,
        /// How long the client waited.
        waited: Duration,
    },
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// Path of the file.
        path: PathBuf,
        /// Cause.
        source: std::io::Error,
    },
    /// A response does not have the form that the API describes, or a value cannot be sent.
    #[error("{what}: {why}")]
    Unexpected {
        /// Call or resource.
        what: String,
        /// The reason.
        why: String,
    },
}

impl Error {
    /// Returns the problem, if the server answered with one.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Self::Problem { problem, .. } => Some(problem),
            _ => None,
        }
    }

    /// Returns the code of the problem, if the server answered with one.
    pub fn code(&self) -> Option<&ProblemCode> {
        self.problem().map(|problem| &problem.code)
    }

    /// Returns the HTTP status of the problem, if the server answered with one.
    pub fn status(&self) -> Option<u16> {
        self.problem().map(|problem| problem.status)
    }

    /// Returns the id of the request for support, if the server answered with a problem.
    pub fn request_id(&self) -> Option<&str> {
        self.problem().map(|problem| problem.request_id.as_str())
    }
}
