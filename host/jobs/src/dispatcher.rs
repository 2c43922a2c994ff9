//! Copies committed outbox entries to the queue. An entry is marked in the tenant's database only after its job is
//! durable, and the job has the entry's id. So each entry is copied at least once and becomes one job.
//!
//! Every tenant's outbox is drained in a task of its own. Entries are marked through the tenant's write queue, which the tenant
//! may occupy for long. Meanwhile other tenants' entries do not wait, and neither do the tenant's next ones.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use plumbline_storage::{OutboxCursor, OutboxState, Scope, Storage, TenantDb};
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use crate::error::JobsError;
use crate::queue::Queue;
use crate::work::Work;

/// Entries copied in one transaction.
const BATCH: u32 = 200;
/// Outboxes read at one time. The queue takes one batch after another, so more readers would only hold memory.
const READING: usize = 8;
/// File times are coarse. A database changed within this time may have been written again without a new file time.
const TIME_GRAIN: Duration = Duration::from_secs(2);
/// The pause after a sweep as a multiple of the sweep's duration. With very many databases, sweeps take a tenth of the time.
const PAUSE_FACTOR: u32 = 9;

pub(crate) struct Dispatcher {
    pub(crate) storage: Storage,
    pub(crate) queue: Queue,
    /// Wakes the workers.
    pub(crate) work: Arc<Work>,
    /// The shortest pause between two sweeps.
    pub(crate) sweep: Duration,
    /// How long before its due time an entry becomes a job.
    pub(crate) ahead: Duration,
}

/// What the dispatcher knows about the outboxes.
#[derive(Default)]
struct Known {
    /// The change time of a database's file at the last look that left nothing to do.
    seen: HashMap<Scope, SystemTime>,
    /// When the first entry that was left for later is due, for each database.
    later: HashMap<Scope, String>,
    /// Outboxes that are being drained. Each is notified of entries that arrive meanwhile.
    draining: HashMap<Scope, Arc<Notify>>,
}

/// The result of draining an outbox.
struct Drained {
    scope: Scope,
    /// The file's change time before the look, if a sweep of files requested it.
    changed: Option<SystemTime>,
    /// When the first entry that was left for later is due.
    result: Result<Option<String>, JobsError>,
}

/// The result of a sweep.
struct Found {
    /// The databases whose outboxes may have entries.
    databases: Vec<(Scope, OutboxState)>,
    /// The due time up to which entries become jobs now.
    until: String,
}

impl Dispatcher {
    /// Runs until it is stopped. It starts with a sweep through all tenants, then handles every announcement. Further sweeps find
    /// entries that other processes committed, that could not be copied, or that are soon due.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let outboxes = Arc::new(Outboxes {
            storage: self.storage.clone(),
            queue: self.queue,
            work: self.work,
            ahead: self.ahead,
            reading: Semaphore::new(READING),
        });
        let mut known = Known::default();
        let mut tasks = JoinSet::new();
        let mut sweeps: JoinSet<Result<Found, JobsError>> = JoinSet::new();
        let mut started = Instant::now();
        let mut next = std::pin::pin!(tokio::time::sleep(Duration::ZERO));
        let signal = Arc::clone(self.storage.outbox_signal());
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                scopes = signal.wait() => {
                    for scope in scopes {
                        known.drain(&mut tasks, &outboxes, scope, None);
                    }
                }
                Some(drained) = tasks.join_next() => {
                    if let Ok(drained) = drained {
                        known.note(&mut tasks, &outboxes, drained);
                    }
                }
                () = &mut next, if sweeps.is_empty() => {
                    started = Instant::now();
                    sweeps.spawn(look(Arc::clone(&outboxes)));
                }
                Some(found) = sweeps.join_next() => {
                    match found {
                        Ok(Ok(found)) => known.sweep(&mut tasks, &outboxes, found),
                        Ok(Err(error)) => tracing::error!(%error, "the outboxes could not be read"),
                        // The panic hook logged it.
                        Err(_) => {}
                    }
                    next.as_mut().reset(Instant::now() + self.sweep.max(started.elapsed() * PAUSE_FACTOR));
                }
            }
        }
    }
}

/// Finds the outboxes that may have entries that become jobs now.
async fn look(outboxes: Arc<Outboxes>) -> Result<Found, JobsError> {
    let until = outboxes.queue.until(outboxes.ahead).await?;
    let databases = outboxes.storage.outboxes(&until).await?;
    Ok(Found { databases, until })
}

impl Known {
    /// Starts to drain an outbox, or notifies the task that is already draining it.
    fn drain(
        &mut self,
        tasks: &mut JoinSet<Drained>,
        outboxes: &Arc<Outboxes>,
        scope: Scope,
        changed: Option<SystemTime>,
    ) {
        if let Some(more) = self.draining.get(&scope) {
            more.notify_one();
            return;
        }
        let more = Arc::new(Notify::new());
        self.draining.insert(scope.clone(), Arc::clone(&more));
        let outboxes = Arc::clone(outboxes);
        tasks.spawn(async move {
            // A task of its own, so that a panic does not leave the scope in `draining`.
            let work = AbortOnDropHandle::new(tokio::spawn({
                let scope = scope.clone();
                async move { outboxes.drain(&scope, &more).await }
            }));
            let result = work.await.unwrap_or_else(|_| Err(JobsError::Dispatcher));
            Drained { scope, changed, result }
        });
    }

    /// Records the result, and starts again if entries arrived at the last moment.
    fn note(&mut self, tasks: &mut JoinSet<Drained>, outboxes: &Arc<Outboxes>, drained: Drained) {
        let Drained { scope, changed, result } = drained;
        let more = self.draining.remove(&scope);
        match result {
            Ok(later) => {
                match later {
                    Some(due) => self.later.insert(scope.clone(), due),
                    None => self.later.remove(&scope),
                };
                if let Some(changed) = changed
                    && changed.elapsed().is_ok_and(|age| age > TIME_GRAIN)
                {
                    self.seen.insert(scope.clone(), changed);
                }
                if more.is_some_and(|more| is_notified(&more)) {
                    self.drain(tasks, outboxes, scope, None);
                }
            }
            Err(error) => {
                tracing::error!(%error, %scope, "outbox entries could not be queued; the sweep tries again");
                self.seen.remove(&scope);
            }
        }
    }

    /// Drains the outboxes of databases that changed since the last look or that have an entry soon due.
    fn sweep(&mut self, tasks: &mut JoinSet<Drained>, outboxes: &Arc<Outboxes>, found: Found) {
        let Found { databases, until } = found;
        let there: HashSet<&Scope> = databases.iter().map(|(scope, _)| scope).collect();
        self.seen.retain(|scope, _| there.contains(scope));
        self.later.retain(|scope, _| there.contains(scope));
        for (scope, state) in databases {
            let changed = match state {
                OutboxState::Due => None,
                OutboxState::Changed(changed) => Some(changed),
            };
            let is_due = changed.is_none() || self.later.get(&scope).is_some_and(|due| *due <= until);
            if (is_due || self.seen.get(&scope) != changed.as_ref()) && !self.draining.contains_key(&scope) {
                self.drain(tasks, outboxes, scope, changed);
            }
        }
    }
}

/// Returns whether a notification is pending.
fn is_notified(notify: &Notify) -> bool {
    let mut notified = std::pin::pin!(notify.notified());
    notified.as_mut().enable()
}

/// The outboxes of all databases.
struct Outboxes {
    storage: Storage,
    queue: Queue,
    work: Arc<Work>,
    ahead: Duration,
    reading: Semaphore,
}

impl Outboxes {
    /// Makes jobs of all entries that are due soon. Returns when the first of the remaining entries is due.
    async fn drain(&self, scope: &Scope, more: &Notify) -> Result<Option<String>, JobsError> {
        let database = self.storage.tenant(scope).await?;
        loop {
            let until = self.queue.until(self.ahead).await?;
            let mut cursor = OutboxCursor::default();
            let mut queued = HashSet::new();
            self.copy(scope, &database, &mut cursor, &mut queued).await?;
            if queued.is_empty() {
                return Ok(database.next_outbox_due(&until).await?);
            }
            // A task of its own, because it must be polled in the write queue while entries are copied.
            let ids: Vec<String> = queued.iter().cloned().collect();
            let mut marking = AbortOnDropHandle::new(tokio::spawn({
                let database = Arc::clone(&database);
                async move { database.mark_dispatched(&ids).await }
            }));
            loop {
                tokio::select! {
                    marked = &mut marking => {
                        marked.map_err(|_| JobsError::Dispatcher)??;
                        break;
                    }
                    () = more.notified() => self.copy(scope, &database, &mut cursor, &mut queued).await?,
                }
            }
        }
    }

    /// Copies the entries after the cursor and adds their ids to `queued`.
    async fn copy(
        &self,
        scope: &Scope,
        database: &TenantDb,
        cursor: &mut OutboxCursor,
        queued: &mut HashSet<String>,
    ) -> Result<(), JobsError> {
        loop {
            // The semaphore is never closed.
            let _place = self.reading.acquire().await.map_err(|_| JobsError::Dispatcher)?;
            let until = self.queue.until(self.ahead).await?;
            let mut entries = database.due_outbox_entries(cursor, &until, BATCH).await?;
            if entries.is_empty() {
                return Ok(());
            }
            let remaining = self.queue.remaining_share(scope).await?;
            let fitting = remaining.fits(&entries);
            let are_left = fitting < entries.len();
            entries.truncate(fitting);
            if !entries.is_empty() {
                // A power loss must not undo the entry and keep its job.
                database.make_durable().await?;
                self.queue.enqueue(scope, &entries).await?;
                queued.extend(entries.into_iter().map(|entry| entry.id));
                self.work.announce();
            }
            if are_left {
                // The rest stays in the outbox until the next sweep. Once the outbox is full, it refuses entries.
                return match queued.is_empty() {
                    true => Err(remaining.full()),
                    false => Ok(()),
                };
            }
        }
    }
}
