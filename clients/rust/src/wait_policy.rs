//! How long the client waits for a job.

use std::time::Duration;

/// How the client waits for jobs.
///
/// The pause between two polls grows by half each time, and is not shorter than the `Retry-After` of the response.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct WaitPolicy {
    /// Longest time to wait for one job.
    pub timeout: Duration,
    /// Pause before the second poll.
    pub first_pause: Duration,
    /// Longest pause between two polls.
    pub longest_pause: Duration,
}

impl Default for WaitPolicy {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(1800),
            first_pause: Duration::from_millis(250),
            longest_pause: Duration::from_secs(5),
        }
    }
}
