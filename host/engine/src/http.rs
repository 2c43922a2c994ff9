//! HTTP requests to endpoint components that support only HTTP, over warm instances that serve one tenant each. Components
//! with the plain function are called in `calls`.
//!
//! This module converts every way a call can end into a response or a [`CallError`]. Responses are collected before they
//! are passed on. They are bounded and small (bytes of files never pass through a component), and so a trap or an excess
//! in the middle of a body is still a clean error.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use http::{HeaderName, HeaderValue};
use http_body_util::{BodyExt as _, Full};
use plumbline_storage::Scope;
use tokio::sync::oneshot;
use wasmtime_wasi_http::WasiBody;
use wasmtime_wasi_http::handler::{ExpirationError, InstantiationError, ProxyHandler};

use crate::callers::Ended;
use crate::error::CallError;
use crate::http_instances::Pool;
use crate::limits::Limits;
use crate::linked::Linked;
use crate::loaded::Loaded;
use crate::runtime::Runtime;
use crate::slot::{Class, Slot};
use crate::watch::Watch;

/// How long after the store's own deadline the caller stops waiting, so that the store's more precise error comes first.
const GRACE: Duration = Duration::from_secs(1);
/// How long to wait for a failed instance to report its reason.
const POST_MORTEM: Duration = Duration::from_millis(500);

/// Sends a request to an endpoint component over HTTP; see [`crate::Engine::http`].
pub(crate) async fn call(
    runtime: &Arc<Runtime>,
    scope: &Scope,
    loaded: &Loaded,
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
    let limits = *runtime.limits(Class::Endpoint);
    let _permit = runtime.limiters.acquire(slot, &limits, Some(&scope.tenant)).await?;
    let handler = pool(runtime, scope, loaded, limits).await?;
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

/// Returns the tenant's instances of a component.
async fn pool(
    runtime: &Arc<Runtime>,
    scope: &Scope,
    loaded: &Loaded,
    limits: Limits,
) -> Result<ProxyHandler<Pool>, CallError> {
    if let Some(pool) = loaded.http.get(scope) {
        return Ok(pool);
    }
    let Some(Linked::Endpoint(pre, _)) = loaded.code.present() else {
        let cause = format!("{} is not an endpoint", loaded.slot);
        return Err(CallError::Unavailable { slot: loaded.slot.clone(), cause });
    };
    let services = runtime.services(scope, &loaded.slot).await?;
    let (runtime, pre, log) = (Arc::clone(runtime), Arc::clone(pre), Arc::clone(&loaded.log));
    // Two concurrent first requests both reach this point. One pool is kept.
    let pool = Pool { runtime, pre, log, settings: loaded.settings.clone(), services, limits };
    Ok(loaded.http.get_or_insert(scope, pool))
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
    wasmtime::format_err!("the body was interrupted: {error:?}")
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
