//! One SQLite file: its connections for components, its own connection for the host, its queue of writers.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Executor as _};
use tokio::sync::Semaphore;
use tracing::{Instrument as _, trace_span};

use super::lease::{Lease, Sandboxed, Turn};
use super::sandbox::{self, Analysis};
use crate::error::StorageError;
use crate::signal::OutboxSignal;
use crate::sql::{SqlError, SqlLimits};
use plumbline_tenancy::Scope;

/// Idle connections are closed after this time, when another one is given back.
const IDLE_TIME: Duration = Duration::from_secs(60);
/// Distinct statements whose analysis is kept. Components have a few hundred; one that makes its SQL up as it goes
/// must not fill the memory.
const ANALYSES_KEPT: usize = 2_000;
/// How long one look at a statement may take: it reads the schema and runs nothing. About one lock of a connection in a
/// thousand was seen to stand still for ever when many first requests came at once, for a reason not found yet; a new
/// connection does not.
const LOOK_TIME: Duration = Duration::from_millis(500);
/// Looks, each on a connection of its own, before the caller is told.
const LOOKS: usize = 4;
/// SQLite's default page, which `max_page_count` counts in.
const PAGE_BYTES: u64 = 4096;

/// A tenant's SQLite file.
pub(crate) struct Database {
    scope: Scope,
    limits: SqlLimits,
    signal: Arc<OutboxSignal>,
    options: SqliteConnectOptions,
    /// The host's own connection, without sandbox: migrations, grants, the outbox.
    host: SqlitePool,
    /// Connections for components. A pool of sqlx lends a connection for a handle's life; a component may keep its handle
    /// for as long as its instance lives, so here a connection is lent per statement or transaction, and giving back is a push.
    idle: Mutex<Vec<Sandboxed>>,
    readers: Arc<Semaphore>,
    /// Fair: writers have their turn in the order in which they asked.
    turn: Arc<tokio::sync::Mutex<()>>,
    /// One analysis at a time.
    analyst: Arc<Semaphore>,
    analyses: RwLock<HashMap<Arc<str>, Arc<Analysis>>>,
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
    /// When the file cannot be opened or migrated.
    pub(crate) async fn open(
        scope: Scope,
        path: PathBuf,
        limits: SqlLimits,
        signal: Arc<OutboxSignal>,
    ) -> Result<Arc<Self>, StorageError> {
        let pages = (limits.database_bytes / PAGE_BYTES).max(1).to_string();
        let options = super::options(&path, SqliteSynchronous::Normal).pragma("max_page_count", pages);
        let _alone = super::open_alone(&path).await?;
        let host = SqlitePoolOptions::new()
            .max_connections(1)
            .min_connections(0)
            .idle_timeout(IDLE_TIME)
            .test_before_acquire(false)
            .connect_with(options.clone())
            .await?;
        crate::migrations::tenant_on_sqlite()
            .run(&host)
            .await
            .map_err(|source| StorageError::Migration { database: path.display().to_string(), source })?;
        let options = options.create_if_missing(false).log_statements(tracing::log::LevelFilter::Trace);
        Ok(Arc::new(Self {
            scope,
            readers: Arc::new(Semaphore::new(limits.readers.max(1))),
            limits,
            signal,
            options,
            host,
            idle: Mutex::new(Vec::new()),
            turn: Arc::new(tokio::sync::Mutex::new(())),
            analyst: Arc::new(Semaphore::new(1)),
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

    /// Waits for the turn to write, fairly.
    ///
    /// # Errors
    /// [`SqlError::Busy`] after [`SqlLimits::queue_time`].
    pub(crate) async fn turn(&self) -> Result<Turn, SqlError> {
        tokio::time::timeout(self.limits.queue_time, Arc::clone(&self.turn).lock_owned())
            .instrument(trace_span!(target: "waits", "turn"))
            .await
            .map_err(|_| SqlError::Busy(format!("no turn to write came within {} s", self.limits.queue_time.as_secs())))
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
        Ok(Lease::new(Arc::clone(self), self.connection().await?, Some(permit), None))
    }

    /// A connection for writing. It needs no permit: there is one writer, and if it could be kept waiting by readers that
    /// wait for their turn to write, neither would ever go on.
    pub(super) async fn writer(self: &Arc<Self>) -> Result<Lease, SqlError> {
        let turn = self.turn().await?;
        Ok(Lease::new(Arc::clone(self), self.connection().await?, None, Some(turn)))
    }

    async fn connection(&self) -> Result<Sandboxed, SqlError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(sandboxed) = idle {
            return Ok(sandboxed);
        }
        let failed = |e: sqlx::Error| super::sql_error(&e);
        let mut connection = self.options.connect().await.map_err(failed)?;
        connection.execute(sandbox::PREPARE).await.map_err(failed)?;
        let guard = sandbox::install(&mut connection, &self.limits).await.map_err(failed)?;
        Ok(Sandboxed { connection, guard, idle_since: Instant::now() })
    }

    /// Takes a settled connection back.
    pub(super) fn give_back(&self, mut sandboxed: Sandboxed) {
        sandboxed.idle_since = Instant::now();
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(sandboxed);
        // The stack's bottom is the longest unused.
        let stale = idle.iter().take_while(|s| s.idle_since.elapsed() > IDLE_TIME).count();
        let closing: Vec<_> = idle.drain(..stale).collect();
        drop(idle);
        drop(closing);
    }

    /// What a statement is. Known statements cost a look into a table.
    pub(super) async fn analyze(self: &Arc<Self>, sql: &str) -> Result<(Arc<str>, Arc<Analysis>), SqlError> {
        if let Some((sql, analysis)) = self.analyses.read().unwrap_or_else(PoisonError::into_inner).get_key_value(sql) {
            return Ok((Arc::clone(sql), Arc::clone(analysis)));
        }
        if sql.contains('\0') {
            return Err(SqlError::Invalid("the statement contains a NUL character".into()));
        }
        // Not a reader's place: readers may hold all of them and wait for the writer, who would wait here for one of them.
        let _permit = Arc::clone(&self.analyst).acquire_owned().await.map_err(|e| SqlError::Io(e.to_string()))?;
        let mut attempt = 1;
        let analysis = loop {
            let mut lease = Lease::new(Arc::clone(self), self.connection().await?, None, None);
            let Some(sandboxed) = lease.begin_use() else { return Err(SqlError::Io("the connection is gone".into())) };
            let look = sandbox::analyze(&mut sandboxed.connection, &sandboxed.guard, sql);
            match tokio::time::timeout(LOOK_TIME, look).await {
                Ok(analysis) => {
                    lease.settle();
                    break analysis;
                }
                Err(_) if attempt < LOOKS => {
                    tracing::warn!(scope = %self.scope, "a connection could not be locked for a look and is given up");
                    lease.give_up();
                    attempt += 1;
                }
                Err(_) => {
                    lease.give_up();
                    return Err(SqlError::Busy("a statement could not be looked at in time".into()));
                }
            }
        };
        let (sql, analysis) = (Arc::<str>::from(sql), Arc::new(analysis?));
        let mut analyses = self.analyses.write().unwrap_or_else(PoisonError::into_inner);
        if analyses.len() >= ANALYSES_KEPT {
            analyses.clear();
        }
        analyses.insert(Arc::clone(&sql), Arc::clone(&analysis));
        Ok((sql, analysis))
    }
}
