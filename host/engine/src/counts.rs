//! The engine's counters, for metrics. A call costs one addition.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use crate::error::CallError;
use crate::slot::Class;

/// The values of the label `outcome`. The first is a successful call.
pub(crate) const OUTCOMES: [&str; 10] =
    ["ok", "trap", "timeout", "memory", "output", "busy", "unavailable", "not_loaded", "withdrawn", "unbound"];

/// Returns the index of an outcome in [`OUTCOMES`].
fn place<T>(result: &Result<T, CallError>) -> usize {
    result.as_ref().err().map_or(0, CallError::place)
}

/// Returns a call's value of the label `outcome`.
pub(crate) fn outcome<T>(result: &Result<T, CallError>) -> &'static str {
    OUTCOMES[place(result)]
}

/// The counters that calls increment.
#[derive(Default)]
pub(crate) struct Counters {
    pub(crate) calls: [[AtomicU64; OUTCOMES.len()]; Class::ALL.len()],
    pub(crate) made: [AtomicU64; Class::ALL.len()],
    pub(crate) reused: AtomicU64,
}

impl Counters {
    /// Counts a call that has ended.
    pub(crate) fn record_outcome<T>(&self, class: Class, result: &Result<T, CallError>) {
        self.calls[class as usize][place(result)].fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a new instance.
    pub(crate) fn made(&self, class: Class) {
        self.made[class as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a request that a warm instance serves.
    pub(crate) fn reused(&self) {
        self.reused.fetch_add(1, Ordering::Relaxed);
    }
}

/// Instances of all engines of this process, and the bytes of their memories.
pub(crate) static INSTANCES: AtomicI64 = AtomicI64::new(0);
pub(crate) static MEMORY: AtomicI64 = AtomicI64::new(0);

/// An instance's share of these totals, subtracted when it is dropped.
pub(crate) struct Held(i64);

impl Held {
    /// Counts a new instance without memory.
    pub(crate) fn new() -> Self {
        INSTANCES.fetch_add(1, Ordering::Relaxed);
        Self(0)
    }

    /// Sets the size of all its memories, in bytes.
    pub(crate) fn set(&mut self, bytes: usize) {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        MEMORY.fetch_add(bytes - self.0, Ordering::Relaxed);
        self.0 = bytes;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        INSTANCES.fetch_sub(1, Ordering::Relaxed);
        MEMORY.fetch_sub(self.0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_takes_its_memory_with_it() {
        let before = MEMORY.load(Ordering::Relaxed);
        let mut one = Held::new();
        one.set(1 << 40);
        one.set(3 << 40);
        // Tests of this process run concurrently, and none of them holds as much.
        assert_eq!((MEMORY.load(Ordering::Relaxed) - before) >> 40, 3);
        drop(one);
        assert_eq!((MEMORY.load(Ordering::Relaxed) - before) >> 40, 0);
    }
}
