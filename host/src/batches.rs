//! Queues of log lines and spans from many threads to one that handles them in batches.
//!
//! A channel with a thread behind it, as in `tracing-appender`, wakes that thread for each line, which costs more than
//! formatting the line. Here the first item after a pause wakes the thread, which then takes everything that arrives in
//! the following moment.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long the end of the program waits for a stuck thread.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);

/// Limits on the number of waiting items and on their waiting time.
pub(crate) struct Bounds {
    /// Maximum number of waiting items. Items beyond it are dropped and counted.
    pub(crate) capacity: usize,
    /// Number of items that are taken at once, without waiting for more.
    pub(crate) batch_size: usize,
    /// How long items wait for more.
    pub(crate) max_delay: Duration,
}

/// A queue of items for a thread. Cheap to clone.
pub(crate) struct Batches<T>(Arc<Shared<T>>);

struct Shared<T> {
    bounds: Bounds,
    state: Mutex<State<T>>,
    /// Notified of the first item after a pause, of a full batch, and of the end.
    filled: Condvar,
    /// Notified when all items have been taken after the end.
    ended: Condvar,
}

struct State<T> {
    waiting: Vec<T>,
    dropped: u64,
    /// Whether new items are no longer accepted.
    is_ending: bool,
    has_ended: bool,
}

/// A guard that waits until all items have been taken when it is dropped.
pub(crate) struct FlushGuard<T>(Batches<T>);

impl<T> std::fmt::Debug for Batches<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batches").finish_non_exhaustive()
    }
}

impl<T> Clone for Batches<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: Send + 'static> Batches<T> {
    /// Starts the thread, which passes each batch to `work` and clears it afterwards.
    ///
    /// # Errors
    /// Returns an error if the system cannot start a thread.
    pub(crate) fn start(
        name: &str,
        bounds: Bounds,
        work: impl FnMut(&mut Vec<T>) + Send + 'static,
    ) -> io::Result<(Self, FlushGuard<T>)> {
        let state = State { waiting: Vec::new(), dropped: 0, is_ending: false, has_ended: false };
        let shared = Shared { bounds, state: Mutex::new(state), filled: Condvar::new(), ended: Condvar::new() };
        let batches = Self(Arc::new(shared));
        let worked = batches.clone();
        thread::Builder::new().name(name.to_owned()).spawn(move || worked.run(work))?;
        Ok((batches.clone(), FlushGuard(batches)))
    }

    /// Queues the `count` items that `add` adds, or none of them if too many are waiting.
    pub(crate) fn push(&self, count: usize, add: impl FnOnce(&mut Vec<T>)) {
        let Bounds { capacity, batch_size, .. } = self.0.bounds;
        let mut state = self.state();
        let before = state.waiting.len();
        if before + count > capacity {
            state.dropped += 1;
            return;
        }
        add(&mut state.waiting);
        let after = state.waiting.len();
        drop(state);
        if before == 0 || (before < batch_size && after >= batch_size) {
            self.0.filled.notify_one();
        }
    }

    /// Returns how often items were dropped.
    pub(crate) fn dropped(&self) -> u64 {
        self.state().dropped
    }

    fn run(&self, mut work: impl FnMut(&mut Vec<T>)) {
        let mut taken = Vec::new();
        loop {
            let is_last = self.take(&mut taken);
            work(&mut taken);
            taken.clear();
            if is_last {
                self.state().has_ended = true;
                self.0.ended.notify_all();
                return;
            }
        }
    }

    /// Waits for items and swaps them into an empty vector. Returns whether they are the last.
    fn take(&self, taken: &mut Vec<T>) -> bool {
        let idle = |state: &mut State<T>| state.waiting.is_empty() && !state.is_ending;
        let state = self.0.filled.wait_while(self.state(), idle).unwrap_or_else(PoisonError::into_inner);
        let few = |state: &mut State<T>| state.waiting.len() < self.0.bounds.batch_size && !state.is_ending;
        let waited = self.0.filled.wait_timeout_while(state, self.0.bounds.max_delay, few);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut state.waiting, taken);
        state.is_ending
    }
}

impl<T> Batches<T> {
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Drop for FlushGuard<T> {
    fn drop(&mut self) {
        let Batches(shared) = &self.0;
        let mut state = self.0.state();
        state.is_ending = true;
        shared.filled.notify_one();
        let end = Instant::now() + SHUTDOWN_TIMEOUT;
        while !state.has_ended && Instant::now() < end {
            let waited = shared.ended.wait_timeout(state, end.saturating_duration_since(Instant::now()));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const MAX_DELAY: Duration = Duration::from_millis(20);

    #[test]
    fn items_arrive_in_order_and_none_is_lost_at_the_end() {
        let (sender, taken_batches) = mpsc::channel();
        let work = move |taken: &mut Vec<u32>| sender.send(std::mem::take(taken)).unwrap();
        let (batches, guard) =
            Batches::start("test", Bounds { capacity: 10_000, batch_size: 500, max_delay: MAX_DELAY }, work).unwrap();
        for number in 0..1_000 {
            batches.push(1, |waiting| waiting.push(number));
        }
        drop(guard);
        let taken_batches: Vec<_> = taken_batches.try_iter().collect();
        assert!(taken_batches.len() < 100, "{} batches", taken_batches.len());
        assert_eq!(taken_batches.concat(), (0..1_000).collect::<Vec<_>>());
        assert_eq!(batches.dropped(), 0);
    }

    #[test]
    fn excess_items_are_dropped_and_counted_without_blocking() {
        let (open, gate) = mpsc::channel::<()>();
        // The thread blocks at its first batch until the gate is dropped.
        let work = move |_: &mut Vec<u8>| {
            let _ = gate.recv();
        };
        let (batches, guard) =
            Batches::start("test", Bounds { capacity: 100, batch_size: 10, max_delay: MAX_DELAY }, work).unwrap();
        for _ in 0..300 {
            batches.push(1, |waiting| waiting.push(0));
        }
        assert!(batches.dropped() > 0);
        batches.push(101, |_| panic!("it does not fit"));
        drop(open);
        drop(guard);
    }
}
