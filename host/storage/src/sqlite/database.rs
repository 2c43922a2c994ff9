//! One SQLite file: connections for components, a connection for the host, and the queue of writers.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use std::time::Duration;

use plumbline_host_sql::Pool;
use sqlx::sqlite::{SqlitePoolOptions, SqliteSynchronous};
use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};
use tracing::{Instrument as _, trace_span};

use super::analyses::Analyses;
use super::analysis_lock::AnalysisLock;
use super::connection::{Analysis, PAGE_BYTES, Sandboxed};
use super::flush::{Flush, Log};
use super::held_read::{self, HeldReadTransaction};
use crate::blocking::block_in_place;
use crate::error::StorageError;
use crate::signal::OutboxSignal;
use plumbline_sql::{SqlError, SqlLimits};
use plumbline_tenancy::Scope;

/// The exclusive right to write to a database.
pub(crate) type WriteGuard = OwnedMutexGuard<()>;

/// A tenant's SQLite file.
pub(crate) struct Database {
    scope: Scope,
    limits: SqlLimits,
    signal: Arc<OutboxSignal>,
    file: PathBuf,
    /// Declared first, so that it is closed first: the last connection to close copies the log to the file, and this
    /// one is read-only.
    held_read: HeldReadTransaction,
    /// The host's own connection, without the sandbox, for migrations, grants and the outbox.
    host: Pool,
    /// Connections for components, leased for one statement or transaction, since a component may keep its handle for
    /// the lifetime of its instance. They run on the calling thread. With sqlx each would have its own thread, and
    /// switching threads costs more than most statements.
    idle: Mutex<Vec<Sandboxed>>,
    readers: Arc<Semaphore>,
    /// A fair lock: writers get their turn in the order of their requests.
    write_lock: Arc<tokio::sync::Mutex<()>>,
    /// Number of writers waiting for their turn.
    writers: AtomicUsize,
    flush: Flush,
    analysis_lock: AnalysisLock,
    analyses: RwLock<Analyses>,
}

/// Counts one waiting writer until dropped.
struct WaitingWriter<'a>(&'a AtomicUsize);

impl<'a> WaitingWriter<'a> {
    fn new(number: &'a AtomicUsize) -> Self {
        number.fetch_add(1, Ordering::Relaxed);
        Self(number)
    }
}

impl Drop for WaitingWriter<'_> {
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
    /// Opens the file, creates it if necessary, and runs the migrations.
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
            flush: Flush::new(Log::for_database(&path)),
            file: path,
            held_read: HeldReadTransaction::default(),
            host: host.into(),
            idle: Mutex::new(Vec::new()),
            write_lock: Arc::new(tokio::sync::Mutex::new(())),
            analysis_lock: AnalysisLock::default(),
            analyses: RwLock::default(),
        }))
    }

    pub(crate) fn scope(&self) -> &Scope {
        &self.scope
    }

    pub(crate) fn limits(&self) -> &SqlLimits {
        &self.limits
    }

    /// Returns the host's own connection.
    pub(crate) fn host(&self) -> &Pool {
        &self.host
    }

    /// Notifies the dispatcher that the outbox may have new entries.
    pub(crate) fn announce(&self) {
        self.signal.fire(&self.scope);
    }

    /// Waits until every earlier commit is on the disk. If writers are waiting for their turn, it gives them a moment
    /// to commit too.
    ///
    /// # Errors
    /// [`SqlError::Io`] if the disk fails.
    pub(crate) async fn make_durable(&self) -> Result<(), SqlError> {
        let done = self.flush.sync(|| self.writers.load(Ordering::Relaxed)).await;
        done.map_err(|error| SqlError::Io(format!("what was committed may not be on the disk: {error}")))
    }

    /// Returns whether a writer would get its turn immediately.
    pub(super) fn is_write_lock_free(&self) -> bool {
        self.write_lock.try_lock().is_ok()
    }

    /// Waits for the write lock, fairly.
    ///
    /// # Errors
    /// [`SqlError::Busy`] after [`SqlLimits::queue_time`].
    pub(crate) async fn lock_writes(&self) -> Result<WriteGuard, SqlError> {
        let guard = match Arc::clone(&self.write_lock).try_lock_owned() {
            Ok(guard) => guard,
            Err(_) => {
                let _waiting = WaitingWriter::new(&self.writers);
                tokio::time::timeout(self.limits.queue_time, Arc::clone(&self.write_lock).lock_owned())
                    .instrument(trace_span!(target: "waits", "turn"))
                    .await
                    .map_err(|_| {
                        let seconds = self.limits.queue_time.as_secs();
                        SqlError::Busy(format!("timed out after {seconds} s waiting for the write lock"))
                    })?
            }
        };
        self.held_read.end();
        Ok(guard)
    }

    /// Waits for the permit of a reader, which limits the number of readers.
    pub(super) async fn reader_permit(self: &Arc<Self>) -> Result<OwnedSemaphorePermit, SqlError> {
        let permit = tokio::time::timeout(self.limits.queue_time, Arc::clone(&self.readers).acquire_owned())
            .instrument(trace_span!(target: "waits", "reader"))
            .await
            .map_err(|_| {
                SqlError::Busy(format!(
                    "timed out after {} s waiting for a free connection",
                    self.limits.queue_time.as_secs()
                ))
            })?
            .map_err(|e| SqlError::Io(e.to_string()))?;
        if self.held_read.note_read() {
            self.hold_read();
        }
        Ok(permit)
    }

    /// Starts the held read transaction, unless a writer has the write lock.
    fn hold_read(self: &Arc<Self>) {
        let Ok(_guard) = self.write_lock.try_lock() else { return };
        match block_in_place(|| self.held_read.begin(&self.file)) {
            Ok(true) => drop(tokio::spawn(check_held_read_periodically(Arc::downgrade(self)))),
            Ok(false) => {}
            // Without it reads only cost a little more.
            Err(error) => tracing::debug!(%error, database = %self.scope, "no read transaction stands"),
        }
    }

    /// Returns a connection from the pool, or a new one.
    pub(super) fn connection(&self) -> Result<Sandboxed, SqlError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(sandboxed) => Ok(sandboxed),
            None => block_in_place(|| Sandboxed::open(&self.file, super::BUSY_TIMEOUT, &self.limits)),
        }
    }

    /// Returns a settled connection to the pool.
    pub(super) fn give_back(&self, mut sandboxed: Sandboxed) {
        sandboxed.mark_idle();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(sandboxed);
    }

    /// Closes the connections that were idle for longer than `idle_time`.
    pub(crate) fn close_idle(&self, idle_time: Duration) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        // The longest idle connection is at the bottom of the stack.
        let stale = idle.iter().take_while(|s| s.idle_since.elapsed() > idle_time).count();
        let closing: Vec<_> = idle.drain(..stale).collect();
        drop(idle);
        if !closing.is_empty() {
            block_in_place(|| drop(closing));
        }
    }

    /// Returns the cached analysis of a statement.
    fn known(&self, sql: &str) -> Option<(Arc<str>, Arc<Analysis>)> {
        self.analyses.read().unwrap_or_else(PoisonError::into_inner).get(sql)
    }

    /// Analyzes a statement. A known statement costs one lookup in the cache.
    pub(super) async fn analyze(&self, sql: &str) -> Result<(Arc<str>, Arc<Analysis>), SqlError> {
        if let Some(known) = self.known(sql) {
            return Ok(known);
        }
        if sql.contains('\0') {
            return Err(SqlError::Invalid("the statement contains a NUL character".into()));
        }
        // Takes no reader's permit. Readers may hold all of them while they wait for the writer, and the writer would
        // wait here for a permit.
        let _guard = self.analysis_lock.acquire().await;
        // Another caller may have analyzed the same statement meanwhile.
        if let Some(known) = self.known(sql) {
            return Ok(known);
        }
        let mut sandboxed = self.connection()?;
        // Preparing a statement with many joins takes long.
        let analysis = block_in_place(|| sandboxed.analyze(sql, &self.limits));
        self.give_back(sandboxed);
        let (sql, analysis) = (Arc::<str>::from(sql), Arc::new(analysis?));
        self.analyses.write().unwrap_or_else(PoisonError::into_inner).insert(&sql, &analysis);
        Ok((sql, analysis))
    }
}

/// Checks a database's held read transaction periodically for as long as it has a connection.
async fn check_held_read_periodically(database: Weak<Database>) {
    loop {
        tokio::time::sleep(held_read::CHECK_INTERVAL).await;
        let Some(database) = database.upgrade() else { return };
        // While there is a writer, there is no held read transaction.
        let Ok(_guard) = database.write_lock.try_lock() else { continue };
        if !block_in_place(|| database.held_read.check()) {
            return;
        }
    }
}
