//! Attempts at jobs on this host, by kind: outcomes and durations.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use plumbline_jobs::JobFailure;
use smart_default::SmartDefault;

use super::histogram::{Buckets, Histogram};

/// Upper bounds of the buckets of durations, in seconds: from a cleanup to a takeoff of a large set of drawings.
const BOUNDS: [f64; 12] = [0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 30.0, 60.0, 300.0, 900.0, 3600.0];
/// The label for jobs whose kind has no worker, since components can request any kind.
const OTHER: &str = "other";

/// The outcome of an attempt, for the label `outcome`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Done,
    Failed,
    /// The job was given up and its worker marked the resource as failed.
    Abandoned,
    /// The job was given up and its worker could not be notified.
    AbandonFailed,
    /// No worker could start it.
    Unserved,
    /// All workers were in use.
    Busy,
    /// The host stopped or lost the lease.
    Interrupted,
}

impl Outcome {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Abandoned => "abandoned",
            Self::AbandonFailed => "abandon_failed",
            Self::Unserved => "unserved",
            Self::Busy => "busy",
            Self::Interrupted => "interrupted",
        }
    }
}

/// The counters of one kind.
#[derive(SmartDefault)]
struct KindCounters {
    by_outcome: BTreeMap<Outcome, u64>,
    #[default(Histogram::new(&BOUNDS))]
    duration: Histogram<{ BOUNDS.len() }>,
}

/// The attempts of this host. Jobs are few, so they share one lock.
#[derive(Default)]
pub(crate) struct JobCounts(Mutex<BTreeMap<String, KindCounters>>);

/// A snapshot of the attempts.
#[derive(Debug)]
pub(super) struct AttemptsSnapshot {
    /// Number of attempts by kind and outcome.
    pub(super) outcomes: Vec<((String, Outcome), u64)>,
    /// Durations by kind.
    pub(super) durations: Vec<(String, Buckets)>,
}

/// A running attempt. If it is dropped before [`Attempt::ended`], it counts as interrupted.
pub(crate) struct Attempt<'a> {
    counts: &'a JobCounts,
    kind: &'a str,
    is_abandoning: bool,
    begun: Instant,
    outcome: Outcome,
}

impl JobCounts {
    /// Starts an attempt to run or abandon a job. A kind has its own label only if it `is_served` by a worker.
    pub(crate) fn begin<'a>(&'a self, kind: &'a str, is_served: bool, is_abandoning: bool) -> Attempt<'a> {
        let kind = if is_served { kind } else { OTHER };
        Attempt { counts: self, kind, is_abandoning, begun: Instant::now(), outcome: Outcome::Interrupted }
    }

    /// Reads all counts.
    pub(super) fn read(&self) -> AttemptsSnapshot {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let outcomes = counts.iter().flat_map(|(kind, counted)| {
            counted.by_outcome.iter().map(move |(outcome, count)| ((kind.clone(), *outcome), *count))
        });
        let durations = counts.iter().map(|(kind, counted)| (kind.clone(), counted.duration.read()));
        AttemptsSnapshot { outcomes: outcomes.collect(), durations: durations.collect() }
    }
}

impl Attempt<'_> {
    /// Records the result of the attempt.
    pub(crate) fn ended(mut self, result: &Result<(), JobFailure>) {
        self.outcome = match (result, self.is_abandoning) {
            (Ok(()), false) => Outcome::Done,
            (Ok(()), true) => Outcome::Abandoned,
            (Err(JobFailure::Unserved { .. }), _) => Outcome::Unserved,
            (Err(JobFailure::Busy { .. }), _) => Outcome::Busy,
            (Err(JobFailure::Failed { .. }), false) => Outcome::Failed,
            (Err(JobFailure::Failed { .. }), true) => Outcome::AbandonFailed,
        };
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        let took: Duration = self.begun.elapsed();
        let mut counts = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = counts.entry(self.kind.to_owned()).or_default();
        *counted.by_outcome.entry(self.outcome).or_default() += 1;
        // An attempt that no worker started says nothing about the durations of its kind.
        if !matches!(self.outcome, Outcome::Unserved | Outcome::Busy) {
            counted.duration.observe(took);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attempt_is_counted_however_it_ends() {
        let counts = JobCounts::default();
        let failed = || Err(JobFailure::Failed { message: String::new(), retryable: true });
        counts.begin("takeoff", true, false).ended(&Ok(()));
        counts.begin("takeoff", true, false).ended(&failed());
        counts.begin("takeoff", true, true).ended(&Ok(()));
        counts.begin("takeoff", true, false).ended(&Err(JobFailure::Busy { message: String::new() }));
        drop(counts.begin("takeoff", true, false));
        counts.begin("../../x", false, false).ended(&Err(JobFailure::Unserved { message: String::new() }));
        let AttemptsSnapshot { outcomes, durations } = counts.read();
        let said: Vec<_> = outcomes.iter().map(|((kind, outcome), n)| (kind.as_str(), outcome.word(), *n)).collect();
        assert_eq!(
            said,
            [
                ("other", "unserved", 1),
                ("takeoff", "done", 1),
                ("takeoff", "failed", 1),
                ("takeoff", "abandoned", 1),
                ("takeoff", "busy", 1),
                ("takeoff", "interrupted", 1)
            ]
        );
        assert_eq!(durations.iter().map(|(_, buckets)| buckets.count()).collect::<Vec<_>>(), [0, 4]);
    }
}
