//! The peer of a server on files.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Result;
use axum::Router;
use axum::routing::{get, patch};
use plumbline_storage::{Storage, StorageConfig};
use sqlx::sqlite::{SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::Mutex;

use super::{Database, Peer, Settings, projects, takeoffs};
use crate::tenant_file;

/// Concurrent read connections of a tenant, as many as in the server.
const READERS: u32 = 4;

impl Peer {
    /// Opens the database files of a server's tenants.
    ///
    /// # Errors
    /// Returns an error if a file cannot be opened.
    pub(super) async fn open(settings: &Settings) -> Result<Self> {
        let storage = Storage::open(&StorageConfig::new(&settings.data_dir)).await?;
        let mut databases = HashMap::new();
        for tenant in &settings.tenants {
            let options = tenant_file::options_for_tenant(&settings.data_dir, tenant.as_str());
            let readers = SqlitePoolOptions::new().max_connections(READERS).test_before_acquire(false);
            let readers = readers.connect_with(options.clone()).await?;
            // As durable as the server, except in the bare peer.
            let synchronous = if settings.is_metered { SqliteSynchronous::Full } else { SqliteSynchronous::Normal };
            let writer = Mutex::new(SqliteConnection::connect_with(&options.synchronous(synchronous)).await?);
            databases.insert(tenant.clone(), Arc::new(Database { readers, writer }));
        }
        Ok(Self::new(settings, storage, databases))
    }

    pub(super) fn router(self) -> Router {
        Router::new()
            .route("/partner/v1/projects", get(projects::list).post(projects::create))
            .route("/partner/v1/projects/{id}", get(projects::get))
            .route("/partner/v1/takeoffs/{id}", get(takeoffs::get))
            .route("/partner/v1/takeoffs/{id}/items", get(takeoffs::items))
            .route("/partner/v1/takeoffs/{id}/items/{item}", patch(takeoffs::review))
            .with_state(Arc::new(self))
    }
}
