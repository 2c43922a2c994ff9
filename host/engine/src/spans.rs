//! The span of a call of a component, for traces: the component, the outcome, and the total of its statements.
//!
//! The target is that of the host's traces (`host/src/traces`). Without a layer for it, a span costs one check of a flag.

use std::time::{Duration, Instant};

use tracing::field::Empty;
use tracing::{Level, Span, enabled, trace_span};

use crate::error::CallError;
use crate::slot::Slot;

/// The target of exported spans.
const TARGET: &str = "trace";

/// Creates the span of a call.
pub(crate) fn component(slot: &Slot) -> Span {
    trace_span!(
        target: TARGET,
        "component",
        otel.name = %slot,
        otel.status_code = Empty,
        plumbline.slot = %slot,
        plumbline.outcome = Empty,
        plumbline.statements = Empty,
        plumbline.statement_micros = Empty,
    )
}

/// Records how a call ended.
pub(crate) fn ended<T>(span: &Span, result: &Result<T, CallError>) {
    if span.is_disabled() {
        return;
    }
    span.record("plumbline.outcome", crate::counts::outcome(result));
    if result.is_err() {
        span.record("otel.status_code", "ERROR");
    }
}

/// The statements of an instance's calls since the last [`Statements::record`].
#[derive(Debug, Default)]
pub(crate) struct Statements {
    number: u64,
    time: Duration,
}

impl Statements {
    /// Returns the start time of a statement, if tracing is enabled.
    pub(crate) fn begin() -> Option<Instant> {
        enabled!(target: TARGET, Level::TRACE).then(Instant::now)
    }

    /// Adds a statement.
    pub(crate) fn add(&mut self, begun: Option<Instant>) {
        if let Some(begun) = begun {
            self.number += 1;
            self.time += begun.elapsed();
        }
    }

    /// Records the totals in the current span, which is the call's, and resets them.
    pub(crate) fn record(&mut self) {
        let Self { number, time } = std::mem::take(self);
        if number > 0 {
            let span = Span::current();
            span.record("plumbline.statements", number);
            span.record("plumbline.statement_micros", u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
        }
    }
}
