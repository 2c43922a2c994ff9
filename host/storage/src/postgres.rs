//! Storage on PostgreSQL: the roles' addresses, the schema, and the database of each scope.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use async_recursion::async_recursion as boxed;
use plumbline_dialect::Refusal;
use plumbline_host_sql::{Pool, query};
use plumbline_postgres::{
    Announcements, Committed, Database, Fence, Migration, OnCommit, Postgres, Settings, Statement,
};
use plumbline_postgres_schema::{MIGRATIONS, MOVED_SETTING, Moved, OUTBOX_SETTING};
use plumbline_sql::SqlLimits;
use plumbline_tenancy::{Environment, Scope, TenantId};
use serde::Deserialize;

use crate::control::JobLease;
use crate::error::StorageError;
use crate::signal::OutboxSignal;
use crate::sqlite::credits;

pub(crate) use plumbline_postgres::Connection;

/// The scopes of a PostgreSQL database. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Scopes(Arc<Inner>);

struct Inner {
    postgres: Postgres,
    control: Pool,
    limits: SqlLimits,
    signal: Arc<OutboxSignal>,
    /// Every database in use: a process must have one queue of writers for each scope.
    open: Mutex<HashMap<Scope, Weak<ScopeDatabase>>>,
}

/// A scope's tables.
#[derive(Debug)]
pub(crate) struct ScopeDatabase {
    scope: Scope,
    database: Arc<Database>,
    pool: Pool,
}

impl ScopeDatabase {
    pub(crate) fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Returns the pool of the host's own statements.
    pub(crate) fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Returns a connection for a component.
    pub(crate) fn connect(&self) -> Connection {
        self.database.connect()
    }

    /// Returns a connection for the worker of a job under a lease.
    pub(crate) fn connect_fenced(&self, lease: &JobLease) -> Connection {
        let JobLease { job, host, fence, .. } = lease;
        self.database.connect_fenced(&Fence { job: job.clone(), host: host.clone(), number: *fence })
    }
}

/// A row of `host.scopes`, or of a function that returns scopes.
#[derive(Deserialize)]
struct Found {
    tenant_id: String,
    environment: String,
}

impl Scopes {
    /// Connects as both roles, and checks the roles, their rights and the schema.
    pub(crate) async fn connect(
        settings: &Settings,
        limits: SqlLimits,
        signal: Arc<OutboxSignal>,
    ) -> Result<Self, StorageError> {
        let postgres = Postgres::connect(settings, Arc::new(translate)).await?;
        let migrations: Vec<Migration> = migrations();
        postgres.require_migrations(&migrations).await?;
        let control = Pool::control(&postgres);
        let inner = Inner { postgres, control, limits, signal, open: Mutex::default() };
        Ok(Self(Arc::new(inner)))
    }

    /// Returns the pool of the host's own tables.
    pub(crate) fn control(&self) -> &Pool {
        &self.0.control
    }

    /// Returns the database of a scope, which is created if necessary.
    pub(crate) async fn open(&self, scope: &Scope) -> Result<Arc<ScopeDatabase>, StorageError> {
        if let Some(open) = self.find(scope) {
            return Ok(open);
        }
        let key = self.0.postgres.open_scope(scope.tenant.as_str(), scope.environment.as_str()).await?;
        let on_commit: OnCommit = {
            let (signal, scope) = (Arc::clone(&self.0.signal), scope.clone());
            Arc::new(move |committed: Committed| {
                if committed.outbox || committed.reported(OUTBOX_SETTING).is_some() {
                    signal.fire(&scope);
                }
                if let Some(moved) = committed.reported(MOVED_SETTING).and_then(Moved::parse) {
                    credits::note_all([moved.granted, moved.held, moved.charged, moved.released]);
                }
            })
        };
        let database = self.0.postgres.database(key, self.0.limits.clone(), Some(on_commit));
        let pool = Pool::scope(&database);
        let opened = Arc::new(ScopeDatabase { scope: scope.clone(), database, pool });
        let mut open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        // Another task may have opened it meanwhile.
        if let Some(first) = open.get(scope).and_then(Weak::upgrade) {
            return Ok(first);
        }
        open.retain(|_, database| database.strong_count() > 0);
        open.insert(scope.clone(), Arc::downgrade(&opened));
        Ok(opened)
    }

    fn find(&self, scope: &Scope) -> Option<Arc<ScopeDatabase>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner).get(scope)?.upgrade()
    }

    /// Listens for jobs that other hosts announce, and announces this host's.
    pub(crate) fn announcements(&self, heard: impl Fn() + Send + Sync + 'static) -> Announcements {
        self.0.postgres.announcements("plumbline_jobs", heard)
    }

    /// Returns every scope.
    pub(crate) async fn all(&self) -> Result<Vec<Scope>, StorageError> {
        let select = "SELECT tenant_id, environment FROM host.scopes ORDER BY id";
        scopes(query(select).native().fetch_all(self.control()).await?)
    }

    /// Returns the scopes with outbox entries that are due by `until` and are not jobs yet.
    pub(crate) async fn with_due_entries(&self, until: &str) -> Result<Vec<Scope>, StorageError> {
        let select = "SELECT tenant_id, environment FROM host.scopes_with_due_entries($1)";
        scopes(query(select).native().bind(until).fetch_all(self.control()).await?)
    }

    /// Deletes the scopes of a tenant with all their rows.
    pub(crate) async fn delete(&self, tenant: &TenantId) -> Result<(), StorageError> {
        let delete = "SELECT COUNT(host.delete_scope(id)) FROM host.scopes WHERE tenant_id = $1";
        let _: i64 = query(delete).native().bind(tenant.as_str()).fetch_scalar(&self.control().concurrent()).await?;
        Ok(())
    }
}

fn scopes(found: Vec<Found>) -> Result<Vec<Scope>, StorageError> {
    found
        .into_iter()
        .map(|Found { tenant_id, environment }| {
            Ok(Scope::new(TenantId::parse(tenant_id)?, environment.parse::<Environment>()?))
        })
        .collect()
}

/// Brings the schema up to this release, as the role that owns it, and gives the other two roles their rights. Returns how
/// many steps were applied. Hosts of this release and of the one before may serve meanwhile.
///
/// # Errors
/// [`StorageError::Postgres`] with the setting or the step that failed.
#[boxed]
pub async fn migrate(owner_url: &str, settings: &Settings) -> Result<usize, StorageError> {
    let [host, components] = [("database.url", &settings.url), ("database.components_url", &settings.components_url)]
        .map(|(setting, url)| plumbline_postgres::role_of(setting, url));
    let (host, components) = (quoted(&host?), quoted(&components?));
    let rights = format!("SELECT host.grant_host({host}); SELECT host.grant_components({components})");
    Ok(Postgres::migrate_as_owner("database.owner_url", owner_url, &migrations(), &rights).await?)
}

fn quoted(name: &str) -> String {
    format!("'{}'", name.replace('\'', "''"))
}

fn migrations() -> Vec<Migration> {
    MIGRATIONS.iter().map(|step| Migration { version: step.version, name: step.name, sql: step.sql }).collect()
}

/// Translates a component's statement.
fn translate(sql: &str) -> Result<Arc<Statement>, Refusal> {
    let statement = plumbline_dialect::component(sql)?;
    Ok(Arc::new(Statement {
        kind: statement.kind,
        sql: statement.sql,
        parameters: statement.parameters,
        inserts: statement.inserts,
        outbox: statement.writes_outbox,
        reports: match (statement.writes_ledger, statement.triggers_outbox) {
            (true, _) => &[MOVED_SETTING, OUTBOX_SETTING],
            (false, true) => &[OUTBOX_SETTING],
            (false, false) => &[],
        },
    }))
}
