//! The storage of a host: opens its databases, blobs and keys.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use crate::blobs::{Blobs, S3Config, SHARED_CODE, SharedCode};
use crate::clock_readings::ClockReadings;
use crate::control::{Control, Tenant};
use crate::error::StorageError;
use crate::postgres::Scopes;
use crate::secret;
use crate::signal::OutboxSignal;
use crate::sqlite;
use crate::tenant::TenantDb;
use async_recursion::async_recursion as boxed;
use plumbline_postgres::{Announcements, Settings as PostgresSettings};
use plumbline_seals::{Sealer, Signer};
use plumbline_sql::SqlLimits;
use plumbline_tenancy::{Environment, LedgerEntry, Scope};

/// The location of the data, and its limits.
#[derive(Debug, Clone)]
pub struct StorageConfig {
    /// The data directory: `control.db`, `tenants/`, `blobs/`, `components/`, `signing.key`.
    pub data_dir: PathBuf,
    /// The S3 store of tenants' files, instead of the folder `blobs`.
    pub s3: Option<S3Config>,
    /// Allows fetches from `http://` and loopback addresses, for development.
    pub fetch_loopback: bool,
    /// Bytes of the disk that files leave free for databases and logs.
    pub min_free_bytes: u64,
    /// Limits on components' SQL.
    pub sql: SqlLimits,
    /// Tenant databases kept open. The least recently used one is closed first. A database in use stays open.
    pub open_databases: u64,
    /// Time after which an unused connection is closed.
    pub idle_time: Duration,
    /// One file instead of `control.db` and `tenants/`.
    pub shared_file: Option<SharedFile>,
    /// PostgreSQL instead of `control.db` and `tenants/`.
    pub postgres: Option<PostgresSettings>,
}

impl StorageConfig {
    /// Returns the defaults for a data directory.
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        Self {
            data_dir: data_dir.into(),
            s3: None,
            fetch_loopback: false,
            min_free_bytes: 0,
            sql: SqlLimits::default(),
            open_databases: 256,
            idle_time: Duration::from_secs(60),
            shared_file: None,
            postgres: None,
        }
    }
}

/// One SQLite file for the host's tables and those of one tenant's environment: the database of a Spin application.
#[derive(Debug, Clone)]
pub struct SharedFile {
    /// The file.
    pub path: PathBuf,
    /// The environment, of the only tenant.
    pub environment: Environment,
}

/// What is known of an outbox without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutboxState {
    /// It has entries that are due.
    Due,
    /// The file that it is in was last written at this time.
    Changed(SystemTime),
}

/// Databases, blobs and the keys of signed addresses. Cheap to clone.
#[derive(Clone)]
pub struct Storage {
    /// The host's own database: tenants, keys, components, bindings.
    pub control: Control,
    /// The tenants' files.
    pub blobs: Blobs,
    /// The machine code that hosts share, if the tenants' files are in an S3 store.
    pub shared_code: Option<SharedCode>,
    /// Signs and verifies the addresses of files.
    pub signer: Signer,
    /// Seals texts that callers receive and send back.
    pub sealer: Sealer,
    inner: Arc<Inner>,
}

struct Inner {
    data_dir: PathBuf,
    shared_file: Option<SharedFile>,
    /// The tenants' tables, if they are not in files.
    postgres: Option<Scopes>,
    sql: SqlLimits,
    signal: Arc<OutboxSignal>,
    /// Databases kept open.
    tenants: moka::future::Cache<Scope, Arc<TenantDb>>,
    /// Every database in use, including those evicted from the cache: a file must have only one queue of writers.
    databases: Mutex<HashMap<Scope, Weak<sqlite::Database>>>,
    idle_time: Duration,
}

impl Inner {
    /// Returns a scope's database if it is open.
    fn find_open(&self, scope: &Scope) -> Option<Arc<sqlite::Database>> {
        self.databases.lock().unwrap_or_else(PoisonError::into_inner).get(scope)?.upgrade()
    }

    fn note_open(&self, scope: &Scope, database: &Arc<sqlite::Database>) {
        let mut databases = self.databases.lock().unwrap_or_else(PoisonError::into_inner);
        databases.insert(scope.clone(), Arc::downgrade(database));
    }

    /// Returns all open databases and drops the entries of closed ones.
    fn all_open(&self) -> Vec<Arc<sqlite::Database>> {
        let mut databases = self.databases.lock().unwrap_or_else(PoisonError::into_inner);
        databases.retain(|_, database| database.strong_count() > 0);
        databases.values().filter_map(Weak::upgrade).collect()
    }
}

/// Closes idle connections for as long as the storage exists.
async fn close_idle_connections(inner: Weak<Inner>, idle_time: Duration) {
    loop {
        tokio::time::sleep(idle_time / 2).await;
        let Some(inner) = inner.upgrade() else { return };
        // Without this, the cache drops evicted databases only when it is next used.
        inner.tenants.run_pending_tasks().await;
        for database in inner.all_open() {
            database.close_idle(idle_time);
        }
    }
}

impl Storage {
    /// Opens the data directory, creates it if necessary, and migrates the host's database.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be written or the database cannot be migrated.
    #[boxed]
    pub async fn open(config: &StorageConfig) -> Result<Self, StorageError> {
        sqlite::install_allocator().map_err(StorageError::Damaged)?;
        let data_dir = config.data_dir.clone();
        create_private_dir(&data_dir)?;
        let signal = Arc::new(OutboxSignal::default());
        let postgres = match &config.postgres {
            Some(settings) => Some(Scopes::connect(settings, config.sql.clone(), Arc::clone(&signal)).await?),
            None => None,
        };
        let control = match &postgres {
            Some(scopes) => Control::on_postgres(scopes.control(), &data_dir)?,
            None => Control::open(&data_dir, config.shared_file.as_ref().map(|file| file.path.as_path())).await?,
        };
        let blobs = match &config.s3 {
            Some(s3) => Blobs::open_s3(s3, config.fetch_loopback)?,
            None => Blobs::open(&data_dir.join("blobs"), config.fetch_loopback, config.min_free_bytes)?,
        };
        let control = control.sharing_components(blobs.shared_components());
        let secret = secret::open(&data_dir.join("signing.key"))?;
        let shared_code = blobs.shared_code(secret.derive(SHARED_CODE));
        let inner = Arc::new(Inner {
            data_dir,
            shared_file: config.shared_file.clone(),
            sql: config.sql.clone(),
            postgres,
            signal,
            tenants: moka::future::Cache::builder()
                .max_capacity(config.open_databases)
                .eviction_policy(moka::policy::EvictionPolicy::lru())
                .build(),
            databases: Mutex::default(),
            idle_time: config.idle_time,
        });
        tokio::spawn(close_idle_connections(Arc::downgrade(&inner), config.idle_time));
        if inner.postgres.is_some() {
            let mut readings = ClockReadings::new(control.clock());
            readings.take().await?;
            tokio::spawn(readings.repeat(Arc::downgrade(&inner)));
        }
        Ok(Self { control, blobs, shared_code, sealer: secret.sealer(), signer: secret.signer(), inner })
    }

    /// Returns the database of a scope. The first use opens, creates and migrates it, and grants the trial credits.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if there is no such tenant. Other errors if the file cannot be opened.
    #[boxed]
    pub async fn tenant(&self, scope: &Scope) -> Result<Arc<TenantDb>, StorageError> {
        if let Some(open) = self.inner.tenants.get(scope).await {
            return Ok(open);
        }
        self.inner.tenants.try_get_with(scope.clone(), self.open_tenant(scope)).await.map_err(|error| {
            // The cache shares one error among all waiting callers, so each gets a copy of its text.
            match &*error {
                StorageError::NotFound(text) => StorageError::NotFound(text.clone()),
                other => StorageError::Damaged(format!("database of {scope}: {other}")),
            }
        })
    }

    async fn open_tenant(&self, scope: &Scope) -> Result<Arc<TenantDb>, StorageError> {
        self.control.tenant(&scope.tenant).await?;
        if let Some(scopes) = &self.inner.postgres {
            return with_trial_credits(TenantDb::postgres(scopes.open(scope).await?)).await;
        }
        if let Some(database) = self.inner.find_open(scope) {
            return Ok(Arc::new(TenantDb::sqlite(database)));
        }
        // A shared file may be read by others together with the host's tables, so it belongs to one tenant only.
        if self.inner.shared_file.is_some() && self.tenants().await?.first().is_none_or(|one| one.id != scope.tenant) {
            return Err(StorageError::NotFound(format!("the shared file is of another tenant than {}", scope.tenant)));
        }
        let path = self.database_file(scope).ok_or_else(|| {
            StorageError::NotFound(format!("the shared file has no {} environment", scope.environment))
        })?;
        if let Some(folder) = path.parent() {
            create_private_dir(folder)?;
        }
        let (signal, sql) = (Arc::clone(&self.inner.signal), self.inner.sql.clone());
        let database = sqlite::Database::open(scope.clone(), path, sql, signal, self.inner.idle_time).await?;
        self.inner.note_open(scope, &database);
        with_trial_credits(TenantDb::sqlite(database)).await
    }

    /// Returns the tenants that have databases here: all, or only the first if the file is shared.
    async fn tenants(&self) -> Result<Vec<Tenant>, StorageError> {
        let mut tenants = self.control.tenants().await?;
        if self.inner.shared_file.is_some() {
            // They are sorted by age.
            tenants.truncate(1);
        }
        Ok(tenants)
    }

    /// Returns the file of a scope's database, or `None` if a shared file belongs to another environment.
    fn database_file(&self, scope: &Scope) -> Option<PathBuf> {
        match &self.inner.shared_file {
            Some(file) => (file.environment == scope.environment).then(|| file.path.clone()),
            None => {
                let folder = self.inner.data_dir.join("tenants").join(scope.tenant.as_str());
                Some(folder.join(format!("{}.db", scope.environment)))
            }
        }
    }

    /// Returns the signal for commits with outbox entries.
    pub fn outbox_signal(&self) -> &Arc<OutboxSignal> {
        &self.inner.signal
    }

    /// Returns whether the databases are in a file that other programs also use.
    pub(crate) fn shares_file(&self) -> bool {
        self.inner.shared_file.is_some()
    }

    /// Returns whether hosts with other data directories may use the same databases, which are on PostgreSQL then.
    pub fn is_shared(&self) -> bool {
        self.inner.postgres.is_some()
    }

    /// Returns the scopes on PostgreSQL, if the databases are there.
    pub(crate) fn postgres(&self) -> Option<&Scopes> {
        self.inner.postgres.as_ref()
    }

    /// Returns the data directory.
    pub fn data_dir(&self) -> &Path {
        &self.inner.data_dir
    }

    /// Listens for jobs that other hosts on this database queue, and announces those that this one queues. `heard` is
    /// called for each announcement. Returns `None` on SQLite, where hosts only poll.
    pub fn job_announcements(&self, heard: impl Fn() + Send + Sync + 'static) -> Option<Announcements> {
        self.inner.postgres.as_ref().map(|scopes| scopes.announcements(heard))
    }

    /// Returns the scopes whose outboxes may have entries that are due by `until`, which is in the format of
    /// [`plumbline_tenancy::id::at`]. Of a file, it is known only when it was last written, by this process or another.
    ///
    /// # Errors
    /// Returns an error if the scopes cannot be listed. A file that cannot be looked at is logged and left out.
    #[boxed]
    pub async fn outboxes(&self, until: &str) -> Result<Vec<(Scope, OutboxState)>, StorageError> {
        if let Some(scopes) = &self.inner.postgres {
            let due = scopes.with_due_entries(until).await?;
            return Ok(due.into_iter().map(|scope| (scope, OutboxState::Due)).collect());
        }
        let mut found = Vec::new();
        for scope in self.scopes().await? {
            match self.changed_at(&scope).await {
                Ok(Some(changed)) => found.push((scope, OutboxState::Changed(changed))),
                Ok(None) => {}
                // One tenant's damaged file must not delay the others.
                Err(error) => tracing::error!(%error, %scope, "the database could not be read"),
            }
        }
        Ok(found)
    }

    /// Returns whether a scope has a database yet.
    pub(crate) async fn exists(&self, scope: &Scope) -> Result<bool, StorageError> {
        match &self.inner.postgres {
            Some(scopes) => Ok(scopes.all().await?.contains(scope)),
            None => Ok(self.changed_at(scope).await?.is_some()),
        }
    }

    /// Returns when the file of a scope's database was last written, or `None` if it does not exist yet.
    async fn changed_at(&self, scope: &Scope) -> Result<Option<SystemTime>, StorageError> {
        let Some(file) = self.database_file(scope) else { return Ok(None) };
        let mut latest = None;
        // Commits are written to the log first and to the file later.
        for suffix in ["", "-wal"] {
            let mut name = file.clone().into_os_string();
            name.push(suffix);
            let path = PathBuf::from(name);
            match tokio::fs::metadata(&path).await.and_then(|m| m.modified()) {
                Ok(time) => latest = latest.max(Some(time)),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(source) => return Err(StorageError::Io { what: path.display().to_string(), source }),
            }
        }
        Ok(latest)
    }

    /// Returns every scope that has a database: the environments that each tenant has used.
    ///
    /// # Errors
    /// Returns an error if the tenants cannot be listed.
    #[boxed]
    pub async fn scopes(&self) -> Result<Vec<Scope>, StorageError> {
        if let Some(scopes) = &self.inner.postgres {
            return scopes.all().await;
        }
        let mut scopes = Vec::new();
        for tenant in self.tenants().await? {
            for environment in Environment::ALL {
                let scope = Scope::new(tenant.id.clone(), environment);
                let Some(path) = self.database_file(&scope) else { continue };
                if tokio::fs::try_exists(&path).await.map_err(StorageError::io(path.display().to_string()))? {
                    scopes.push(scope);
                }
            }
        }
        Ok(scopes)
    }
}

impl std::fmt::Debug for Storage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Storage").field("data_dir", &self.inner.data_dir).finish_non_exhaustive()
    }
}

/// Grants the trial credits of a database that has just been opened.
async fn with_trial_credits(database: TenantDb) -> Result<Arc<TenantDb>, StorageError> {
    // The entry has a fixed id, so opening the database again grants nothing.
    let credits = database.scope().environment.trial_credits();
    database.grant(LedgerEntry::TRIAL, credits, "trial credits").await?;
    Ok(Arc::new(database))
}

/// Creates a folder that only its owner can access.
pub(crate) fn create_private_dir(path: &Path) -> Result<(), StorageError> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(StorageError::io(format!("creating {}", path.display())))
}
