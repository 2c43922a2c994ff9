//! A sandboxed connection on loan, and the writer's turn that may come with it.
//!
//! A lease can be dropped between any two statements: by a request that is cancelled, an instance that traps. What is open is then
//! rolled back before the connection is lent again and before the next writer has its turn.

use std::sync::Arc;

use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit};

use super::connection::Sandboxed;
use super::database::Database;
use crate::thread::occupy;

/// The right to write to a database; there is one per database.
pub(super) type Turn = OwnedMutexGuard<()>;

/// A connection on loan.
pub(super) struct Lease {
    database: Arc<Database>,
    /// Present until the lease is dropped or broken.
    connection: Option<Sandboxed>,
    /// Held by readers, so that they are bounded in number.
    permit: Option<OwnedSemaphorePermit>,
    turn: Option<Turn>,
    /// Set while a statement runs or a transaction is open: then it cannot simply be given back.
    unsettled: bool,
    /// Whether a commit of what was written concerns the dispatcher.
    outbox: bool,
}

impl Lease {
    pub(super) fn new(
        database: Arc<Database>,
        connection: Sandboxed,
        permit: Option<OwnedSemaphorePermit>,
        turn: Option<Turn>,
    ) -> Self {
        Self { database, connection: Some(connection), permit, turn, unsettled: false, outbox: false }
    }

    /// The connection, and from now on the lease counts as unsettled until [`Lease::settle`].
    pub(super) fn begin_use(&mut self) -> Option<&mut Sandboxed> {
        self.unsettled = true;
        self.connection.as_mut()
    }

    /// Nothing runs and no transaction is open.
    pub(super) fn settle(&mut self) {
        self.unsettled = false;
    }

    /// Returns the database that the connection is of.
    pub(super) fn database(&self) -> Arc<Database> {
        Arc::clone(&self.database)
    }

    /// Takes everything out of the lease, which is of no use then until it is replaced.
    pub(super) fn take(&mut self) -> Self {
        Self {
            database: Arc::clone(&self.database),
            connection: self.connection.take(),
            permit: self.permit.take(),
            turn: self.turn.take(),
            unsettled: self.unsettled,
            outbox: self.outbox,
        }
    }

    pub(super) fn has_turn(&self) -> bool {
        self.turn.is_some()
    }

    pub(super) fn set_turn(&mut self, turn: Turn) {
        self.turn = Some(turn);
    }

    /// Remembers that the outbox was written.
    pub(super) fn note_outbox(&mut self) {
        self.outbox = true;
    }

    /// What was written is committed: counts the credits that moved, and tells the dispatcher if it concerns it.
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
            // The turn is given back after it, when the lease's fields are dropped.
            if let Err(error) = occupy(|| sandboxed.roll_back()) {
                tracing::warn!(%error, database = %self.database.scope(), "a connection could not be rolled back and is closed");
                // Closing rolls back.
                occupy(|| drop(sandboxed));
                return;
            }
            if self.outbox {
                // The commit may or may not have happened before the lease was dropped. A needless look costs one query.
                self.database.announce();
            }
        }
        self.database.give_back(sandboxed);
    }
}
