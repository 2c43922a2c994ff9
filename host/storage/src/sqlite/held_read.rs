//! A read transaction that is held open while there are many reads and no writes, so that a read needs no lock of the
//! operating system.
//!
//! A reader of a database with a write-ahead log holds a shared lock on the file next to it. SQLite requests and
//! releases that lock under a mutex that all connections of the process share. SQLite counts the locks within the
//! process (`unixShmLock`): if another connection already has the same lock, only the count changes. For reads as short
//! as one row, the two system calls and the waits for the mutex took a fifteenth of a request's processor time.
//!
//! The transaction ends before any write. SQLite restarts a log only if nothing reads from its old part, so the log
//! would grow for as long as there are enough readers. Nothing is read in this transaction, so no reader sees an old
//! state.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

/// Number of reads without a write, or within [`CHECK_INTERVAL`], that count as many.
const MANY: u32 = 64;
/// How often the transaction ends by itself, since another process may have written. If there are many reads, it soon
/// starts again.
pub(super) const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The held read transaction of a database. All methods except [`HeldReadTransaction::note_read`] require the write
/// lock.
#[derive(Default)]
pub(super) struct HeldReadTransaction {
    /// Reads since the last write or check.
    reads: AtomicU32,
    is_open: AtomicBool,
    connection: Mutex<Option<Connection>>,
}

impl HeldReadTransaction {
    /// Counts a read. Returns whether the transaction should be started.
    pub(super) fn note_read(&self) -> bool {
        let reads = self.reads.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        reads.is_multiple_of(MANY) && !self.is_open.load(Ordering::Relaxed)
    }

    /// Starts the transaction. Returns whether it opened a new connection, which the caller must then
    /// check periodically with [`HeldReadTransaction::check`].
    ///
    /// # Errors
    /// Returns the error of SQLite. The transaction is not open then.
    pub(super) fn begin(&self, file: &Path) -> rusqlite::Result<bool> {
        let mut connection = self.connection();
        let is_new = connection.is_none();
        let kept = match connection.take() {
            Some(kept) => kept,
            None => {
                Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?
            }
        };
        begin(&kept)?;
        *connection = Some(kept);
        self.is_open.store(true, Ordering::Relaxed);
        Ok(is_new)
    }

    /// Ends the transaction, if it is open, before a write.
    pub(super) fn end(&self) {
        self.reads.store(0, Ordering::Relaxed);
        if self.is_open.swap(false, Ordering::Relaxed) {
            let mut connection = self.connection();
            // A transaction that cannot be ended is ended by closing its connection.
            *connection = connection.take().filter(|kept| end(kept).is_ok());
        }
    }

    /// Ends the transaction, if it is open, and closes its connection if there were few reads. Returns whether there
    /// still is a connection.
    pub(super) fn check(&self) -> bool {
        let has_many = self.reads.load(Ordering::Relaxed) >= MANY;
        self.end();
        let mut connection = self.connection();
        *connection = connection.take().filter(|_| has_many);
        connection.is_some()
    }

    fn connection(&self) -> MutexGuard<'_, Option<Connection>> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts a transaction. It holds its lock from its first read on.
fn begin(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
}

fn end(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("COMMIT")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a database with a log, and a connection that writes to it.
    fn database() -> (tempfile::TempDir, std::path::PathBuf, Connection) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tenant.db");
        let writer = Connection::open(&file).unwrap();
        let mode = writer.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0)).unwrap();
        assert_eq!(mode, "wal");
        writer.execute_batch("CREATE TABLE t (a); INSERT INTO t VALUES (1)").unwrap();
        (folder, file, writer)
    }

    /// Returns whether the log can be emptied, which requires that there are no readers.
    fn is_read_by_nobody(writer: &Connection) -> bool {
        writer.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0)).unwrap() == 0
    }

    #[test]
    fn it_opens_after_many_reads_and_holds_a_lock_until_it_ends() {
        let (_folder, file, writer) = database();
        let held_read = HeldReadTransaction::default();
        assert_eq!((1..=MANY).filter(|_| held_read.note_read()).count(), 1, "it is asked for once");
        assert!(held_read.begin(&file).unwrap());
        assert!(!is_read_by_nobody(&writer));
        assert_eq!((1..=3 * MANY).filter(|_| held_read.note_read()).count(), 0, "it is open");
        held_read.end();
        assert!(is_read_by_nobody(&writer));
        assert!(!held_read.begin(&file).unwrap(), "its connection is kept");
    }

    #[test]
    fn a_check_ends_it_and_closes_its_connection_after_few_reads() {
        let (_folder, file, writer) = database();
        let held_read = HeldReadTransaction::default();
        held_read.begin(&file).unwrap();
        assert_eq!((1..=MANY).filter(|_| held_read.note_read()).count(), 0, "it is open");
        assert!(held_read.check(), "its connection is kept");
        assert!(is_read_by_nobody(&writer));
        assert!((1..=MANY).any(|_| held_read.note_read()), "it may open again");
        held_read.begin(&file).unwrap();
        held_read.check();
        assert!(!held_read.check(), "nobody read since");
        assert!(is_read_by_nobody(&writer));
    }

    #[test]
    fn a_file_that_cannot_be_read_leaves_no_transaction_open() {
        let held_read = HeldReadTransaction::default();
        let folder = tempfile::tempdir().unwrap();
        assert!(held_read.begin(&folder.path().join("none.db")).is_err());
        assert!((0..MANY).any(|_| held_read.note_read()), "it is tried again");
        assert!(!held_read.check());
    }
}
