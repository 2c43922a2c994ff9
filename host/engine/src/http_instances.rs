//! Warm instances of endpoints that support only HTTP, by tenant. Wasmtime's `ProxyHandler` keeps them. This module sets
//! their limits.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use plumbline_storage::Scope;
use tokio::sync::oneshot;
use wasmtime::component::GuestTaskId;
use wasmtime::{Store, StoreContextMut};
use wasmtime_wasi_http::WasiHttpView as _;
use wasmtime_wasi_http::handler::{
    HandlerState, Instance, ProxyHandler, ProxyPre, ShouldAccept, WorkerExpiration, WorkerState, WorkerStatus,
};

use crate::callers::Ended;
use crate::limits::Limits;
use crate::log::ComponentLog;
use crate::runtime::Runtime;
use crate::slot::Class;
use crate::state::{Services, State};
use crate::watch::Watch;

/// How long the pool of a tenant's component is kept without a request. The instances themselves end
/// sooner; this frees the empty pool.
const IDLE_POOL: Duration = Duration::from_secs(600);
/// Most tenants with a pool of one component. The least used pool is dropped first, and its running calls finish.
const POOLS_PER_COMPONENT: u64 = 10_000;

/// The pools of one component, by tenant.
pub(crate) struct HttpInstances(moka::sync::Cache<Scope, ProxyHandler<Pool>>);

impl Default for HttpInstances {
    fn default() -> Self {
        Self(moka::sync::Cache::builder().max_capacity(POOLS_PER_COMPONENT).time_to_idle(IDLE_POOL).build())
    }
}

impl HttpInstances {
    /// Returns the pool of a tenant, if it has one.
    pub(crate) fn get(&self, scope: &Scope) -> Option<ProxyHandler<Pool>> {
        self.0.get(scope)
    }

    /// Returns the pool of a tenant, which is this one if it has none.
    pub(crate) fn get_or_insert(&self, scope: &Scope, pool: Pool) -> ProxyHandler<Pool> {
        self.0.get_with_by_ref(scope, || ProxyHandler::new(pool))
    }
}

/// One tenant's instances of one component.
pub(crate) struct Pool {
    pub(crate) runtime: Arc<Runtime>,
    pub(crate) pre: Arc<ProxyPre<State>>,
    /// The component's log, and the settings of its binding.
    pub(crate) log: Arc<ComponentLog>,
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) services: Services,
    pub(crate) limits: Limits,
}

impl HandlerState for Pool {
    type StoreData = State;
    type WorkerExpiration = Expiration;
    type WorkerState = Worker;

    async fn instantiate(&self) -> wasmtime::Result<Instance<State, Expiration, Worker>> {
        let Self { runtime, pre, log, settings, services, limits } = self;
        let state = State::new(log, settings, limits, Some(services.clone()), runtime.inference.clone());
        let watch = Arc::clone(&state.watch);
        let mut store = Store::new(&runtime.wasm, state);
        store.limiter(|state| &mut state.limiter);
        watch.apply_limits(&mut store, limits, Some(runtime.cpu_shares.of(Some(&services.scope.tenant))));
        let starting = Box::pin(pre.instantiate_async(&mut store));
        let proxy = tokio::time::timeout(limits.deadline, watch.track(starting))
            .await
            .map_err(|_| wasmtime::format_err!("instantiation took over {} s", limits.deadline.as_secs()))??;
        // A WASI 0.2 instance answers one request, because its guests are written for that.
        let reusable = matches!(**pre, ProxyPre::P3(_));
        runtime.counters.made(Class::Endpoint);
        let settings = &runtime.settings;
        Ok(Instance {
            store,
            proxy,
            view: State::http,
            expiration: Expiration {
                watch: Arc::clone(&watch),
                idle: settings.idle_instance,
                busy: limits.deadline,
                sleep: Box::pin(tokio::time::sleep(limits.deadline)),
            },
            state: Worker {
                watch,
                deadline: limits.deadline,
                requests: if reusable { settings.requests_per_instance } else { 1 },
                concurrent: if reusable { settings.concurrent_per_instance } else { 1 },
            },
        })
    }
}

/// Decides when an instance must end: after some idle time, or when the deadline of its newest request has passed. This is
/// checked outside the store, where a looping guest cannot starve it. The epoch makes the guest yield for it.
pub(crate) struct Expiration {
    watch: Arc<Watch>,
    idle: Duration,
    busy: Duration,
    sleep: Pin<Box<tokio::time::Sleep>>,
}

impl WorkerExpiration for Expiration {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>, status: WorkerStatus, start: Instant) -> Poll<()> {
        // The handler polls this whenever the guest yields the thread.
        self.watch.record_yield();
        let allowed = match status {
            WorkerStatus::Idle => self.idle,
            WorkerStatus::Requests | WorkerStatus::PostReturn => self.busy,
        };
        let deadline = tokio::time::Instant::from_std(start + allowed);
        if deadline != self.sleep.deadline() {
            self.sleep.as_mut().reset(deadline);
        }
        let expired = self.sleep.as_mut().poll(cx);
        if expired.is_ready() && !matches!(status, WorkerStatus::Idle) {
            self.watch.expire();
        }
        expired
    }
}

/// The number of requests an instance accepts, and the handling of its end.
pub(crate) struct Worker {
    watch: Arc<Watch>,
    deadline: Duration,
    requests: usize,
    concurrent: usize,
}

impl WorkerState for Worker {
    type StoreData = State;
    type RequestData = oneshot::Sender<Ended>;

    fn should_accept_request(&self, concurrent: usize, total: usize) -> ShouldAccept {
        if total >= self.requests {
            ShouldAccept::Never
        } else if concurrent >= self.concurrent {
            ShouldAccept::No
        } else {
            ShouldAccept::Yes
        }
    }

    fn on_request_start(
        &self,
        mut store: StoreContextMut<'_, State>,
        caller: oneshot::Sender<Ended>,
        _: GuestTaskId,
    ) -> Pin<Box<dyn Future<Output = ()> + 'static + Send + Sync>> {
        self.watch.restart();
        store.data_mut().callers.add(caller);
        Box::pin(tokio::time::sleep(self.deadline))
    }

    fn drop(&self, mut store: Store<State>, result: Result<(), wasmtime::Error>) {
        self.watch.record_yield();
        let error = result.err().map(Arc::new);
        store.data_mut().callers.end(&self.watch, error.as_ref());
    }
}
