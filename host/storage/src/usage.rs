//! The usage log: counts the requests of each database and writes them after the responses.
//!
//! [`UsageLog::record`] only adds the event to the waiting batch of its database. One task writes the waiting batches,
//! each in one transaction while holding the database's write lock, half a second after the first event of the batch. A
//! failed write is retried unchanged, with growing delays, for as long as the program runs. Other databases are not
//! delayed by it. A batch that is written twice (a commit that succeeded but was reported as failed) counts once, since
//! the database knows the last batch of each process.
//!
//! Guarantee: while at most [`UsageLogConfig::max_waiting`] changes wait for a database, no event is lost while the
//! program runs, or if it is stopped with [`UsageLog::stop`]. Beyond that, requests are still counted, but events of jobs
//! are only in the program's log ([`UsageLog::record`]). A process that is killed or loses power loses the events not
//! yet written: at most half a second's while its databases are healthy. Written events are on the disk. Waiting events
//! take memory per kind of request and per job, not per request. Each failed attempt logs the number of waiting events.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_recursion::async_recursion as boxed;
use futures::StreamExt as _;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use plumbline_tenancy::{Scope, UsageBatch, UsageEvent, id};
use serde::Serialize;
use tokio::sync::{Notify, Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tracing::{Instrument as _, trace_span};

use crate::error::StorageError;
use crate::storage::Storage;

/// The settings of the log.
#[derive(Debug, Clone)]
pub struct UsageLogConfig {
    /// Maximum rows of a transaction, sums and jobs. A batch that reaches this size is written at once.
    pub batch: usize,
    /// Longest delay between the first event of a batch and its write.
    pub delay: Duration,
    /// Delay before a failed write is retried. It doubles with each failure.
    pub retry_delay: Duration,
    /// Longest delay before a failed write is retried.
    pub max_retry_delay: Duration,
    /// How long [`UsageLog::stop`] keeps retrying failed writes.
    pub grace: Duration,
    /// Databases written at once.
    pub writers: usize,
    /// Maximum sums and jobs that wait for one database. Beyond it, events are recorded in less detail. See
    /// [`UsageLog::record`].
    pub max_waiting: usize,
}

impl Default for UsageLogConfig {
    fn default() -> Self {
        Self {
            batch: 500,
            delay: Duration::from_millis(500),
            retry_delay: Duration::from_millis(250),
            max_retry_delay: Duration::from_secs(30),
            grace: Duration::from_secs(10),
            writers: 8,
            max_waiting: 20_000,
        }
    }
}

/// A log that collects usage events and writes them after the responses. See the module. If it is dropped without
/// [`UsageLog::stop`], it still writes its events as long as the runtime lives.
#[derive(Debug)]
pub struct UsageLog {
    shared: Arc<Shared>,
    /// Number of recorded events that are written or discarded.
    settled: watch::Receiver<u64>,
    task: Mutex<Option<JoinHandle<u64>>>,
}

/// The state shared by the log and its task.
#[derive(Debug)]
struct Shared {
    config: UsageLogConfig,
    state: Mutex<State>,
    /// Notified if something is due earlier than the task knows.
    wake: Notify,
}

#[derive(Debug, Default)]
struct State {
    waiting: HashMap<Scope, Waiting>,
    recorded: u64,
    is_stopped: bool,
}

/// The events that wait for one database.
#[derive(Debug)]
struct Waiting {
    /// The batch that is being written.
    closed: Option<NumberedBatch>,
    /// The batch that collects new events.
    open: UsageBatch,
    /// When the next batch is due.
    due: Instant,
    /// Failed writes since the last successful one.
    failures: u32,
    /// Whether a batch is being written. Only one is written at a time.
    is_writing: bool,
    /// Whether to write the open batch as soon as the current write is done.
    is_flush_requested: bool,
}

/// A numbered batch. It stays the same for all attempts to write it.
#[derive(Debug, Clone)]
struct NumberedBatch {
    number: i64,
    batch: Arc<UsageBatch>,
}

impl UsageLog {
    /// Starts the task that writes. Must be called within the runtime.
    pub fn start(storage: Storage, config: UsageLogConfig) -> Self {
        let (settle, settled) = watch::channel(0);
        let permits = Arc::new(Semaphore::new(config.writers.max(1)));
        let shared = Arc::new(Shared { config, state: Mutex::default(), wake: Notify::new() });
        let writer = Writer {
            storage,
            id: id::random("usw_").into(),
            permits,
            shared: Arc::clone(&shared),
            numbers: 0,
            writing: FuturesUnordered::new(),
            settle,
            discarded: 0,
        };
        Self { shared, settled, task: Mutex::new(Some(tokio::spawn(writer.run()))) }
    }

    /// Adds an event to the waiting batch. Returns immediately, regardless of the state of the database.
    ///
    /// An event recorded after [`UsageLog::stop`] is written to the program's log instead. If
    /// [`UsageLogConfig::max_waiting`] changes are waiting, events of jobs are written there too, and the sums of
    /// other events no longer distinguish users, agents and customers.
    pub fn record(&self, scope: Scope, mut event: UsageEvent) {
        let config = &self.shared.config;
        let mut state = self.shared.state();
        if state.is_stopped {
            drop(state);
            log_discarded(&scope, [&event], "the usage log is stopped");
            return;
        }
        let waits = state.waiting.get(&scope).map_or(0, |waiting| waiting.open.changes());
        if waits >= config.max_waiting {
            if event.starts_a_job() {
                drop(state);
                log_discarded(&scope, [&event], "too many events are queued for its database");
                return;
            }
            event.coarsen();
        }
        state.recorded += 1;
        let now = Instant::now();
        let is_first = !state.waiting.contains_key(&scope);
        let waiting = state.waiting.entry(scope).or_insert_with(|| Waiting::until(now + config.delay));
        waiting.open.add(event);
        // After a failed write, more events are not a reason to retry sooner.
        let is_full = waiting.open.changes() >= config.batch && waiting.failures == 0 && waiting.due > now;
        if is_full {
            waiting.due = now;
        }
        drop(state);
        if is_first || is_full {
            self.shared.wake.notify_one();
        }
    }

    /// Waits until every event recorded so far is written. For tests, and for reports that must include the last half
    /// second. If a database fails, it waits for the next attempts.
    #[boxed]
    pub async fn flush(&self) {
        self.shared.flush_all();
        let mut settled = self.settled.clone();
        // Fails only if the task has ended. There is nothing to wait for then.
        let _ = settled.wait_for(|settled| *settled >= self.shared.state().recorded).await;
    }

    /// Stops accepting events, writes all waiting events, and ends the task. Must be called after the last request has
    /// ended. A second call does nothing.
    ///
    /// # Errors
    /// Returns the number of events that could not be written within [`UsageLogConfig::grace`], because their database
    /// kept failing. They are in the program's log, as the sums that would have been written.
    #[boxed]
    pub async fn stop(&self) -> Result<(), UnwrittenEvents> {
        self.shared.stop();
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(task) = task else { return Ok(()) };
        match task.await {
            Ok(0) => Ok(()),
            Ok(events) => Err(UnwrittenEvents { events }),
            Err(error) => {
                tracing::error!(%error, "the usage log's task failed");
                let settled = *self.settled.borrow();
                Err(UnwrittenEvents { events: self.shared.state().recorded.saturating_sub(settled) })
            }
        }
    }
}

impl Drop for UsageLog {
    fn drop(&mut self) {
        self.shared.stop();
    }
}

/// The error for events that could not be written before the log was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{events} usage events could not be written; their sums are in the log")]
pub struct UnwrittenEvents {
    /// Number of events.
    pub events: u64,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the task write all waiting events now.
    fn flush_all(&self) {
        let now = Instant::now();
        for waiting in self.state().waiting.values_mut() {
            waiting.due = now;
            waiting.is_flush_requested = waiting.is_writing;
        }
        self.wake.notify_one();
    }

    fn stop(&self) {
        self.state().is_stopped = true;
        self.flush_all();
    }
}

impl Waiting {
    fn until(due: Instant) -> Self {
        Self {
            closed: None,
            open: UsageBatch::default(),
            due,
            failures: 0,
            is_writing: false,
            is_flush_requested: false,
        }
    }

    /// Writes the waiting events to the program's log and drops them.
    fn discard_to_log(&mut self, scope: &Scope, why: &str) {
        let closed = self.closed.take().map(|closed| closed.batch);
        for batch in closed.as_deref().into_iter().chain([&std::mem::take(&mut self.open)]) {
            log_discarded(scope, batch.rows(), why);
            log_discarded(scope, batch.sums(), why);
        }
    }

    fn events(&self) -> u64 {
        self.open.events() + self.closed.as_ref().map_or(0, |closed| closed.batch.events())
    }
}

/// The outcome of writing a batch.
struct Written {
    scope: Scope,
    events: u64,
    result: Result<(), StorageError>,
}

/// The task that writes.
struct Writer {
    storage: Storage,
    /// Identifies this process in the databases.
    id: Arc<str>,
    permits: Arc<Semaphore>,
    shared: Arc<Shared>,
    /// Number of batches closed so far.
    numbers: i64,
    writing: FuturesUnordered<BoxFuture<'static, Written>>,
    settle: watch::Sender<u64>,
    discarded: u64,
}

impl Writer {
    /// Writes until the log is stopped and nothing waits. Returns the number of events that were discarded.
    async fn run(mut self) -> u64 {
        let mut end = None;
        let shared = Arc::clone(&self.shared);
        loop {
            let (due, is_stopped) = self.next_due();
            if is_stopped && end.is_none() {
                end = Some(Instant::now() + shared.config.grace);
            }
            // No sleep lasts beyond the end of the grace period.
            let due = due.map(|due| end.map_or(due, |end| due.min(end)));
            tokio::select! {
                () = shared.wake.notified() => {}
                Some(written) = self.writing.next() => self.ended(written),
                () = tokio::time::sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {}
            }
            if end.is_some_and(|end| Instant::now() >= end) {
                self.discard_waiting();
            }
            self.write_due();
            let state = shared.state();
            if state.is_stopped && state.waiting.is_empty() {
                return self.discarded;
            }
        }
    }

    /// Returns when the next batch that is not already being written is due, if there is one, and whether the log is
    /// stopped.
    fn next_due(&self) -> (Option<Instant>, bool) {
        let state = self.shared.state();
        let due = state.waiting.values().filter(|waiting| !waiting.is_writing).map(|waiting| waiting.due).min();
        (due, state.is_stopped)
    }

    /// Starts the writes that are due.
    fn write_due(&mut self) {
        let now = Instant::now();
        let mut state = self.shared.state();
        for (scope, waiting) in &mut state.waiting {
            if waiting.is_writing || waiting.due > now {
                continue;
            }
            let NumberedBatch { number, batch } = waiting
                .closed
                .get_or_insert_with(|| {
                    self.numbers += 1;
                    NumberedBatch { number: self.numbers, batch: Arc::new(std::mem::take(&mut waiting.open)) }
                })
                .clone();
            waiting.is_writing = true;
            let (storage, permits, scope) = (self.storage.clone(), Arc::clone(&self.permits), scope.clone());
            let writer = Arc::clone(&self.id);
            self.writing.push(Box::pin(async move {
                // Never closed: the semaphore lives as long as the task.
                let _permit = permits.acquire().await;
                let writing = write(&storage, &scope, &writer, number, &batch);
                let result = writing.instrument(trace_span!(target: "waits", "usage")).await;
                Written { scope, events: batch.events(), result }
            }));
        }
    }

    /// Handles the end of a write: drops the batch or schedules a retry.
    fn ended(&mut self, Written { scope, events, result }: Written) {
        let shared = Arc::clone(&self.shared);
        let mut state = shared.state();
        let is_stopped = state.is_stopped;
        let Some(waiting) = state.waiting.get_mut(&scope) else { return };
        waiting.is_writing = false;
        let mut settled = events;
        match result {
            Ok(()) => waiting.closed = None,
            // The tenant is deleted, so its usage will not be read again.
            Err(error @ StorageError::NotFound(_)) => {
                settled = waiting.events();
                self.discarded += settled;
                waiting.discard_to_log(&scope, &error.to_string());
            }
            Err(error) => {
                let config = &shared.config;
                let wait = config.retry_delay.saturating_mul(2_u32.saturating_pow(waiting.failures));
                let wait = wait.min(config.max_retry_delay);
                waiting.failures = waiting.failures.saturating_add(1);
                waiting.due = Instant::now() + wait;
                tracing::warn!(
                    database = %scope, %error, waiting = waiting.events(), attempts = waiting.failures,
                    "usage events could not be written; trying again in {wait:?}"
                );
                return;
            }
        }
        waiting.failures = 0;
        let is_flush_requested = std::mem::take(&mut waiting.is_flush_requested) || is_stopped;
        waiting.due = Instant::now() + if is_flush_requested { Duration::ZERO } else { shared.config.delay };
        if waiting.events() == 0 {
            state.waiting.remove(&scope);
        }
        drop(state);
        self.settle.send_modify(|all| *all += settled);
    }

    /// Discards batches at the end of the grace period: those that are not being written go to the program's log.
    fn discard_waiting(&mut self) {
        let shared = Arc::clone(&self.shared);
        let mut state = shared.state();
        let mut discarded = 0;
        state.waiting.retain(|scope, waiting| {
            if waiting.is_writing {
                return true;
            }
            discarded += waiting.events();
            waiting.discard_to_log(scope, "the database could not be written before shutdown");
            false
        });
        drop(state);
        self.discarded += discarded;
        self.settle.send_modify(|settled| *settled += discarded);
    }
}

async fn write(
    storage: &Storage,
    scope: &Scope,
    writer: &str,
    number: i64,
    batch: &UsageBatch,
) -> Result<(), StorageError> {
    storage.tenant(scope).await?.record_usage(writer, number, batch).await
}

/// Writes complete events or sums to the program's log, so that they can be restored by hand.
fn log_discarded<T: Serialize>(scope: &Scope, usage: impl IntoIterator<Item = T>, why: &str) {
    for usage in usage {
        let usage = serde_json::to_string(&usage).unwrap_or_else(|error| error.to_string());
        tracing::error!(database = %scope, why, usage, "usage was not written");
    }
}
