//! Everything that is kept, opened at one place.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::blobs::Blobs;
use crate::control::Control;
use crate::error::StorageError;
use crate::secret;
use crate::signal::OutboxSignal;
use crate::sql::SqlLimits;
use crate::sqlite;
use crate::tenant::TenantDb;
use plumbline_seals::{Sealer, Signer};
use plumbline_tenancy::Scope;

/// Where things are kept, and the bounds on them.
#[derive(Debug, Clone)]
pub struct StorageConfig {
    /// The folder of everything: `control.db`, `tenants/`, `blobs/`, `components/`, `signing.key`.
    pub data_dir: PathBuf,
    /// Lets a fetch go to `http://` and loopback addresses, for development.
    pub fetch_loopback: bool,
    /// Bounds on components' SQL.
    pub sql: SqlLimits,
    /// Tenant databases kept open; the longest unused is closed first.
    pub open_databases: u64,
}

impl StorageConfig {
    /// The defaults for a folder.
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        Self { data_dir: data_dir.into(), fetch_loopback: false, sql: SqlLimits::default(), open_databases: 256 }
    }
}

/// Databases, blobs and the key of signed addresses. Cheap to clone.
#[derive(Clone)]
pub struct Storage {
    /// The host's own database: tenants, keys, components, bindings.
    pub control: Control,
    /// Files.
    pub blobs: Blobs,
    /// Makes and checks signed addresses of files.
    pub signer: Signer,
    /// Seals texts that go out to callers and come back.
    pub sealer: Sealer,
    inner: Arc<Inner>,
}

struct Inner {
    data_dir: PathBuf,
    sql: SqlLimits,
    signal: Arc<OutboxSignal>,
    tenants: moka::future::Cache<Scope, Arc<TenantDb>>,
}

impl Storage {
    /// Opens the folder, makes it if need be, and brings the host's database to this program's schema.
    ///
    /// # Errors
    /// When the folder cannot be written or the database not be migrated.
    pub async fn open(config: &StorageConfig) -> Result<Self, StorageError> {
        let data_dir = config.data_dir.clone();
        create_private_dir(&data_dir)?;
        let control = Control::open(&data_dir).await?;
        let blobs = Blobs::open(&data_dir.join("blobs"), config.fetch_loopback)?;
        let secret = secret::open(&data_dir.join("signing.key"))?;
        Ok(Self {
            control,
            blobs,
            sealer: secret.sealer(),
            signer: secret.signer(),
            inner: Arc::new(Inner {
                data_dir,
                sql: config.sql.clone(),
                signal: Arc::new(OutboxSignal::default()),
                tenants: moka::future::Cache::builder().max_capacity(config.open_databases).build(),
            }),
        })
    }

    /// The database of a scope, opened (and made, migrated and given its trial credits) on first use.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] when there is no such tenant; others when the file cannot be opened.
    pub async fn tenant(&self, scope: &Scope) -> Result<Arc<TenantDb>, StorageError> {
        if let Some(open) = self.inner.tenants.get(scope).await {
            return Ok(open);
        }
        self.inner.tenants.try_get_with(scope.clone(), self.open_tenant(scope)).await.map_err(|error| {
            // The cache shares one error among all who waited; they get its words.
            match &*error {
                StorageError::NotFound(text) => StorageError::NotFound(text.clone()),
                other => StorageError::Damaged(format!("database of {scope}: {other}")),
            }
        })
    }

    async fn open_tenant(&self, scope: &Scope) -> Result<Arc<TenantDb>, StorageError> {
        self.control.tenant(&scope.tenant).await?;
        let folder = self.inner.data_dir.join("tenants").join(scope.tenant.as_str());
        create_private_dir(&folder)?;
        let path = folder.join(format!("{}.db", scope.environment));
        let signal = Arc::clone(&self.inner.signal);
        let database =
            TenantDb::sqlite(sqlite::Database::open(scope.clone(), path, self.inner.sql.clone(), signal).await?);
        // Named by a fixed id, so a second opening grants nothing.
        database.grant("trial", scope.environment.trial_credits(), "trial credits").await?;
        Ok(Arc::new(database))
    }

    /// Where commits with outbox entries are announced.
    pub fn outbox_signal(&self) -> &Arc<OutboxSignal> {
        &self.inner.signal
    }

    /// The folder of everything.
    pub fn data_dir(&self) -> &Path {
        &self.inner.data_dir
    }

    /// When a scope's database was last written, by this process or another; none when it has none yet.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub async fn changed_at(&self, scope: &Scope) -> Result<Option<std::time::SystemTime>, StorageError> {
        let folder = self.inner.data_dir.join("tenants").join(scope.tenant.as_str());
        let mut latest = None;
        // Commits go to the log first and to the file later.
        for suffix in ["db", "db-wal"] {
            let path = folder.join(format!("{}.{suffix}", scope.environment));
            match tokio::fs::metadata(&path).await.and_then(|m| m.modified()) {
                Ok(time) => latest = latest.max(Some(time)),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(source) => return Err(StorageError::Io { what: path.display().to_string(), source }),
            }
        }
        Ok(latest)
    }

    /// Every scope that has a database: of each tenant the environments that were used.
    ///
    /// # Errors
    /// When the tenants cannot be listed.
    pub async fn scopes(&self) -> Result<Vec<Scope>, StorageError> {
        let mut scopes = Vec::new();
        for tenant in self.control.tenants().await? {
            for environment in plumbline_tenancy::Environment::ALL {
                let path =
                    self.inner.data_dir.join("tenants").join(tenant.id.as_str()).join(format!("{environment}.db"));
                if tokio::fs::try_exists(&path).await.map_err(StorageError::io(path.display().to_string()))? {
                    scopes.push(Scope::new(tenant.id.clone(), environment));
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

/// Makes a folder that only its owner can look into.
fn create_private_dir(path: &Path) -> Result<(), StorageError> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(StorageError::io(format!("creating {}", path.display())))
}
