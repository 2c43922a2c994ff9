//! A sandboxed connection on loan, and the writer's turn that may come with it.
//!
//! A lease can be dropped at any await: by a request that is cancelled, an instance that traps. Whatever was running
//! is then stopped and rolled back before the connection is lent again and before the next writer has its turn.

use std::sync::Arc;
use std::time::Instant;

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, Executor as _};
use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit};

use super::database::Database;
use super::sandbox::{self, Guard};

/// A connection closed down to what a component may do.
pub(super) struct Sandboxed {
    pub(super) connection: SqliteConnection,
    pub(super) guard: Arc<Guard>,
    /// When it was last given back.
    pub(super) idle_since: Instant,
}

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

    /// What was written is committed: tells the dispatcher if it concerns it.
    pub(super) fn committed(&mut self) {
        if std::mem::take(&mut self.outbox) {
            self.database.announce();
        }
    }

    /// Stops what runs, rolls back what is open, gives everything back, and waits for it.
    pub(super) async fn roll_back(mut self) {
        if let Some(done) = self.clean_up() {
            // A task of its own: when the caller is cancelled here, the work goes on.
            if let Err(error) = tokio::spawn(done).await {
                tracing::error!(%error, "the clean-up of a connection failed");
            }
        }
    }

    /// Closes the connection without waiting for it: it does not answer. Nothing may be open on it.
    pub(super) fn give_up(mut self) {
        drop(self.connection.take());
    }

    /// Takes the lease apart; the future is to be run to its end.
    fn clean_up(&mut self) -> Option<impl Future<Output = ()> + Send + 'static> {
        let sandboxed = self.connection.take()?;
        let (turn, permit) = (self.turn.take(), self.permit.take());
        let (database, outbox) = (Arc::clone(&self.database), self.outbox);
        Some(async move {
            clean_up(database, sandboxed, outbox).await;
            drop((turn, permit));
        })
    }
}

/// Rolls back and gives the connection back; closes it when that fails.
async fn clean_up(database: Arc<Database>, mut sandboxed: Sandboxed, outbox: bool) {
    sandboxed.guard.set_deadline(Some(Instant::now()));
    // Waits for the interrupted statement to return.
    let settled = match sandbox::autocommits(&mut sandboxed.connection).await {
        Ok(true) => Ok(()),
        Ok(false) => {
            sandboxed.guard.set_deadline(None);
            sandboxed.connection.execute("ROLLBACK").await.map(|_| ())
        }
        Err(error) => Err(error),
    };
    sandboxed.guard.set_deadline(None);
    match settled {
        Ok(()) => database.give_back(sandboxed),
        Err(error) => {
            tracing::warn!(%error, database = %database.scope(), "a connection could not be rolled back and is closed");
            // Closing rolls back; waiting for it keeps the next writer from meeting the old lock.
            if let Err(error) = sandboxed.connection.close().await {
                tracing::warn!(%error, database = %database.scope(), "closing a connection failed");
            }
        }
    }
    if outbox {
        // The commit may or may not have happened before the lease was dropped. A needless look costs one query.
        database.announce();
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if !self.unsettled {
            if let Some(sandboxed) = self.connection.take() {
                self.database.give_back(sandboxed);
            }
            return;
        }
        // Without a runtime the process is at its end, and closing the connection rolls back.
        if let (Ok(runtime), Some(done)) = (tokio::runtime::Handle::try_current(), self.clean_up()) {
            runtime.spawn(done);
        }
    }
}
