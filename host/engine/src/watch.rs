//! Tracks a running guest: its memory, its tables, its computing time. The store's callbacks record it here, and the
//! caller reads here why a call ended.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use plumbline_storage::BlobError;
use wasmtime::{ResourceLimiter, Store, Trap, UpdateDeadline};

use crate::counts::Held;
use crate::cpu_shares::{FREE_TICKS, Slice, TenantShare};
use crate::error::{CallError, cut};
use crate::limits::{HANDLES, Limits};
use crate::settings::EPOCH_TICK;
use crate::slot::Slot;

/// State shared between a store and the caller that waits for its call.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// Ticks of the epoch in which the guest computed, since the last [`Watch::restart`].
    ticks: AtomicU64,
    computing: Mutex<Computing>,
    /// The most ticks in which it may compute.
    allowed: AtomicU64,
    /// Whether it occupies its thread.
    occupies: AtomicBool,
    /// Whether the guest asked for more memory than its limit and was refused.
    memory_denied: AtomicBool,
    /// Whether the deadline outside the store passed.
    expired: AtomicBool,
}

/// The guest's use of the processor.
#[derive(Debug, Default)]
struct Computing {
    /// When it started to compute, if known.
    since: Option<Instant>,
    /// When it last yielded its thread.
    last_yield: Option<Instant>,
    /// How long it has computed since the last counted tick, without the time since `since`.
    spent: Duration,
    /// Its time slice, while it computes after a tick.
    slice: Option<Slice>,
}

impl Watch {
    /// Resets the guest's computing time. Called when a new call starts in an instance.
    pub(crate) fn restart(&self) {
        self.ticks.store(0, Ordering::Relaxed);
        self.computing().spent = Duration::ZERO;
    }

    /// Records that the guest yielded its thread: it waits for the host, or is done. Its time slice ends.
    pub(crate) fn record_yield(&self) {
        let mut computing = self.computing();
        let now = Instant::now();
        if let Some(since) = computing.since.take() {
            computing.spent += now.saturating_duration_since(since);
        }
        computing.last_yield = Some(now);
        computing.slice = None;
    }

    /// Records that the guest has its thread.
    fn resume(&self) {
        self.computing().since = Some(Instant::now());
    }

    /// Records that the host kept the guest waiting this long while it had its thread.
    pub(crate) fn discount_wait(&self, waited: Duration) {
        if waited.is_zero() {
            return;
        }
        let mut computing = self.computing();
        let now = Instant::now();
        computing.since = Some(computing.since.map_or(now, |since| (since + waited).min(now)));
    }

    /// Polls a future in which the guest runs, and records when it gets and yields its thread. While the guest
    /// [occupies](Watch::occupy) its thread, the thread's other tasks continue elsewhere. The caller pins the future, which is
    /// large and would be moved here.
    pub(crate) async fn track<T>(&self, mut running: impl Future<Output = T> + Unpin) -> T {
        std::future::poll_fn(|cx| {
            self.resume();
            let poll = if self.occupies.load(Ordering::Relaxed) {
                plumbline_storage::block_in_place(|| Pin::new(&mut running).poll(cx))
            } else {
                Pin::new(&mut running).poll(cx)
            };
            self.record_yield();
            poll
        })
        .await
    }

    /// Sets whether the guest occupies its thread, as it does during a write transaction on SQLite. This takes effect at the
    /// guest's next poll. Returns whether the guest must yield first.
    pub(crate) fn occupy(&self, occupies: bool) -> bool {
        !self.occupies.swap(occupies, Ordering::Relaxed) && occupies
    }

    /// Records that the guest continues to compute after a tick, in this time slice if it needs one.
    fn continue_computing(&self, slice: Option<Slice>) {
        let mut computing = self.computing();
        computing.since = Some(Instant::now());
        computing.slice = slice;
    }

    /// Records a tick of the epoch during the guest's computing, which ends its time slice. Returns the number of earlier ticks
    /// in which it computed, and whether it waited for most of this one, which then does not count.
    fn tick(&self) -> (u64, bool) {
        let mut computing = self.computing();
        computing.slice = None;
        let now = Instant::now();
        let waited = match computing.since {
            Some(since) => computing.spent + now.saturating_duration_since(since) < EPOCH_TICK / 2,
            // It is not known when the guest continued, but it cannot have computed for longer than since it last yielded.
            None => computing.last_yield.is_some_and(|yielded| now.saturating_duration_since(yielded) > EPOCH_TICK),
        };
        if !waited {
            computing.spent = Duration::ZERO;
            computing.since = Some(now);
        } else if computing.since.is_none() {
            computing.since = Some(now);
        }
        (self.ticks.fetch_add(u64::from(!waited), Ordering::Relaxed), waited)
    }

    fn computing(&self) -> std::sync::MutexGuard<'_, Computing> {
        self.computing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets how long the guest may compute in one call.
    pub(crate) fn set_compute_limit(&self, compute: Duration) {
        let ticks = (compute.as_millis() / EPOCH_TICK.as_millis()).max(1) as u64;
        self.allowed.store(ticks, Ordering::Relaxed);
    }

    /// Records that the deadline outside the store passed.
    pub(crate) fn expire(&self) {
        self.expired.store(true, Ordering::Relaxed);
    }

    /// Converts `error`, which ended a call in the watched store, to its cause.
    pub(crate) fn classify(&self, slot: &Slot, limits: &Limits, error: &wasmtime::Error) -> CallError {
        let slot = slot.clone();
        if self.expired.load(Ordering::Relaxed) {
            return CallError::Timeout { slot, seconds: limits.deadline.as_secs() };
        }
        if matches!(error.downcast_ref::<Trap>(), Some(Trap::Interrupt)) {
            return CallError::Timeout { slot, seconds: limits.compute.as_secs() };
        }
        // Guests respond to a refused growth by aborting, which is an ordinary trap. The refusal before it is the cause.
        if self.memory_denied.load(Ordering::Relaxed) {
            return CallError::Memory { slot, bytes: limits.memory_bytes };
        }
        if error.is::<wasmtime::PoolConcurrencyLimitError>() {
            return CallError::Busy { slot };
        }
        // A host function ended the call, because another component that the guest needs cannot be loaded.
        if let Some(not_loaded @ CallError::NotLoaded { .. }) = error.downcast_ref::<CallError>() {
            return CallError::Unavailable { slot, cause: not_loaded.to_string() };
        }
        // A host function ended the call, because the file store did not answer.
        if let Some(unavailable @ BlobError::Unavailable(_)) = error.downcast_ref::<BlobError>() {
            return CallError::Unavailable { slot, cause: unavailable.to_string() };
        }
        let cause = format!("{error:#}");
        // Wasmtime has no type for this error.
        if cause.contains("fuel allocated for hostcalls") {
            return CallError::OutputTooLarge { slot, bytes: limits.hostcall_bytes as u64 };
        }
        CallError::Trap { slot, cause: cut(cause) }
    }

    /// Sets the limits of a new store, except those that its [`Limiter`] has: handles, computing time, host allocations.
    /// `share` is for guests on the threads that serve requests. The others have their own threads.
    pub(crate) fn apply_limits<T: 'static>(
        self: &Arc<Self>,
        store: &mut Store<T>,
        limits: &Limits,
        share: Option<TenantShare>,
    ) {
        store.set_max_component_handles(HANDLES);
        store.set_hostcall_fuel(limits.hostcall_bytes);
        self.set_compute_limit(limits.compute);
        let watch = Arc::clone(self);
        store.epoch_deadline_callback(move |_| {
            let (ticks, waited) = watch.tick();
            if waited {
                return Ok(UpdateDeadline::Continue(1));
            }
            if ticks >= watch.allowed.load(Ordering::Relaxed) {
                return Ok(UpdateDeadline::Interrupt);
            }
            let share = share.clone().filter(|_| ticks >= FREE_TICKS);
            let watch = Arc::clone(&watch);
            let turn = async move {
                // A slice may be free at once. The thread's other tasks still run first.
                tokio::task::yield_now().await;
                let slice = match share {
                    Some(share) => share.next().await,
                    None => None,
                };
                watch.continue_computing(slice);
            };
            Ok(UpdateDeadline::YieldCustom(1, Box::pin(turn)))
        });
        store.set_epoch_deadline(1);
    }
}

/// The memory and tables of one store.
pub(crate) struct Limiter {
    watch: Arc<Watch>,
    memory: Budget,
    elements: Budget,
    instances: usize,
    held: Held,
}

impl Limiter {
    pub(crate) fn new(watch: Arc<Watch>, limits: &Limits) -> Self {
        Self {
            watch,
            memory: Budget { used: 0, limit: limits.memory_bytes },
            elements: Budget { used: 0, limit: limits.table_elements },
            instances: limits.core_instances,
            held: Held::new(),
        }
    }

    /// Returns the bytes of all memories. Linear memory never shrinks, so this is also the peak.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.memory.used
    }
}

/// The total of all memories, or of all tables, of a store.
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
        if fits {
            self.held.set(self.memory.used);
        } else {
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
    fn only_ticks_in_which_the_guest_computed_are_counted() {
        let watch = Watch::default();
        let compute = || std::thread::sleep(EPOCH_TICK);
        watch.resume();
        assert_eq!(watch.tick(), (0, true), "it has hardly begun");
        compute();
        assert_eq!(watch.tick(), (0, false));
        compute();
        assert_eq!(watch.tick(), (1, false));
        watch.record_yield();
        std::thread::sleep(EPOCH_TICK * 2);
        watch.resume();
        assert_eq!(watch.tick(), (2, true), "it waited");
        compute();
        watch.discount_wait(EPOCH_TICK * 2);
        assert_eq!(watch.tick(), (2, true), "the host kept it waiting");
        watch.restart();
        watch.continue_computing(None);
        compute();
        assert_eq!(watch.tick(), (0, false), "computing goes on after a tick");
        assert_eq!(watch.tick(), (1, true));
    }

    #[test]
    fn computing_between_waits_adds_up() {
        let watch = Watch::default();
        for _ in 0..4 {
            watch.resume();
            std::thread::sleep(EPOCH_TICK / 4);
            watch.record_yield();
            std::thread::sleep(EPOCH_TICK);
        }
        watch.resume();
        assert_eq!(watch.tick(), (0, false));
    }

    #[test]
    fn a_guest_whose_going_on_was_not_seen_is_judged_by_its_last_yield() {
        let watch = Watch::default();
        assert_eq!(watch.tick(), (0, false));
        watch.record_yield();
        std::thread::sleep(EPOCH_TICK * 2);
        assert_eq!(watch.tick(), (1, true));
        watch.record_yield();
        assert_eq!(watch.tick(), (1, false), "it may have computed all the time");
    }

    #[tokio::test]
    async fn a_slice_ends_when_its_guest_waits() {
        let (watch, share) = (Watch::default(), crate::cpu_shares::CpuShares::new(1).of(None));
        let guest = async {
            watch.continue_computing(share.next().await);
            std::future::pending::<()>().await;
        };
        let guest = Box::pin(guest);
        tokio::select! {
            biased;
            () = watch.track(guest) => unreachable!(),
            next = share.next() => assert!(next.is_some()),
        }
    }

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
