//! A read transaction that stands while many read and nobody writes, so that a read costs no lock of the system.
//!
//! Who reads a database with a write-ahead log holds a shared lock of the file beside it. SQLite asks the system for it and gives it back,
//! under a mutex that all connections of the process share; but it counts within the process (`unixShmLock`), and where another connection
//! has the same lock already, only the count changes. For reads as short as those of one row the two calls and the waits for the mutex were
//! a fifteenth of a request's processor time.
//!
//! It ends before anybody writes: a log is begun anew only when nobody reads from its old part, so it would grow for as long as there
//! are readers enough. Nothing is read from it, so nobody sees an old state.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

/// So many reads without a write, or within [`LOOK`], are many.
const MANY: u32 = 64;
/// How often the transaction ends by itself. Another process may have written, and many reads soon begin it anew.
pub(super) const LOOK: Duration = Duration::from_secs(1);

/// The standing transaction of a database. All but [`Standing::note_read`] is for who has the turn to write.
#[derive(Default)]
pub(super) struct Standing {
    /// Since the last write or look.
    reads: AtomicU32,
    stands: AtomicBool,
    connection: Mutex<Option<Connection>>,
}

impl Standing {
    /// Notes a read. Returns whether a transaction should stand that does not.
    pub(super) fn note_read(&self) -> bool {
        let reads = self.reads.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        reads.is_multiple_of(MANY) && !self.stands.load(Ordering::Relaxed)
    }

    /// Begins to stand. Returns whether it needed a new connection: then somebody has to [`Standing::look`] after it.
    ///
    /// # Errors
    /// As SQLite says. Nothing stands then.
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
        self.stands.store(true, Ordering::Relaxed);
        Ok(is_new)
    }

    /// Ends, if it stands, since somebody is about to write.
    pub(super) fn end(&self) {
        self.reads.store(0, Ordering::Relaxed);
        if self.stands.swap(false, Ordering::Relaxed) {
            let mut connection = self.connection();
            // What cannot be ended is closed, which ends it.
            *connection = connection.take().filter(|kept| end(kept).is_ok());
        }
    }

    /// Ends, if it stands, and closes its connection if few read. Returns whether it still has one.
    pub(super) fn look(&self) -> bool {
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

/// A transaction has its lock from its first read on.
fn begin(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
}

fn end(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("COMMIT")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A database with a log, and a connection that writes.
    fn database() -> (tempfile::TempDir, std::path::PathBuf, Connection) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tenant.db");
        let writer = Connection::open(&file).unwrap();
        let mode = writer.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0)).unwrap();
        assert_eq!(mode, "wal");
        writer.execute_batch("CREATE TABLE t (a); INSERT INTO t VALUES (1)").unwrap();
        (folder, file, writer)
    }

    /// Returns whether the log can be emptied, which only needs that nobody reads.
    fn is_read_by_nobody(writer: &Connection) -> bool {
        writer.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0)).unwrap() == 0
    }

    #[test]
    fn it_stands_after_many_reads_and_holds_a_lock_until_it_ends() {
        let (_folder, file, writer) = database();
        let standing = Standing::default();
        assert_eq!((1..=MANY).filter(|_| standing.note_read()).count(), 1, "it is asked for once");
        assert!(standing.begin(&file).unwrap());
        assert!(!is_read_by_nobody(&writer));
        assert_eq!((1..=3 * MANY).filter(|_| standing.note_read()).count(), 0, "it stands");
        standing.end();
        assert!(is_read_by_nobody(&writer));
        assert!(!standing.begin(&file).unwrap(), "its connection is kept");
    }

    #[test]
    fn a_look_ends_it_and_closes_its_connection_when_few_read() {
        let (_folder, file, writer) = database();
        let standing = Standing::default();
        standing.begin(&file).unwrap();
        assert_eq!((1..=MANY).filter(|_| standing.note_read()).count(), 0, "it stands");
        assert!(standing.look(), "its connection is kept");
        assert!(is_read_by_nobody(&writer));
        assert!((1..=MANY).any(|_| standing.note_read()), "it may stand anew");
        standing.begin(&file).unwrap();
        standing.look();
        assert!(!standing.look(), "nobody read since");
        assert!(is_read_by_nobody(&writer));
    }

    #[test]
    fn a_file_that_cannot_be_read_leaves_nothing_standing() {
        let standing = Standing::default();
        let folder = tempfile::tempdir().unwrap();
        assert!(standing.begin(&folder.path().join("none.db")).is_err());
        assert!((0..MANY).any(|_| standing.note_read()), "it is tried again");
        assert!(!standing.look());
    }
}
