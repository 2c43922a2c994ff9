//! Leases of a database's sandboxed connections, and the write lock that may come with them.
//!
//! A lease can be dropped between any two statements, by a cancelled request or an instance that traps. The open
//! transaction is then rolled back before the connection is leased again and before the next writer gets its turn.

use std::sync::Arc;

use tokio::sync::OwnedSemaphorePermit;

use super::connection::Sandboxed;
use super::database::{Database, WriteGuard};
use crate::blocking::block_in_place;
use plumbline_sql::SqlError;

/// A leased connection.
pub(super) struct Lease {
    database: Arc<Database>,
    /// `Some` until the lease is dropped or broken.
    connection: Option<Sandboxed>,
    /// The permit of a reader, which limits the number of readers.
    permit: Option<OwnedSemaphorePermit>,
    write_guard: Option<WriteGuard>,
    /// Whether a statement is running or a transaction is open. The connection cannot simply be returned then.
    unsettled: bool,
    /// Whether a commit must notify the dispatcher.
    outbox: bool,
}

impl Database {
    /// Returns a connection for reading.
    pub(super) async fn reader(self: &Arc<Self>) -> Result<Lease, SqlError> {
        let permit = self.reader_permit().await?;
        Ok(Lease::new(Arc::clone(self), self.connection()?, Some(permit), None))
    }

    /// Returns a connection for writing. It needs no permit, because there is only one writer. If readers that wait for
    /// their turn to write could block the writer, neither would ever continue.
    pub(super) async fn writer(self: &Arc<Self>) -> Result<Lease, SqlError> {
        let guard = self.lock_writes().await?;
        Ok(Lease::new(Arc::clone(self), self.connection()?, None, Some(guard)))
    }
}

impl Lease {
    pub(super) fn new(
        database: Arc<Database>,
        connection: Sandboxed,
        permit: Option<OwnedSemaphorePermit>,
        write_guard: Option<WriteGuard>,
    ) -> Self {
        Self { database, connection: Some(connection), permit, write_guard, unsettled: false, outbox: false }
    }

    /// Returns the connection and marks the lease as unsettled until [`Lease::settle`].
    pub(super) fn begin_use(&mut self) -> Option<&mut Sandboxed> {
        self.unsettled = true;
        self.connection.as_mut()
    }

    /// Marks the lease as settled: no statement is running and no transaction is open.
    pub(super) fn settle(&mut self) {
        self.unsettled = false;
    }

    /// Returns the database of the connection.
    pub(super) fn database(&self) -> Arc<Database> {
        Arc::clone(&self.database)
    }

    /// Moves everything out of the lease. The emptied lease must be replaced before it is used again.
    pub(super) fn take(&mut self) -> Self {
        Self {
            database: Arc::clone(&self.database),
            connection: self.connection.take(),
            permit: self.permit.take(),
            write_guard: self.write_guard.take(),
            unsettled: self.unsettled,
            outbox: self.outbox,
        }
    }

    pub(super) fn holds_write_lock(&self) -> bool {
        self.write_guard.is_some()
    }

    pub(super) fn set_write_guard(&mut self, write_guard: WriteGuard) {
        self.write_guard = Some(write_guard);
    }

    /// Records that the outbox was written.
    pub(super) fn note_outbox(&mut self) {
        self.outbox = true;
    }

    /// Handles a commit: counts the credits that moved, and notifies the dispatcher if the outbox was written.
    pub(super) fn committed(&mut self) {
        if let Some(connection) = &self.connection {
            connection.committed();
        }
        if std::mem::take(&mut self.outbox) {
            self.database.announce();
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some(mut sandboxed) = self.connection.take() else { return };
        if self.unsettled {
            // The write lock is released afterwards, when the lease's fields are dropped.
            if let Err(error) = block_in_place(|| sandboxed.roll_back()) {
                tracing::warn!(%error, database = %self.database.scope(), "a connection could not be rolled back and is closed");
                // Closing rolls back.
                block_in_place(|| drop(sandboxed));
                return;
            }
            if self.outbox {
                // The commit may or may not have happened before the lease was dropped. A needless check costs one
                // query.
                self.database.announce();
            }
        }
        self.database.give_back(sandboxed);
    }
}
