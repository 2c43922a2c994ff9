//! Copies committed outbox entries to the queue. An entry is marked in the tenant's database only after its job is
//! durable, and a job has its entry's id, so an entry is copied at least once and becomes one job.
//!
//! Every tenant's outbox is emptied in a task of its own: the entries are marked in the tenant's turn to write, which a tenant may
//! keep for long, and meanwhile neither other tenants' entries nor its own next ones wait.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use plumbline_storage::{OutboxCursor, Scope, Storage, StorageError, TenantDb, id};
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use crate::error::JobsError;
use crate::queue::Queue;

/// Entries copied in one transaction.
const BATCH: u32 = 200;
/// Outboxes that are read at one time. The queue takes one batch after the other; more readers would only hold memory.
const READING: usize = 8;
/// File times are coarse: a database whose time is this young may have been written again since without a new time.
const TIME_GRAIN: Duration = Duration::from_secs(2);
/// How many times as long as a sweep took nothing is swept: with very many databases it takes a tenth of the time.
const REST: u32 = 9;

pub(crate) struct Dispatcher {
    pub(crate) storage: Storage,
    pub(crate) queue: Queue,
    /// Wakes the workers.
    pub(crate) work: Arc<Notify>,
    /// How long after a sweep the next one is, at least.
    pub(crate) sweep: Duration,
    /// How long before its time an entry becomes a job.
    pub(crate) ahead: Duration,
}

/// What is known of the outboxes.
#[derive(Default)]
struct Known {
    /// When a database's file had changed at the last look that found nothing left to do.
    seen: HashMap<Scope, SystemTime>,
    /// When the first entry of a database is due that was left for later.
    later: HashMap<Scope, String>,
    /// Outboxes that are being emptied. Each is told of entries that come meanwhile.
    emptying: HashMap<Scope, Arc<Notify>>,
}

/// The end of a look into one outbox.
struct Emptied {
    scope: Scope,
    /// When its file had changed before the look, where a sweep asked for it.
    changed: Option<SystemTime>,
    /// When the first entry is due that was left for later.
    result: Result<Option<String>, JobsError>,
}

/// What a sweep found: every database, and when its file changed.
type Found = Result<Vec<(Scope, SystemTime)>, StorageError>;

impl Dispatcher {
    /// Runs until it is told to stop: first a sweep through all tenants, then on every announcement, and a sweep now and
    /// then for entries that other processes committed, that could not be copied, or whose time comes near.
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
        let mut sweeps: JoinSet<Found> = JoinSet::new();
        let mut begun = Instant::now();
        let mut next = std::pin::pin!(tokio::time::sleep(Duration::ZERO));
        let signal = Arc::clone(self.storage.outbox_signal());
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                scopes = signal.wait() => {
                    for scope in scopes {
                        known.empty(&mut tasks, &outboxes, scope, None);
                    }
                }
                Some(emptied) = tasks.join_next() => {
                    if let Ok(emptied) = emptied {
                        known.note(&mut tasks, &outboxes, emptied);
                    }
                }
                () = &mut next, if sweeps.is_empty() => {
                    begun = Instant::now();
                    sweeps.spawn(look(self.storage.clone()));
                }
                Some(found) = sweeps.join_next() => {
                    match found {
                        Ok(Ok(found)) => known.sweep(&mut tasks, &outboxes, found),
                        Ok(Err(error)) => tracing::error!(%error, "the outboxes could not be looked through"),
                        // Its panic was logged by the hook.
                        Err(_) => {}
                    }
                    next.as_mut().reset(Instant::now() + self.sweep.max(begun.elapsed() * REST));
                }
            }
        }
    }
}

/// Looks when the file of each database changed.
async fn look(storage: Storage) -> Found {
    let mut found = Vec::new();
    for scope in storage.scopes().await? {
        match storage.changed_at(&scope).await {
            Ok(Some(changed)) => found.push((scope, changed)),
            Ok(None) => {}
            // One tenant's damaged file must not keep the others waiting.
            Err(error) => tracing::error!(%error, %scope, "the database could not be looked at"),
        }
    }
    Ok(found)
}

impl Known {
    /// Begins to empty an outbox, or has who empties it look again.
    fn empty(
        &mut self,
        tasks: &mut JoinSet<Emptied>,
        outboxes: &Arc<Outboxes>,
        scope: Scope,
        changed: Option<SystemTime>,
    ) {
        if let Some(more) = self.emptying.get(&scope) {
            more.notify_one();
            return;
        }
        let more = Arc::new(Notify::new());
        self.emptying.insert(scope.clone(), Arc::clone(&more));
        let outboxes = Arc::clone(outboxes);
        tasks.spawn(async move {
            // A task of its own, so that a panic does not leave the scope among those that are being emptied.
            let work = AbortOnDropHandle::new(tokio::spawn({
                let scope = scope.clone();
                async move { outboxes.empty(&scope, &more).await }
            }));
            let result = work.await.unwrap_or_else(|_| Err(JobsError::Dispatcher));
            Emptied { scope, changed, result }
        });
    }

    /// Notes what came of it, and begins again where entries came at the last moment.
    fn note(&mut self, tasks: &mut JoinSet<Emptied>, outboxes: &Arc<Outboxes>, emptied: Emptied) {
        let Emptied { scope, changed, result } = emptied;
        let more = self.emptying.remove(&scope);
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
                if more.is_some_and(|more| is_told(&more)) {
                    self.empty(tasks, outboxes, scope, None);
                }
            }
            Err(error) => {
                tracing::error!(%error, %scope, "outbox entries could not be queued; the sweep tries again");
                self.seen.remove(&scope);
            }
        }
    }

    /// Empties the outboxes of databases that changed since they were last seen or have an entry whose time comes near.
    fn sweep(&mut self, tasks: &mut JoinSet<Emptied>, outboxes: &Arc<Outboxes>, found: Vec<(Scope, SystemTime)>) {
        let there: HashSet<&Scope> = found.iter().map(|(scope, _)| scope).collect();
        self.seen.retain(|scope, _| there.contains(scope));
        self.later.retain(|scope, _| there.contains(scope));
        let near = outboxes.until();
        for (scope, changed) in found {
            let is_due = self.later.get(&scope).is_some_and(|due| *due <= near);
            if (is_due || self.seen.get(&scope) != Some(&changed)) && !self.emptying.contains_key(&scope) {
                self.empty(tasks, outboxes, scope, Some(changed));
            }
        }
    }
}

/// Whether it was told something since it last waited.
fn is_told(notify: &Notify) -> bool {
    let mut told = std::pin::pin!(notify.notified());
    told.as_mut().enable()
}

/// The outboxes of all databases.
struct Outboxes {
    storage: Storage,
    queue: Queue,
    work: Arc<Notify>,
    ahead: Duration,
    reading: Semaphore,
}

impl Outboxes {
    /// The time up to which entries become jobs now.
    fn until(&self) -> String {
        id::at(time::OffsetDateTime::now_utc() + self.ahead)
    }

    /// Makes jobs of all entries that are due soon. Returns when the first of the others is due.
    async fn empty(&self, scope: &Scope, more: &Notify) -> Result<Option<String>, JobsError> {
        let database = self.storage.tenant(scope).await?;
        loop {
            let until = self.until();
            let mut cursor = OutboxCursor::default();
            let mut queued = HashSet::new();
            self.copy(scope, &database, &mut cursor, &mut queued).await?;
            if queued.is_empty() {
                return Ok(database.outbox_later(&until).await?);
            }
            // In a task of its own: in the queue of writers it must be polled whatever is copied meanwhile.
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

    /// Copies the entries behind the cursor. Their ids are added to `queued`.
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
            let mut entries = database.outbox_waiting(cursor, &self.until(), BATCH).await?;
            if entries.is_empty() {
                return Ok(());
            }
            let room = self.queue.room(scope).await?;
            let fitting = room.fits(&entries);
            let are_left = fitting < entries.len();
            entries.truncate(fitting);
            if !entries.is_empty() {
                // A job must not outlive the loss of power that takes what asked for it.
                database.make_durable().await?;
                self.queue.enqueue(scope, &entries).await?;
                queued.extend(entries.into_iter().map(|entry| entry.id));
                self.work.notify_one();
            }
            if are_left {
                // The rest stays where it is. The sweep looks again; until then the outbox fills, and then refuses.
                return match queued.is_empty() {
                    true => Err(room.full()),
                    false => Ok(()),
                };
            }
        }
    }
}
