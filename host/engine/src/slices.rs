//! Who may compute on, of the guests that run on the threads that serve requests: at most half of those threads are given
//! to guests that compute for long, a slice at a time, first come, first served. The rest stays free for the others, so
//! that a tenant's endless loops keep no other tenant waiting.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::settings::EPOCH_TICK;

/// Ticks that every call has before it asks for slices: an operation's whole computing takes a tenth of one.
pub(crate) const FREE_TICKS: u64 = 1;

/// A little less than from tick to tick, so that a guest that is alone never waits.
const SLICE: Duration = EPOCH_TICK.saturating_sub(Duration::from_millis(2));

/// The slices that were given and are not over.
pub(crate) struct Slices {
    at_once: usize,
    /// When they end. A slice ends by itself: nobody has to give it back, whatever becomes of the guest.
    ends: Mutex<Vec<Instant>>,
}

impl Slices {
    /// For a machine with so many threads that serve requests.
    pub(crate) fn new(threads: usize) -> Self {
        Self { at_once: (threads / 2).max(1), ends: Mutex::default() }
    }

    /// Waits for a slice. The lock is fair, and is kept while waiting: that is the queue.
    pub(crate) async fn next(&self) {
        let mut ends = self.ends.lock().await;
        loop {
            let now = Instant::now();
            ends.retain(|&end| end > now);
            if ends.len() < self.at_once {
                ends.push(now + SLICE);
                return;
            }
            if let Some(&first) = ends.iter().min() {
                tokio::time::sleep_until(first.into()).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn slices_are_given_at_the_rate_they_end() {
        let slices = Slices::new(4);
        let begun = Instant::now();
        for _ in 0..10 {
            slices.next().await;
        }
        // Two at once, so the tenth begins when the eighth has ended.
        assert!(begun.elapsed() >= SLICE * 4);
    }
}
