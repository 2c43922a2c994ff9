//! What is watched while a guest runs: its memory, its tables, its computing time. The store's callbacks write here, the
//! caller reads here why a call ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use wasmtime::{ResourceLimiter, Store, Trap, UpdateDeadline};

use crate::error::{CallError, cut};
use crate::limits::{HANDLES, Limits};
use crate::settings::EPOCH_TICK;
use crate::slices::{FREE_TICKS, Slices};
use crate::slot::Slot;
use crate::state::State;

/// Shared between a store and whoever waits for its call.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// Ticks of the epoch seen while the guest's code ran, since the last [`Watch::restart`].
    ticks: AtomicU64,
    /// How many of them it may have.
    allowed: AtomicU64,
    /// Whether the guest asked for more memory than its limit and was refused.
    memory_denied: AtomicBool,
    /// Whether the deadline outside the store passed.
    expired: AtomicBool,
}

impl Watch {
    /// Gives the guest its whole computing time again; called where a new call begins in an instance.
    pub(crate) fn restart(&self) {
        self.ticks.store(0, Ordering::Relaxed);
    }

    /// Sets how long the guest may compute in one call.
    pub(crate) fn allow(&self, compute: Duration) {
        let ticks = (compute.as_millis() / EPOCH_TICK.as_millis()).max(1) as u64;
        self.allowed.store(ticks, Ordering::Relaxed);
    }

    /// Notes that the deadline outside the store passed.
    pub(crate) fn expire(&self) {
        self.expired.store(true, Ordering::Relaxed);
    }

    /// What `error`, which ended a call in the watched store, means.
    pub(crate) fn classify(&self, slot: &Slot, limits: &Limits, error: &wasmtime::Error) -> CallError {
        let slot = slot.clone();
        if self.expired.load(Ordering::Relaxed) {
            return CallError::Timeout { slot, seconds: limits.deadline.as_secs() };
        }
        if matches!(error.downcast_ref::<Trap>(), Some(Trap::Interrupt)) {
            return CallError::Timeout { slot, seconds: limits.compute.as_secs() };
        }
        // Guests answer a refused growth by aborting, which is a trap like any other: the refusal before it is the cause.
        if self.memory_denied.load(Ordering::Relaxed) {
            return CallError::Memory { slot, bytes: limits.memory_bytes };
        }
        let cause = format!("{error:#}");
        // Wasmtime has no type for this error.
        if cause.contains("fuel allocated for hostcalls") {
            return CallError::OutputTooLarge { slot, bytes: limits.hostcall_bytes as u64 };
        }
        CallError::Trap { slot, cause: cut(cause) }
    }

    /// Puts the limits into a new store: memory and tables, handles, computing time, host allocations.
    /// `slices` are for guests on the threads that serve requests; the others have threads of their own.
    pub(crate) fn guard(self: &Arc<Self>, store: &mut Store<State>, limits: &Limits, slices: Option<Arc<Slices>>) {
        store.limiter(|state| &mut state.limiter);
        store.set_max_component_handles(HANDLES);
        store.set_hostcall_fuel(limits.hostcall_bytes);
        self.allow(limits.compute);
        let watch = Arc::clone(self);
        store.epoch_deadline_callback(move |_| {
            // One tick is counted however long the guest waited in the host: only computing is counted.
            let ticks = watch.ticks.fetch_add(1, Ordering::Relaxed);
            if ticks >= watch.allowed.load(Ordering::Relaxed) {
                return Ok(UpdateDeadline::Interrupt);
            }
            Ok(match &slices {
                Some(slices) if ticks >= FREE_TICKS => {
                    let slices = Arc::clone(slices);
                    let turn = async move {
                        // A slice may be there at once; others of this thread come first all the same.
                        tokio::task::yield_now().await;
                        slices.next().await;
                    };
                    UpdateDeadline::YieldCustom(1, Box::pin(turn))
                }
                _ => UpdateDeadline::YieldCustom(1, Box::pin(tokio::task::yield_now())),
            })
        });
        store.set_epoch_deadline(1);
    }
}

/// Memory and tables of one store.
pub(crate) struct Limiter {
    watch: Arc<Watch>,
    memory: Budget,
    elements: Budget,
    instances: usize,
}

impl Limiter {
    pub(crate) fn new(watch: Arc<Watch>, limits: &Limits) -> Self {
        Self {
            watch,
            memory: Budget { used: 0, limit: limits.memory_bytes },
            elements: Budget { used: 0, limit: limits.table_elements },
            instances: limits.core_instances,
        }
    }

    /// Bytes of all memories. Linear memory never shrinks, so this is also the most there ever was.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.memory.used
    }
}

/// A sum over all memories, or all tables, of a store.
struct Budget {
    used: usize,
    limit: usize,
}

impl Budget {
    fn grow(&mut self, current: usize, desired: usize) -> bool {
        let wanted = self.used.saturating_add(desired.saturating_sub(current));
        let fits = wanted <= self.limit;
        if fits {
            self.used = wanted;
        }
        fits
    }
}

impl ResourceLimiter for Limiter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> Result<bool, wasmtime::Error> {
        if maximum.is_some_and(|maximum| desired > maximum) {
            return Ok(false);
        }
        let fits = self.memory.grow(current, desired);
        if !fits {
            self.watch.memory_denied.store(true, Ordering::Relaxed);
        }
        Ok(fits)
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> Result<bool, wasmtime::Error> {
        Ok(maximum.is_none_or(|maximum| desired <= maximum) && self.elements.grow(current, desired))
    }

    fn instances(&self) -> usize {
        self.instances
    }

    fn memories(&self) -> usize {
        self.instances
    }

    fn tables(&self) -> usize {
        2 * self.instances
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::LimitsByClass;

    #[test]
    fn memories_share_one_budget_and_a_refusal_is_remembered() {
        let limits = Limits { memory_bytes: 100, ..LimitsByClass::default().endpoint };
        let watch = Arc::new(Watch::default());
        let mut limiter = Limiter::new(Arc::clone(&watch), &limits);
        assert!(limiter.memory_growing(0, 60, None).unwrap());
        assert!(!limiter.memory_growing(0, 60, None).unwrap());
        assert!(limiter.memory_growing(60, 100, None).unwrap());
        assert!(watch.memory_denied.load(Ordering::Relaxed));
        let slot = "endpoint:x".parse().unwrap();
        let trap = wasmtime::Error::from(Trap::UnreachableCodeReached);
        assert_eq!(watch.classify(&slot, &limits, &trap).code(), "component_out_of_memory");
    }
}
