//! Makes commits durable, many of them with one write to the disk (group commit).
//!
//! With SQLite's own method, `synchronous` FULL, each commit syncs the log to the disk, and the next writer waits for
//! it. Here a commit only reaches the operating system (`synchronous` NORMAL), and the next writer gets its turn
//! immediately. A caller that committed waits until the log is on the disk. One of the waiting callers syncs it for all
//! that committed before the sync started, and those that commit meanwhile share the next sync. While the writers
//! waiting for their turn outnumber those that have committed, the sync is delayed for a moment, since they are about
//! to commit too.
//!
//! After a power loss, the log contains everything up to its last synced commit
//! (<https://www.sqlite.org/walformat.html>, "recovery"). Before a log is restarted or deleted, SQLite copies it to the
//! database and syncs the database.

use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tracing::{Instrument as _, trace_span};

use crate::blocking::block_in_place;

/// Longest time that a commit waits for others. A sync takes between a tenth of this and several times as long.
const GROUP_DELAY: Duration = Duration::from_millis(2);

/// Syncs a database's log to the disk.
pub(super) struct Flush<D = Log> {
    disk: D,
    state: Mutex<State>,
    /// Notified whenever a sync has ended.
    ended: Notify,
}

/// Commits that become durable with the same sync.
#[derive(Default)]
struct Group {
    /// When the first commit joined.
    since: OnceLock<Instant>,
    size: AtomicUsize,
    /// The outcome of the sync, with the text of its error.
    outcome: OnceLock<Result<(), String>>,
}

#[derive(Default)]
struct State {
    /// Commits since the last sync started.
    next: Arc<Group>,
    is_writing: bool,
}

/// A file that can be synced to the disk.
pub(super) trait Disk {
    /// Returns when all earlier writes are on the disk.
    ///
    /// # Errors
    /// Returns the error of the operating system. The writes may be lost then.
    fn sync(&self) -> io::Result<()>;
}

impl<D: Disk> Flush<D> {
    pub(super) fn new(disk: D) -> Self {
        Self { disk, state: Mutex::default(), ended: Notify::new() }
    }

    /// Waits until everything that was committed before this call is on the disk. `waiting_writers` returns how many
    /// writers are waiting for their turn.
    ///
    /// # Errors
    /// Returns the disk's error text if the disk fails. The commits are visible then, but may be lost if the power
    /// fails.
    pub(super) async fn sync(&self, waiting_writers: impl Fn() -> usize) -> Result<(), String> {
        let waiting = async {
            let (group, end) = self.join();
            loop {
                let ended = self.ended.notified();
                if let Some(outcome) = group.outcome.get() {
                    return outcome.clone();
                }
                let is_due = group.size.load(Ordering::Relaxed) >= waiting_writers() || Instant::now() >= end;
                if !is_due {
                    // Either the sync has ended or this group is due now.
                    let _ = tokio::time::timeout_at(end.into(), ended).await;
                } else if let Some(group) = self.lead() {
                    self.write(&group);
                } else {
                    ended.await;
                }
            }
        };
        waiting.instrument(trace_span!(target: "waits", "flush")).await
    }

    /// Joins the next sync. Returns its group and the latest time at which it is due.
    fn join(&self) -> (Arc<Group>, Instant) {
        let group = Arc::clone(&self.state().next);
        group.size.fetch_add(1, Ordering::Relaxed);
        let end = *group.since.get_or_init(Instant::now) + GROUP_DELAY;
        (group, end)
    }

    /// Returns the group to sync, or `None` if another caller is already syncing.
    fn lead(&self) -> Option<Arc<Group>> {
        let mut state = self.state();
        (!std::mem::replace(&mut state.is_writing, true)).then(|| std::mem::take(&mut state.next))
    }

    /// Syncs a group. Nothing here waits except for the disk, so a dropped caller cannot leave the others without a
    /// leader.
    fn write(&self, group: &Group) {
        let outcome = block_in_place(|| self.disk.sync()).map_err(|error| error.to_string());
        group.outcome.get_or_init(|| outcome);
        self.state().is_writing = false;
        self.ended.notify_waiters();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The log of a SQLite database: the file next to it whose name ends with `-wal`.
pub(super) struct Log {
    file: PathBuf,
    /// The inode of the log whose directory entry is known to be on the disk.
    named: AtomicU64,
}

impl Log {
    /// Returns the log of a database file.
    pub(super) fn for_database(database: &Path) -> Self {
        let mut file = database.as_os_str().to_owned();
        file.push("-wal");
        Self { file: file.into(), named: AtomicU64::new(0) }
    }
}

impl Disk for Log {
    fn sync(&self) -> io::Result<()> {
        // SQLite creates a new log after the last connection closes, so it is opened each time. SQLite's locks are on
        // other files, so closing this one releases none of them.
        let log = match File::open(&self.file) {
            Ok(log) => log,
            // The last connection to close copied the log to the database and synced it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        log.sync_data()?;
        let number = log.metadata()?.ino();
        if self.named.load(Ordering::Relaxed) != number
            && let Some(folder) = self.file.parent()
        {
            File::open(folder)?.sync_all()?;
            self.named.store(number, Ordering::Relaxed);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver, Sender};

    use futures::FutureExt as _;

    use super::*;

    /// A disk that reports when a write starts, and waits for the test to end it.
    struct Slow {
        begun: Sender<()>,
        end: Mutex<Receiver<io::Result<()>>>,
    }

    impl Disk for Slow {
        fn sync(&self) -> io::Result<()> {
            self.begun.send(()).unwrap();
            self.end.lock().unwrap().recv().unwrap()
        }
    }

    fn slow() -> (Arc<Flush<Slow>>, Receiver<()>, Sender<io::Result<()>>) {
        let ((begun, has_begun), (ends, end)) = (mpsc::channel(), mpsc::channel());
        (Arc::new(Flush::new(Slow { begun, end: Mutex::new(end) })), has_begun, ends)
    }

    /// Starts a task that leads a sync.
    fn lead(flush: &Arc<Flush<Slow>>) -> tokio::task::JoinHandle<Result<(), String>> {
        let flush = Arc::clone(flush);
        tokio::spawn(async move { flush.sync(|| 0).await })
    }

    /// Starts a task that waits for a sync. The task has joined a group when this returns.
    fn commit(flush: &Arc<Flush<Slow>>) -> tokio::task::JoinHandle<Result<(), String>> {
        let flush = Arc::clone(flush);
        let mut waiting = Box::pin(async move { flush.sync(|| 0).await });
        let polled = waiting.as_mut().now_or_never();
        tokio::spawn(async move {
            match polled {
                Some(outcome) => outcome,
                None => waiting.await,
            }
        })
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn commits_that_come_while_the_disk_writes_share_the_next_write() {
        let (flush, begun, ends) = slow();
        let first = lead(&flush);
        begun.recv().unwrap();
        let others: Vec<_> = (0..10).map(|_| commit(&flush)).collect();
        ends.send(Ok(())).unwrap();
        first.await.unwrap().unwrap();
        // The second write has started and not ended, so none of them may continue.
        begun.recv().unwrap();
        assert!(others.iter().all(|other| !other.is_finished()));
        ends.send(Ok(())).unwrap();
        for other in others {
            other.await.unwrap().unwrap();
        }
        assert!(begun.try_recv().is_err(), "ten commits needed more than one write");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn all_that_shared_a_failed_write_are_told_and_the_next_one_is_not() {
        let (flush, begun, ends) = slow();
        let first = lead(&flush);
        begun.recv().unwrap();
        let others: Vec<_> = (0..3).map(|_| commit(&flush)).collect();
        ends.send(Ok(())).unwrap();
        ends.send(Err(io::Error::other("no space"))).unwrap();
        first.await.unwrap().unwrap();
        for other in others {
            assert_eq!(other.await.unwrap().unwrap_err(), "no space");
        }
        ends.send(Ok(())).unwrap();
        lead(&flush).await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn a_log_that_is_gone_needs_no_write() {
        let folder = tempfile::tempdir().unwrap();
        let flush = Flush::new(Log::for_database(&folder.path().join("tenant.db")));
        flush.sync(|| 0).await.unwrap();
        std::fs::write(folder.path().join("tenant.db-wal"), b"log").unwrap();
        flush.sync(|| 0).await.unwrap();
        assert_ne!(flush.disk.named.load(Ordering::Relaxed), 0, "its name was not written through");
    }
}
