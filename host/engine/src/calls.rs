//! Requests to endpoint components through the plain function of `plumbline:endpoint/calls`, over warm instances that serve
//! one tenant each. An instance answers one request at a time, on the thread of the request. Nothing is handed from task to
//! task, and no transaction waits for another request of its own instance.

use std::pin::pin;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use plumbline_storage::{PendingSync, Scope};
use tracing::{Instrument as _, trace_span};
use wasmtime::Store;

use crate::admission::Permit;
use crate::bindings::calls::{Calls, CallsPre, api};
use crate::error::CallError;
use crate::limits::HEADER_BYTES;
use crate::linked::Linked;
use crate::loaded::Loaded;
use crate::run::Running;
use crate::runtime::Runtime;
use crate::state::State;
use crate::warm_instances::Instance;

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

/// Sends a request to an endpoint component; see [`crate::Engine::http`].
pub(crate) async fn call(
    runtime: &Arc<Runtime>,
    scope: &Scope,
    loaded: &Arc<Loaded>,
    calls: &CallsPre<State>,
    request: http::Request<Bytes>,
    internal: &[(&str, &[u8])],
) -> Result<http::Response<Bytes>, CallError> {
    let limits = runtime.limits(loaded.slot.class);
    let admission = runtime.limiters.acquire(&loaded.slot, limits, Some(&scope.tenant));
    let permit = admission.instrument(trace_span!(target: "waits", "admission")).await?;
    let warm = loaded.warm.of(scope);
    let mut instance = match warm.take() {
        Some(mut instance) => {
            instance.running.resume_with(permit);
            runtime.counters.reused();
            instance
        }
        None => {
            // On the heap, because it is rare and would be most of this future.
            let starting = Box::pin(start(runtime, scope, loaded, calls, permit));
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
    if is_settled && instance.answered < runtime.settings.requests_per_instance {
        warm.keep(instance, runtime.settings.idle_instance);
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
    runtime: &Arc<Runtime>,
    scope: &Scope,
    loaded: &Arc<Loaded>,
    calls: &CallsPre<State>,
    permit: Permit,
) -> Result<Instance, CallError> {
    let services = runtime.services(scope, &loaded.slot).await?;
    let instantiate = async |store: &mut Store<State>, _: &Linked| calls.instantiate_async(store).await;
    let mut running = Running::begin(runtime, loaded, Some(&scope.tenant), Some(services), permit, instantiate).await?;
    running.state().pending_sync = Some(PendingSync::default());
    Ok(Instance::new(running))
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
