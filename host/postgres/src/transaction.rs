//! The host's own transactions, as the role that sees all rows.

use std::sync::Arc;

use async_recursion::async_recursion as boxed;
use plumbline_sql::{Row, SqlError, Value};

use crate::lease::Lease;
use crate::query::{Bounds, Call, Outcome};
use crate::scope_key::ScopeKey;
use crate::shared::Inner;

/// The host's results have no limits: its statements are its own.
pub(crate) const UNBOUNDED: Bounds = Bounds { rows: usize::MAX, bytes: usize::MAX };

/// A transaction of the host. Dropping it rolls back. After a statement has failed, all others do, and so does the commit.
pub struct HostTransaction {
    postgres: Arc<Inner>,
    lease: Lease,
    has_failed: bool,
}

impl std::fmt::Debug for HostTransaction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HostTransaction").finish_non_exhaustive()
    }
}

impl HostTransaction {
    /// Runs `begin` on a leased connection.
    pub(crate) async fn begin(postgres: Arc<Inner>, mut lease: Lease, begin: String) -> Result<Self, SqlError> {
        if let Err(failure) = lease.batch(&begin).await {
            return Err(postgres.error(failure).await);
        }
        Ok(Self { postgres, lease, has_failed: false })
    }

    /// Makes a scope the default of `scope_id` for the rest of the transaction.
    ///
    /// # Errors
    /// See [`SqlError`].
    #[boxed]
    pub async fn open_scope(&mut self, scope: &ScopeKey) -> Result<(), SqlError> {
        self.batch(&scope.open()).await
    }

    async fn batch(&mut self, sql: &str) -> Result<(), SqlError> {
        let Err(failure) = self.lease.batch(sql).await else { return Ok(()) };
        self.has_failed = true;
        Err(self.postgres.error(failure).await)
    }

    /// Runs a statement with parameters `$1`, `$2` and returns its rows.
    ///
    /// # Errors
    /// See [`SqlError`].
    #[boxed]
    pub async fn query(&mut self, sql: &str, parameters: &[Value]) -> Result<Vec<Row>, SqlError> {
        self.run(sql, parameters).await.map(rows)
    }

    /// Runs a statement and returns how many rows it changed.
    ///
    /// # Errors
    /// See [`SqlError`].
    #[boxed]
    pub async fn execute(&mut self, sql: &str, parameters: &[Value]) -> Result<u64, SqlError> {
        self.run(sql, parameters).await.map(|outcome| outcome.changes)
    }

    async fn run(&mut self, sql: &str, parameters: &[Value]) -> Result<Outcome, SqlError> {
        let query = self.postgres.query(sql);
        match self.lease.run(None, Call { query: &query, values: parameters, bounds: UNBOUNDED }).await {
            Ok(outcome) => Ok(outcome),
            Err(failure) => {
                self.has_failed = true;
                Err(self.postgres.error(failure).await)
            }
        }
    }

    /// Commits. The changes are on the disk when it returns.
    ///
    /// # Errors
    /// See [`SqlError`]. [`SqlError::Invalid`] if a statement has failed. Nothing is committed then, unless the connection
    /// was lost during the commit ([`SqlError::Io`]).
    #[boxed]
    pub async fn commit(mut self) -> Result<(), SqlError> {
        if self.has_failed {
            return Err(SqlError::Invalid("a statement of the transaction has failed, so it was rolled back".into()));
        }
        match self.lease.batch("COMMIT").await {
            Ok(()) => {
                self.lease.committed(Vec::new());
                Ok(())
            }
            Err(failure) => Err(self.postgres.error(failure).await),
        }
    }

    /// Rolls back and waits until that is done.
    ///
    /// # Errors
    /// [`SqlError::Io`] if the connection is lost, which rolls back too.
    #[boxed]
    pub async fn roll_back(mut self) -> Result<(), SqlError> {
        self.batch("ROLLBACK").await?;
        self.lease.committed(Vec::new());
        Ok(())
    }
}

/// Returns the rows of a result, which share the names of the columns.
pub(crate) fn rows(outcome: Outcome) -> Vec<Row> {
    let columns: Arc<[String]> = outcome.columns.into();
    outcome.rows.into_iter().map(|values| Row::new(Arc::clone(&columns), values)).collect()
}
