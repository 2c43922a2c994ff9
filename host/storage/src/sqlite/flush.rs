//! Makes commits durable, many of them with one write to the disk (group commit).
//!
//! SQLite's own way, `synchronous` FULL, writes the log through to the disk within each commit, and the next writer waits for it. Here a
//! commit only reaches the system (`synchronous` NORMAL) and the next writer has its turn at once. Who committed waits until the log is
//! on the disk: one of them writes it through for all that committed before it began, and those that come meanwhile share the next time.
//! While more writers wait for their turn than have committed, the disk is left alone for a moment, since they are about to commit too.
//!
//! What the log holds up to its last commit is there after a loss of power (<https://www.sqlite.org/walformat.html>, "recovery"). A log
//! that was begun anew was copied to the database and written through before, and so was one that is gone.

use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tracing::{Instrument as _, trace_span};

use crate::thread::occupy;

/// How long a commit waits for others at most. The disk takes a tenth of it to some times as long.
const MOMENT: Duration = Duration::from_millis(2);

/// Writes a database's log through to the disk.
pub(super) struct Flush<D = Log> {
    disk: D,
    state: Mutex<State>,
    /// Told whenever a write to the disk ended.
    ended: Notify,
}

/// Commits that become durable with the same write.
#[derive(Default)]
struct Group {
    /// When the first of them joined.
    since: OnceLock<Instant>,
    size: AtomicUsize,
    /// What came of it. The text says what went wrong.
    outcome: OnceLock<Result<(), String>>,
}

#[derive(Default)]
struct State {
    /// Those that committed since the last write began.
    next: Arc<Group>,
    is_writing: bool,
}

/// What is written through.
pub(super) trait Disk {
    /// Returns when all that was written is on the disk.
    ///
    /// # Errors
    /// As the system says. What was written may be lost then.
    fn sync(&self) -> io::Result<()>;
}

impl<D: Disk> Flush<D> {
    pub(super) fn new(disk: D) -> Self {
        Self { disk, state: Mutex::default(), ended: Notify::new() }
    }

    /// Waits until everything that was committed before this call is on the disk. `coming` tells how many writers wait for their turn.
    ///
    /// # Errors
    /// Returns an error if the disk failed, with its words. What was committed can be seen and may be lost with the power.
    pub(super) async fn durable(&self, coming: impl Fn() -> usize) -> Result<(), String> {
        let waiting = async {
            let (group, end) = self.join();
            loop {
                let ended = self.ended.notified();
                if let Some(outcome) = group.outcome.get() {
                    return outcome.clone();
                }
                let is_due = group.size.load(Ordering::Relaxed) >= coming() || Instant::now() >= end;
                if !is_due {
                    // Over, or due by now.
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

    /// Joins the next write. Returns it and when it is due at the latest.
    fn join(&self) -> (Arc<Group>, Instant) {
        let group = Arc::clone(&self.state().next);
        group.size.fetch_add(1, Ordering::Relaxed);
        let end = *group.since.get_or_init(Instant::now) + MOMENT;
        (group, end)
    }

    /// Returns the commits to write through, unless another does that already.
    fn lead(&self) -> Option<Arc<Group>> {
        let mut state = self.state();
        (!std::mem::replace(&mut state.is_writing, true)).then(|| std::mem::take(&mut state.next))
    }

    /// Writes them through. Nothing here waits for anything but the disk, so a caller that is dropped cannot leave the others without
    /// one who writes.
    fn write(&self, group: &Group) {
        let outcome = occupy(|| self.disk.sync()).map_err(|error| error.to_string());
        group.outcome.get_or_init(|| outcome);
        self.state().is_writing = false;
        self.ended.notify_waiters();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The log of a SQLite database: the file beside it whose name ends with `-wal`.
pub(super) struct Log {
    file: PathBuf,
    /// The log that is known to have its name on the disk, by its number in the file system.
    named: AtomicU64,
}

impl Log {
    /// The log of the database in a file.
    pub(super) fn of(database: &Path) -> Self {
        let mut file = database.as_os_str().to_owned();
        file.push("-wal");
        Self { file: file.into(), named: AtomicU64::new(0) }
    }
}

impl Disk for Log {
    fn sync(&self) -> io::Result<()> {
        // SQLite makes a new one after the last connection was closed, so it is opened each time. Its locks are on other files: closing
        // this one here takes none away.
        let log = match File::open(&self.file) {
            Ok(log) => log,
            // Who closed the last connection copied it to the database, which was written through.
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

    /// A disk that tells when it begins to write, and ends when it is told how.
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

    /// Leads a write in a task of its own.
    fn lead(flush: &Arc<Flush<Slow>>) -> tokio::task::JoinHandle<Result<(), String>> {
        let flush = Arc::clone(flush);
        tokio::spawn(async move { flush.durable(|| 0).await })
    }

    /// Waits in a task of its own, and is in a group when this returns.
    fn commit(flush: &Arc<Flush<Slow>>) -> tokio::task::JoinHandle<Result<(), String>> {
        let flush = Arc::clone(flush);
        let mut waiting = Box::pin(async move { flush.durable(|| 0).await });
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
        // The second write has begun and has not ended, so none of them may go on.
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
        let flush = Flush::new(Log::of(&folder.path().join("tenant.db")));
        flush.durable(|| 0).await.unwrap();
        std::fs::write(folder.path().join("tenant.db-wal"), b"log").unwrap();
        flush.durable(|| 0).await.unwrap();
        assert_ne!(flush.disk.named.load(Ordering::Relaxed), 0, "its name was not written through");
    }
}
