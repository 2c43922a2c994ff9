//! The host's own database: tenants, components and bindings. It also contains the job queue (crate `plumbline-jobs`)
//! and the credentials (crate `plumbline-identity`).

mod bindings;
mod component_bytes;
mod components;
mod database;
mod fence;
mod leases;
mod publishers;
mod stage;
mod stages;
mod tenants;
mod trust;

pub use bindings::{Binding, Change, Origin, Revision};
pub use component_bytes::ComponentBytes;
pub use components::{Component, Publication};
pub use database::ControlDatabase;
pub use fence::{FenceError, JobFence, JobLease};
pub use leases::Leases;
pub use publishers::{Publisher, SigningKey, signed_text};
pub use stage::{Counts, Outcomes, Side, Stage};
pub use tenants::Tenant;
pub use trust::TrustStore;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_recursion::async_recursion as boxed;
use plumbline_host_sql::{Clock, Pool, query};
use sqlx::sqlite::{SqlitePoolOptions, SqliteSynchronous};

use crate::blobs::SharedComponents;
use crate::error::StorageError;

/// Connections to the host's database. Its statements are short, and SQLite allows only one writer.
const CONNECTIONS: u32 = 4;

/// The host's own database. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Control {
    pool: Pool,
    components_dir: PathBuf,
    /// The components that other hosts may have published.
    shared_components: Option<SharedComponents>,
    leases: Leases,
    /// The queue of identity's writes.
    identity: Arc<tokio::sync::Mutex<()>>,
}

impl Control {
    /// Opens `control.db`, or the file shared with a tenant's tables, and `components/` in the data directory.
    pub(crate) async fn open(data_dir: &Path, shared: Option<&Path>) -> Result<Self, StorageError> {
        let path = shared.map_or_else(|| data_dir.join("control.db"), Path::to_owned);
        let components_dir = create_components_dir(data_dir)?;
        // FULL, unlike a tenant's database: an outbox entry is marked as dispatched in the tenant's file after its job
        // was written here. If a power loss could undo this write but not that one, the job would be lost.
        let options = crate::sqlite::options(&path, SqliteSynchronous::Full);
        let _alone = crate::sqlite::open_alone(&path).await?;
        let pool = SqlitePoolOptions::new()
            .max_connections(CONNECTIONS)
            .test_before_acquire(false)
            .connect_with(options.clone())
            .await?;
        crate::migrations::control(shared.is_some())
            .run(&pool)
            .await
            .map_err(|source| StorageError::Migration { database: path.display().to_string(), source })?;
        Ok(Self {
            pool: pool.into(),
            components_dir,
            shared_components: None,
            leases: Leases::new(options),
            identity: Arc::default(),
        })
    }

    /// Creates the control database on PostgreSQL, with `components/` in the data directory.
    pub(crate) fn on_postgres(pool: &Pool, data_dir: &Path) -> Result<Self, StorageError> {
        let components_dir = create_components_dir(data_dir)?;
        let leases = Leases::on_postgres(pool);
        Ok(Self { pool: pool.clone(), components_dir, shared_components: None, leases, identity: Arc::default() })
    }

    /// Keeps published components where other hosts find them too.
    pub(crate) fn sharing_components(self, shared_components: Option<SharedComponents>) -> Self {
        Self { shared_components, ..self }
    }

    /// Checks that the database responds.
    ///
    /// # Errors
    /// Returns an error if it does not respond.
    #[boxed]
    pub async fn ping(&self) -> Result<(), StorageError> {
        query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Returns the database pool, for the job queue, whose table is in this database.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Returns the clock by which leases and due times of jobs are measured.
    pub fn clock(&self) -> Clock {
        Clock::of(&self.pool)
    }

    /// Returns the check whether a job is still under a lease.
    pub fn fence(&self, lease: JobLease) -> JobFence {
        JobFence::new(&self.pool, lease)
    }

    /// Returns the access to the database for the leases of jobs.
    pub fn leases(&self) -> &Leases {
        &self.leases
    }
}

/// Creates the folder of the published components.
fn create_components_dir(data_dir: &Path) -> Result<PathBuf, StorageError> {
    let folder = data_dir.join("components");
    std::fs::create_dir_all(&folder).map_err(StorageError::io(format!("creating {}", folder.display())))?;
    Ok(folder)
}
