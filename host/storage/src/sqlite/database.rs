//! One SQLite file: its connections for components, its own connection for the host, its queue of writers.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use std::time::Duration;

use sqlx::sqlite::{SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use tokio::sync::Semaphore;
use tracing::{Instrument as _, trace_span};

use super::analyst::Analyst;
use super::connection::{Analysis, PAGE_BYTES, Sandboxed};
use super::flush::{Flush, Log};
use super::lease::{Lease, Turn};
use super::standing::{self, Standing};
use crate::error::StorageError;
use crate::signal::OutboxSignal;
use crate::sql::{SqlError, SqlLimits};
use crate::thread::occupy;
use plumbline_tenancy::Scope;

/// Distinct statements whose analysis is kept. Components have a few hundred; one that makes its SQL up as it goes
/// must not fill the memory.
const ANALYSES_KEPT: usize = 2_000;
/// A tenant's SQLite file.
pub(crate) struct Database {
    scope: Scope,
    limits: SqlLimits,
    signal: Arc<OutboxSignal>,
    file: PathBuf,
    /// Before the others, since the last connection to be closed copies the log to the file, and this one only reads.
    standing: Standing,
    /// The host's own connection, without sandbox: migrations, grants, the outbox.
    host: SqlitePool,
    /// Connections for components, lent for a statement or a transaction: a component may keep its handle for as long as its instance lives.
    /// They run on the thread that asks. With sqlx each has a thread of its own, and going there and back costs more than most statements.
    idle: Mutex<Vec<Sandboxed>>,
    readers: Arc<Semaphore>,
    /// Fair: writers have their turn in the order in which they asked.
    turn: Arc<tokio::sync::Mutex<()>>,
    /// How many wait for the turn.
    writers: AtomicUsize,
    flush: Flush,
    analyst: Analyst,
    analyses: RwLock<HashMap<Arc<str>, Arc<Analysis>>>,
}

/// One of those that wait, until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn one_of(number: &'a AtomicUsize) -> Self {
        number.fetch_add(1, Ordering::Relaxed);
        Self(number)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Database").field("scope", &self.scope).finish_non_exhaustive()
    }
}

impl Database {
    /// Opens the file, makes it if need be, and runs the migrations.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened or migrated.
    pub(crate) async fn open(
        scope: Scope,
        path: PathBuf,
        limits: SqlLimits,
        signal: Arc<OutboxSignal>,
        idle_time: Duration,
    ) -> Result<Arc<Self>, StorageError> {
        let pages = (limits.database_bytes / PAGE_BYTES).max(1).to_string();
        let options = super::options(&path, SqliteSynchronous::Normal).pragma("max_page_count", pages);
        let _alone = super::open_alone(&path).await?;
        let host = SqlitePoolOptions::new()
            .max_connections(1)
            .min_connections(0)
            .idle_timeout(idle_time)
            .test_before_acquire(false)
            .connect_with(options)
            .await?;
        crate::migrations::tenant_on_sqlite()
            .run(&host)
            .await
            .map_err(|source| StorageError::Migration { database: path.display().to_string(), source })?;
        Ok(Arc::new(Self {
            scope,
            readers: Arc::new(Semaphore::new(limits.readers.max(1))),
            limits,
            signal,
            writers: AtomicUsize::new(0),
            flush: Flush::new(Log::of(&path)),
            file: path,
            standing: Standing::default(),
            host,
            idle: Mutex::new(Vec::new()),
            turn: Arc::new(tokio::sync::Mutex::new(())),
            analyst: Analyst::default(),
            analyses: RwLock::new(HashMap::new()),
        }))
    }

    pub(crate) fn scope(&self) -> &Scope {
        &self.scope
    }

    pub(crate) fn limits(&self) -> &SqlLimits {
        &self.limits
    }

    /// The host's own connection.
    pub(crate) fn host(&self) -> &SqlitePool {
        &self.host
    }

    /// Tells the dispatcher that there may be something in the outbox.
    pub(crate) fn announce(&self) {
        self.signal.fire(&self.scope);
    }

    /// Waits until everything that was committed before is on the disk. Where writers wait for their turn, they are left a moment to
    /// commit too.
    ///
    /// # Errors
    /// [`SqlError::Io`] if the disk failed.
    pub(crate) async fn make_durable(&self) -> Result<(), SqlError> {
        let done = self.flush.durable(|| self.writers.load(Ordering::Relaxed)).await;
        done.map_err(|error| SqlError::Io(format!("what was committed may not be on the disk: {error}")))
    }

    /// Returns whether a writer would have its turn at once.
    pub(super) fn is_turn_free(&self) -> bool {
        self.turn.try_lock().is_ok()
    }

    /// Waits for the turn to write, fairly.
    ///
    /// # Errors
    /// [`SqlError::Busy`] after [`SqlLimits::queue_time`].
    pub(crate) async fn turn(&self) -> Result<Turn, SqlError> {
        let turn = match Arc::clone(&self.turn).try_lock_owned() {
            Ok(turn) => turn,
            Err(_) => {
                let _waiting = Waiting::one_of(&self.writers);
                tokio::time::timeout(self.limits.queue_time, Arc::clone(&self.turn).lock_owned())
                    .instrument(trace_span!(target: "waits", "turn"))
                    .await
                    .map_err(|_| {
                        let seconds = self.limits.queue_time.as_secs();
                        SqlError::Busy(format!("no turn to write came within {seconds} s"))
                    })?
            }
        };
        self.standing.end();
        Ok(turn)
    }

    /// A connection for reading.
    pub(super) async fn reader(self: &Arc<Self>) -> Result<Lease, SqlError> {
        let permit = tokio::time::timeout(self.limits.queue_time, Arc::clone(&self.readers).acquire_owned())
            .instrument(trace_span!(target: "waits", "reader"))
            .await
            .map_err(|_| {
                SqlError::Busy(format!("no connection came free within {} s", self.limits.queue_time.as_secs()))
            })?
            .map_err(|e| SqlError::Io(e.to_string()))?;
        if self.standing.note_read() {
            self.stand();
        }
        Ok(Lease::new(Arc::clone(self), self.connection()?, Some(permit), None))
    }

    /// Has a read transaction stand, unless somebody writes.
    fn stand(self: &Arc<Self>) {
        let Ok(_turn) = self.turn.try_lock() else { return };
        match occupy(|| self.standing.begin(&self.file)) {
            Ok(true) => drop(tokio::spawn(look_after(Arc::downgrade(self)))),
            Ok(false) => {}
            // Reads cost a little more without it.
            Err(error) => tracing::debug!(%error, database = %self.scope, "no read transaction stands"),
        }
    }

    /// A connection for writing. It needs no permit: there is one writer, and if it could be kept waiting by readers that
    /// wait for their turn to write, neither would ever go on.
    pub(super) async fn writer(self: &Arc<Self>) -> Result<Lease, SqlError> {
        let turn = self.turn().await?;
        Ok(Lease::new(Arc::clone(self), self.connection()?, None, Some(turn)))
    }

    fn connection(&self) -> Result<Sandboxed, SqlError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(sandboxed) => Ok(sandboxed),
            None => occupy(|| Sandboxed::open(&self.file, super::BUSY_TIMEOUT, &self.limits)),
        }
    }

    /// Takes a settled connection back.
    pub(super) fn give_back(&self, mut sandboxed: Sandboxed) {
        sandboxed.rest();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(sandboxed);
    }

    /// Closes the connections that nobody used for `idle_time`.
    pub(crate) fn close_idle(&self, idle_time: Duration) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        // The stack's bottom is the longest unused.
        let stale = idle.iter().take_while(|s| s.idle_since.elapsed() > idle_time).count();
        let closing: Vec<_> = idle.drain(..stale).collect();
        drop(idle);
        if !closing.is_empty() {
            occupy(|| drop(closing));
        }
    }

    /// A statement that was analyzed before.
    fn known(&self, sql: &str) -> Option<(Arc<str>, Arc<Analysis>)> {
        let analyses = self.analyses.read().unwrap_or_else(PoisonError::into_inner);
        analyses.get_key_value(sql).map(|(sql, analysis)| (Arc::clone(sql), Arc::clone(analysis)))
    }

    /// What a statement is. Known statements cost a look into a table.
    pub(super) async fn analyze(self: &Arc<Self>, sql: &str) -> Result<(Arc<str>, Arc<Analysis>), SqlError> {
        if let Some(known) = self.known(sql) {
            return Ok(known);
        }
        if sql.contains('\0') {
            return Err(SqlError::Invalid("the statement contains a NUL character".into()));
        }
        // Not a reader's place: readers may hold all of them and wait for the writer, who would wait here for one of them.
        let _alone = self.analyst.alone().await;
        // Others may have waited with the same statement.
        if let Some(known) = self.known(sql) {
            return Ok(known);
        }
        let mut lease = Lease::new(Arc::clone(self), self.connection()?, None, None);
        let Some(sandboxed) = lease.begin_use() else { return Err(SqlError::Io("the connection is gone".into())) };
        // To prepare a statement of many joins takes long.
        let analysis = occupy(|| sandboxed.analyze(sql));
        lease.settle();
        let (sql, analysis) = (Arc::<str>::from(sql), Arc::new(analysis?));
        let mut analyses = self.analyses.write().unwrap_or_else(PoisonError::into_inner);
        if analyses.len() >= ANALYSES_KEPT {
            analyses.clear();
        }
        analyses.insert(Arc::clone(&sql), Arc::clone(&analysis));
        Ok((sql, analysis))
    }
}

/// Looks after a database's standing transaction for as long as it has a connection.
async fn look_after(database: Weak<Database>) {
    loop {
        tokio::time::sleep(standing::LOOK).await;
        let Some(database) = database.upgrade() else { return };
        // While somebody writes it does not stand.
        let Ok(_turn) = database.turn.try_lock() else { continue };
        if !occupy(|| database.standing.look()) {
            return;
        }
    }
}
