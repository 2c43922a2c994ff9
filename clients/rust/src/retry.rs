//! Which errors are worth another try, and when.

use std::time::Duration;

use backon::ExponentialBuilder;

use crate::Error;
use crate::types::ProblemCode;

/// How failed requests are tried again.
///
/// Answers 429 and 503 are tried again, after `Retry-After` where the answer has it. After a network error, requests are
/// tried again that do no harm when they arrive twice: those with an idempotency key among them, with the same key.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RetryPolicy {
    /// Most tries after the first one. 0 turns retries off.
    pub retries: usize,
    /// Pause before the second try. It doubles with each further try and is drawn at random around that.
    pub first_pause: Duration,
    /// Longest pause. A `Retry-After` beyond it ends the tries.
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

    /// Whether a request that failed so is worth another try.
    pub(crate) fn retryable(&self, error: &Error, repeatable: bool) -> bool {
        match error {
            Error::Transport { .. } => repeatable,
            Error::Problem { problem, retry_after, .. } => {
                // A quota that waiting does not give back has no `Retry-After`. The first request of a key may still run.
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

    /// The pause before the next try: not shorter than `Retry-After`. None ends the tries.
    pub(crate) fn pause(error: &Error, drawn: Option<Duration>) -> Option<Duration> {
        let asked = match error {
            Error::Problem { retry_after, .. } => retry_after.unwrap_or_default(),
            _ => Duration::ZERO,
        };
        drawn.map(|drawn| drawn.max(asked))
    }
}
