//! The settings of the queue.

use std::time::Duration;

use plumbline_storage::OUTBOX_LOOKAHEAD;

use crate::lane::Lanes;

/// How this host runs jobs. The defaults fit production. Tests shorten the times.
#[derive(Debug, Clone)]
pub struct JobsConfig {
    /// Jobs of one lane that run at once on this host; 0 for a host that only dispatches.
    pub concurrency: usize,
    /// The lanes of the queue.
    pub lanes: Lanes,
    /// Jobs of one tenant in one lane that run at once on all hosts.
    pub per_tenant: usize,
    /// Attempts before a job is abandoned. An attempt that ended because its host died counts.
    pub attempts: u32,
    /// How long a host may fail to renew a lease before its job is taken over.
    pub lease: Duration,
    /// How often leases are renewed, and how often a host looks for expired leases.
    pub heartbeat: Duration,
    /// Wait before the second attempt; it doubles with each further one.
    pub backoff: Duration,
    /// The longest wait between attempts.
    pub backoff_limit: Duration,
    /// Wait before a job that no worker could take is tried again. It runs sooner if a worker is bound meanwhile.
    pub unserved_retry: Duration,
    /// How often an idle host looks for jobs that other hosts queued.
    pub poll: Duration,
    /// How often the outboxes of changed databases are searched, as long as that takes at most a tenth of the time. Entries
    /// committed in this process are announced and do not wait for it. Entries of a Spin application on the same data do.
    pub sweep: Duration,
    /// How long before its due time an outbox entry becomes a job; at most [`OUTBOX_LOOKAHEAD`].
    pub ahead: Duration,
    /// Most jobs of one tenant's environment that may wait in the queue, most finished ones that are remembered, and most
    /// stranded ones that are kept although their resource holds no credits. The queue is one table for all tenants, so a
    /// worker that keeps queueing work must not fill it. This many of our own jobs take about an hour. Further entries wait
    /// in the tenant's own database.
    pub waiting: usize,
    /// The same limit in bytes of payload.
    pub waiting_bytes: usize,
    /// How long finished jobs are remembered.
    pub keep_finished: Duration,
}

impl JobsConfig {
    /// Returns the defaults for this many concurrent jobs per lane, with one lane for all kinds.
    pub fn new(concurrency: usize) -> Self {
        Self {
            concurrency,
            lanes: Lanes::of_kinds(&[]),
            // With two places or more, one stays free for the other tenants, however long the first tenant's jobs run.
            per_tenant: concurrency.saturating_sub(1).max(1),
            attempts: 5,
            // Three heartbeats may be lost, for example to a busy disk, before a lease expires.
            lease: Duration::from_secs(4),
            heartbeat: Duration::from_secs(1),
            backoff: Duration::from_secs(1),
            backoff_limit: Duration::from_secs(60),
            // Binding a worker ends the wait. This is for a worker whose code could not be read.
            unserved_retry: Duration::from_secs(15),
            poll: Duration::from_millis(500),
            sweep: Duration::from_millis(700),
            ahead: OUTBOX_LOOKAHEAD,
            waiting: 10_000,
            waiting_bytes: 64 << 20,
            keep_finished: Duration::from_secs(7 * 24 * 3600),
        }
    }

    /// Returns the default places of a lane: one per processor for the jobs of one tenant, and one more for the others.
    pub fn places() -> usize {
        std::thread::available_parallelism().map_or(2, |n| n.get()) + 1
    }

    /// Returns the wait before the attempt after `attempt`. Up to a quarter is added, so that jobs that failed together are not
    /// retried together.
    pub(crate) fn wait_after(&self, attempt: u32) -> Duration {
        let doubled = self.backoff.saturating_mul(1_u32.checked_shl(attempt.saturating_sub(1)).unwrap_or(u32::MAX));
        doubled.min(self.backoff_limit).mul_f64(1.0 + rand::random::<f64>() / 4.0)
    }
}

impl Default for JobsConfig {
    fn default() -> Self {
        Self::new(Self::places())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_limit() {
        let config = JobsConfig::new(1);
        for (attempt, least) in [(1, 1), (2, 2), (3, 4), (7, 60), (40, 60), (u32::MAX, 60)] {
            let wait = config.wait_after(attempt);
            let least = Duration::from_secs(least);
            assert!(wait >= least && wait <= least.mul_f64(1.25), "{attempt}: {wait:?}");
        }
    }

    #[test]
    fn one_place_stays_free_for_other_tenants() {
        let places: Vec<_> = [0, 1, 2, 3, 8].map(|n| JobsConfig::new(n).per_tenant).into();
        assert_eq!(places, [1, 1, 1, 2, 7]);
    }
}
