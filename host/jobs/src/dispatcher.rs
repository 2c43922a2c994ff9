//! Copies committed outbox entries to the queue. An entry is marked in the tenant's database only after its job is
//! durable, and a job has its entry's id, so an entry is copied at least once and becomes one job.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use plumbline_storage::{Scope, Storage};
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::error::JobsError;
use crate::queue::Queue;

/// Entries copied in one transaction.
const BATCH: u32 = 200;
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
    /// Jobs of one database that may be due and waiting.
    pub(crate) waiting: u32,
}

impl Dispatcher {
    /// Runs until it is told to stop: first a sweep through all tenants, then on every announcement, and a sweep now and
    /// then for entries that other processes committed or that could not be copied.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let mut seen = HashMap::new();
        let mut next = std::pin::pin!(tokio::time::sleep(Duration::ZERO));
        let signal = Arc::clone(self.storage.outbox_signal());
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                scopes = signal.wait() => {
                    for scope in scopes {
                        if let Err(error) = self.dispatch(&scope).await {
                            tracing::error!(%error, %scope, "outbox entries could not be queued; the sweep tries again");
                            seen.remove(&scope);
                        }
                    }
                }
                () = &mut next => {
                    let begun = Instant::now();
                    if let Err(error) = self.sweep(&mut seen).await {
                        tracing::error!(%error, "the outboxes could not be looked through");
                    }
                    next.as_mut().reset(Instant::now() + self.sweep.max(begun.elapsed() * REST));
                }
            }
        }
    }

    /// Looks through the outboxes of the databases that changed since they were last seen.
    async fn sweep(&self, seen: &mut HashMap<Scope, SystemTime>) -> Result<(), JobsError> {
        for scope in self.storage.scopes().await? {
            let Some(changed) = self.storage.changed_at(&scope).await? else { continue };
            if seen.get(&scope) == Some(&changed) {
                continue;
            }
            match self.dispatch(&scope).await {
                Ok(()) if changed.elapsed().is_ok_and(|age| age > TIME_GRAIN) => {
                    seen.insert(scope, changed);
                }
                Ok(()) => {}
                // One tenant's damaged file must not keep the others waiting.
                Err(error) => tracing::error!(%error, %scope, "outbox entries could not be queued"),
            }
        }
        Ok(())
    }

    async fn dispatch(&self, scope: &Scope) -> Result<(), JobsError> {
        let database = self.storage.tenant(scope).await?;
        loop {
            let entries = database.outbox_waiting(BATCH).await?;
            if entries.is_empty() {
                return Ok(());
            }
            if self.queue.is_full(scope, self.waiting).await? {
                // The entries stay where they are. The sweep looks again; until then the outbox fills, and then refuses.
                return Err(JobsError::Full { waiting: self.waiting });
            }
            // A job must not outlive the loss of power that takes what asked for it.
            database.make_durable().await?;
            self.queue.enqueue(scope, &entries).await?;
            let ids: Vec<_> = entries.iter().map(|e| e.id.as_str()).collect();
            database.mark_dispatched(&ids).await?;
            self.work.notify_one();
        }
    }
}
