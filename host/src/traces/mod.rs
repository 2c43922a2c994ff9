//! OpenTelemetry traces. Without the address of a collector there is no layer, and a span costs one check of a flag.
//!
//! - `spans`: the host's spans. The engine has one for each call of a component.
//! - `export`: the thread that sends them, and the count of dropped spans.

mod export;
mod spans;

use std::sync::OnceLock;

use anyhow::{Context as _, Result};
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::{Layer, Registry};

pub(crate) use export::{Exporting, SpansSnapshot};
pub(crate) use spans::{answered, job, request};

/// The target of all exported spans, here and in the engine. Their level is the lowest, so that log lines do not show
/// them.
const TARGET: &str = "trace";

/// The tracing of this process, if it is on.
static TRACING: OnceLock<Exporting> = OnceLock::new();

/// The export of spans while the program runs. Dropping it sends the waiting spans, for a second at most.
pub(crate) struct Traces {
    _provider: SdkTracerProvider,
    _flush_guard: export::FlushGuard,
}

/// Starts tracing: returns the layer that creates spans, and the export to `address`.
///
/// # Errors
/// Returns an error if the client for the collector cannot start.
pub(crate) fn start(address: &str, ratio: f64) -> Result<(Box<dyn Layer<Registry> + Send + Sync>, Traces)> {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let is_named =
        !variable("OTEL_SERVICE_NAME").is_empty() || variable("OTEL_RESOURCE_ATTRIBUTES").contains("service.name=");
    let mut resource = Resource::builder().with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
    if !is_named {
        resource = resource.with_service_name("plumbline");
    }
    let resource = resource.build();
    let (processor, exporting, flush_guard) =
        export::start(address, &resource).context("cannot start to export traces")?;
    TRACING.get_or_init(|| exporting);
    let provider = SdkTracerProvider::builder()
        .with_resource(resource)
        .with_sampler(Sampler::TraceIdRatioBased(ratio))
        .with_span_processor(processor)
        .build();
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("plumbline"))
        .with_location(false)
        .with_threads(false)
        .with_level(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        .with_filter(Targets::new().with_target(TARGET, Level::TRACE));
    Ok((layer.boxed(), Traces { _provider: provider, _flush_guard: flush_guard }))
}

/// Returns the numbers of spans sent and dropped so far, or `None` if traces are off.
pub(crate) fn read() -> Option<SpansSnapshot> {
    TRACING.get().map(Exporting::read)
}
