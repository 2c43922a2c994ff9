//! Requests to endpoint components through the plain function of `plumbline:endpoint/calls`, over warm instances that serve
//! one tenant each. An instance answers one request at a time, on the thread of the request. Nothing is handed from task to
//! task, and no transaction waits for another request of its own instance.

use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use plumbline_storage::{PendingSync, Scope};
use tracing::{Instrument as _, trace_span};
use wasmtime::Store;

use crate::admission::Permit;
use crate::bindings::calls::{Calls, CallsPre, api};
use crate::engine::Shared;
use crate::error::CallError;
use crate::inspect::Linked;
use crate::limits::HEADER_BYTES;
use crate::registry::Loaded;
use crate::run::Running;
use crate::state::State;

/// How long a tenant's pool of instances is kept without a request.
const IDLE_POOL: Duration = Duration::from_secs(600);
/// Most tenants of one component that have a pool.
const POOLS_PER_COMPONENT: u64 = 10_000;
/// Bytes that a header counts in addition to its text (RFC 9113, section 6.5.2).
const HEADER_OVERHEAD: usize = 32;
/// Headers that the host adds to a response: its id, the caller's limits, headers for browsers.
const OWN_HEADERS: usize = 8;
/// Headers of the connection, which belong to the host (RFC 9110, section 7.6.1), and headers that it computes.
const FORBIDDEN: [HeaderName; 6] = [
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
];

/// The warm instances of one component, by tenant.
pub(crate) struct Pools(moka::sync::Cache<Scope, Arc<Warm>>);

impl Default for Pools {
    fn default() -> Self {
        Self(moka::sync::Cache::builder().max_capacity(POOLS_PER_COMPONENT).time_to_idle(IDLE_POOL).build())
    }
}

/// An instance between two requests.
struct Instance {
    running: Running<Calls>,
    answered: usize,
    since: Instant,
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

    fn keep(self: &Arc<Self>, mut instance: Instance, idle: Duration) {
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

/// Sends a request to an endpoint component; see [`crate::Engine::http`].
pub(crate) async fn call(
    engine: &Arc<Shared>,
    scope: &Scope,
    loaded: &Arc<Loaded>,
    calls: &CallsPre<State>,
    request: http::Request<Bytes>,
    internal: &[(&str, &[u8])],
) -> Result<http::Response<Bytes>, CallError> {
    let limits = engine.settings.limits.of(loaded.slot.class);
    let admission = engine.limiters.acquire(&loaded.slot, limits, Some(&scope.tenant));
    let permit = admission.instrument(trace_span!(target: "waits", "admission")).await?;
    let warm = match loaded.warm.0.get(scope) {
        Some(warm) => warm,
        None => loaded.warm.0.get_with_by_ref(scope, Arc::default),
    };
    let waiting = warm.instances().pop();
    let mut instance = match waiting {
        Some(mut instance) => {
            instance.running.resume_with(permit);
            engine.counters.reused();
            instance
        }
        None => {
            // On the heap, because it is rare and would be most of this future.
            let starting = Box::pin(start(engine, scope, loaded, calls, permit));
            starting.instrument(trace_span!(target: "waits", "instance")).await?
        }
    };
    // The guest takes the first header of a name.
    let mut headers = Vec::with_capacity(internal.len() + request.headers().len());
    headers.extend_from_slice(internal);
    headers.extend(request.headers().iter().map(|(name, value)| (name.as_str(), value.as_bytes())));
    let asked = api::Request {
        method: request.method().as_str(),
        path: request.uri().path(),
        query: request.uri().query().unwrap_or_default(),
        headers: &headers,
        body: request.body(),
    };
    let answer = {
        let call = async |store: &mut Store<State>, calls: &Calls| {
            calls.plumbline_endpoint_calls().call_answer(store, asked).await
        };
        // Pinned in place, because instrumenting a future moves it.
        let answering = pin!(instance.running.call(call));
        answering.instrument(trace_span!(target: "waits", "component")).await?
    };
    instance.running.state().statements.record();
    instance.answered += 1;
    // A transaction left open ends with its instance, and so with its request.
    let unsynced = instance.running.state().take_pending_sync();
    let is_settled = !instance.running.state().transactions.is_any_open();
    if is_settled && instance.answered < engine.settings.requests_per_instance {
        warm.keep(instance, engine.settings.idle_instance);
    }
    // A response must report only what is on the disk. The instance need not wait for that.
    if let Some(database) = unsynced {
        database
            .make_durable()
            .await
            .map_err(|error| CallError::Unavailable { slot: loaded.slot.clone(), cause: error.to_string() })?;
    }
    let bytes = limits.output_bytes;
    if answer.body.len() as u64 > bytes {
        return Err(CallError::OutputTooLarge { slot: loaded.slot.clone(), bytes });
    }
    answered(answer).map_err(|cause| CallError::NoResponse { slot: loaded.slot.clone(), cause })
}

async fn start(
    engine: &Arc<Shared>,
    scope: &Scope,
    loaded: &Arc<Loaded>,
    calls: &CallsPre<State>,
    permit: Permit,
) -> Result<Instance, CallError> {
    let services = engine.services(scope, &loaded.slot).await?;
    let instantiate = async |store: &mut Store<State>, _: &Linked| calls.instantiate_async(store).await;
    let mut running = Running::begin(engine, loaded, Some(&scope.tenant), Some(services), permit, instantiate).await?;
    running.state().pending_sync = Some(PendingSync::default());
    Ok(Instance { running, answered: 0, since: Instant::now() })
}

/// Converts an answer into a response. The error says what is not valid in it.
fn answered(answer: api::Response) -> Result<http::Response<Bytes>, String> {
    let status = StatusCode::from_u16(answer.status)
        .ok()
        .filter(|status| !status.is_informational())
        .ok_or_else(|| format!("{} is not a valid response status", answer.status))?;
    // `HeaderMap` panics beyond 32,768 entries. The bound on bytes also bounds their number.
    let bytes: usize = answer.headers.iter().map(|(name, value)| name.len() + value.len() + HEADER_OVERHEAD).sum();
    if bytes > HEADER_BYTES {
        return Err(format!("its headers have over {HEADER_BYTES} bytes"));
    }
    // The host adds its own headers.
    let mut headers = HeaderMap::with_capacity(answer.headers.len() + OWN_HEADERS);
    for (name, value) in answer.headers {
        let invalid = || {
            let shown = name.chars().take(80).collect::<String>();
            format!("an endpoint may not set the header `{}`", shown.escape_default())
        };
        let known = HeaderName::try_from(name.as_str()).ok().filter(|name| !FORBIDDEN.contains(name));
        let value = HeaderValue::from_maybe_shared(Bytes::from(value));
        let (Some(known), Ok(value)) = (known, value) else { return Err(invalid()) };
        headers.append(known, value);
    }
    let mut response = http::Response::new(Bytes::from(answer.body));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, headers: &[(&str, &str)]) -> api::Response {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), value.as_bytes().to_vec())).collect();
        api::Response { status, headers, body: b"{}".to_vec() }
    }

    #[test]
    fn what_cannot_be_a_response_is_none() {
        let response = answered(answer(201, &[("location", "/projects/1"), ("x-a", "1"), ("x-a", "2")])).unwrap();
        assert_eq!((response.status().as_u16(), &**response.body()), (201, &b"{}"[..]));
        assert_eq!(response.headers().get_all("x-a").iter().count(), 2);
        for status in [0, 99, 101, 1000] {
            assert!(answered(answer(status, &[])).is_err(), "{status}");
        }
        for (name, value) in
            [("a b", "1"), ("a", "1\r\nb: 2"), ("Connection", "close"), ("content-length", "7"), ("", "1")]
        {
            assert!(answered(answer(200, &[(name, value)])).is_err(), "{name}: {value}");
        }
        assert!(answered(answer(200, &[("a", &"1".repeat(HEADER_BYTES))])).is_err());
    }
}
