//! Attempts at jobs on this host, by kind: how they ended and how long they took.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use plumbline_jobs::JobFailure;

use super::histogram::{Buckets, Histogram};

/// Upper bounds of the buckets of durations, in seconds: from a cleanup to a takeoff of a large set of drawings.
const BOUNDS: [f64; 12] = [0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 30.0, 60.0, 300.0, 900.0, 3600.0];
/// The kind of jobs that no worker is bound for: a component may ask for any.
const OTHER: &str = "other";

/// How an attempt ends, as the label `outcome` names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Done,
    Failed,
    /// The job was given up and its worker marked the resource as failed.
    Abandoned,
    /// The job was given up and its worker could not be notified.
    AbandonFailed,
    /// No worker could begin.
    Unserved,
    /// The host stopped, or lost the lease.
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
            Self::Interrupted => "interrupted",
        }
    }
}

/// What is counted of one kind.
struct Counted {
    by_outcome: BTreeMap<Outcome, u64>,
    duration: Histogram<{ BOUNDS.len() }>,
}

/// The attempts of this host. Jobs are few, so one lock is for all.
#[derive(Default)]
pub(crate) struct JobCounts(Mutex<BTreeMap<String, Counted>>);

/// The attempts at one moment.
#[derive(Debug)]
pub(super) struct AttemptsRead {
    /// How many ended how, by kind.
    pub(super) outcomes: Vec<((String, Outcome), u64)>,
    /// By kind.
    pub(super) durations: Vec<(String, Buckets)>,
}

/// An attempt that runs. Dropped before [`Attempt::ended`], it was interrupted.
pub(crate) struct Attempt<'a> {
    counts: &'a JobCounts,
    kind: &'a str,
    is_abandoning: bool,
    begun: Instant,
    outcome: Outcome,
}

impl JobCounts {
    /// Begins an attempt at a job, or at giving it up. A kind is told apart where a worker `is_served` for it.
    pub(crate) fn begin<'a>(&'a self, kind: &'a str, is_served: bool, is_abandoning: bool) -> Attempt<'a> {
        let kind = if is_served { kind } else { OTHER };
        Attempt { counts: self, kind, is_abandoning, begun: Instant::now(), outcome: Outcome::Interrupted }
    }

    /// Reads all counts.
    pub(super) fn read(&self) -> AttemptsRead {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let outcomes = counts.iter().flat_map(|(kind, counted)| {
            counted.by_outcome.iter().map(move |(outcome, count)| ((kind.clone(), *outcome), *count))
        });
        let durations = counts.iter().map(|(kind, counted)| (kind.clone(), counted.duration.read()));
        AttemptsRead { outcomes: outcomes.collect(), durations: durations.collect() }
    }
}

impl Attempt<'_> {
    /// Counts the attempt.
    pub(crate) fn ended(mut self, result: &Result<(), JobFailure>) {
        self.outcome = match (result, self.is_abandoning) {
            (Ok(()), false) => Outcome::Done,
            (Ok(()), true) => Outcome::Abandoned,
            (Err(JobFailure::Unserved { .. }), _) => Outcome::Unserved,
            (Err(JobFailure::Failed { .. }), false) => Outcome::Failed,
            (Err(JobFailure::Failed { .. }), true) => Outcome::AbandonFailed,
        };
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        let took: Duration = self.begun.elapsed();
        let mut counts = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = counts
            .entry(self.kind.to_owned())
            .or_insert_with(|| Counted { by_outcome: BTreeMap::new(), duration: Histogram::new(&BOUNDS) });
        *counted.by_outcome.entry(self.outcome).or_default() += 1;
        // What no worker began says nothing of how long its kind takes.
        if self.outcome != Outcome::Unserved {
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
        drop(counts.begin("takeoff", true, false));
        counts.begin("../../x", false, false).ended(&Err(JobFailure::Unserved { message: String::new() }));
        let AttemptsRead { outcomes, durations } = counts.read();
        let said: Vec<_> = outcomes.iter().map(|((kind, outcome), n)| (kind.as_str(), outcome.word(), *n)).collect();
        assert_eq!(
            said,
            [
                ("other", "unserved", 1),
                ("takeoff", "done", 1),
                ("takeoff", "failed", 1),
                ("takeoff", "abandoned", 1),
                ("takeoff", "interrupted", 1)
            ]
        );
        assert_eq!(durations.iter().map(|(_, buckets)| buckets.count()).collect::<Vec<_>>(), [0, 4]);
    }
}
