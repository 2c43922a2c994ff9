//! Limits how many calls of a class run at one time, and shares them fairly between tenants.
//!
//! A released permit goes to the waiting tenant with the fewest running calls. Among equals, it goes to the tenant whose last
//! permit is oldest, and then to the one that has waited longest. Calls of one tenant run in the order in which they arrived.
//!
//! For endpoints, whose callers wait, permits are kept for tenants that have nothing running: a tenant gets another permit only
//! while more are free than it holds. A single tenant uses half of them, two use a third each, and so on (dynamic thresholds,
//! Choudhury and Hahne 1998), so slow calls of a few tenants never take the last permit. Calls made by jobs are few and long.
//! For them, one permit is kept: the jobs of one tenant use all but the last.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plumbline_storage::TenantId;
use tokio::sync::oneshot;

use crate::error::CallError;
use crate::limits::Limits;
use crate::slot::{Class, Slot};

/// The permits that are kept for tenants that have nothing running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reserve {
    /// No permit.
    Nothing,
    /// The last permit.
    Last,
    /// As many permits as a tenant holds.
    Share,
}

/// The limiters of all classes.
pub(crate) struct ConcurrencyLimiters([ConcurrencyLimiter; Class::ALL.len()]);

impl ConcurrencyLimiters {
    pub(crate) fn new(limits: impl Fn(Class) -> usize) -> Self {
        let reserve = |class| if class == Class::Endpoint { Reserve::Share } else { Reserve::Last };
        Self(Class::ALL.map(|class| ConcurrencyLimiter::new(limits(class), reserve(class))))
    }

    /// Waits for a permit to run a call of the slot's class, at most as long as the class waits. Calls without a tenant, such as
    /// calls that describe a component, share permits like a tenant.
    ///
    /// # Errors
    /// [`CallError::Busy`] if the wait is over without a permit.
    pub(crate) async fn acquire(
        &self,
        slot: &Slot,
        limits: &Limits,
        tenant: Option<&TenantId>,
    ) -> Result<Permit, CallError> {
        self.0[slot.class as usize].acquire_for(slot, limits, tenant).await
    }
}

/// A set of permits.
#[derive(Clone)]
pub struct ConcurrencyLimiter(Arc<Mutex<State>>);

struct State {
    free: usize,
    reserve: Reserve,
    /// Tenants with running or waiting calls.
    tenants: HashMap<Option<TenantId>, Share>,
    /// Numbers the waiting calls and the granted permits in order.
    events: u64,
}

#[derive(Default)]
struct Share {
    running: usize,
    /// When its last permit was granted.
    served: u64,
    waiting: VecDeque<(u64, oneshot::Sender<Permit>)>,
}

/// Permission to run one call, until it is dropped.
pub(crate) struct Permit {
    limiter: ConcurrencyLimiter,
    tenant: Option<TenantId>,
}

impl std::fmt::Debug for Permit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Permit").field("tenant", &self.tenant).finish_non_exhaustive()
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.limiter.release(self.tenant.as_ref());
    }
}

impl ConcurrencyLimiter {
    /// Creates a limiter of this many permits, all of which one tenant may hold.
    pub fn without_reserve(permits: usize) -> Self {
        Self::new(permits, Reserve::Nothing)
    }

    pub(crate) fn new(permits: usize, reserve: Reserve) -> Self {
        Self(Arc::new(Mutex::new(State { free: permits, reserve, tenants: HashMap::new(), events: 0 })))
    }

    /// Waits for a permit to run a call of a slot, at most as long as these limits allow.
    ///
    /// # Errors
    /// [`CallError::Busy`] if the wait is over without a permit.
    pub(crate) async fn acquire_for(
        &self,
        slot: &Slot,
        limits: &Limits,
        tenant: Option<&TenantId>,
    ) -> Result<Permit, CallError> {
        let waiting = match self.try_acquire(tenant) {
            Ok(permit) => return Ok(permit),
            Err(waiting) => waiting,
        };
        match tokio::time::timeout(limits.wait, waiting).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(CallError::Busy { slot: slot.clone() }),
        }
    }

    /// Waits for a permit without a time limit. It is never `None`, because the limiter keeps the sender of every waiting call.
    pub(crate) async fn acquire(&self, tenant: Option<&TenantId>) -> Option<Permit> {
        match self.try_acquire(tenant) {
            Ok(permit) => Some(permit),
            Err(waiting) => waiting.await.ok(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a permit if the tenant may have one now, or else the receiver of a later one.
    fn try_acquire(&self, tenant: Option<&TenantId>) -> Result<Permit, oneshot::Receiver<Permit>> {
        let mut state = self.state();
        let tenant = tenant.cloned();
        let running = state.tenants.get(&tenant).map_or(0, |share| share.running);
        if state.admits(running) {
            state.take(&tenant);
            drop(state);
            return Ok(Permit { limiter: self.clone(), tenant });
        }
        let (sender, receiver) = oneshot::channel();
        state.events += 1;
        let number = state.events;
        state.tenants.entry(tenant).or_default().waiting.push_back((number, sender));
        Err(receiver)
    }

    fn release(&self, tenant: Option<&TenantId>) {
        let mut granted = Vec::new();
        let mut state = self.state();
        state.release(tenant);
        while let Some((tenant, caller)) = state.next() {
            state.take(&tenant);
            granted.push((tenant, caller));
        }
        drop(state);
        // Outside the lock, because a permit whose caller left meanwhile is dropped here.
        for (tenant, caller) in granted {
            let _left = caller.send(Permit { limiter: self.clone(), tenant });
        }
    }
}

impl State {
    /// Returns whether a tenant with this many running calls may have another permit.
    const fn admits(&self, running: usize) -> bool {
        match self.reserve {
            Reserve::Nothing => self.free > 0,
            Reserve::Last => self.free > 1 || self.free == 1 && running == 0,
            Reserve::Share => running < self.free,
        }
    }

    fn take(&mut self, tenant: &Option<TenantId>) {
        self.free -= 1;
        self.events += 1;
        let share = match self.tenants.get_mut(tenant) {
            Some(share) => share,
            None => self.tenants.entry(tenant.clone()).or_default(),
        };
        share.running += 1;
        share.served = self.events;
    }

    fn release(&mut self, tenant: Option<&TenantId>) {
        self.free += 1;
        let tenant = tenant.cloned();
        if let Some(share) = self.tenants.get_mut(&tenant) {
            share.running -= 1;
            if share.running == 0 && share.waiting.is_empty() {
                self.tenants.remove(&tenant);
            }
        }
    }

    /// Removes and returns the next waiting call that may have a permit.
    fn next(&mut self) -> Option<(Option<TenantId>, oneshot::Sender<Permit>)> {
        // Remove callers whose wait timed out.
        self.tenants.retain(|_, share| {
            while share.waiting.front().is_some_and(|(_, caller)| caller.is_closed()) {
                share.waiting.pop_front();
            }
            share.running > 0 || !share.waiting.is_empty()
        });
        let waiting = self.tenants.iter().filter_map(|(tenant, share)| {
            let (number, _) = share.waiting.front()?;
            Some((share.running, (share.served, *number), tenant))
        });
        let (running, _, tenant) = waiting.min_by_key(|(running, order, _)| (*running, *order))?;
        if !self.admits(running) {
            return None;
        }
        let tenant = tenant.clone();
        let (_, caller) = self.tenants.get_mut(&tenant)?.waiting.pop_front()?;
        Some((tenant, caller))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tenant(number: u32) -> TenantId {
        TenantId::parse(format!("ten_{number:022}")).unwrap()
    }

    /// Takes as many permits as the tenant gets at once.
    fn all(limiter: &ConcurrencyLimiter, tenant: &TenantId) -> Vec<Permit> {
        std::iter::from_fn(|| limiter.try_acquire(Some(tenant)).ok()).collect()
    }

    #[test]
    fn room_is_kept_for_tenants_without_running_calls() {
        let limiter = ConcurrencyLimiter::new(256, Reserve::Share);
        let held: Vec<_> = (0..8).map(|number| all(&limiter, &tenant(number))).collect();
        let counts: Vec<_> = held.iter().map(Vec::len).collect();
        assert_eq!(counts, [128, 64, 32, 16, 8, 4, 2, 1]);
        assert_eq!(limiter.state().free, 1);
        drop(held);
        assert_eq!(limiter.state().free, 256);
        assert!(limiter.state().tenants.is_empty());
        // A single permit is granted too.
        assert!(ConcurrencyLimiter::new(1, Reserve::Share).try_acquire(Some(&tenant(0))).is_ok());
    }

    #[test]
    fn a_permit_goes_to_the_waiting_tenant_with_the_fewest_running_calls() {
        let limiter = ConcurrencyLimiter::new(4, Reserve::Nothing);
        let (busy, idle) = (tenant(0), tenant(1));
        let mut held = all(&limiter, &busy);
        assert_eq!(held.len(), 4, "nobody else wants them");
        let mut of_busy: Vec<_> = (0..3).map(|_| limiter.try_acquire(Some(&busy)).err().unwrap()).collect();
        let mut of_idle: Vec<_> = (0..3).map(|_| limiter.try_acquire(Some(&idle)).err().unwrap()).collect();
        let mut got = Vec::new();
        for _ in 0..4 {
            drop(held.pop());
            for (name, waiting) in [("busy", &mut of_busy), ("idle", &mut of_idle)] {
                waiting.retain_mut(|caller| match caller.try_recv() {
                    Ok(permit) => {
                        got.push((name, permit));
                        false
                    }
                    Err(_) => true,
                });
            }
        }
        let names: Vec<_> = got.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["idle", "idle", "busy", "busy"], "the one with fewer running calls is next");
    }

    #[test]
    fn the_last_permit_is_kept_for_a_tenant_without_running_calls() {
        let limiter = ConcurrencyLimiter::new(3, Reserve::Last);
        let held: Vec<_> = (0..4).map(|number| all(&limiter, &tenant(number))).collect();
        let counts: Vec<_> = held.iter().map(Vec::len).collect();
        assert_eq!(counts, [2, 1, 0, 0]);
        let mut waiting = limiter.try_acquire(Some(&tenant(0))).err().unwrap();
        let [first, second, ..] = <[Vec<Permit>; 4]>::try_from(held).ok().unwrap();
        drop(second);
        assert!(waiting.try_recv().is_err(), "it is kept although only this tenant waits");
        drop(first);
        assert!(waiting.try_recv().is_ok());
        assert_eq!(all(&ConcurrencyLimiter::new(1, Reserve::Last), &tenant(0)).len(), 1, "one alone is given");
    }

    #[test]
    fn tenants_take_turns_however_many_calls_of_one_wait() {
        let limiter = ConcurrencyLimiter::new(1, Reserve::Nothing);
        let (busy, other) = (tenant(0), tenant(1));
        let first = limiter.try_acquire(Some(&busy)).ok().unwrap();
        let mut waiting: Vec<_> = (0..6).map(|_| ("busy", limiter.try_acquire(Some(&busy)).err().unwrap())).collect();
        waiting.extend((0..3).map(|_| ("other", limiter.try_acquire(Some(&other)).err().unwrap())));
        let (mut order, mut running) = (Vec::new(), Some(first));
        while !waiting.is_empty() {
            drop(running.take());
            let next = waiting.iter_mut().position(|(_, caller)| match caller.try_recv() {
                Ok(permit) => {
                    running = Some(permit);
                    true
                }
                Err(_) => false,
            });
            order.push(waiting.remove(next.unwrap()).0);
        }
        assert_eq!(order, ["other", "busy", "other", "busy", "other", "busy", "busy", "busy", "busy"]);
    }

    #[test]
    fn a_caller_that_left_gives_its_permit_on() {
        let limiter = ConcurrencyLimiter::new(1, Reserve::Nothing);
        let first = limiter.try_acquire(Some(&tenant(0))).ok().unwrap();
        let left = limiter.try_acquire(Some(&tenant(1))).err().unwrap();
        let granted_and_dropped = limiter.try_acquire(Some(&tenant(2))).err().unwrap();
        let mut last = limiter.try_acquire(Some(&tenant(3))).err().unwrap();
        drop(left);
        drop(first);
        assert!(last.try_recv().is_err());
        drop(granted_and_dropped);
        assert!(last.try_recv().is_ok());
        assert_eq!(limiter.state().free, 1);
        assert!(limiter.state().tenants.is_empty());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn no_permit_is_lost_when_callers_come_and_go() {
        let limiter = ConcurrencyLimiter::new(8, Reserve::Share);
        let tasks: Vec<_> = (0..64)
            .map(|number: u32| {
                let limiter = limiter.clone();
                tokio::spawn(async move {
                    for round in 0..200_u64 {
                        let permit = match limiter.try_acquire(Some(&tenant(number % 5))) {
                            Ok(permit) => Some(permit),
                            // Some callers wait for less time than others run.
                            Err(waiting) => {
                                let patience = std::time::Duration::from_micros(round * 7 % 300);
                                tokio::time::timeout(patience, waiting).await.ok().and_then(Result::ok)
                            }
                        };
                        tokio::task::yield_now().await;
                        drop(permit);
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(limiter.state().free, 8);
        assert!(limiter.state().tenants.values().all(|share| share.running == 0));
    }
}
