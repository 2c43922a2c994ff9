//! The usage log: a row for each answered request, written behind the answer.
//!
//! [`UsageLog::record`] only hands the event over. One task gathers the events per database and writes a batch in one
//! transaction, in the database's own turn to write, half a second or 500 events after the first. A write that fails is
//! tried again, ever less often, for as long as the program runs; other databases are not held up by it. An event written
//! twice (a commit that succeeded but was reported as failed) is one row, since its request id is the key.
//!
//! What is promised: nothing is lost while the program runs or when it is stopped with [`UsageLog::stop`]. A process
//! that is killed loses what it had not yet written, half a second at most while its databases are well. Events wait in
//! memory, so a database that cannot be written for long costs memory; each failed attempt logs how many wait.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::StreamExt as _;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tracing::{Instrument as _, trace_span};

use crate::error::StorageError;
use crate::storage::Storage;
use plumbline_tenancy::{Scope, UsageEvent};

/// How the log writes.
#[derive(Debug, Clone)]
pub struct UsageLogConfig {
    /// Events handed over and not yet gathered. Gathering waits for no database, so this many are only ever reached in a
    /// burst; then each further event waits in a task of its own, and the request goes on.
    pub capacity: usize,
    /// Most events of a transaction; as many waiting are written at once.
    pub batch: usize,
    /// How long after the first event of a batch it is written at the latest.
    pub delay: Duration,
    /// Wait before a failed write is tried again; twice as long each time after.
    pub retry_after: Duration,
    /// Longest wait before a failed write is tried again.
    pub retry_at_most_after: Duration,
    /// How long [`UsageLog::stop`] goes on trying where writing fails.
    pub grace: Duration,
    /// Databases written at once.
    pub writers: usize,
}

impl Default for UsageLogConfig {
    fn default() -> Self {
        Self {
            capacity: 4096,
            batch: 500,
            delay: Duration::from_millis(500),
            retry_after: Duration::from_millis(250),
            retry_at_most_after: Duration::from_secs(30),
            grace: Duration::from_secs(10),
            writers: 8,
        }
    }
}

/// Takes usage events and writes them behind the answers; see the module. Dropped without [`UsageLog::stop`] it still
/// writes what it has, as long as the runtime lives.
#[derive(Debug)]
pub struct UsageLog {
    /// Gone once stopped. The task ends when this and all clones of it are gone, so it misses no event on its way.
    sender: Mutex<Option<mpsc::Sender<Message>>>,
    recorded: AtomicU64,
    /// How many of the recorded events are written or given up.
    settled: watch::Receiver<u64>,
    task: Mutex<Option<JoinHandle<u64>>>,
}

/// What the task is told.
enum Message {
    /// Boxed, since a channel's slots are as big as its biggest message.
    Event(Scope, Box<UsageEvent>),
    /// Write what waits, now.
    Hurry,
}

impl UsageLog {
    /// Starts the task that writes; call it within the runtime.
    pub fn start(storage: Storage, config: UsageLogConfig) -> Self {
        let (sender, receiver) = mpsc::channel(config.capacity.max(1));
        let (settle, settled) = watch::channel(0);
        let writer = Writer {
            storage,
            permits: Arc::new(Semaphore::new(config.writers.max(1))),
            config,
            waiting: HashMap::new(),
            writing: FuturesUnordered::new(),
            settle,
            given_up: 0,
        };
        Self {
            sender: Mutex::new(Some(sender)),
            recorded: AtomicU64::new(0),
            settled,
            task: Mutex::new(Some(tokio::spawn(writer.run(receiver)))),
        }
    }

    /// Hands an event over and returns at once, whatever state the database is in. When the channel is full, a task of
    /// the event's own waits for a place in it: memory bears the burst, neither the request nor the record does. Call it
    /// within the runtime.
    ///
    /// An event that comes after [`UsageLog::stop`] is written to the program's log instead.
    pub fn record(&self, scope: Scope, event: UsageEvent) {
        let Some(sender) = self.sender() else {
            give_up(&scope, [&event], "the usage log is stopped");
            return;
        };
        self.recorded.fetch_add(1, Ordering::SeqCst);
        match sender.try_send(Message::Event(scope, Box::new(event))) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(message) | mpsc::error::TrySendError::Closed(message)) => {
                tokio::spawn(async move {
                    if let Err(mpsc::error::SendError(Message::Event(scope, event))) = sender.send(message).await {
                        give_up(&scope, [&*event], "the usage log's task is gone");
                    }
                });
            }
        }
    }

    /// Waits until there is a moment when every event recorded so far is written; for tests and for reports that must
    /// not miss the last half second. While a database fails it waits for the next attempts.
    pub async fn flush(&self) {
        let Some(sender) = self.sender() else { return };
        // Fails only when the task is gone, and then there is nothing to wait for.
        let _ = sender.send(Message::Hurry).await;
        drop(sender);
        let mut settled = self.settled.clone();
        let _ = settled.wait_for(|settled| *settled >= self.recorded.load(Ordering::SeqCst)).await;
    }

    /// Takes no more events, writes all there are, and ends the task. Call it after the last request was answered; a
    /// second call does nothing.
    ///
    /// # Errors
    /// How many events could not be written within [`UsageLogConfig::grace`], because their database failed to the end.
    /// Each of them is in the program's log, whole.
    pub async fn stop(&self) -> Result<(), Unwritten> {
        drop(self.sender.lock().unwrap_or_else(PoisonError::into_inner).take());
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(task) = task else { return Ok(()) };
        match task.await {
            Ok(0) => Ok(()),
            Ok(events) => Err(Unwritten { events }),
            Err(error) => {
                tracing::error!(%error, "the usage log's task ended badly");
                let settled = *self.settled.borrow();
                Err(Unwritten { events: self.recorded.load(Ordering::SeqCst).saturating_sub(settled) })
            }
        }
    }

    fn sender(&self) -> Option<mpsc::Sender<Message>> {
        self.sender.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Events that could not be written before the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{events} usage events could not be written; each is in the log")]
pub struct Unwritten {
    /// How many.
    pub events: u64,
}

/// The events of one database that are not yet written.
struct Waiting {
    /// In the order in which they came.
    events: Vec<UsageEvent>,
    /// When the next batch is to be written.
    due: Instant,
    /// Writes that failed since the last that did not.
    failures: u32,
    /// Whether a batch is being written; there is one at a time.
    writing: bool,
}

/// A batch whose write has ended.
struct Written {
    scope: Scope,
    batch: Vec<UsageEvent>,
    result: Result<(), StorageError>,
}

/// The task.
struct Writer {
    storage: Storage,
    config: UsageLogConfig,
    permits: Arc<Semaphore>,
    waiting: HashMap<Scope, Waiting>,
    writing: FuturesUnordered<BoxFuture<'static, Written>>,
    settle: watch::Sender<u64>,
    given_up: u64,
}

impl Writer {
    /// Gathers and writes until all senders are gone and nothing waits; how many events were given up.
    async fn run(mut self, mut receiver: mpsc::Receiver<Message>) -> u64 {
        let mut messages = Vec::new();
        let mut end = None;
        loop {
            // Nothing sleeps past the end.
            let due = self.next_due().map(|due| end.map_or(due, |end| due.min(end)));
            tokio::select! {
                count = receiver.recv_many(&mut messages, self.config.batch.max(1)), if end.is_none() => {
                    if count == 0 {
                        end = Some(Instant::now() + self.config.grace);
                        self.hurry();
                    }
                    for message in messages.drain(..) {
                        match message {
                            Message::Event(scope, event) => self.gather(scope, *event),
                            Message::Hurry => self.hurry(),
                        }
                    }
                }
                Some(written) = self.writing.next() => self.ended(written),
                () = tokio::time::sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {}
            }
            if end.is_some_and(|end| Instant::now() >= end) {
                self.give_up_waiting();
            }
            self.write_due();
            if end.is_some() && self.waiting.is_empty() {
                return self.given_up;
            }
        }
    }

    /// When the next batch is to be written; none when nothing waits but for a write to end.
    fn next_due(&self) -> Option<Instant> {
        self.waiting.values().filter(|waiting| !waiting.writing).map(|waiting| waiting.due).min()
    }

    fn gather(&mut self, scope: Scope, event: UsageEvent) {
        let now = Instant::now();
        let waiting = self.waiting.entry(scope).or_insert_with(|| Waiting {
            events: Vec::new(),
            due: now + self.config.delay,
            failures: 0,
            writing: false,
        });
        waiting.events.push(event);
        // Where writing fails, more events make it no more likely to succeed.
        if waiting.events.len() >= self.config.batch && waiting.failures == 0 {
            waiting.due = now;
        }
    }

    fn hurry(&mut self) {
        let now = Instant::now();
        self.waiting.values_mut().for_each(|waiting| waiting.due = now);
    }

    /// Begins the writes that are due.
    fn write_due(&mut self) {
        let now = Instant::now();
        for (scope, waiting) in &mut self.waiting {
            if waiting.writing || waiting.due > now {
                continue;
            }
            waiting.writing = true;
            let size = waiting.events.len().min(self.config.batch.max(1));
            let batch: Vec<UsageEvent> = waiting.events.drain(..size).collect();
            let (storage, permits, scope) = (self.storage.clone(), Arc::clone(&self.permits), scope.clone());
            self.writing.push(Box::pin(async move {
                // Closed never: the semaphore lives as long as the task.
                let _permit = permits.acquire().await;
                let writing = write(&storage, &scope, &batch);
                let result = writing.instrument(trace_span!(target: "waits", "usage")).await;
                Written { scope, batch, result }
            }));
        }
    }

    /// A write has ended: forgets its events, or puts them back before those that came since.
    fn ended(&mut self, Written { scope, mut batch, result }: Written) {
        let Some(waiting) = self.waiting.get_mut(&scope) else { return };
        waiting.writing = false;
        let error = match result {
            // The tenant is gone, and with it everybody who could ask.
            Err(error @ StorageError::NotFound(_)) => {
                batch.append(&mut waiting.events);
                give_up(&scope, &batch, &error.to_string());
                self.given_up += count(&batch);
                Ok(())
            }
            other => other,
        };
        if let Err(error) = error {
            batch.append(&mut waiting.events);
            waiting.events = batch;
            let wait = self.config.retry_after.saturating_mul(2_u32.saturating_pow(waiting.failures));
            let wait = wait.min(self.config.retry_at_most_after);
            waiting.failures = waiting.failures.saturating_add(1);
            waiting.due = Instant::now() + wait;
            tracing::warn!(
                database = %scope, %error, waiting = waiting.events.len(), attempts = waiting.failures,
                "usage events could not be written; trying again in {wait:?}"
            );
            return;
        }
        waiting.failures = 0;
        // What came meanwhile has waited for this write already.
        waiting.due = Instant::now();
        if waiting.events.is_empty() {
            self.waiting.remove(&scope);
        }
        self.settle.send_modify(|settled| *settled += count(&batch));
    }

    /// The grace is over: what is not being written at this moment goes to the log.
    fn give_up_waiting(&mut self) {
        for (scope, waiting) in &mut self.waiting {
            let events = std::mem::take(&mut waiting.events);
            give_up(scope, &events, "the database could not be written before the end");
            self.given_up += count(&events);
            self.settle.send_modify(|settled| *settled += count(&events));
        }
        self.waiting.retain(|_, waiting| waiting.writing);
    }
}

async fn write(storage: &Storage, scope: &Scope, events: &[UsageEvent]) -> Result<(), StorageError> {
    storage.tenant(scope).await?.record_usage(events).await
}

/// Writes events that have no other place to the program's log, whole, so that they can be brought back by hand.
fn give_up<'a>(scope: &Scope, events: impl IntoIterator<Item = &'a UsageEvent>, why: &str) {
    for event in events {
        let event = serde_json::to_string(event).unwrap_or_else(|_| format!("{event:?}"));
        tracing::error!(database = %scope, why, event, "a usage event was not written");
    }
}

fn count(events: &[UsageEvent]) -> u64 {
    events.len() as u64
}
