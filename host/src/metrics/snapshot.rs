//! A snapshot of all metrics, and the families that they are written as. `docs/operating-metrics.md` lists them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::UNIX_EPOCH;

use plumbline_engine::{Engine, EngineCounts};
use plumbline_jobs::{Backlog, JobState};
use plumbline_storage::{Blobs, StoreRequests, moved_credits, sqlite_memory};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;

use super::Counts;
use super::connections::ConnectionCounts;
use super::families::Families;
use super::histogram::Buckets;
use super::jobs::AttemptsSnapshot;
use super::process::Process;
use super::requests::Requests;
use crate::traces::{self, SpansSnapshot};

/// Ledger units per credit.
const MICROS_PER_CREDIT: f64 = 1e6;
/// The label for jobs whose kind has no worker.
const OTHER: &str = "other";
/// States of jobs that have not ended.
const OPEN: [JobState; 5] =
    [JobState::Scheduled, JobState::Waiting, JobState::Unserved, JobState::Running, JobState::Abandoning];

/// A snapshot of all metrics.
#[derive(Debug)]
pub(super) struct Snapshot {
    requests: Requests,
    /// The counters by listener, read when they are written.
    connections: [(&'static str, Arc<ConnectionCounts>); 2],
    attempts: AttemptsSnapshot,
    /// `None` if the queue could not be read in time.
    queue: Option<Queue>,
    engine: EngineCounts,
    credits: [(&'static str, u64); 4],
    sqlite_memory: u64,
    /// `None` if files are in the data directory.
    store: Option<Vec<StoreRequests>>,
    process: Process,
    /// Start time, in seconds since 1970.
    started: f64,
    /// `None` if traces are off.
    spans: Option<SpansSnapshot>,
    scrape_errors: u64,
}

/// The queue of all hosts.
#[derive(Debug)]
struct Queue {
    jobs: BTreeMap<(String, &'static str), u64>,
    oldest_due: f64,
}

impl Queue {
    /// Counts jobs of every known kind in every state. Jobs of other kinds share one label.
    fn of(backlog: Backlog, kinds: &BTreeSet<String>) -> Self {
        let of_kind = |kind: &str| OPEN.map(|state| ((kind.to_owned(), state.name()), 0));
        let mut jobs: BTreeMap<_, u64> = kinds.iter().flat_map(|kind| of_kind(kind)).collect();
        for (kind, state, number) in backlog.jobs {
            let kind = if kinds.contains(&kind) { kind } else { OTHER.to_owned() };
            *jobs.entry((kind, state.name())).or_default() += number;
        }
        Self { jobs, oldest_due: backlog.oldest_due.as_secs_f64() }
    }
}

impl Snapshot {
    /// Takes a snapshot. `backlog` is the content of the queue's database.
    pub(super) fn take(counts: &Counts, engine: &Engine, blobs: &Blobs, backlog: Option<Backlog>) -> Self {
        Self {
            requests: counts.requests.read(),
            connections: [("public", Arc::clone(&counts.public)), ("admin", Arc::clone(&counts.admin))],
            attempts: counts.jobs.read(),
            queue: backlog.map(|backlog| Queue::of(backlog, &engine.registry().job_kinds())),
            engine: engine.counts(),
            credits: moved_credits(),
            sqlite_memory: sqlite_memory(),
            store: blobs.store_requests(),
            process: Process::read(),
            started: counts.started.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64(),
            spans: traces::read(),
            scrape_errors: counts.scrape_errors.load(Ordering::Relaxed),
        }
    }

    fn requests(&self, to: &mut Families<'_>) -> std::fmt::Result {
        let Requests { answered, durations, problems, in_flight } = &self.requests;
        to.family("plumbline_requests", "Completed requests, by operation and status class.").counters(
            answered.iter().map(|((operation, class), n)| ([("operation", operation.as_str()), ("status", class)], *n)),
        )?;
        to.family(
            "plumbline_request_duration",
            "Time from receiving a request's headers to sending the response's headers, by operation.",
        )
        .seconds()
        .durations(durations.iter().map(|(operation, buckets)| ([("operation", operation.as_str())], buckets)))?;
        to.family("plumbline_requests_in_flight", "Requests in progress.").gauge(*in_flight)?;
        let help = "Requests that returned a problem, by code, such as rate_limited, quota_exceeded or unavailable.";
        to.family("plumbline_problems", help).counters(problems.iter().map(|(code, n)| ([("code", *code)], *n)))?;
        let (connections, read) = (&self.connections, |count: &AtomicU64| count.load(Ordering::Relaxed));
        to.family("plumbline_connections_open", "Open connections, by listener.").gauges(
            connections.iter().map(|(listener, of)| ([("listener", *listener)], of.open.load(Ordering::Relaxed))),
        )?;
        to.family("plumbline_connections_accepted", "Accepted connections, by listener.")
            .counters(connections.iter().map(|(listener, of)| ([("listener", *listener)], read(&of.accepted))))?;
        let refused = connections.iter().flat_map(|(listener, of)| {
            [("address", &of.refused_address), ("full", &of.refused_full), ("evicted", &of.evicted)]
                .map(|(reason, count)| ([("listener", *listener), ("reason", reason)], read(count)))
        });
        let help = "Refused connections, by listener and reason: the address was at its limit (address), all connections \
                    were in use (full), or the connection was closed before its first request to make room (evicted).";
        to.family("plumbline_connections_refused", help).counters(refused)
    }

    fn jobs(&self, to: &mut Families<'_>) -> std::fmt::Result {
        if let Some(Queue { jobs, oldest_due }) = &self.queue {
            to.family("plumbline_queue_jobs", "Unfinished jobs on all hosts, by kind and state.")
                .gauges(jobs.iter().map(|((kind, state), n)| ([("kind", kind.as_str()), ("state", state)], *n)))?;
            to.family("plumbline_queue_oldest_due_age", "Age of the oldest due job.").seconds().gauge(*oldest_due)?;
        }
        to.family("plumbline_job_attempts", "Finished job attempts on this host, by kind and outcome.").counters(
            self.attempts
                .outcomes
                .iter()
                .map(|((kind, outcome), n)| ([("kind", kind.as_str()), ("outcome", outcome.word())], *n)),
        )?;
        to.family("plumbline_job_duration", "Duration of a job attempt on this host, by kind.")
            .seconds()
            .durations(self.attempts.durations.iter().map(|(kind, buckets)| ([("kind", kind.as_str())], buckets)))?;
        to.family(
            "plumbline_credits",
            "Credits that this host recorded in the ledgers of all tenants, by kind of entry.",
        )
        .counters(self.credits.iter().map(|(kind, micros)| ([("kind", *kind)], *micros as f64 / MICROS_PER_CREDIT)))
    }

    fn components(&self, to: &mut Families<'_>) -> std::fmt::Result {
        let engine = &self.engine;
        to.family("plumbline_components", "Bound components, by class and state.").gauges(
            engine.components.iter().map(|(class, state, n)| ([("class", class.word()), ("state", state.word())], *n)),
        )?;
        to.family("plumbline_component_calls", "Finished component calls, by class and outcome.").counters(
            engine.calls.iter().map(|(class, outcome, n)| ([("class", class.word()), ("outcome", *outcome)], *n)),
        )?;
        to.family("plumbline_instances_made", "Component instances created, by class.")
            .counters(engine.instances_made.iter().map(|(class, n)| ([("class", class.word())], *n)))?;
        to.family("plumbline_instances_reused", "Requests served by an existing instance.")
            .counter(engine.instances_reused)?;
        to.family("plumbline_instances", "Current component instances.").gauge(engine.instances)?;
        let (number, took) = engine.compilations;
        to.family("plumbline_compilations", "Compiled components.").counter(number)?;
        to.family("plumbline_compilation", "Total time spent compiling components.")
            .seconds()
            .counter(took.as_secs_f64())
    }

    fn store(&self, to: &mut Families<'_>) -> std::fmt::Result {
        // Without a store, the families have no samples.
        let store = self.store.as_deref().unwrap_or_default();
        let requests = store.iter().flat_map(|of| {
            of.statuses.iter().map(move |(status, number)| ([("method", of.method), ("status", *status)], *number))
        });
        let help = "Requests to the S3 store, by method and status class. The status is none without a response. Each retry \
                    counts.";
        to.family("plumbline_store_requests", help).counters(requests)?;
        let durations: Vec<_> = store
            .iter()
            .map(|of| ([("method", of.method)], Buckets { buckets: of.buckets.clone(), sum: of.total.as_secs_f64() }))
            .collect();
        to.family(
            "plumbline_store_request_duration",
            "Time from sending a request to the S3 store to receiving the response's headers, by method.",
        )
        .seconds()
        .durations(durations.iter().map(|(labels, buckets)| (*labels, buckets)))
    }

    fn memory(&self, to: &mut Families<'_>) -> std::fmt::Result {
        let process = &self.process;
        let kinds = [("components", self.engine.memory_bytes), ("sqlite", self.sqlite_memory)];
        to.family("plumbline_memory", "Memory used by component instances and by SQLite.")
            .bytes()
            .gauges(kinds.map(|(kind, bytes)| ([("kind", kind)], bytes)))?;
        to.family("process_resident_memory", "Resident memory.").bytes().gauge_if_known(process.resident)?;
        to.family("process_virtual_memory", "Virtual memory.").bytes().gauge_if_known(process.address_space)?;
        to.family("process_open_fds", "Open file descriptors.").gauge_if_known(process.open_descriptors)?;
        to.family("process_max_fds", "Maximum number of open file descriptors.")
            .gauge_if_known(process.max_descriptors)?;
        to.family("process_cpu", "Total CPU time.").seconds().counter(process.processor.as_secs_f64())?;
        to.family("process_start_time", "Start time of the process since the Unix epoch.").seconds().gauge(self.started)
    }
}

impl Collector for Snapshot {
    fn encode(&self, encoder: DescriptorEncoder<'_>) -> std::fmt::Result {
        let mut to = Families(encoder);
        self.requests(&mut to)?;
        self.jobs(&mut to)?;
        self.components(&mut to)?;
        self.store(&mut to)?;
        self.memory(&mut to)?;
        to.family("plumbline_build", "Version of the program.").info(&[("version", env!("CARGO_PKG_VERSION"))])?;
        if let Some(SpansSnapshot { exported, failed, dropped }) = self.spans {
            let help = "Spans by outcome: accepted by the collector (exported), not accepted (failed), or dropped because \
                        too many were waiting (dropped).";
            let spans = [("exported", exported), ("failed", failed), ("dropped", dropped)];
            to.family("plumbline_spans", help).counters(spans.map(|(outcome, n)| ([("outcome", outcome)], n)))?;
        }
        to.family("plumbline_scrape_errors", "Scrapes that could not read the queue within a second.")
            .counter(self.scrape_errors)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn kinds_that_no_worker_is_bound_for_share_one_label() {
        let kinds = BTreeSet::from(["takeoff".to_owned()]);
        let jobs = vec![
            ("takeoff".into(), JobState::Waiting, 2),
            ("ten_secret".into(), JobState::Waiting, 3),
            ("x".repeat(200), JobState::Unserved, 4),
            ("y".into(), JobState::Unserved, 5),
        ];
        let queue = Queue::of(Backlog { jobs, oldest_due: Duration::from_millis(1_500) }, &kinds);
        let number = |kind: &str, state| queue.jobs.get(&(kind.to_owned(), state)).copied();
        assert_eq!((number("takeoff", "waiting"), number("takeoff", "running")), (Some(2), Some(0)));
        assert_eq!((number("other", "waiting"), number("other", "unserved")), (Some(3), Some(9)));
        assert_eq!(queue.jobs.len(), OPEN.len() + 2);
        assert!((queue.oldest_due - 1.5).abs() < 1e-9);
    }
}
