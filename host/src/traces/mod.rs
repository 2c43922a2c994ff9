//! Traces by OpenTelemetry. Without a collector's address no layer is there, and a span costs a look at a flag.
//!
//! - `spans`: the spans of the host; the engine has one for each call of a component.
//! - `export`: the thread that sends them, and what is dropped.

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

pub(crate) use export::{Exporting, SpansRead};
pub(crate) use spans::{answered, job, request};

/// The target of all spans that are exported, here and in the engine. Their level is the lowest, so that lines of the log do not show them.
const TARGET: &str = "trace";

/// The tracing of this process, where it is on.
static TRACING: OnceLock<Exporting> = OnceLock::new();

/// What sends spans while the program runs. Dropping it sends those that wait, for a second at most.
pub(crate) struct Traces {
    _provider: SdkTracerProvider,
    _ending: export::Ending,
}

/// Begins to trace: the layer that makes spans, and what sends them to `address`.
///
/// # Errors
/// Returns an error if the client of the collector cannot start.
pub(crate) fn start(address: &str, ratio: f64) -> Result<(Box<dyn Layer<Registry> + Send + Sync>, Traces)> {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let is_named =
        !variable("OTEL_SERVICE_NAME").is_empty() || variable("OTEL_RESOURCE_ATTRIBUTES").contains("service.name=");
    let mut resource = Resource::builder().with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
    if !is_named {
        resource = resource.with_service_name("plumbline");
    }
    let resource = resource.build();
    let (processor, exporting, ending) = export::start(address, &resource).context("cannot start to export traces")?;
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
    Ok((layer.boxed(), Traces { _provider: provider, _ending: ending }))
}

/// How many spans were sent and dropped so far. None where traces are off.
pub(crate) fn read() -> Option<SpansRead> {
    TRACING.get().map(Exporting::read)
}
