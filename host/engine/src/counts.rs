//! The engine's counters, for metrics. A call costs one addition.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use crate::engine::Shared;
use crate::error::CallError;
use crate::slot::Class;

/// The values of the label `outcome`. The first is a successful call.
const OUTCOMES: [&str; 10] =
    ["ok", "trap", "timeout", "memory", "output", "busy", "unavailable", "not_loaded", "withdrawn", "unbound"];

/// Returns the index of an outcome in [`OUTCOMES`].
fn place<T>(result: &Result<T, CallError>) -> usize {
    match result {
        Ok(_) => 0,
        Err(CallError::Trap { .. } | CallError::NoResponse { .. }) => 1,
        Err(CallError::Timeout { .. }) => 2,
        Err(CallError::Memory { .. }) => 3,
        Err(CallError::OutputTooLarge { .. }) => 4,
        Err(CallError::Busy { .. }) => 5,
        Err(CallError::Unavailable { .. }) => 6,
        Err(CallError::NotLoaded { .. }) => 7,
        Err(CallError::Withdrawn { .. }) => 8,
        Err(CallError::Unbound { .. }) => 9,
    }
}

/// Returns a call's value of the label `outcome`.
pub(crate) fn outcome<T>(result: &Result<T, CallError>) -> &'static str {
    OUTCOMES[place(result)]
}

/// The counters that calls increment.
#[derive(Default)]
pub(crate) struct Counters {
    calls: [[AtomicU64; OUTCOMES.len()]; Class::ALL.len()],
    made: [AtomicU64; Class::ALL.len()],
    reused: AtomicU64,
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
static INSTANCES: AtomicI64 = AtomicI64::new(0);
static MEMORY: AtomicI64 = AtomicI64::new(0);

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

/// The state of a bound component on this host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ComponentState {
    /// The code is in memory.
    Loaded,
    /// The next call loads the code.
    Idle,
    /// The component could not be loaded and is tried again.
    Failed,
    /// The component is out of service because its publisher is not trusted.
    Withdrawn,
}

impl ComponentState {
    /// All states.
    pub const ALL: [ComponentState; 4] = [Self::Loaded, Self::Idle, Self::Failed, Self::Withdrawn];

    /// Returns the state's name in metrics.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Loaded => "loaded",
            Self::Idle => "idle",
            Self::Failed => "failed",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// What the engine has done since it started, and what it holds.
#[derive(Debug, Clone)]
pub struct EngineCounts {
    /// Calls that ended, by class and outcome.
    pub calls: Vec<(Class, &'static str, u64)>,
    /// Instances that were created, by class.
    pub instances_made: Vec<(Class, u64)>,
    /// Requests that an existing instance answered.
    pub instances_reused: u64,
    /// Current instances.
    pub instances: u64,
    /// Bytes of the memories of the current instances.
    pub memory_bytes: u64,
    /// Bound components by class and state. A component that is bound for many tenants counts once.
    pub components: Vec<(Class, ComponentState, u64)>,
    /// Components that were compiled, and the total time.
    pub compilations: (u64, Duration),
}

impl EngineCounts {
    pub(crate) fn of(engine: &Shared) -> Self {
        let Counters { calls, made, reused } = &*engine.counters;
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let held = |number: &AtomicI64| u64::try_from(number.load(Ordering::Relaxed)).unwrap_or(0);
        let of_class = |class: Class| {
            let counted = OUTCOMES.iter().zip(&calls[class as usize]);
            counted.map(move |(outcome, number)| (class, *outcome, read(number)))
        };
        let bound = engine.registry.all();
        let mut seen = HashSet::new();
        let distinct = bound.iter().filter(|loaded| seen.insert(Arc::as_ptr(loaded)));
        let mut states: Vec<(Class, ComponentState)> = distinct
            .map(|loaded| {
                let state = match (loaded.is_withdrawn(), loaded.code.present()) {
                    (true, _) => ComponentState::Withdrawn,
                    (false, Some(_)) => ComponentState::Loaded,
                    (false, None) => ComponentState::Idle,
                };
                (loaded.slot.class, state)
            })
            .collect();
        let not_loaded = engine.registry.not_loaded();
        let failed: HashSet<_> = not_loaded.iter().map(|failed| (&failed.slot, &failed.digest)).collect();
        states.extend(failed.iter().map(|(slot, _)| (slot.class, ComponentState::Failed)));
        let number = |class, state| states.iter().filter(|one| **one == (class, state)).count() as u64;
        let components = Class::ALL.into_iter().flat_map(|class| {
            let number = &number;
            ComponentState::ALL.into_iter().map(move |state| (class, state, number(class, state)))
        });
        Self {
            calls: Class::ALL.into_iter().flat_map(of_class).collect(),
            instances_made: Class::ALL.into_iter().map(|class| (class, read(&made[class as usize]))).collect(),
            instances_reused: read(reused),
            instances: held(&INSTANCES),
            memory_bytes: held(&MEMORY),
            components: components.collect(),
            compilations: engine.compiler.compilations(),
        }
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
