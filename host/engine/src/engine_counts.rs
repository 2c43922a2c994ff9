//! What an engine has done and what it holds, for metrics.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use crate::counts::{Counters, INSTANCES, MEMORY, OUTCOMES};
use crate::engine::Engine;
use crate::slot::Class;

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
    fn of(engine: &Engine) -> Self {
        let Counters { calls, made, reused } = &engine.runtime().counters;
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let held = |number: &AtomicI64| u64::try_from(number.load(Ordering::Relaxed)).unwrap_or(0);
        let of_class = |class: Class| {
            let counted = OUTCOMES.iter().zip(&calls[class as usize]);
            counted.map(move |(outcome, number)| (class, *outcome, read(number)))
        };
        let bound = engine.registry().all();
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
        let not_loaded = engine.registry().not_loaded();
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
            compilations: engine.runtime().compiler.compilations(),
        }
    }
}

impl Engine {
    /// Returns what the engine has done so far and what it holds, for metrics. Reads no database.
    pub fn counts(&self) -> EngineCounts {
        EngineCounts::of(self)
    }
}
