//! HTTP requests to endpoint components that support only HTTP, over warm instances that serve one tenant each. Components
//! with the plain function are called in `calls`.
//!
//! Wasmtime's `ProxyHandler` keeps the instances. This module sets their limits and converts every way a call can end
//! into a response or a [`CallError`]. Responses are collected before they are passed on. They are bounded and small (bytes
//! of files never pass through a component), and so a trap or an excess in the middle of a body is still a clean error.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use http::{HeaderName, HeaderValue};
use http_body_util::{BodyExt as _, Full};
use plumbline_storage::Scope;
use tokio::sync::oneshot;
use wasmtime::component::{GuestTaskId, Linker};
use wasmtime::{Store, StoreContextMut};
use wasmtime_wasi_http::handler::{
    ExpirationError, HandlerState, Instance, InstantiationError, ProxyHandler, ProxyPre, ShouldAccept,
    WorkerExpiration, WorkerState, WorkerStatus,
};
use wasmtime_wasi_http::{WasiBody, WasiHttp, WasiHttpView as _};

use crate::capabilities::{Capability, Interface};
use crate::engine::Shared;
use crate::error::CallError;
use crate::inspect::Linked;
use crate::limits::Limits;
use crate::registry::Loaded;
use crate::slot::{Class, Slot};
use crate::state::{Services, State};
use crate::watch::Watch;

/// HTTP requests that components answer. None may send any.
pub struct HttpRequests;

impl Capability for HttpRequests {
    fn interfaces(&self) -> Vec<Interface> {
        vec![Interface { class: Class::Endpoint, name: "wasi:http/types", link }]
    }
}

fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    use wasmtime_wasi_http::{p2, p3};
    p3::bindings::http::types::add_to_linker::<_, WasiHttp>(linker, State::http)?;
    let options = p2::bindings::LinkOptions::default();
    p2::bindings::http::types::add_to_linker::<_, WasiHttp>(linker, &(&options).into(), State::http)
}

/// How long the pool of a tenant's component is kept without a request. The instances themselves end
/// sooner; this frees the empty pool.
const IDLE_POOL: Duration = Duration::from_secs(600);
/// Most tenants with a pool of one component. The least used pool is dropped first, and its running calls finish.
const POOLS_PER_COMPONENT: u64 = 10_000;
/// How long after the store's own deadline the caller stops waiting, so that the store's more precise error comes first.
const GRACE: Duration = Duration::from_secs(1);
/// How long to wait for a failed instance to report its reason.
const POST_MORTEM: Duration = Duration::from_millis(500);

/// The pools of one component, by tenant.
pub(crate) struct Pools(moka::sync::Cache<Scope, ProxyHandler<Pool>>);

impl Default for Pools {
    fn default() -> Self {
        Self(moka::sync::Cache::builder().max_capacity(POOLS_PER_COMPONENT).time_to_idle(IDLE_POOL).build())
    }
}

/// One tenant's instances of one component.
pub(crate) struct Pool {
    loaded: std::sync::Weak<Loaded>,
    services: Services,
    limits: Limits,
}

/// The end of an instance, for a caller that is still waiting.
pub(crate) struct Ended {
    watch: Arc<Watch>,
    /// The error; `None` if the instance ended normally.
    error: Option<Arc<wasmtime::Error>>,
}

/// The callers that wait for an instance; at most as many as its concurrent requests.
#[derive(Default)]
pub(crate) struct Callers(Vec<oneshot::Sender<Ended>>);

impl Callers {
    fn add(&mut self, caller: oneshot::Sender<Ended>) {
        self.0.retain(|caller| !caller.is_closed());
        self.0.push(caller);
    }
}

/// Sends a request to an endpoint component over HTTP; see [`crate::Engine::http`].
pub(crate) async fn call(
    engine: &Arc<Shared>,
    scope: &Scope,
    loaded: &Arc<Loaded>,
    mut request: http::Request<Bytes>,
    internal: &[(&str, &[u8])],
) -> Result<http::Response<Bytes>, CallError> {
    let slot = &loaded.slot;
    for (name, value) in internal {
        let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_bytes(value)) else {
            let cause = format!("the internal header {name} cannot be sent");
            return Err(CallError::NoResponse { slot: slot.clone(), cause });
        };
        request.headers_mut().insert(name, value);
    }
    let request = request.map(|body| Full::new(body).map_err(|never: Infallible| match never {}).boxed_unsync());
    let limits = *engine.settings.limits.of(Class::Endpoint);
    let _permit = engine.limiters.acquire(slot, &limits, Some(&scope.tenant)).await?;
    let handler = pool(engine, scope, loaded, limits).await?;
    let (caller, ended) = oneshot::channel();
    let answer = async {
        let response = handler.handle(caller, request).await.map_err(Failure::Handler)?;
        let (parts, body) = response.into_parts();
        Ok(http::Response::from_parts(parts, collect(body, limits.output_bytes).await?))
    };
    let timeout = || CallError::Timeout { slot: slot.clone(), seconds: limits.deadline.as_secs() };
    let begun = Instant::now();
    let failure = match tokio::time::timeout(limits.deadline + GRACE, answer).await {
        // If the deadline ended the instance, its body just ends, so the collected body may be truncated.
        Ok(Ok(_)) if begun.elapsed() >= limits.deadline => return Err(timeout()),
        Ok(Ok(response)) => return Ok(response),
        Ok(Err(failure)) => failure,
        Err(_) => return Err(timeout()),
    };
    let error = match failure {
        Failure::TooLarge => CallError::OutputTooLarge { slot: slot.clone(), bytes: limits.output_bytes },
        Failure::Handler(error) if error.is::<ExpirationError>() => timeout(),
        Failure::Handler(error) if error.is::<InstantiationError<oneshot::Sender<Ended>>>() => {
            not_started(slot, &error)
        }
        Failure::Handler(error) if is_answer(&error) => {
            CallError::NoResponse { slot: slot.clone(), cause: format!("{error:#}") }
        }
        Failure::Handler(error) => post_mortem(slot, &limits, ended, error).await,
        Failure::Body(error) => post_mortem(slot, &limits, ended, broken_body(&error)).await,
    };
    tracing::warn!(%slot, %scope, "{error}");
    Err(error)
}

async fn pool(
    engine: &Arc<Shared>,
    scope: &Scope,
    loaded: &Arc<Loaded>,
    limits: Limits,
) -> Result<ProxyHandler<Pool>, CallError> {
    if let Some(pool) = loaded.pools.0.get(scope) {
        return Ok(pool);
    }
    let services = engine.services(scope, &loaded.slot).await?;
    // Two concurrent first requests both reach this point. One pool is kept.
    let pool = || ProxyHandler::new(Pool { loaded: Arc::downgrade(loaded), services, limits });
    Ok(loaded.pools.0.get_with_by_ref(scope, pool))
}

enum Failure {
    Handler(wasmtime::Error),
    Body(wasmtime_wasi_http::Error),
    TooLarge,
}

async fn collect(mut body: WasiBody, limit: u64) -> Result<Bytes, Failure> {
    let mut first: Option<Bytes> = None;
    let mut joined = BytesMut::new();
    let mut total = 0u64;
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(Failure::Body)?.into_data() else { continue };
        total += data.len() as u64;
        if total > limit {
            return Err(Failure::TooLarge);
        }
        // Most bodies are one frame, which then needs no copy.
        match first.take() {
            None if joined.is_empty() => first = Some(data),
            before => {
                joined.extend_from_slice(&before.unwrap_or_default());
                joined.extend_from_slice(&data);
            }
        }
    }
    Ok(first.unwrap_or_else(|| joined.freeze()))
}

/// Creates the error of a broken body. Separate, because the arguments of a format must not live across an await.
fn broken_body(error: &wasmtime_wasi_http::Error) -> wasmtime::Error {
    wasmtime::format_err!("the body broke off: {error:?}")
}

/// Returns whether the guest itself returned this error.
fn is_answer(error: &wasmtime::Error) -> bool {
    error.is::<wasmtime_wasi_http::p3::bindings::http::types::ErrorCode>()
        || error.is::<wasmtime_wasi_http::p2::bindings::http::types::ErrorCode>()
}

fn not_started(slot: &Slot, error: &wasmtime::Error) -> CallError {
    let cause = error.downcast_ref::<InstantiationError<oneshot::Sender<Ended>>>().map(|error| &error.error);
    match cause {
        Some(cause) if cause.is::<wasmtime::PoolConcurrencyLimitError>() => CallError::Busy { slot: slot.clone() },
        Some(cause) => CallError::Unavailable { slot: slot.clone(), cause: format!("{cause:#}") },
        None => CallError::Unavailable { slot: slot.clone(), cause: format!("{error:#}") },
    }
}

/// Returns the reason why the call ended, from its instance. `error` is what the caller saw, which is less precise.
async fn post_mortem(
    slot: &Slot,
    limits: &Limits,
    ended: oneshot::Receiver<Ended>,
    error: wasmtime::Error,
) -> CallError {
    match tokio::time::timeout(POST_MORTEM, ended).await {
        Ok(Ok(ended)) => ended.watch.classify(slot, limits, ended.error.as_deref().unwrap_or(&error)),
        _ => Watch::default().classify(slot, limits, &error),
    }
}

impl HandlerState for Pool {
    type StoreData = State;
    type WorkerExpiration = Expiration;
    type WorkerState = Worker;

    async fn instantiate(&self) -> wasmtime::Result<Instance<State, Expiration, Worker>> {
        // Every caller holds the component, so it can only be gone when no caller is left.
        let loaded = self.loaded.upgrade().ok_or_else(|| wasmtime::format_err!("the component was unbound"))?;
        let Some(Linked::Endpoint(pre, _)) = loaded.code.present() else {
            wasmtime::bail!("{} is not an endpoint", loaded.slot);
        };
        let engine = &self.services.engine;
        let state =
            State::new(&loaded, &self.limits, Some(self.services.clone()), self.services.engine.inference.clone());
        let watch = Arc::clone(&state.watch);
        let mut store = Store::new(&engine.wasm, state);
        store.limiter(|state| &mut state.limiter);
        watch.apply_limits(&mut store, &self.limits, Some(engine.cpu_shares.of(Some(&self.services.scope.tenant))));
        let starting = Box::pin(pre.instantiate_async(&mut store));
        let proxy = tokio::time::timeout(self.limits.deadline, watch.track(starting))
            .await
            .map_err(|_| wasmtime::format_err!("instantiation took over {} s", self.limits.deadline.as_secs()))??;
        // A WASI 0.2 instance answers one request, because its guests are written for that.
        let reusable = matches!(pre, ProxyPre::P3(_));
        engine.counters.made(Class::Endpoint);
        let settings = &engine.settings;
        Ok(Instance {
            store,
            proxy,
            view: State::http,
            expiration: Expiration {
                watch: Arc::clone(&watch),
                idle: settings.idle_instance,
                busy: self.limits.deadline,
                sleep: Box::pin(tokio::time::sleep(self.limits.deadline)),
            },
            state: Worker {
                watch,
                deadline: self.limits.deadline,
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
        for caller in std::mem::take(&mut store.data_mut().callers.0) {
            // A caller that already has its response is gone.
            let _ = caller.send(Ended { watch: Arc::clone(&self.watch), error: error.clone() });
        }
    }
}
