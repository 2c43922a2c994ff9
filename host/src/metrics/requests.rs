//! Requests by operation: outcomes and durations.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use arc_swap::ArcSwap;
use plumbline_pipeline::ProblemCode;
use plumbline_storage::Route;
use smart_default::SmartDefault;

use super::histogram::{Buckets, Histogram};

/// Upper bounds of the buckets of durations, in seconds. Most calls take less than a millisecond. None may take longer
/// than
/// `http.request_timeout_seconds`, apart from files.
const BOUNDS: [f64; 15] =
    [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// Classes of statuses, for the label `status`.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];
/// Maximum number of distinct operations. The API has some sixty, and each endpoint of a partner a few. Further ones
/// count as [`OTHER`].
const OPERATIONS: usize = 500;
const OTHER: &str = "other";

/// The operation that a request is counted under.
#[derive(Debug, Clone)]
pub(crate) enum Operation {
    /// An operation of the API.
    Route(Arc<Route>),
    /// A request that the host handles itself.
    Own(&'static str),
}

impl Operation {
    /// A request without an operation: an unknown path, or a call that was refused before its operation was looked up.
    pub(crate) const UNMATCHED: Self = Self::Own("unmatched");
    /// Files on signed addresses.
    pub(crate) const FILES: Self = Self::Own("files");
    /// Requests of Spin applications about sources.
    pub(crate) const SOURCES: Self = Self::Own("sources");
    /// Requests of Spin applications for pictures.
    pub(crate) const PICTURES: Self = Self::Own("pictures");
    /// The surface for agents. Their calls are not split by operation.
    pub(crate) const AGENTS: Self = Self::Own("agents");
    /// Sign-in, accounts and OAuth.
    pub(crate) const IDENTITY: Self = Self::Own("identity");
    /// Health and the API's documentation.
    pub(crate) const PAGES: Self = Self::Own("pages");

    /// Returns the operation's name.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Route(route) => &route.operation,
            Self::Own(name) => name,
        }
    }
}

/// The counters of one operation.
#[derive(SmartDefault)]
struct OperationCounters {
    by_class: [AtomicU64; CLASSES.len()],
    #[default(Histogram::new(&BOUNDS))]
    duration: Histogram<{ BOUNDS.len() }>,
}

type Operations = HashMap<Box<str>, Arc<OperationCounters>>;

/// The requests of the public listener.
#[derive(SmartDefault)]
pub(crate) struct RequestCounts {
    /// Replaced as a whole on the first call of an operation.
    operations: ArcSwap<Operations>,
    adding: Mutex<()>,
    #[default([const { AtomicU64::new(0) }; ProblemCode::ALL.len()])]
    problems: [AtomicU64; ProblemCode::ALL.len()],
    in_flight: AtomicI64,
}

/// Counts a request in progress until dropped.
pub(crate) struct InFlight<'a>(&'a AtomicI64);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl RequestCounts {
    /// Counts a request in progress.
    pub(crate) fn begin(&self) -> InFlight<'_> {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        InFlight(&self.in_flight)
    }

    /// Counts a completed request.
    pub(crate) fn answered(&self, operation: &str, status: u16, code: Option<ProblemCode>, took: Duration) {
        let operations = self.operations.load();
        match operations.get(operation) {
            Some(counted) => count(counted, status, took),
            None => count(&self.add(operation), status, took),
        }
        if let Some(code) = code {
            self.problems[code as usize].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Adds the counters of an operation.
    fn add(&self, operation: &str) -> Arc<OperationCounters> {
        let _one_at_a_time = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.operations.load_full();
        let name = if now.len() < OPERATIONS { operation } else { OTHER };
        if let Some(counted) = now.get(name) {
            return Arc::clone(counted);
        }
        let counted = Arc::new(OperationCounters::default());
        let mut more = Operations::clone(&now);
        more.insert(name.into(), Arc::clone(&counted));
        self.operations.store(Arc::new(more));
        counted
    }

    /// Reads all counts.
    pub(super) fn read(&self) -> Requests {
        let mut by_operation: Vec<(String, Arc<OperationCounters>)> =
            self.operations.load().iter().map(|(name, counted)| (name.to_string(), Arc::clone(counted))).collect();
        by_operation.sort_by(|(a, _), (b, _)| a.cmp(b));
        let answered = by_operation.iter().flat_map(|(name, counted)| {
            let classes = CLASSES.iter().zip(&counted.by_class);
            classes.map(move |(class, count)| ((name.clone(), *class), count.load(Ordering::Relaxed)))
        });
        Requests {
            // Classes without a response are left out: most operations have one or two.
            answered: answered.filter(|(_, count)| *count > 0).collect(),
            durations: by_operation.iter().map(|(name, counted)| (name.clone(), counted.duration.read())).collect(),
            problems: ProblemCode::ALL
                .iter()
                .zip(&self.problems)
                .map(|(code, count)| (code.as_str(), count.load(Ordering::Relaxed)))
                .collect(),
            in_flight: self.in_flight.load(Ordering::Relaxed),
        }
    }
}

/// Counts a response. Components may return any status up to 999. Those without a class in HTTP count as server errors.
fn count(counted: &OperationCounters, status: u16, took: Duration) {
    let class = usize::from(status / 100).clamp(1, CLASSES.len()) - 1;
    counted.by_class[class].fetch_add(1, Ordering::Relaxed);
    counted.duration.observe(took);
}

/// A snapshot of the counts of requests.
#[derive(Debug)]
pub(super) struct Requests {
    /// Number of responses by operation and class of status.
    pub(super) answered: Vec<((String, &'static str), u64)>,
    /// Durations by operation.
    pub(super) durations: Vec<(String, Buckets)>,
    /// Number of problems by code.
    pub(super) problems: Vec<(&'static str, u64)>,
    pub(super) in_flight: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLI: Duration = Duration::from_millis(1);

    #[test]
    fn requests_are_counted_by_operation_and_class() {
        let counts = RequestCounts::default();
        for (operation, status) in [("projects.get", 200), ("projects.get", 404), ("a", 999), ("projects.get", 204)] {
            counts.answered(operation, status, (status == 404).then_some(ProblemCode::NotFound), MILLI);
        }
        let one = counts.begin();
        let read = counts.read();
        let expected = [
            (("a".to_owned(), "5xx"), 1),
            (("projects.get".to_owned(), "2xx"), 2),
            (("projects.get".to_owned(), "4xx"), 1),
        ];
        assert_eq!(read.answered, expected);
        assert_eq!(read.durations.iter().map(|(_, buckets)| buckets.count()).collect::<Vec<_>>(), [1, 3]);
        let problems: Vec<_> = read.problems.iter().filter(|(_, count)| *count > 0).collect();
        assert_eq!(problems, [&("not_found", 1)]);
        assert_eq!(read.in_flight, 1);
        drop(one);
        assert_eq!(counts.read().in_flight, 0);
    }

    #[test]
    fn operations_are_bounded_in_number() {
        let counts = RequestCounts::default();
        for number in 0..OPERATIONS + 100 {
            counts.answered(&format!("partner.{number}"), 200, None, MILLI);
        }
        let read = counts.read();
        assert_eq!(read.durations.len(), OPERATIONS + 1);
        let other = read.durations.iter().find(|(name, _)| name == OTHER).map(|(_, buckets)| buckets.count());
        assert_eq!(other, Some(100));
    }

    #[test]
    fn threads_that_call_an_operation_first_share_its_counts() {
        let counts = RequestCounts::default();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    (0..1_000).for_each(|number| counts.answered(&format!("o{}", number % 50), 200, None, MILLI))
                });
            }
        });
        let read = counts.read();
        assert_eq!(read.durations.len(), 50);
        assert!(read.durations.iter().all(|(_, buckets)| buckets.count() == 160));
    }
}
