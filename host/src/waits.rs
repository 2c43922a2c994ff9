//! What requests wait for: the time of each span of target `waits` is gathered under the span's name, and written when the
//! program ends. The setting `waits` names the file; without it the spans cost a look at a flag each.
//!
//! Stages: `request` from its head to its answer, and within it `credential`, `rate`, `admission` (a turn of the endpoint's class),
//! `instance` (a new one; warm ones are there), `component` (the call), and within that `reader` and `turn` (waiting to read or write),
//! `statement`, `commit`, `flush` (until the commit is on the disk). `usage` is a batch of the usage record, behind the answers.

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
/// Digits that a figure keeps.
const DIGITS: u8 = 2;

/// The times of all stages.
#[derive(Clone, Default)]
pub(crate) struct Waits(Arc<Mutex<BTreeMap<&'static str, Histogram<u64>>>>);

/// A stage's times in microseconds.
#[derive(Serialize)]
struct Stage {
    count: u64,
    mean: f64,
    p50: f64,
    p99: f64,
}

impl Waits {
    /// Lets the spans of this target pass, and nothing else.
    pub(crate) fn filter() -> Targets {
        Targets::new().with_target(TARGET, Level::TRACE)
    }

    /// Writes what was gathered, as JSON by stage.
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

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Waits {
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
            // Two digits are within what a histogram may have.
            Histogram::new(DIGITS).unwrap_or_else(|error| unreachable!("{error}"))
        });
        // It grows to what it is given; only memory bounds it, and a span of years does not happen.
        let _ = times.record(u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX));
    }
}
