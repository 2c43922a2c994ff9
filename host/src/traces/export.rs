//! Sends spans to the collector from a separate thread. Requests do not wait for it: spans beyond its limit are dropped
//! and counted.
//!
//! The SDK's own batch processor does not report the number of spans that it drops.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use opentelemetry::Context;
use opentelemetry_otlp::{Protocol, RetryPolicy, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{Span, SpanData, SpanExporter as _, SpanProcessor};
use tracing::{info, warn};

use crate::batches::{Batches, Bounds};

/// Spans that may wait, some 8 MB, and spans that are sent at once, some 300 kB.
const BOUNDS: Bounds = Bounds { capacity: 8_192, batch_size: 512, max_delay: Duration::from_secs(1) };
/// Time limit for a request to the collector, unless [`TIME_VARIABLE`] is set.
const TIME: Duration = Duration::from_secs(5);
/// The specification's variable for the time limit, in milliseconds.
const TIME_VARIABLE: &str = "OTEL_EXPORTER_OTLP_TIMEOUT";

/// The guard that sends the remaining spans at the end.
pub(super) type FlushGuard = crate::batches::FlushGuard<SpanData>;

/// A processor that queues ended spans for the thread.
#[derive(Debug)]
pub(super) struct Processor(Batches<SpanData>);

/// The counters of the thread.
pub(crate) struct Exporting {
    batches: Batches<SpanData>,
    sent: Arc<Sent>,
}

#[derive(Default)]
struct Sent {
    exported: AtomicU64,
    failed: AtomicU64,
}

/// The numbers of spans of this process so far.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SpansSnapshot {
    /// Spans that the collector accepted.
    pub(crate) exported: u64,
    /// Spans that could not be sent.
    pub(crate) failed: u64,
    /// Spans that were dropped because too many were waiting.
    pub(crate) dropped: u64,
}

impl Exporting {
    pub(super) fn read(&self) -> SpansSnapshot {
        SpansSnapshot {
            exported: self.sent.exported.load(Ordering::Relaxed),
            failed: self.sent.failed.load(Ordering::Relaxed),
            dropped: self.batches.dropped(),
        }
    }
}

/// Starts the thread.
///
/// # Errors
/// Returns an error if the client cannot be created, the system cannot start a thread, or the time limit is not a
/// number.
pub(super) fn start(address: &str, resource: &Resource) -> Result<(Processor, Exporting, FlushGuard)> {
    plumbline_storage::use_ring();
    let time = time(std::env::var(TIME_VARIABLE).ok().as_deref())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let client = {
        // The client's timers use this runtime.
        let _within = runtime.enter();
        reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(time)
            .user_agent(concat!("plumbline/", env!("CARGO_PKG_VERSION")))
            .build()
            .context("the client for the collector cannot start")?
    };
    let mut exporter = SpanExporter::builder()
        .with_http()
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(address)
        .with_timeout(time)
        // During a retry, new spans would wait longer and be dropped instead of these.
        .with_retry_policy(RetryPolicy::disabled())
        .with_http_client(client)
        .build()?;
    exporter.set_resource(resource);
    let sent = Arc::new(Sent::default());
    let (counted, address) = (Arc::clone(&sent), address.to_owned());
    let mut has_failed = false;
    let send = move |taken: &mut Vec<SpanData>| {
        let batch = std::mem::take(taken);
        let number = batch.len() as u64;
        if number == 0 {
            return;
        }
        match runtime.block_on(exporter.export(batch)) {
            Ok(()) => {
                counted.exported.fetch_add(number, Ordering::Relaxed);
                if std::mem::take(&mut has_failed) {
                    info!(address, "traces are exported again");
                }
            }
            Err(error) => {
                counted.failed.fetch_add(number, Ordering::Relaxed);
                if !std::mem::replace(&mut has_failed, true) {
                    warn!(%error, address, "traces cannot be exported; their spans are dropped and counted until they can");
                }
            }
        }
    };
    let (batches, flush_guard) = Batches::start("traces", BOUNDS, send)?;
    Ok((Processor(batches.clone()), Exporting { batches, sent }, flush_guard))
}

/// Returns the time limit of a request, from the value of the variable.
fn time(variable: Option<&str>) -> Result<Duration> {
    match variable.map(str::trim) {
        None | Some("") => Ok(TIME),
        Some(text) => match text.parse::<u64>() {
            Ok(millis) if millis > 0 => Ok(Duration::from_millis(millis)),
            _ => bail!("{TIME_VARIABLE} must be a number of milliseconds, for example 5000, not `{text}`"),
        },
    }
}

impl SpanProcessor for Processor {
    fn on_start(&self, _: &mut Span, _: &Context) {}

    fn on_end(&self, span: SpanData) {
        self.0.push(1, |waiting| waiting.push(span));
    }

    fn force_flush(&self) -> OTelSdkResult {
        Ok(())
    }

    fn shutdown_with_timeout(&self, _: Duration) -> OTelSdkResult {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_for_a_request_is_the_variables() {
        assert_eq!(time(None).unwrap(), TIME);
        assert_eq!(time(Some("")).unwrap(), TIME);
        assert_eq!(time(Some("250")).unwrap(), Duration::from_millis(250));
        for wrong in ["0", "5s", "-1"] {
            assert!(time(Some(wrong)).unwrap_err().to_string().contains(TIME_VARIABLE), "{wrong}");
        }
    }
}
