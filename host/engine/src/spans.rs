//! The span of a call of a component, for traces: which component it is, how it ended, and the sum of its statements.
//!
//! The target is that of the host's traces (`host/src/traces`). Without a layer for it a span costs a look at a flag.

use std::time::{Duration, Instant};

use tracing::field::Empty;
use tracing::{Level, Span, enabled, trace_span};

use crate::error::CallError;
use crate::slot::Slot;

/// The target of spans that are exported.
const TARGET: &str = "trace";

/// The span of a call.
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

/// Notes how a call ended.
pub(crate) fn ended<T>(span: &Span, result: &Result<T, CallError>) {
    if span.is_disabled() {
        return;
    }
    span.record("plumbline.outcome", crate::counts::outcome(result));
    if result.is_err() {
        span.record("otel.status_code", "ERROR");
    }
}

/// The statements of the calls of an instance since they were last noted.
#[derive(Debug, Default)]
pub(crate) struct Statements {
    number: u64,
    time: Duration,
}

impl Statements {
    /// When a statement begins, if anything is traced.
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

    /// Notes them in the current span, which is that of the call.
    pub(crate) fn note(&mut self) {
        let Self { number, time } = std::mem::take(self);
        if number > 0 {
            let span = Span::current();
            span.record("plumbline.statements", number);
            span.record("plumbline.statement_micros", u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
        }
    }
}
