//! The policy of retries: which errors are retried, and when.

use std::time::Duration;

use backon::ExponentialBuilder;

use crate::Error;
use crate::types::ProblemCode;

/// How failed requests are retried.
///
/// Responses 429 and 503 are retried, after `Retry-After` if the response has it. After a network error, requests that can
/// safely arrive twice are retried. These include requests with an idempotency key, which keep their key.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RetryPolicy {
    /// Maximum number of attempts after the first one. 0 turns retries off.
    pub retries: usize,
    /// Pause before the second attempt. It doubles with each further attempt, with random jitter.
    pub first_pause: Duration,
    /// Longest pause. A longer `Retry-After` ends the retries.
    pub longest_pause: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self { retries: 4, first_pause: Duration::from_millis(500), longest_pause: Duration::from_secs(60) }
    }
}

impl RetryPolicy {
    pub(crate) fn delays(&self) -> ExponentialBuilder {
        ExponentialBuilder::default()
            .with_min_delay(self.first_pause)
            .with_max_delay(self.longest_pause)
            .with_max_times(self.retries)
            .with_jitter()
    }

    /// Returns whether a request that failed with this error is retried.
    pub(crate) fn retryable(&self, error: &Error, repeatable: bool) -> bool {
        match error {
            Error::Transport { .. } => repeatable,
            Error::Problem { problem, retry_after, .. } => {
                // A quota that waiting does not restore has no `Retry-After`. The first request of an idempotency key may
                // still be running.
                let transient = match problem.status {
                    429 => problem.code == ProblemCode::RateLimited || retry_after.is_some(),
                    503 => true,
                    _ => problem.code == ProblemCode::IdempotencyInProgress,
                };
                transient && retry_after.is_none_or(|after| after <= self.longest_pause)
            }
            _ => false,
        }
    }

    /// Returns the pause before the next attempt, at least `Retry-After`. `None` ends the retries.
    pub(crate) fn pause(error: &Error, drawn: Option<Duration>) -> Option<Duration> {
        let asked = match error {
            Error::Problem { retry_after, .. } => retry_after.unwrap_or_default(),
            _ => Duration::ZERO,
        };
        drawn.map(|drawn| drawn.max(asked))
    }
}
