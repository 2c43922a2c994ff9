//! What can go wrong with a call.

use crate::types::Problem;

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}: {}", self.status, self.code, self.detail)?;
        for error in &self.errors {
            write!(f, "; {}: {}", error.field, error.message)?;
        }
        write!(f, " (request {})", self.request_id)
    }
}

/// Why a call did not give what was asked for.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server could not be reached, or the connection broke off, or a timeout passed.
    #[error("{method} {url}: {source}")]
    Transport {
        /// HTTP method.
        method: &'static str,
        /// Address called.
        url: String,
        /// The cause.
        source: Box<ureq::Error>,
    },
    /// The server answered with a problem.
    #[error("{method} {url}: {problem}")]
    Problem {
        /// HTTP method.
        method: &'static str,
        /// Address called.
        url: String,
        /// The problem.
        problem: Box<Problem>,
    },
    /// The resource ended in another state than the one waited for.
    #[error("{status}: {code}: {message}")]
    Failed {
        /// `failed` or `cancelled`.
        status: String,
        /// The failure code.
        code: String,
        /// For humans.
        message: String,
    },
    /// An answer is not of the contract's shape.
    #[error("{what}: {why}")]
    Unexpected {
        /// The call or resource.
        what: String,
        /// What is wrong with it.
        why: String,
    },
    /// A job took longer than the client waits.
    #[error("{path} was not finished after {seconds} s")]
    TookTooLong {
        /// The resource.
        path: String,
        /// How long was waited.
        seconds: u64,
    },
}
