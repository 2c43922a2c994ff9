//! The pacing of refusals. Refusals of a credential that calls too often, and of a network that calls without a valid
//! credential, are sent one after the other. A client that answers each refusal with another call would take processor
//! time from tenants.
//!
//! The first refusals are sent immediately, so that a client that slightly exceeded its limit reads what to do without
//! delay. Later ones get a turn each and wait for it. A call is in the usage record before it waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use smart_default::SmartDefault;
use tokio::sync::Semaphore;
use tokio::time::Instant;

/// Time between two turns of a bucket.
const INTERVAL: Duration = Duration::from_millis(10);
/// Refusals sent without delay from a bucket that has been idle for this many turns.
const BURST: u32 = 20;
/// The longest wait of a refusal, regardless of the number of connections.
const MAX_WAIT: Duration = Duration::from_secs(1);
/// Buckets that are cached. A bucket without refusals for [`IDLE`] is reset to [`BURST`] anyway.
const BUCKETS: u64 = 100_000;
const IDLE: Duration = Duration::from_secs(10);
/// Maximum number of refusals that wait at a time, over all buckets, since each keeps a response in memory. Beyond it
/// they are sent immediately.
const MAX_WAITING: usize = 4_096;

/// The time of the next refusal of each bucket.
#[derive(SmartDefault)]
pub(super) struct RefusalPacer {
    /// Nanoseconds since `begun`.
    #[default(moka::sync::Cache::builder().max_capacity(BUCKETS).time_to_idle(IDLE).build())]
    next: moka::sync::Cache<String, Arc<AtomicU64>>,
    #[default(Instant::now())]
    begun: Instant,
    #[default(Semaphore::new(MAX_WAITING))]
    permits: Semaphore,
}

impl RefusalPacer {
    /// Waits for the turn of a refusal.
    pub(super) async fn wait(&self, bucket: &str) {
        let now = self.begun.elapsed();
        let wait = self.reserve(bucket, now).saturating_sub(now);
        if wait.is_zero() {
            return;
        }
        let Ok(_permit) = self.permits.try_acquire() else { return };
        tokio::time::sleep_until(self.begun + now + wait).await;
    }

    /// Reserves the bucket's next turn, as a time since `begun`. If all turns within [`MAX_WAIT`] are taken, nothing is
    /// reserved and the refusal waits that long.
    fn reserve(&self, bucket: &str, now: Duration) -> Duration {
        let next = self.next.get_with_by_ref(bucket, Arc::default);
        let latest = now + MAX_WAIT;
        let turn = |next: u64| Duration::from_nanos(next).max((now + INTERVAL).saturating_sub(INTERVAL * BURST));
        let taken = next.fetch_update(Ordering::AcqRel, Ordering::Acquire, |next| {
            let turn = turn(next);
            (turn < latest).then(|| u64::try_from((turn + INTERVAL).as_nanos()).unwrap_or(u64::MAX))
        });
        taken.map_or(latest, turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Duration = Duration::from_secs(100);

    #[test]
    fn the_first_come_at_once_and_the_others_one_after_the_other() {
        let pacer = RefusalPacer::default();
        for _ in 0..BURST {
            assert!(pacer.reserve("a", START) <= START);
        }
        assert_eq!(pacer.reserve("a", START), START + INTERVAL);
        assert_eq!(pacer.reserve("a", START), START + 2 * INTERVAL);
        assert!(pacer.reserve("b", START) <= START, "another bucket waits for nothing");
        // After a pause of the same total length, all are immediate again.
        let later = START + (BURST + 3) * INTERVAL;
        for _ in 0..BURST {
            assert!(pacer.reserve("a", later) <= later);
        }
        assert!(pacer.reserve("a", later) > later);
    }

    #[test]
    fn none_waits_longer_than_the_longest() {
        let pacer = RefusalPacer::default();
        let last = (0..1_000).map(|_| pacer.reserve("a", START)).max();
        assert_eq!(last, Some(START + MAX_WAIT));
        assert_eq!(pacer.reserve("a", START + MAX_WAIT), START + MAX_WAIT, "turns that were taken are used up by then");
    }

    #[tokio::test(start_paused = true)]
    async fn many_that_wait_keep_no_more_waiting() {
        let pacer = Arc::new(RefusalPacer::default());
        let begun = Instant::now();
        let all = pacer.permits.acquire_many(u32::try_from(MAX_WAITING).unwrap()).await.unwrap();
        for _ in 0..2 * BURST {
            pacer.wait("a").await;
        }
        assert_eq!(begun.elapsed(), Duration::ZERO);
        drop(all);
        pacer.wait("a").await;
        assert!(begun.elapsed() > Duration::ZERO);
    }
}
