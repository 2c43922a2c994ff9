//! Time that requests spend waiting. The duration of each span with target `waits` is recorded under the span's name,
//! and written when the program ends. The setting `waits` names the file. Without it each span costs one check of a
//! flag.
//!
//! Stages: `request` from its head to its response. Within it `credential`, `rate`, `admission` (waiting for the limit
//! of the endpoint's class), `instance` (creating one, unless a warm one is available), `component` (the call). Within
//! the call `reader` and `turn` (waiting to read or write), `statement`, `commit`, `flush` (until the commit is on the
//! disk). `usage` is a batch of the usage record, after the responses.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use hdrhistogram::Histogram;
use serde::Serialize;
use tracing::span::{Attributes, Id};
use tracing::{Level, Subscriber};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

/// The target of the spans.
const TARGET: &str = "waits";
/// Significant digits of a figure.
const DIGITS: u8 = 2;

/// The times of all stages.
#[derive(Clone, Default)]
pub(crate) struct WaitTimes(Arc<Mutex<BTreeMap<&'static str, Histogram<u64>>>>);

/// A stage's times in microseconds.
#[derive(Serialize)]
struct Stage {
    count: u64,
    mean: f64,
    p50: f64,
    p99: f64,
}

impl WaitTimes {
    /// Returns a filter for the spans of this target only.
    pub(crate) fn filter() -> Targets {
        Targets::new().with_target(TARGET, Level::TRACE)
    }

    /// Writes the recorded times, as JSON by stage.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn write(&self, file: &Path) -> std::io::Result<()> {
        let stages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let micros = |nanos: u64| nanos as f64 / 1e3;
        let stages: BTreeMap<&str, Stage> = stages
            .iter()
            .map(|(name, times)| {
                let at = |share| micros(times.value_at_quantile(share));
                (*name, Stage { count: times.len(), mean: times.mean() / 1e3, p50: at(0.5), p99: at(0.99) })
            })
            .collect();
        std::fs::write(file, serde_json::to_vec_pretty(&stages)?)
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for WaitTimes {
    fn on_new_span(&self, _: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id) {
            span.extensions_mut().insert(Instant::now());
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else { return };
        let Some(elapsed) = span.extensions().get::<Instant>().map(Instant::elapsed) else { return };
        let mut stages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let times = stages.entry(span.name()).or_insert_with(|| {
            // Two digits are within the range that a histogram allows.
            Histogram::new(DIGITS).unwrap_or_else(|error| unreachable!("{error}"))
        });
        // The histogram grows as needed. It fails only for spans of years, which do not happen.
        let _ = times.record(u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX));
    }
}
