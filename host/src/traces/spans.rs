//! The spans of requests and jobs. Their attributes contain no credentials, queries, paths or tenants.

use http::{HeaderMap, Method, Request};
use opentelemetry::propagation::{Extractor, TextMapPropagator as _};
use opentelemetry::trace::TraceContextExt as _;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use plumbline_jobs::JobRequest;
use tracing::field::Empty;
use tracing::{Level, Span, enabled, trace_span};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use super::TARGET;

/// The headers of W3C Trace Context.
struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(|value| value.to_str().ok())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}

/// Returns the span of a request, as a child of the caller's span if `traceparent` names one.
pub(crate) fn request<B>(request: &Request<B>) -> Span {
    let span = trace_span!(
        target: TARGET,
        "request",
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method(request.method()),
        http.response.status_code = Empty,
        plumbline.operation = Empty,
        plumbline.request_id = Empty,
    );
    if !span.is_disabled() {
        let parent = TraceContextPropagator::new().extract(&Headers(request.headers()));
        // Fails if OpenTelemetry's layer is absent. There is no parent to set then.
        let _ = span.set_parent(parent);
    }
    span
}

/// Records the response of the request whose span is current.
pub(crate) fn answered(operation: &str, status: u16, request_id: &str) {
    if !enabled!(target: TARGET, Level::TRACE) {
        return;
    }
    let span = Span::current();
    // The field `otel.name` is read only before the span is entered, when the operation is not known yet.
    span.context().span().update_name(operation.to_owned());
    span.record("plumbline.operation", operation);
    span.record("plumbline.request_id", request_id);
    span.record("http.response.status_code", status);
    if status >= 500 {
        span.record("otel.status_code", "ERROR");
    }
}

/// Returns the span of an attempt at a job.
pub(crate) fn job(kind: &str, request: &JobRequest) -> Span {
    trace_span!(
        target: TARGET,
        "job",
        otel.kind = "consumer",
        otel.name = kind,
        plumbline.job.kind = kind,
        plumbline.job.id = request.id,
        plumbline.job.attempt = request.attempt,
    )
}

/// Returns a method that HTTP defines, or `_OTHER`, since a client may send any word.
fn method(method: &Method) -> &'static str {
    const DEFINED: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    DEFINED.into_iter().find(|defined| method.as_str() == *defined).unwrap_or("_OTHER")
}
