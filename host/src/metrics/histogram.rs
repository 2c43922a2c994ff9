//! Histograms of durations. The histogram of `prometheus-client` holds a lock while it is encoded, which would delay
//! requests.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Counts of durations up to each bound, and of those beyond the last.
#[derive(Debug)]
pub(super) struct Histogram<const BOUNDS: usize> {
    /// Upper bounds in seconds, ascending.
    bounds: &'static [f64; BOUNDS],
    counts: [AtomicU64; BOUNDS],
    beyond: AtomicU64,
    /// Sum of all durations in nanoseconds. Overflows after 580 years.
    nanos: AtomicU64,
}

/// A snapshot of a histogram.
#[derive(Debug, Clone)]
pub(super) struct Buckets {
    /// Upper bounds in seconds, each with the number of durations in its bucket. The last bound is infinite.
    pub(super) buckets: Vec<(f64, u64)>,
    /// Sum of all durations in seconds.
    pub(super) sum: f64,
}

impl Buckets {
    /// Returns the number of durations.
    pub(super) fn count(&self) -> u64 {
        self.buckets.iter().map(|(_, count)| count).sum()
    }
}

impl<const BOUNDS: usize> Histogram<BOUNDS> {
    pub(super) const fn new(bounds: &'static [f64; BOUNDS]) -> Self {
        Self {
            bounds,
            counts: [const { AtomicU64::new(0) }; BOUNDS],
            beyond: AtomicU64::new(0),
            nanos: AtomicU64::new(0),
        }
    }

    /// Counts a duration.
    pub(super) fn observe(&self, duration: Duration) {
        let seconds = duration.as_secs_f64();
        let bucket = self.bounds.iter().position(|bound| seconds <= *bound);
        bucket.map_or(&self.beyond, |index| &self.counts[index]).fetch_add(1, Ordering::Relaxed);
        self.nanos.fetch_add(u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Reads the histogram. The count is the sum of the buckets, so that both agree during concurrent updates.
    pub(super) fn read(&self) -> Buckets {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let within = self.bounds.iter().zip(&self.counts).map(|(bound, count)| (*bound, read(count)));
        let buckets = within.chain([(f64::INFINITY, read(&self.beyond))]).collect();
        Buckets { buckets, sum: Duration::from_nanos(read(&self.nanos)).as_secs_f64() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_belongs_to_its_bucket() {
        let histogram = Histogram::new(&[0.5, 2.0]);
        for millis in [1, 500, 501, 2_000, 2_001, 60_000] {
            histogram.observe(Duration::from_millis(millis));
        }
        let read = histogram.read();
        assert_eq!(read.buckets, [(0.5, 2), (2.0, 2), (f64::INFINITY, 2)]);
        assert_eq!(read.count(), 6);
        assert!((read.sum - 65.003).abs() < 1e-9);
    }
}
