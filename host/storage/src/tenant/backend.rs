//! The database behind a [`super::TenantDb`]: a SQLite file, or a scope on PostgreSQL.

use std::sync::Arc;

use plumbline_host_sql::Pool;
use plumbline_sql::SqlError;
use plumbline_tenancy::Scope;

use super::Connection;
use crate::control::JobFence;
use crate::pending_sync::PendingSync;
use crate::postgres::ScopeDatabase;
use crate::sqlite::{self, Finish};

#[derive(Debug)]
pub(super) enum Backend {
    Sqlite(Arc<sqlite::Database>),
    Postgres(Arc<ScopeDatabase>),
}

impl Backend {
    pub(super) fn scope(&self) -> &Scope {
        match self {
            Self::Sqlite(database) => database.scope(),
            Self::Postgres(database) => database.scope(),
        }
    }

    /// Returns the pool of the host's own statements.
    pub(super) fn host(&self) -> &Pool {
        match self {
            Self::Sqlite(database) => database.host(),
            Self::Postgres(database) => database.pool(),
        }
    }

    /// Waits for the turn to write, until the returned guard is dropped. On PostgreSQL there is none, because each
    /// transaction of the pool that writes waits for its turn itself.
    ///
    /// # Errors
    /// [`SqlError::Busy`] if the turn does not come in time.
    pub(super) async fn lock_writes(&self) -> Result<Option<sqlite::WriteGuard>, SqlError> {
        match self {
            Self::Sqlite(database) => database.lock_writes().await.map(Some),
            Self::Postgres(_) => Ok(None),
        }
    }

    /// Waits until every earlier commit is on the disk. PostgreSQL's commits are when they return.
    ///
    /// # Errors
    /// [`SqlError::Io`] if the disk fails.
    pub(super) async fn make_durable(&self) -> Result<(), SqlError> {
        match self {
            Self::Sqlite(database) => database.make_durable().await,
            Self::Postgres(_) => Ok(()),
        }
    }

    pub(super) fn connect(&self) -> Connection {
        match self {
            Self::Sqlite(database) => sqlite::Connection::new(Arc::clone(database), Finish::OnDisk).into(),
            Self::Postgres(database) => database.connect().into(),
        }
    }

    pub(super) fn connect_fenced(&self, fence: JobFence) -> Connection {
        match self {
            Self::Sqlite(database) => sqlite::Connection::new(Arc::clone(database), Finish::Fenced(fence)).into(),
            Self::Postgres(database) => database.connect_fenced(fence.lease()).into(),
        }
    }

    pub(super) fn connect_deferring_sync(&self, pending_sync: &PendingSync) -> Connection {
        match self {
            Self::Sqlite(database) => {
                sqlite::Connection::new(Arc::clone(database), Finish::Deferred(pending_sync.clone())).into()
            }
            Self::Postgres(database) => database.connect().into(),
        }
    }
}
