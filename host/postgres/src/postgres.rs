//! The pools of both roles, and their use by the host.

use std::sync::Arc;
use std::time::Duration;

use async_recursion::async_recursion as boxed;
use moka::sync::Cache;
use plumbline_sql::{Row, SqlError, SqlLimits, Value};

use crate::committed::OnCommit;
use crate::errors::Errors;
use crate::lease::{Guards, Lease};
use crate::migrations::{self, Migration};
use crate::pool::Pool;
use crate::query::{Call, Outcome};
use crate::roles;
use crate::scope::Database;
use crate::scope_key::ScopeKey;
use crate::settings::{COMPONENTS_URL, PostgresError, Settings, URL};
use crate::shared::{Inner, SNAPSHOT};
use crate::statement::{Statements, Translate};
use crate::transaction::{self, HostTransaction, UNBOUNDED};

/// The setting of the number of connections.
const CONNECTIONS: &str = "database.connections";
/// Most texts of the host's statements that are remembered.
const QUERIES_KEPT: u64 = 4096;
/// Time that the host waits for a connection.
const WAIT: Duration = Duration::from_secs(20);

/// A PostgreSQL database. Cheap to clone.
#[derive(Clone)]
pub struct Postgres {
    inner: Arc<Inner>,
    /// Where its statements run: the connections of the host's role, or the one for leases.
    host: Arc<Pool>,
}

impl std::fmt::Debug for Postgres {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Postgres").finish_non_exhaustive()
    }
}

impl Postgres {
    /// Connects as both roles and checks them and the server's version. `translate` translates the statements of
    /// components.
    ///
    /// # Errors
    /// [`PostgresError`] with the setting that causes it, and what to do.
    #[boxed]
    pub async fn connect(settings: &Settings, translate: Translate) -> Result<Self, PostgresError> {
        if settings.connections == 0 {
            return Err(PostgresError::Setting(format!("{CONNECTIONS}: use a number of at least 1.")));
        }
        let pool = |setting: &str, address: &str, connections, longest| {
            Pool::new(setting, address, connections, settings.prepared_statements, longest).map(Arc::new)
        };
        let limits = SqlLimits::default();
        let host = pool(URL, &settings.url, settings.connections, usize::MAX)?;
        let leases = pool(URL, &settings.url, 1, usize::MAX)?;
        // A row takes fewer bytes in a message than it counts for.
        let components = pool(COMPONENTS_URL, &settings.components_url, settings.connections, limits.result_bytes)?;
        let inner = Inner {
            errors: Errors::new(Arc::clone(&host)),
            host: Arc::clone(&host),
            components,
            leases,
            statements: Statements::new(translate),
            queries: Cache::new(QUERIES_KEPT),
            limits,
        };
        let postgres = Self { inner: Arc::new(inner), host };
        roles::check_server(&postgres.inner.host, &postgres.inner.components).await?;
        postgres.check_roles().await?;
        Ok(postgres)
    }

    /// Returns the same database for the leases of jobs, whose statements have a connection of their own. However long
    /// other statements of the host wait for theirs, a lease is renewed in time.
    #[must_use]
    pub fn for_leases(&self) -> Self {
        Self { inner: Arc::clone(&self.inner), host: Arc::clone(&self.inner.leases) }
    }

    async fn lease(&self) -> Result<Lease, SqlError> {
        let pool = Arc::clone(&self.host);
        let client = pool.get(WAIT).await?;
        Ok(Lease::new(client, pool, Guards::default(), None))
    }

    /// Checks that the components' role can do no more than it must: it owns nothing, is neither a superuser nor exempt
    /// from row-level security, can create nothing, and has no rights in the schema `host`.
    ///
    /// # Errors
    /// [`PostgresError::Role`] with what to do.
    #[boxed]
    pub async fn check_roles(&self) -> Result<(), PostgresError> {
        roles::check_components(&self.inner.components).await
    }

    /// Applies the migrations that the database does not have yet, in their order, each in a transaction of its own. Then
    /// runs `after`, statements that may be repeated, such as grants, if anything was applied or `after` has changed.
    /// Checks the roles again. Several hosts may call this at once: each migration is applied once. Returns how many this
    /// call applied.
    ///
    /// # Errors
    /// [`PostgresError::Migration`] for a migration that fails, that was applied with another text, or that the database
    /// has and this program does not know.
    #[boxed]
    pub async fn migrate(&self, migrations: &[Migration], after: &str) -> Result<usize, PostgresError> {
        let applied = migrations::run(&self.inner.host, migrations, after).await?;
        self.check_roles().await?;
        Ok(applied)
    }

    /// Applies migrations as [`Postgres::migrate`] does, as the role that owns the schema. `address` is that role's, and
    /// `setting` its name in messages.
    ///
    /// # Errors
    /// [`PostgresError::Setting`] for an address that cannot be used, and the errors of [`Postgres::migrate`].
    #[boxed]
    pub async fn migrate_as_owner(
        setting: &str,
        address: &str,
        migrations: &[Migration],
        after: &str,
    ) -> Result<usize, PostgresError> {
        migrations::run_as((setting, address), migrations, after).await
    }

    /// Checks that the database has all of these migrations. It may have newer ones.
    ///
    /// # Errors
    /// [`PostgresError::Migration`] for the first that is missing or has another text.
    #[boxed]
    pub async fn require_migrations(&self, migrations: &[Migration]) -> Result<(), PostgresError> {
        migrations::require(&self.inner.host, migrations).await
    }

    /// Returns the key of a tenant's environment, which is created if necessary.
    ///
    /// # Errors
    /// [`PostgresError::Database`] and [`PostgresError::Damaged`].
    #[boxed]
    pub async fn open_scope(&self, tenant: &str, environment: &str) -> Result<ScopeKey, PostgresError> {
        let parameters = [Value::from(tenant), Value::from(environment)];
        let opened = self.query("SELECT host.open_scope($1, $2) AS id", &parameters).await?;
        self.scope(one(&opened)?.int("id")?).await
    }

    /// Returns the key of an existing scope.
    ///
    /// # Errors
    /// [`PostgresError::Database`] and [`PostgresError::Damaged`].
    #[boxed]
    pub async fn scope(&self, id: i64) -> Result<ScopeKey, PostgresError> {
        let settings = self.query("SELECT host.scope_setting($1) AS setting", &[Value::from(id)]).await?;
        ScopeKey::new(id, one(&settings)?.text("setting")?.to_owned())
    }

    /// Returns the database of a scope. Call it once per process and scope ([`Database`] says why). `on_commit` is called
    /// after each commit that it has to know of.
    pub fn database(&self, scope: ScopeKey, limits: SqlLimits, on_commit: Option<OnCommit>) -> Arc<Database> {
        Database::new(Arc::clone(&self.inner), scope, limits, on_commit)
    }

    /// Returns the connections as the hosts' role.
    pub(crate) fn host_pool(&self) -> &Arc<Pool> {
        &self.inner.host
    }

    /// Begins a transaction of the host.
    ///
    /// # Errors
    /// [`SqlError::Busy`] if no connection comes free, [`SqlError::Io`] if the server cannot be reached.
    #[boxed]
    pub async fn begin(&self) -> Result<HostTransaction, SqlError> {
        let lease = self.lease().await?;
        HostTransaction::begin(Arc::clone(&self.inner), lease, "BEGIN".into()).await
    }

    /// Begins a transaction of the host whose turn comes after that of every other one begun so, on any host. It may read
    /// and then write what it concluded, as a writer on SQLite may.
    ///
    /// # Errors
    /// See [`Postgres::begin`]. [`SqlError::Busy`] if the turn does not come in time.
    #[boxed]
    pub async fn begin_in_turn(&self) -> Result<HostTransaction, SqlError> {
        let lease = self.lease().await?;
        let begin = format!("BEGIN; SET LOCAL lock_timeout = {}; {TURN}; SET LOCAL lock_timeout = 0", WAIT.as_millis());
        HostTransaction::begin(Arc::clone(&self.inner), lease, begin).await
    }

    /// Begins a transaction of the host whose reads all see the same rows.
    ///
    /// # Errors
    /// See [`Postgres::begin`].
    #[boxed]
    pub async fn begin_snapshot(&self) -> Result<HostTransaction, SqlError> {
        let lease = self.lease().await?;
        HostTransaction::begin(Arc::clone(&self.inner), lease, SNAPSHOT.into()).await
    }

    /// Runs a statement of the host with parameters `$1`, `$2`, which is committed by itself, and returns its rows.
    ///
    /// # Errors
    /// See [`SqlError`].
    #[boxed]
    pub async fn query(&self, sql: &str, parameters: &[Value]) -> Result<Vec<Row>, SqlError> {
        self.run(sql, parameters).await.map(transaction::rows)
    }

    /// Runs a statement of the host, which is committed by itself, and returns how many rows it changed.
    ///
    /// # Errors
    /// See [`SqlError`].
    #[boxed]
    pub async fn execute(&self, sql: &str, parameters: &[Value]) -> Result<u64, SqlError> {
        self.run(sql, parameters).await.map(|outcome| outcome.changes)
    }

    async fn run(&self, sql: &str, parameters: &[Value]) -> Result<Outcome, SqlError> {
        let mut lease = self.lease().await?;
        let query = self.inner.query(sql);
        match lease.run_unattended(Call { query: &query, values: parameters, bounds: UNBOUNDED }).await {
            Ok(outcome) => Ok(outcome),
            Err(failure) => Err(self.inner.error(failure).await),
        }
    }
}

/// Waits for the turn of [`Postgres::begin_in_turn`].
const TURN: &str = "SELECT pg_advisory_xact_lock(19003, 0)";

fn one(rows: &[Row]) -> Result<&Row, PostgresError> {
    rows.first().ok_or_else(|| SqlError::Io("the database returned no row".into()).into())
}
