//! The idle instances of endpoints that have the plain function, by tenant, between two requests.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use plumbline_storage::Scope;

use crate::bindings::calls::Calls;
use crate::run::Running;

/// How long a tenant's pool of instances is kept without a request.
const IDLE_POOL: Duration = Duration::from_secs(600);
/// Most tenants of one component that have a pool.
const POOLS_PER_COMPONENT: u64 = 10_000;

/// The warm instances of one component, by tenant.
pub(crate) struct WarmInstances(moka::sync::Cache<Scope, Arc<Warm>>);

impl Default for WarmInstances {
    fn default() -> Self {
        Self(moka::sync::Cache::builder().max_capacity(POOLS_PER_COMPONENT).time_to_idle(IDLE_POOL).build())
    }
}

impl WarmInstances {
    /// Returns the idle instances of a tenant.
    pub(crate) fn of(&self, scope: &Scope) -> Arc<Warm> {
        match self.0.get(scope) {
            Some(warm) => warm,
            None => self.0.get_with_by_ref(scope, Arc::default),
        }
    }
}

/// An instance between two requests.
pub(crate) struct Instance {
    pub(crate) running: Running<Calls>,
    /// The number of requests that it has answered.
    pub(crate) answered: usize,
    since: Instant,
}

impl Instance {
    /// Wraps an instance that has answered no request.
    pub(crate) fn new(running: Running<Calls>) -> Self {
        Self { running, answered: 0, since: Instant::now() }
    }
}

/// One tenant's idle instances of one component.
#[derive(Default)]
pub(crate) struct Warm {
    /// The instance used last is used next, so that surplus instances become old.
    instances: Mutex<Vec<Instance>>,
    /// Whether a task is looking for old instances.
    is_swept: AtomicBool,
}

impl Warm {
    fn instances(&self) -> std::sync::MutexGuard<'_, Vec<Instance>> {
        self.instances.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the instance that was used last, if any is idle.
    pub(crate) fn take(&self) -> Option<Instance> {
        self.instances().pop()
    }

    /// Keeps an instance for the next request, without its permit.
    pub(crate) fn keep(self: &Arc<Self>, mut instance: Instance, idle: Duration) {
        instance.running.release_permit();
        instance.since = Instant::now();
        self.instances().push(instance);
        if !self.is_swept.swap(true, Ordering::AcqRel) {
            tokio::spawn(sweep(Arc::downgrade(self), idle));
        }
    }

    /// Drops instances that were idle for this long. Returns whether any are left.
    fn drop_old(&self, idle: Duration) -> bool {
        let mut instances = self.instances();
        let young = instances.partition_point(|instance| instance.since.elapsed() >= idle);
        let old: Vec<Instance> = instances.drain(..young).collect();
        let are_left = !instances.is_empty();
        if !are_left {
            self.is_swept.store(false, Ordering::Release);
        }
        drop(instances);
        drop(old);
        are_left
    }
}

async fn sweep(warm: Weak<Warm>, idle: Duration) {
    loop {
        tokio::time::sleep(idle).await;
        match warm.upgrade() {
            Some(warm) if warm.drop_old(idle) => {}
            _ => return,
        }
    }
}
