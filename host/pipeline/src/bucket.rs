//! A token bucket as a single number, so the host can store it in memory and the edge in a table. Implements the generic cell
//! rate algorithm with `governor`. The number is the time at which the bucket is full again, in nanoseconds.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use governor::clock::{Clock as _, FakeRelativeClock};
use governor::middleware::StateInformationMiddleware;
use governor::nanos::Nanos;
use governor::state::{NotKeyed, StateStore};
use governor::{Quota, RateLimiter};

use crate::tiers::Rate;

/// Maximum number of buckets in memory. A bucket that is idle for [`IDLE`] is full again.
const BUCKETS: u64 = 200_000;
const IDLE: Duration = Duration::from_secs(600);

/// The result of taking a call from a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The call is allowed. Contains the number of calls left.
    Left(u32),
    /// The bucket is empty. Contains the time to wait before a retry.
    Empty(Duration),
}

impl Rate {
    /// Takes a call from a bucket with the stored state `stored`. Returns the result and the new state, or `None` if the state is
    /// unchanged. `now` is the time since an epoch that is fixed for the bucket.
    pub fn take(self, stored: Option<u64>, now: Duration) -> (Level, Option<u64>) {
        let clock = FakeRelativeClock::default();
        let quota = Quota::per_minute(self.per_minute).allow_burst(self.burst);
        let limiter = Limiter::new(quota, StoredState::new(stored), clock.clone());
        clock.advance(now);
        let level = match limiter.check() {
            Ok(state) => Level::Left(state.remaining_burst_capacity()),
            Err(until) => Level::Empty(until.wait_time_from(clock.now())),
        };
        (level, limiter.into_state_store().after.get())
    }
}

type Limiter = RateLimiter<NotKeyed, StoredState, FakeRelativeClock, StateInformationMiddleware>;

/// A bucket's state before and after a call.
struct StoredState {
    before: Option<u64>,
    after: Cell<Option<u64>>,
}

impl StoredState {
    fn new(before: Option<u64>) -> Self {
        Self { before, after: Cell::new(None) }
    }
}

impl StateStore for StoredState {
    type Key = NotKeyed;

    fn measure_and_replace<T, F, E>(&self, _: &NotKeyed, f: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let (outcome, after) = f(self.before.map(Nanos::from))?;
        self.after.set(Some(after.as_u64()));
        Ok(outcome)
    }
}

/// Buckets in this process's memory.
#[derive(Debug)]
pub struct Buckets {
    states: moka::sync::Cache<String, Arc<AtomicU64>>,
    started_at: Instant,
}

impl Default for Buckets {
    fn default() -> Self {
        let states = moka::sync::Cache::builder().max_capacity(BUCKETS).time_to_idle(IDLE).build();
        Self { states, started_at: Instant::now() }
    }
}

impl Buckets {
    /// Takes a call from the named bucket.
    pub fn take(&self, bucket: &str, rate: Rate) -> Level {
        // An unused bucket starts at zero, a time long past, so it is full.
        let state = self.states.get_with_by_ref(bucket, Arc::default);
        let mut before = state.load(Ordering::Acquire);
        loop {
            let (level, after) = rate.take(Some(before), self.started_at.elapsed());
            let Some(after) = after else { return level };
            match state.compare_exchange_weak(before, after, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return level,
                Err(now) => before = now,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    fn rate(per_minute: u32, burst: u32) -> Rate {
        Rate { per_minute: NonZeroU32::new(per_minute).unwrap(), burst: NonZeroU32::new(burst).unwrap() }
    }

    #[test]
    fn a_bucket_empties_and_fills_by_the_clock_it_is_given() {
        // One call is refilled every 20 s. The clock may be wall-clock time, in seconds since 1970.
        let (rate, start) = (rate(3, 2), Duration::from_secs(1_790_000_000));
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let (level, state) = rate.take(None, at(0));
        assert_eq!(level, Level::Left(1));
        let (level, state) = rate.take(state, at(0));
        assert_eq!(level, Level::Left(0));
        assert_eq!(rate.take(state, at(5)), (Level::Empty(Duration::from_secs(15)), None));
        let (level, state) = rate.take(state, at(21));
        assert_eq!(level, Level::Left(0));
        assert_eq!(rate.take(state, at(600)).0, Level::Left(1), "never more than the burst");
    }

    #[test]
    fn calls_at_once_take_no_more_than_is_there() {
        let buckets = Buckets::default();
        let taken = |n: usize| {
            let taken = (0..50).filter(|_| matches!(buckets.take(&format!("b{}", n % 2), rate(1, 40)), Level::Left(_)));
            taken.count()
        };
        let total: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|n| scope.spawn(move || taken(n))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(total, 80);
    }
}
